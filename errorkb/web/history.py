"""The accepted imports of an entry and what each changed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from errorkb.models import RECORD_FIELDS, Entry, EntryVersion
from errorkb.web.differences import Clock, differences
from errorkb.web.entry import history_url, retired_on
from errorkb.web.pages import HistoryPage, VersionView
from errorkb.web.rows import moment, pagination
from errorkb.wording import shortened

PER_PAGE = 10
#: The history goes back so many versions.
BOUND = 1000
#: Seconds for comparing word by word; honest histories need about 0.02.
BUDGET = 0.5

KEYS = tuple(key for key, _ in RECORD_FIELDS)
#: A text page does not have these, or only a part: where it meets JSON they would always differ.
PAGE_LACKS = frozenset(
    {"slug", "messagePattern", "errorType", "httpStatus", "sourceCodeStart", "sourceCodeEnd",
     "githubUrl", "tags", "backgroundTag", "analyzedSha", "analyzedAt", "schemaVersion"}
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Standing:
    """A version's place in the history; ``pk`` is None for the entry itself."""

    pk: int | None
    form: str


@dataclass(frozen=True, kw_only=True)
class _Version:
    """An import, whether it is the entry itself or a version of it."""

    state: str
    record: dict[str, Any]
    form: str
    dataset_version: str | None
    since: datetime


def history_page(entry: Entry, number: int) -> HistoryPage:
    """Versions by their analysis, the latest first: the order in which they were read says nothing."""
    standings = _standings(entry)
    place = pagination(len(standings), number, history_url(entry), bound=BOUND, per_page=PER_PAGE)
    standings = standings[:BOUND]
    first = (place.page - 1) * PER_PAGE
    pairs = [
        (standings[position], _older(standings, position))
        for position in range(first, min(first + PER_PAGE, len(standings)))
    ]
    versions = _load(entry, {each.pk for pair in pairs for each in pair if each is not None})
    clock = Clock(BUDGET)
    return HistoryPage(
        title=shortened(entry.title, 200),
        repo=entry.repo_id,
        repo_url=f"/{entry.repo_id}/",
        entry_url=entry.get_absolute_url(),
        retired=retired_on(entry),
        versions=tuple(
            _view(versions[each.pk], versions[older.pk] if older else None, clock) for each, older in pairs
        ),
        pagination=place,
    )


def _standings(entry: Entry) -> list[_Standing]:
    """All versions, the latest analysis first."""
    rows = entry.versions.order_by("-analyzed_instant", "-pk").values_list(
        "pk", "form", "analyzed_instant", "dataset_version", "stored_at"
    )[:BOUND]
    ranked = [
        ((analyzed, dataset or "", False, stored), _Standing(pk=pk, form=form))
        for pk, form, analyzed, dataset, stored in rows
    ]
    own = (entry.analyzed_instant, entry.dataset_version or "", True, entry.changed_at)
    ranked.append((own, _Standing(pk=None, form=entry.form)))
    return [standing for _, standing in sorted(ranked, key=lambda pair: pair[0], reverse=True)]


def _older(standings: Sequence[_Standing], position: int) -> _Standing | None:
    """What a version is compared with: the one before it. A text page between two of JSON says less."""
    rest = standings[position + 1 :]
    if standings[position].form == "json":
        rest = [each for each in rest if each.form == "json"] or rest
    return rest[0] if rest else None


def _load(entry: Entry, keys: Collection[int | None]) -> dict[int | None, _Version]:
    rows = EntryVersion.objects.in_bulk([pk for pk in keys if pk is not None])
    return {pk: _of_entry(entry) if pk is None else _of_version(rows[pk]) for pk in keys}


def _of_entry(entry: Entry) -> _Version:
    return _Version(
        state="last known" if entry.retired_at else "in effect",
        record=entry.record(),
        form=entry.form,
        dataset_version=entry.dataset_version,
        since=entry.changed_at,
    )


def _of_version(row: EntryVersion) -> _Version:
    return _Version(
        state="was in effect" if row.took_effect else "never in effect",
        record=row.record,
        form=row.form,
        dataset_version=row.dataset_version,
        since=row.stored_at,
    )


def _view(version: _Version, older: _Version | None, clock: Clock) -> VersionView:
    forms = {version.form, older.form} if older is not None else set()
    lacks = PAGE_LACKS if len(forms) > 1 and "text" in forms else frozenset()
    compared = tuple(key for key in KEYS if key not in lacks)
    record = version.record
    return VersionView(
        state=version.state,
        analyzed_at=record["analyzedAt"],
        sha=record["analyzedSha"][:10],
        form=version.form,
        dataset_version=version.dataset_version,
        since=moment(version.since),
        older=older.record["analyzedAt"] if older else None,
        changes=differences(older.record, record, compared, clock) if older else (),
        not_compared=tuple(key for key in KEYS if key in lacks),
    )
