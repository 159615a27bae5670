"""``errorkb doctor``: what is where, what is wrong, and what to do."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from itertools import chain
from typing import Any

from django.core.management.base import CommandError
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from errorkb.commands import Command as BaseCommand
from errorkb.diagnosis import base, machine
from errorkb.diagnosis.finding import Finding
from errorkb.terminal import console
from errorkb.wording import plain

_MARKS = {"good": ("ok", "green"), "watch": ("note", "yellow"), "wrong": ("wrong", "bold red")}
_STATUS = {"good": 0, "watch": 1, "wrong": 2}


class Command(BaseCommand):
    help = (
        "Tell where everything is (home, database, index, workers, broker), what is wrong and what to do. "
        "Changes nothing. Exit status: 0 all is well, 1 something needs a look, 2 something does not work."
    )
    needs_database = False  # it says what is wrong with one

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="a line of JSON for each finding")

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(chain(machine.findings(), base.findings()))
        if options["json"]:
            for finding in found:
                print(json.dumps(asdict(finding)))
        else:
            _print(found)
        if status := max(_STATUS[finding.state] for finding in found):
            raise CommandError("", returncode=status)


def _print(found: list[Finding]) -> None:
    out = console()
    table = Table.grid(padding=(0, 2, 0, 0))
    for finding in found:
        word, style = _MARKS[finding.state]
        told = Text(plain(finding.told))
        if finding.advice:
            told.append(f"\n→ {plain(finding.advice)}", "bold")
        table.add_row(Text(word, style), Text(finding.name), told)
    out.print(Padding(table, 0, expand=False))
