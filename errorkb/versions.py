"""The accepted imports of an entry, and how they stand: the entry itself is one of them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from errorkb.models import Entry, EntryVersion

#: A history goes back so many versions.
BOUND = 1000


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """A version's place in the history; ``pk`` is None for the entry itself."""

    pk: int | None
    form: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """An import. state: in effect, last known, was in effect, never in effect. record: as it came in.
    form: json, text or source. since: when it came into effect or, if it never did, was read."""

    state: str
    record: dict[str, Any]
    form: str
    dataset_version: str | None
    since: datetime


def standings(entry: Entry) -> list[Standing]:
    """All versions by their analysis, the latest first: the order in which they were read says nothing.
    ``BOUND`` of them, and one more where there are more."""
    rows = entry.versions.order_by("-analyzed_instant", "-pk").values_list(
        "pk", "form", "analyzed_instant", "dataset_version", "stored_at"
    )[:BOUND]
    ranked = [
        ((analyzed, dataset or "", False, stored), Standing(pk=pk, form=form))
        for pk, form, analyzed, dataset, stored in rows
    ]
    own = (entry.analyzed_instant, entry.dataset_version or "", True, entry.changed_at)
    ranked.append((own, Standing(pk=None, form=entry.form)))
    return [standing for _, standing in sorted(ranked, key=lambda pair: pair[0], reverse=True)]


def load(entry: Entry, keys: Collection[int | None]) -> dict[int | None, Version]:
    """Versions by the ``pk`` of their standings."""
    rows = EntryVersion.objects.in_bulk([pk for pk in keys if pk is not None])
    return {pk: _of_entry(entry) if pk is None else _of_version(rows[pk]) for pk in keys}


def _of_entry(entry: Entry) -> Version:
    return Version(
        state="last known" if entry.retired_at else "in effect",
        record=entry.record(),
        form=entry.form,
        dataset_version=entry.dataset_version,
        since=entry.changed_at,
    )


def _of_version(row: EntryVersion) -> Version:
    return Version(
        state="was in effect" if row.took_effect else "never in effect",
        record=row.record,
        form=row.form,
        dataset_version=row.dataset_version,
        since=row.stored_at,
    )
