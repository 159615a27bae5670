"""``errorkb token``: who may write through the API."""

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
        "Make, list and revoke the tokens with which programs may write through the API. A token's text is "
        "printed once, when it is made; only its digest is stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--create", metavar="NAME", help="make a token and print it")
        what.add_argument("--revoke", metavar="NAME", help="put a token out of force")

    def handle(self, *args: Any, **options: Any) -> None:
        if name := options["create"]:
            if ApiToken.objects.filter(name=name).exists():
                raise Failure(f"there is a token {name!r} already; choose another name")
            print(ApiToken.objects.issue(name, list(SCOPES)))
        elif name := options["revoke"]:
            token = ApiToken.objects.filter(name=name, revoked_at=None).first()
            if token is None:
                raise Failure(f"there is no token {name!r} in force; errorkb token lists them")
            token.revoke()
        else:
            _list()


def _list() -> None:
    table = Table(box=None, pad_edge=False)
    for title in ("name", "scopes", "made", "last used", "revoked"):
        table.add_column(title)
    for token in ApiToken.objects.order_by("created_at"):
        times = (token.created_at, token.last_used_at, token.revoked_at)
        shown = [f"{time:%Y-%m-%d %H:%M}" if time else "" for time in times]
        table.add_row(escape(token.name), " ".join(token.scopes), *shown)
    console().print(table)
