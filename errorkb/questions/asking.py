"""What the asking commands share: which base is asked, in which form the answer is printed, their exits."""

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from errorkb import standby
from errorkb.client import MAX_LIMIT, Client, ClientError, ServerFault, of_server
from errorkb.reports.told import Entry, Told, entry_of, told_of

#: Exit statuses, as grep's.
FOUND, NOTHING, FAILED = 0, 1, 2
Answer = TypeVar("Answer")


def add_server(parser: ArgumentParser) -> None:
    """Who is asked: ``--server URL``, with ERRORKB_SERVER as its default, or a pack."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--server", metavar="URL", default=None,
        help="ask this errorkb instead of this machine's own base (ERRORKB_SERVER in the environment; '' is "
        "this machine's)",
    )  # fmt: skip
    which.add_argument(
        "--offline", action="store_true",
        help="ask the pack that errorkb pull left in ERRORKB_HOME: needs neither base nor server",
    )  # fmt: skip
    which.add_argument("--pack", metavar="DIR", default=None, help="ask the pack in this folder")


def add_format(parser: ArgumentParser, *names: str, json_help: str) -> None:
    """``--format``, and ``--json`` for what it was called before."""
    forms = ("text", "json", *names)
    parser.add_argument(
        "--format", choices=forms, default=None, help=f"how to print the answer: {', '.join(forms)} (text)"
    )
    parser.add_argument("--json", action="store_const", const="json", dest="format", help=json_help)


def limit(text: str) -> int:
    """The type of ``--limit``."""
    if not text.isdecimal() or not 1 <= int(text) <= MAX_LIMIT:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 to {MAX_LIMIT}")
    return int(text)


def ask(options: Mapping[str, Any], question: Callable[[Client], Answer]) -> Answer:
    """The answer of the base that the options name. Raises ClientError."""
    if options.get("offline") or options.get("pack") is not None:
        # Loads the matcher, which the others have running.
        from errorkb.offline.client import opened  # noqa: PLC0415
        from errorkb.offline.packs import pack_folder  # noqa: PLC0415

        with opened(pack_folder(options.get("pack"))) as pack:
            return question(pack)
    server = options.get("server")
    server = os.environ.get("ERRORKB_SERVER", "") if server is None else server
    if server.strip():
        return question(of_server(server, token=os.environ.get("ERRORKB_TOKEN", "")))
    try:
        with standby.connected() as client:
            return question(client)
    except ServerFault:
        # The process that stood by has ended itself: it was outdated, or its database had gone.
        with standby.connected() as client:
            return question(client)


def explain(
    client: Client, text: str, *, source: str, limit: int = 5, repo: str | None = None, entries: int = 1
) -> Told:
    """Matches a text and fetches the records of the first ``entries`` matches."""
    told = told_of(client.match(text, limit=limit, repo=repo), source=source, pages=client.pages)
    matches = [
        replace(match, entry=fetched(client, match.id)) if number < entries else match
        for number, match in enumerate(told.matches)
    ]
    return replace(told, matches=tuple(matches))


def fetched(client: Client, entry_id: str) -> Entry | None:
    """The record of an entry; None where it has just gone."""
    try:
        answer = client.entry(entry_id)
    except ServerFault:
        raise
    except ClientError:  # retired meanwhile
        return None
    return entry_of(answer, pages=client.pages) if answer else None


def print_json(value: Any) -> None:
    """One line of JSON."""
    print(json.dumps(value))


def write(text: str) -> None:
    """A report's text; a character that the output's encoding lacks becomes a question mark."""
    coding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(coding, "replace").decode(coding))
