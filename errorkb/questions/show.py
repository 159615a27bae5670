"""``errorkb show ID``"""

import re
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from errorkb.client import ClientError
from errorkb.questions import asking
from errorkb.reports.told import entry_of

HELP = "Print one entry. Exit status: 0, or 2 when there is no such entry."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the entry's id: 16 hexadecimal digits")
    asking.add_format(parser, "markdown", json_help="answer as GET /api/errors/ID does: --format json")
    asking.add_server(parser)


def run(options: Mapping[str, Any]) -> int:
    name, form = options["id"].lower(), options["format"] or "text"
    if not re.fullmatch(r"[0-9a-f]{16}", name):
        raise ClientError(f"{options['id']!r} is no id: 16 hexadecimal digits")
    answer, pages = asking.ask(options, lambda client: (client.entry(name), client.pages))
    if answer is None:
        raise ClientError(f"no entry {name}; errorkb search finds entries by words")
    if form == "json":
        asking.print_json(answer)
    elif form == "markdown":
        from errorkb.reports import markdown  # noqa: PLC0415 - loads rich, as below

        asking.write(markdown.entry(entry_of(answer, pages=pages)))
    else:
        from errorkb.reports.text import print_entry  # noqa: PLC0415
        from errorkb.terminal import console  # noqa: PLC0415

        print_entry(entry_of(answer, pages=pages), console())
    return asking.FOUND
