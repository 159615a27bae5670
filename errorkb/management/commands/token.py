"""``errorkb token``: who may write through the API, or ask it more often than others."""

from argparse import ArgumentParser
from typing import Any

from rich.table import Table

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.models import ApiToken
from errorkb.models.token import SCOPES
from errorkb.terminal import console, escape


class Command(BaseCommand):
    help = (
        "Make, list and revoke the tokens of programs. The scope ingest lets one send dumps, report lets it "
        "tell whether a solution worked; read allows nothing more. Each token has a higher rate limit than "
        "an address. Its text is printed once, when it is made; only a digest is stored. Without options: "
        "the tokens, with the time of their latest use to the minute. Exit status: 0, or 2 when nothing was "
        "done."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--create", metavar="NAME", help="make a token and print it")
        what.add_argument("--revoke", metavar="NAME", help="put a token out of force")
        parser.add_argument(
            "--scope", choices=SCOPES, action="append",
            help="what a new token may, several times for several: ingest, report, read (ingest)",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        if options["scope"] and options["create"] is None:
            raise Failure("--scope goes with --create: a token that is there keeps its scopes")
        if options["create"] is not None:
            print(_created(options["create"].strip(), options["scope"] or ["ingest"]))
        elif options["revoke"] is not None:
            _revoke(options["revoke"].strip())
        else:
            _list()


def _created(name: str, scopes: list[str]) -> str:
    if not name or not name.isprintable():
        raise Failure("a token needs a name by which it can be revoked")
    if ApiToken.objects.filter(name=name).exists():
        raise Failure(f"there is a token {name!r} already; choose another name")
    return ApiToken.objects.issue(name, list(dict.fromkeys(scopes)))


def _revoke(name: str) -> None:
    token = ApiToken.objects.filter(name=name, revoked_at=None).first() if name.isprintable() else None
    if token is None:
        raise Failure(f"there is no token {name!r} in force; errorkb token lists them")
    token.revoke()


def _list() -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("name", overflow="fold")
    for title in ("scopes", "created", "last used", "revoked"):
        table.add_column(title, no_wrap=True)
    for token in ApiToken.objects.order_by("created_at"):
        times = (token.created_at, token.last_used_at, token.revoked_at)
        shown = [f"{time:%Y-%m-%d %H:%M}" if time else "" for time in times]
        table.add_row(escape(token.name), " ".join(token.scopes), *shown)
    console().print(table)
