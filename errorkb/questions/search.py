"""``errorkb search WORDS…``"""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from errorkb.client import Client, ClientError
from errorkb.questions import asking
from errorkb.reports.told import rows_of

HELP = (
    "Find entries by words, a code or a class. Exit status: 0 found, 1 nothing found, 2 nobody could be "
    "asked."
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORD", help='words, "phrases", -not')
    asking.add_format(parser, "markdown", json_help="answer as GET /api/search does: --format json")
    parser.add_argument("--repo", help="only entries of this repository (owner/name)")
    parser.add_argument(
        "--limit", type=asking.limit, default=10, metavar="N", help="entries to list, 1 to 25 (10)"
    )
    asking.add_server(parser)


def run(options: Mapping[str, Any]) -> int:
    query, form = " ".join(options["words"]), options["format"] or "text"
    if not query.strip():
        raise ClientError("there is nothing to search for")

    def question(client: Client) -> tuple[dict[str, Any], str | None]:
        return client.search(query, limit=options["limit"], repo=options["repo"]), client.pages

    answer, pages = asking.ask(options, question)
    rows = rows_of(answer, pages=pages)
    if form == "json":
        asking.print_json(answer)
    elif form == "markdown":
        from errorkb.reports import markdown  # noqa: PLC0415 - loads rich, as below

        asking.write(markdown.rows(rows))
    else:
        from errorkb.reports.text import print_rows  # noqa: PLC0415
        from errorkb.terminal import console  # noqa: PLC0415

        print_rows(rows, console())
    if not rows and form == "text":
        print("errorkb: nothing found; paste a whole message to errorkb match", file=sys.stderr)
    return asking.FOUND if rows else asking.NOTHING
