"""``errorkb show ID``"""

import json
import re
from argparse import ArgumentParser
from typing import Any

from errorkb.api.serializers import envelope
from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.models import Entry
from errorkb.terminal import console, print_entry


class Command(BaseCommand):
    help = "Print one entry. Exit status: 0, or 2 when there is no such entry."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", metavar="ID", help="the entry's id: 16 hexadecimal digits")
        parser.add_argument("--json", action="store_true", help="answer as GET /api/errors/ID does")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["id"].lower()
        if not re.fullmatch(r"[0-9a-f]{16}", name):
            raise Failure(f"{options['id']!r} is no id: 16 hexadecimal digits")
        entry = Entry.objects.defer("search_vector").filter(pk=name).first()
        if entry is None:
            raise Failure(f"no entry {name}; errorkb search finds entries by words")
        if options["json"]:
            print(json.dumps(envelope(entry)))
        else:
            print_entry(entry, console())
