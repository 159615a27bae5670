"""``errorkb explain CODE``: the entries of an error code or of a class."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from errorkb.client import MAX_LIMIT, Client, ClientError
from errorkb.questions import asking
from errorkb.reports.told import Entry, rows_of

HELP = (
    "Explain an error code (E0277, ENOENT, 23505) or a class (ValueError, with or without its package). "
    "Exit status: 0 there are entries, 1 there are none, 2 nobody could be asked."
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="an error code or the name of a class")
    asking.add_format(parser, "markdown", json_help="records, one line each: --format json")
    parser.add_argument("--repo", help="only entries of this repository (owner/name)")
    parser.add_argument(
        "--limit", type=asking.limit, default=3, metavar="N", help="entries to explain, 1 to 25 (3)"
    )
    asking.add_server(parser)


def run(options: Mapping[str, Any]) -> int:
    code, form = options["code"].strip(), options["format"] or "text"
    if not code:
        raise ClientError("there is no code to explain")
    entries = asking.ask(
        options,
        lambda client: list(islice(_entries(client, code, options["repo"]), options["limit"])),
    )
    _print(entries, form)
    if not entries and form == "text":
        print(f"errorkb: no entry has the code or class {code!r}", file=sys.stderr)
    return asking.FOUND if entries else asking.NOTHING


def _entries(client: Client, code: str, repo: str | None) -> Iterator[Entry]:
    """The entries with exactly this code, then those of this class; a search finds others, too."""
    seen: set[str] = set()
    for query in dict.fromkeys((code, _last(code))):
        for row in rows_of(client.search(query, limit=MAX_LIMIT, repo=repo), pages=client.pages):
            entry = asking.fetched(client, row.id) if row.id not in seen else None
            seen.add(row.id)
            if entry is not None and _is_of(entry, code):
                yield entry


def _is_of(entry: Entry, code: str) -> bool:
    wanted, named = code.casefold(), entry.text("errorClass").casefold()
    if entry.text("errorCode").casefold() == wanted:
        return True
    # A package that only one of them names says nothing against the other.
    return named == wanted or _last(wanted) == named or (wanted == _last(named) and bool(named))


def _last(name: str) -> str:
    """A class without its package."""
    return name.replace("::", ".").rpartition(".")[2]


def _print(entries: list[Entry], form: str) -> None:
    if form == "json":
        for entry in entries:
            asking.print_json(entry.values)
    elif form == "markdown":
        from errorkb.reports import markdown  # noqa: PLC0415 - loads rich, as below

        asking.write("\n".join(markdown.entry(entry) for entry in entries))
    elif entries:
        from errorkb.reports.text import print_entry  # noqa: PLC0415
        from errorkb.terminal import console  # noqa: PLC0415

        out = console()
        for number, entry in enumerate(entries):
            if number:
                out.print()
                out.rule(style="dim")
            print_entry(entry, out)
