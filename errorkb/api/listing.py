"""Lists of entries, in pieces.

All entries, or all of a repository by id, are read from the base by key: any piece costs the same, and what
stands still is neither given twice nor skipped while others are added. What filters and words let through is
the full-text index's answer, which goes through ``COUNTED`` entries at most and says when there are more.
"""

from dataclasses import dataclass, replace
from typing import Any

from errorkb.api.errors import Unavailable
from errorkb.api.places import EARLIEST, MAX_OFFSET, Place
from errorkb.fulltext.query import Filter, Query, read
from errorkb.fulltext.results import COUNTED, Found, Sort, entries, find
from errorkb.models import Entry
from errorkb.search import EntryQuerySet

#: Parameters that filter, each by the index's field of the same name.
FILTERS = ("class", "code", "tag", "type", "severity", "language", "http", "has")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """entries: this piece. next: where the list goes on; None: it has ended. total: how many entries the
    whole has, at most ``COUNTED``; None: not counted. truncated: there are more than the list goes through.
    corrected: the words that were asked for instead, since nothing fits those that were sent. partial: the
    entries have some of the words, not all."""

    entries: list[Entry]
    next: Place | None
    total: int | None = None
    truncated: bool = False
    corrected: str | None = None
    partial: bool = False


def is_by_key(asked: dict[str, Any]) -> bool:
    """Whether the base itself answers, rather than its index. ``asked``: the values of a ListRequest."""
    query = _query(asked)
    is_whole = not query.clauses and not query.filters
    return is_whole and (asked.get("sort") == "id" or "repo" not in asked)


def piece(asked: dict[str, Any], place: Place | None) -> Piece:
    """The piece behind a place; without one, the first. ``asked``: values of a ListRequest. Raises
    Unavailable."""
    sort, limit = asked.get("sort"), asked["limit"]
    if is_by_key(asked):
        rows = _behind_id(asked, place) if sort == "id" else _behind_newest(place, limit + 1)
        return _by_key(list(rows[: limit + 1]), place, limit)
    query, repo = _query(asked), asked.get("repo")
    if sort == "id":
        return _by_id(_found(query, repo=repo, limit=COUNTED, sort="newest"), place, limit)
    # Without words, all that the filters let through is worth the same.
    order: Sort = "relevance" if query.wanted and sort != "newest" else "newest"
    offset = min(place.offset, COUNTED) if place else 0
    found = _found(query, repo=repo, offset=offset, limit=limit, sort=order)
    return _of(found, _behind(found, offset) if offset + len(found.ids) < found.total else None)


def _query(asked: dict[str, Any]) -> Query:
    """The words with the parameters as further filters."""
    query = read(asked.get("q") or "")
    named = tuple(Filter(name, asked[name]) for name in FILTERS if name in asked)
    return replace(query, filters=(*query.filters, *named))


def _behind_id(asked: dict[str, Any], place: Place | None) -> EntryQuerySet:
    rows = Entry.objects.live().order_by("id")
    rows = rows.filter(repo=asked["repo"]) if "repo" in asked else rows
    return rows.filter(id__gt=place.id) if place else rows


def _behind_newest(place: Place | None, number: int) -> list[Entry]:
    rows = Entry.objects.live().newest()
    if place is None:
        return list(rows[:number])
    # A dump may give all of its entries one instant: two ranges of the index, rather than one with a filter.
    found = list(rows.filter(analyzed_instant=place.instant, id__gt=place.id)[:number])
    return found + list(rows.filter(analyzed_instant__lt=place.instant)[: number - len(found)])


def _by_key(found: list[Entry], place: Place | None, limit: int) -> Piece:
    """``found``: one more than the piece has, where there are more."""
    if len(found) <= limit:
        return Piece(entries=found, next=None)
    last = found[limit - 1]
    # The number goes as far as a cursor has digits for it: nothing goes on by it here.
    given = min((place.offset if place else 0) + limit, MAX_OFFSET)
    return Piece(entries=found[:limit], next=Place(instant=last.analyzed_instant, id=last.id, offset=given))


def _by_id(found: Found, place: Place | None, limit: int) -> Piece:
    ids = sorted(entry for entry in found.ids if place is None or entry > place.id)
    given = replace(found, ids=tuple(ids[:limit]))
    return _of(given, _behind(given, 0) if len(ids) > limit else None)


def _found(query: Query, **how: Any) -> Found:
    found = find(query, **how)
    if found is None:
        raise Unavailable
    return found


def _behind(found: Found, offset: int) -> Place | None:
    given = offset + len(found.ids)
    return Place(instant=EARLIEST, id=found.ids[-1], offset=given) if found.ids else None


def _of(found: Found, behind: Place | None) -> Piece:
    return Piece(
        entries=entries(found),
        next=behind,
        total=found.total,
        truncated=found.more,
        corrected=found.instead.text if found.instead else None,
        partial=found.some,
    )
