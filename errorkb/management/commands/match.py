"""``errorkb match [FILE|-]``: what the page and the API say about a paste, on the terminal."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from errorkb.api.serializers import match_report
from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.matching.lookup import DEFAULT_LIMIT, MAX_LIMIT, MAX_TEXT_BYTES, PasteTooLarge, match
from errorkb.terminal import console, print_report


class Command(BaseCommand):
    help = (
        "Explain a traceback, a log or a message. Exit status, as grep's: 0 an entry was found, "
        "1 none was, 2 the text could not be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="the text; - is standard input"
        )
        parser.add_argument("--json", action="store_true", help="answer as POST /api/match does")
        parser.add_argument("--repo", help="only entries of this repository (owner/name)")
        parser.add_argument(
            "--limit", type=int, default=DEFAULT_LIMIT, choices=range(1, MAX_LIMIT + 1),
            metavar="N", help=f"entries to name, 1 to {MAX_LIMIT} ({DEFAULT_LIMIT})",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        text = _read(options["file"])
        try:
            report = match(text, limit=options["limit"], repo=options["repo"])
        except PasteTooLarge as error:
            raise Failure(f"{options['file']}: {error}; cut out the part with the error") from None
        if options["json"]:
            print(json.dumps(match_report(report)))
        else:
            print_report(report, console())
        if not report.matches:
            raise CommandError("", returncode=1)


def _read(name: str) -> str:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_TEXT_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_TEXT_BYTES + 1)
    except OSError as error:
        raise Failure(f"{name}: {error.strerror}") from None
    return data.decode("utf-8", "replace")
