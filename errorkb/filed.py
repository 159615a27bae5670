"""The live entries that are filed under a name: of a class, a tag or a repository."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, get_args

import tantivy
from django.db.models import Count
from django.db.models.functions import Left

from errorkb.catalogue import Within, among
from errorkb.fulltext import index as indexes
from errorkb.matching.index import base_state
from errorkb.models import Entry
from errorkb.search import EntryQuerySet

#: Lists are counted in full, and go no further than this.
LISTED = 10_000
#: So many entries can be put in an order that only the base knows.
SORTED = 3000
#: The letter of what begins with none.
OTHER = "other"
LETTERS = (*"abcdefghijklmnopqrstuvwxyz", OTHER)

Order = Literal["newest", "oldest", "repository", "place"]
ORDERS: tuple[Order, ...] = get_args(Order)
_COLUMNS = {
    "repository": ("repo_id", "slug"),
    "place": ("file_path", "line_number", "id"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Filed:
    """A part of a list of entries, which has ``total`` in all."""

    entries: tuple[Entry, ...]
    total: int


def filed(
    within: Within, order: Order, *, number: int, per_page: int, columns: tuple[str, ...]
) -> Filed | None:
    """A page, from 1, of the entries that have these values; one beyond the end is the last. More than
    ``SORTED`` come with the newest first, unless the oldest are asked for. None: no index is there yet.

    ``columns``: what is read of an entry; one query.
    """
    index = indexes.at(base_state().revision)
    if index is None:
        return None
    searcher = index.searcher()
    query = among(index, within)
    total = int(searcher.search(query, 1).count)  # type: ignore[attr-defined] # the stub lacks it
    if not total:
        return Filed(entries=(), total=0)
    offset = min(number - 1, (min(total, LISTED) - 1) // per_page) * per_page
    rows = Entry.objects.live().only(*columns)
    if order in _COLUMNS and total <= SORTED:
        ids = _ids(searcher, query, total, 0, tantivy.Order.Desc)
        chosen = rows.filter(pk__in=ids).order_by(*_COLUMNS[order])[offset : offset + per_page]
        return Filed(entries=tuple(chosen), total=total)
    direction = tantivy.Order.Asc if order == "oldest" else tantivy.Order.Desc
    ids = _ids(searcher, query, min(per_page, LISTED - offset), offset, direction)
    found = rows.in_bulk(ids)
    return Filed(entries=tuple(found[key] for key in ids if key in found), total=total)


def of_letter(repo: str, letter: str) -> EntryQuerySet:
    """A repository's entries whose slugs begin with a letter, for ``other`` with a digit; in their order."""
    first, behind = ("0", "a") if letter == OTHER else (letter, chr(ord(letter) + 1))
    rows = Entry.objects.live().filter(repo=repo, slug__gte=first)
    # What comes behind z differs between collations; nothing does.
    return (rows.filter(slug__lt=behind) if letter != "z" else rows).order_by("slug")


def letters_of(repo: str) -> dict[str, int]:
    """How many of a repository's entries have slugs that begin with each letter."""
    rows = (
        Entry.objects.live().filter(repo=repo).values_list(Left("slug", 1)).annotate(Count("pk")).order_by()
    )
    counts: Counter[str] = Counter()
    for first, entries in rows:
        counts[first if first.isalpha() else OTHER] += entries
    return dict(counts)


def _ids(
    searcher: tantivy.Searcher, query: tantivy.Query, limit: int, offset: int, direction: tantivy.Order
) -> list[str]:
    hits = searcher.search(
        query, limit, count=False, order_by_field="analyzed", offset=offset, order=direction
    ).hits
    return [str(searcher.doc(place).get_first("id")) for _, place in hits]
