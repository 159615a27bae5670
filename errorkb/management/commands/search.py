"""``errorkb search WORDS…``"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from errorkb.commands import Command as BaseCommand
from errorkb.models import Entry
from errorkb.terminal import console, print_rows


class Command(BaseCommand):
    help = "Find entries by words, a code or a class. Exit status: 0 found, 1 nothing found."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("words", nargs="+", metavar="WORD", help='words, "phrases", -not')
        parser.add_argument("--repo", help="only entries of this repository (owner/name)")
        parser.add_argument(
            "--limit", type=int, default=10, choices=range(1, 101), metavar="N",
            help="entries to list, 1 to 100 (10)",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        query, repo = " ".join(options["words"]), options["repo"]
        found = list(Entry.objects.search(query, repo)[: options["limit"]])
        found = found or list(Entry.objects.similar(query, repo)[: options["limit"]])
        print_rows(found, console())
        if not found:
            raise CommandError("nothing found; paste a whole message to errorkb match", returncode=1)
