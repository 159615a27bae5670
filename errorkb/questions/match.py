"""``errorkb match [FILE|-]``: what the page and the API say about a paste, on the terminal."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from errorkb.client import ClientError
from errorkb.questions import asking
from errorkb.reports.told import Told

HELP = (
    "Explain a traceback, a log or a message. Exit status, as grep's: 0 an entry was found, 1 none was, "
    "2 the text could not be read or nobody could be asked."
)
#: The largest text that a base takes, in bytes.
MAX_TEXT_BYTES = 5 * 1024 * 1024
#: Formats that tell of every error, and so need every match's record.
_WHOLE = ("markdown", "github", "sarif", "junit")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="the text; - is standard input")
    asking.add_format(parser, *_WHOLE, json_help="answer as POST /api/match does: --format json")
    parser.add_argument("--repo", help="only entries of this repository (owner/name)")
    parser.add_argument(
        "--limit", type=asking.limit, default=5, metavar="N", help="entries to name, 1 to 25 (5)"
    )
    asking.add_server(parser)


def run(options: Mapping[str, Any]) -> int:
    text, form = read(options["file"]), options["format"] or "text"
    entries = options["limit"] if form in _WHOLE else 0 if form == "json" else 1
    told = asking.ask(
        options,
        lambda client: asking.explain(
            client,
            text,
            source=options["file"],
            limit=options["limit"],
            repo=options["repo"],
            entries=entries,
        ),
    )
    _print(told, form)
    return asking.FOUND if told.matches else asking.NOTHING


def read(name: str) -> str:
    """The text of a file or of standard input. Raises ClientError."""
    if name == "-" and sys.stdin.isatty():
        print("errorkb: paste the text, then Ctrl-D:", file=sys.stderr)
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_TEXT_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_TEXT_BYTES + 1)
    except OSError as error:
        raise ClientError(f"{name}: {error.strerror}") from None
    if len(data) > MAX_TEXT_BYTES:
        raise ClientError(
            f"{name}: the text is longer than {MAX_TEXT_BYTES} bytes; cut out the part with the error"
        )
    return data.decode("utf-8", "replace")


def _print(told: Told, form: str) -> None:
    if form == "json":
        asking.print_json(told.json)
    elif form == "text":
        # Loads rich: only where people read.
        from errorkb.reports.text import print_match  # noqa: PLC0415
        from errorkb.terminal import console  # noqa: PLC0415

        print_match(told, console())
    else:
        asking.write(import_module(f"errorkb.reports.{form}").match(told))
