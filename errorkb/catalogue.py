"""Names that entries are filed under, and how many live entries each has.

They are counted in the full-text index, once for each state of it: reading a million rows for a page's totals
takes seconds, reading the index a tenth of one. While the first index is being built the base itself is
counted, at most once a minute.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal, NamedTuple

import tantivy
from django.db.models import Count, F, Func, TextField

from errorkb.fulltext import index as indexes
from errorkb.fulltext.index import State
from errorkb.matching.index import base_state
from errorkb.models import BaseState, Entry

Field = Literal["repo", "class", "tag", "language", "type", "severity", "form", "mark", "has"]
#: Which entries are meant: fields of the index and the value that each has. Nothing: all entries.
Within = tuple[tuple[str, str], ...]

#: Values of a field that are counted among some entries; over all entries there is no bound.
MOST = 50_000
#: Seconds for which counts of the base itself hold.
LASTING = 60.0
#: What holds the names in the base. It has no column for languages and for marks one of another shape.
_COLUMNS = {
    "repo": "repo_id", "class": "error_class", "tag": "tags", "type": "error_type", "severity": "severity",
    "form": "form",
}  # fmt: skip


class Counted(NamedTuple):
    """A name and its number of live entries. A tuple, since some bases have 50,000 names."""

    name: str
    entries: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Stats:
    """Numbers over all live entries. ``by_…``: the most first; languages and marks are missing while the
    first index is being built. changed_at: when the base last changed; None: it never did."""

    entries: int
    repositories: int
    classes: int
    tags: int
    by_language: tuple[Counted, ...]
    by_type: tuple[Counted, ...]
    by_severity: tuple[Counted, ...]
    by_form: tuple[Counted, ...]
    by_mark: tuple[Counted, ...]
    changed_at: datetime | None
    dataset_version: str | None


def classes(*, repo: str | None = None) -> tuple[Counted, ...]:
    """The error classes, by name in any case of letters; a longer one by its first 200 characters."""
    return counted("class", _of_repo(repo))


def tags(*, repo: str | None = None) -> tuple[Counted, ...]:
    """The tags, by name."""
    return counted("tag", _of_repo(repo))


def repositories() -> tuple[Counted, ...]:
    """The repositories that have live entries, by name in any case of letters."""
    return counted("repo")


def counted(field: Field, within: Within = ()) -> tuple[Counted, ...]:
    """The values of a field, of all entries or of some, by name in any case of letters."""
    index = indexes.at(base_state().revision)
    if index is None:
        return _of_base(field, within, int(time.monotonic() // LASTING))
    state = indexes.state()
    return _among(index, state, field, within) if within else _over_all(index, state, field)


def most(names: Iterable[Counted], number: int) -> tuple[Counted, ...]:
    """Those with the most entries, the most first."""
    return tuple(sorted(names, key=lambda one: (-one.entries, one.name))[:number])


def stats() -> Stats:
    """The numbers of the base as it is now."""
    state = base_state()
    repos = repositories()
    return Stats(
        entries=sum(one.entries for one in repos),
        repositories=len(repos),
        classes=len(classes()),
        tags=len(tags()),
        by_language=most(counted("language"), MOST),
        by_type=most(counted("type"), MOST),
        by_severity=most(counted("severity"), MOST),
        by_form=most(counted("form"), MOST),
        by_mark=most(counted("mark"), MOST),
        changed_at=BaseState.objects.values_list("changed_at", flat=True).first(),
        dataset_version=state.dataset_version,
    )


# A state is a part of the key: what the same index object holds changes with it.
@lru_cache(maxsize=12)
def _over_all(index: tantivy.Index, state: State | None, field: Field) -> tuple[Counted, ...]:
    everything = tantivy.Query.all_query()  # without it, entries that are gone would count, too
    return _sorted(index.searcher().terms_with_prefix(field, "", everything))


@lru_cache(maxsize=512)
def _among(index: tantivy.Index, state: State | None, field: Field, within: Within) -> tuple[Counted, ...]:
    told = index.searcher().aggregate(
        among(index, within), {"names": {"terms": {"field": field, "size": MOST}}}
    )
    return _sorted((bucket["key"], bucket["doc_count"]) for bucket in told["names"]["buckets"])


def among(index: tantivy.Index, within: Within) -> tantivy.Query:
    """Which entries these are, as the index is asked."""
    terms = [tantivy.Query.term_query(index.schema, field, value, "basic") for field, value in within]
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, term) for term in terms])


@lru_cache(maxsize=64)
def _of_base(field: Field, within: Within, minute: int) -> tuple[Counted, ...]:
    if not {field, *(name for name, _ in within)} <= _COLUMNS.keys():
        return ()
    live = Entry.objects.live()
    for name, told in within:
        live = live.filter(tags__contains=[told]) if name == "tag" else live.filter(**{_COLUMNS[name]: told})
    column = F(_COLUMNS[field])
    value = Func(column, function="unnest", output_field=TextField()) if field == "tag" else column
    rows = live.annotate(filed=value).values_list("filed").annotate(entries=Count("pk")).order_by()
    return _sorted((name, entries) for name, entries in rows if name)


def _sorted(pairs: Iterable[tuple[str, int]]) -> tuple[Counted, ...]:
    return tuple(sorted(map(Counted._make, pairs), key=lambda one: (one.name.casefold(), one.name)))


def _of_repo(repo: str | None) -> Within:
    return (("repo", repo),) if repo else ()
