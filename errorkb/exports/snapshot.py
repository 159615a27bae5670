"""One moment of the base, read a repository at a time: what an export holds, and its version.

A dataset's version is a time, as the contract asks, and names the content, as its clients need: they fetch
the index anew only when the version differs. So it is the latest version that a dump gave any of its entries
(or the latest analysis, where none did) to the millisecond, and six more digits that are a checksum of what
is exported. Equal bases have equal versions, and no clock comes into it.
"""

import contextlib
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from errorkb.api.serializers import repository
from errorkb.matching.rows import Standing, standing
from errorkb.models import RECORD_FIELDS, Entry, Repo

#: Rows that are in memory at once.
CHUNK_ROWS = 500
_KEYS = tuple(key for key, _ in RECORD_FIELDS)
_ATTRIBUTES = tuple(attribute for _, attribute in RECORD_FIELDS)
_BESIDE = ("dataset_version", "form", "derived", "digest", "retired_at")
_ID_DIGITS = 6  # of the id, which a slug that was taken goes out with
# A sum does not ask for an order, so the table is read once, by all processors there are.
_CHECKSUMS = """
    SELECT dataset_version, count(*), max(analyzed_instant), sum(('x' || substr(md5(
        id || '/' || slug || '/' || digest || '/' || form || '/' || array_to_string(derived, ',') || '/'
        || coalesce(extract(epoch FROM retired_at)::text, '')), 1, 15))::bit(60)::bigint)
    FROM errorkb_entry {where} GROUP BY dataset_version
"""


class Empty(ValueError):
    """There is nothing to export."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Exported:
    """An entry. record: its 31 fields. retired_at: ISO 8601, None while it is live. slug_before: the slug
    that its record came with, where that was another entry's. The others as in Entry."""

    record: dict[str, Any]
    dataset_version: str | None
    form: str
    derived: list[str]
    retired_at: str | None
    slug_before: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """What of the base is exported; by default all. repo: only this repository. written_since: only what a
    transaction from this one on wrote. changed_since: only what changed, or was retired, after this time."""

    repo: str | None = None
    written_since: int | None = None
    changed_since: datetime | None = None

    @property
    def is_incremental(self) -> bool:
        """Whether entries are left out that did not change."""
        return self.written_since is not None or self.changed_since is not None

    def entries(self) -> QuerySet[Entry]:
        """The entries, live and retired."""
        chosen = Entry.objects.all() if self.repo is None else Entry.objects.filter(repo=self.repo)
        if self.written_since is not None:
            return chosen.filter(written__gte=self.written_since)
        if (since := self.changed_since) is not None:
            return chosen.filter(Q(changed_at__gt=since) | Q(retired_at__gt=since))
        return chosen


class Snapshot:
    """The base as it was when the block began, whatever is written meanwhile."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self.standing: Standing = standing()
        self.repos = self._repos()
        self.version = self._version()

    def entries(self, repo: str) -> Iterator[Exported]:
        """The entries of a repository in the order of their ids."""
        chosen = self._part.entries().filter(repo=repo).order_by("id").values_list(*_ATTRIBUTES, *_BESIDE)
        yield from map(_exported, chosen.iterator(CHUNK_ROWS))

    def count(self) -> int:
        """How many entries there are, for progress."""
        return self._part.entries().count()

    def _repos(self) -> list[Repo]:
        """In the order of their names, told by code points: that of databases differs."""
        chosen = Repo.objects.all()
        if self._part.repo is not None:
            chosen = chosen.filter(name=self._part.repo)
        if self._part.is_incremental:
            chosen = chosen.filter(name__in=self._part.entries().values("repo").distinct())
        return sorted(chosen.iterator(), key=lambda repo: repo.name)

    def _version(self) -> str:
        where, values = ("WHERE repo_id = %s", [self._part.repo]) if self._part.repo else ("", [])
        with connection.cursor() as cursor:
            cursor.execute(_CHECKSUMS.format(where=where), values)
            groups: list[tuple[str | None, int, datetime, int]] = cursor.fetchall()
        if not groups:
            raise Empty
        return dataset_version(groups, [repository(repo, 0) for repo in self._all_repos()])

    def _all_repos(self) -> Sequence[Repo]:
        if not self._part.is_incremental:
            return self.repos
        return sorted(Repo.objects.iterator(), key=lambda repo: repo.name)


def dataset_version(
    groups: Sequence[tuple[str | None, int, datetime, int]], repos: Sequence[dict[str, Any]]
) -> str:
    """The version of a content. groups: (version of dumps, entries, latest analysis, checksum)."""
    told = [datetime.fromisoformat(version) for version, *_ in groups if version is not None]
    latest = max(told, default=None) or max(analysed for _, _, analysed, _ in groups)
    with contextlib.suppress(OverflowError):  # at the ends of the calendar
        latest = latest.astimezone(UTC)
    named = sorted((version or "", count, int(checksum)) for version, count, _, checksum in groups)
    digest = hashlib.sha256(json.dumps([named, repos]).encode()).hexdigest()
    time = latest.replace(tzinfo=None).isoformat(timespec="milliseconds")
    return f"{time}{int(digest[:12], 16) % 10**6:06}Z"


@contextlib.contextmanager
def snapshot(part: Part) -> Iterator[Snapshot]:
    """The base at this moment, for the length of a block. Raises Empty where it has no entry."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield Snapshot(part)


def _exported(values: tuple[Any, ...]) -> Exported:
    record = dict(zip(_KEYS, values, strict=False))
    version, form, derived, digest, retired_at = values[len(_KEYS) :]
    return Exported(
        record=record,
        dataset_version=version,
        form=form,
        derived=derived,
        retired_at=retired_at.astimezone(UTC).isoformat() if retired_at else None,
        slug_before=_slug_before(record, digest),
    )


def _slug_before(record: dict[str, Any], digest: str) -> str | None:
    """The slug that the record came with, by its digest; None where it has it still."""
    suffix = f"-{record['id'][:_ID_DIGITS]}"
    slug = record["slug"]
    if not slug.endswith(suffix) or _digest(record) == digest:
        return None
    before: str = slug.removesuffix(suffix)
    return before if _digest(record | {"slug": before}) == digest else None


def _digest(record: dict[str, Any]) -> str:
    canonical = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
