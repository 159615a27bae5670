"""What the search box suggests, as its script reads it."""

from collections.abc import Iterator
from typing import Any

from errorkb.fulltext.suggesting import MOST, Suggestion, goes_on, suggest
from errorkb.models import Entry
from errorkb.web.searching import search_url
from errorkb.wording import shortened

#: Of a longer message the beginning is shown. In characters.
_MESSAGE = 120


def suggestions(typed: str) -> list[dict[str, Any]]:
    """Ways to go on: what the box would hold, of which kind it is, where it leads, and how many entries have
    it (null for a message, which is one entry's)."""
    found = suggest(typed)
    ids = [one.entry for one in found if one.entry]
    entries = Entry.objects.only("repo_id", "slug", "error_message").in_bulk(ids) if ids else {}
    told: dict[tuple[str, str], dict[str, Any]] = {}
    for row in (*_names(found), *_messages(typed, found, entries)):
        told.setdefault((row["kind"], row["text"]), row)  # several entries may have one message
    return list(told.values())[:MOST]


def _names(found: list[Suggestion]) -> Iterator[dict[str, Any]]:
    for one in found:
        if one.query:
            url = search_url(one.query)
            yield {"text": one.text, "kind": one.kind, "url": url, "entries": one.entries}


def _messages(typed: str, found: list[Suggestion], entries: dict[str, Entry]) -> Iterator[dict[str, Any]]:
    for one in found:
        entry = entries.get(one.entry or "")  # it may have just gone
        if entry and goes_on(typed, entry.error_message):
            text = " ".join(shortened(entry.error_message, _MESSAGE).split())
            yield {"text": text, "kind": "message", "url": entry.get_absolute_url(), "entries": None}
