"""The entries that feeds tell of: found by an index each, however large the base is."""

from errorkb.fulltext.query import Filter, Query
from errorkb.fulltext.results import find
from errorkb.models import Entry
from errorkb.search import EntryQuerySet

#: Entries of a feed.
TOLD = 50
#: The latest changes are sought among so many entries that were written last; an entry that was written
#: without a change of its content, as when it came back, stands among them, too.
_WRITTEN = 1000
_FIELDS = (
    "id", "repo_id", "slug", "error_code", "error_message", "documentation", "tags", "analyzed_instant",
    "changed_at",
)  # fmt: skip


def newest(entries: EntryQuerySet) -> list[Entry]:
    """Those with the latest analysis, the latest first."""
    return list(entries.newest().only(*_FIELDS)[:TOLD])


def changed(entries: EntryQuerySet) -> list[Entry]:
    """Those whose content changed last, the last first."""
    written = entries.order_by("-written").values_list("changed_at", "pk")[:_WRITTEN]
    latest = sorted(written, key=lambda pair: (-pair[0].timestamp(), pair[1]))[:TOLD]
    rows = Entry.objects.only(*_FIELDS).in_bulk([pk for _, pk in latest])
    return [rows[pk] for _, pk in latest if pk in rows]


def with_tag(tag: str) -> tuple[str, ...]:
    """Ids of the newest live entries with a tag; none while the first index of the base is being built."""
    found = find(Query(text="", filters=(Filter("tag", tag),)), sort="newest", limit=_WRITTEN)
    return found.ids if found else ()
