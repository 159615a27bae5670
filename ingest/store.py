"""Accepted records → Postgres, inside the transaction of whoever calls: any order, the same end.

Writers of one repository take turns, writers of different ones do not wait for each other. Locks are taken
in the order of the repositories' names, so they cannot block each other for good. New entries go in by
COPY; an entry that would not change is not written.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import cast
from uuid import uuid4

from django.utils import timezone

from errorkb.models import BaseState, Entry, EntryVersion, Repo, SlugAlias
from ingest.copying import copy_rows
from ingest.lookups import known_entries, slug_holders
from ingest.merge import Verdict, decide
from ingest.problems import Problem
from ingest.record import (
    FIELDS,
    LISTS,
    Accepted,
    ErrorRecord,
    Form,
    RepoFacts,
    numbered_slug,
)
from ingest.repositories import analysed, instant, save_facts, time_of

_SNAKE_LISTS = frozenset(FIELDS[key] for key in LISTS)
_ATTRIBUTES = {snake: "repo_id" if snake == "repo" else snake for snake in FIELDS.values()}
_KEPT = (
    *("form", "derived", "digest", "dataset_version", "analyzed_instant", "retired_at"),
    *("marks", "changed_at"),
)
_COLUMNS = (*_ATTRIBUTES.values(), *_KEPT)


@dataclass(kw_only=True)
class Outcome:
    """What became of a batch; each record counts once, an id conflict as rejected."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0
    problems: list[Problem] = field(default_factory=list)


@dataclass(kw_only=True)
class _Plan:
    """What a batch leads to: rows to add, rows to replace, and what is kept as history."""

    outcome: Outcome = field(default_factory=Outcome)
    added: dict[str, Accepted] = field(default_factory=dict)
    replaced: dict[str, Accepted] = field(default_factory=dict)
    history: list[tuple[Accepted, datetime | None]] = field(default_factory=list)


def save(batch: Sequence[Accepted], facts: Sequence[RepoFacts] = ()) -> Outcome:
    """Stores records, in order, and what is told of repositories. The caller's transaction commits it."""
    repos = sorted({accepted.record.repo for accepted in batch} | {told.repo for told in facts})
    if not repos:
        return Outcome()
    Repo.objects.bulk_create([Repo(name=name) for name in repos], ignore_conflicts=True)
    locked = {repo.name: repo for repo in lock(repos)}
    same, stored = _stored(batch, set(repos))
    plan = _merge(batch, same, stored)
    if plan.added or plan.replaced:
        _name_slugs(plan, stored)
        _write(plan, stored)
    if plan.history:
        _write_history(plan.history)
    for told in facts:
        save_facts(told, locked[told.repo])
    return plan.outcome


def lock(names: Iterable[str]) -> list[Repo]:
    """Makes other writers of these repositories wait for the transaction's end."""
    return list(Repo.objects.select_for_update().filter(name__in=names).order_by("name"))


def _stored(batch: Sequence[Accepted], repos: set[str]) -> tuple[set[int], dict[str, Entry]]:
    """Positions of records that are stored just so, and the rows of the other ids that are known."""
    ids = list({accepted.record.id for accepted in batch})
    known = known_entries(ids)
    strangers = {entry.repo for entry in known.values()} - repos
    if strangers:
        # Two records of different repositories claim one id: the other repository is locked too.
        lock(strangers)
        known = known_entries(ids)
    same = set()
    differing = set()
    for position, accepted in enumerate(batch):
        entry = known.get(accepted.record.id)
        if entry is None:
            continue
        stands = entry.digest, entry.form, entry.dataset_version, entry.is_live
        if stands == (*_import_of(accepted), accepted.retired_at is None):
            same.add(position)
        else:
            differing.add(accepted.record.id)
    rows = Entry.objects.filter(id__in=differing) if differing else ()
    return same, {row.id: row for row in rows}


def _merge(batch: Sequence[Accepted], same: set[int], stored: dict[str, Entry]) -> _Plan:
    plan = _Plan()
    outcome = plan.outcome
    for position, accepted in enumerate(batch):
        entry = accepted.record.id
        row = stored.get(entry)
        pending = plan.added.get(entry) or plan.replaced.get(entry)
        if position in same and pending is None:
            outcome.unchanged += 1
            continue
        old = pending or (as_accepted(row) if row else None)
        verdict = decide(accepted, old) if old else Verdict.NEW
        if verdict is Verdict.SAME and row and pending is None:
            verdict = Verdict.NEW  # it is back or, in an export, has gone
        _count(plan, verdict, accepted, old, pending is not None)
        if verdict in (Verdict.NEW, Verdict.OLD_CONFLICTS):
            if pending is not None and verdict is Verdict.NEW:
                plan.history.append((pending, None))
            (plan.replaced if row else plan.added)[entry] = accepted
        elif verdict is Verdict.OLD:
            plan.history.append((accepted, None))
    return plan


def _count(plan: _Plan, verdict: Verdict, accepted: Accepted, old: Accepted | None, pending: bool) -> None:
    outcome = plan.outcome
    if old is None:
        outcome.new += 1
    elif verdict is Verdict.NEW_CONFLICTS or (verdict is Verdict.OLD_CONFLICTS and pending):
        # The loser was counted when it came; it is the winner that has no count of its own then.
        outcome.rejected += 1
    elif verdict in (Verdict.NEW, Verdict.OLD_CONFLICTS):
        outcome.changed += 1
    else:
        outcome.unchanged += 1
    if old and verdict in (Verdict.NEW_CONFLICTS, Verdict.OLD_CONFLICTS):
        outcome.problems.append(_conflict(accepted, old, verdict))
    elif verdict is Verdict.OLD and accepted.form == "text" and old and old.form == "json":
        outcome.problems.append(_not_taken(accepted))


def _conflict(new: Accepted, old: Accepted, verdict: Verdict) -> Problem:
    loser = new if verdict is Verdict.NEW_CONFLICTS else old
    winner = old if loser is new else new
    return Problem(
        file=new.file,
        where=new.where,
        code="id-conflict",
        reason=f"id {new.record.id} names two errors: {loser.record.repo} {loser.record.file_path} "
        f"is not kept, {winner.record.repo} {winner.record.file_path} is; correct the id",
        rejects=True,
    )


def _not_taken(accepted: Accepted) -> Problem:
    return Problem(
        file=accepted.file,
        where=accepted.where,
        code="not-taken",
        reason=f"entry {accepted.record.id} is known from JSON, which says more than a page can",
        rejects=False,
    )


def _name_slugs(plan: _Plan, stored: dict[str, Entry]) -> None:
    """Gives each row a slug of its own in its repository: first come, first kept, present or past."""
    written = plan.added | plan.replaced
    taken = slug_holders(
        (accepted.record.repo, slug)
        for accepted in written.values()
        for slug in (accepted.record.slug, numbered_slug(accepted.record.slug, accepted.record.id))
    )
    for accepted in written.values():
        record = accepted.record
        if taken.setdefault((record.repo, record.slug), record.id) != record.id:
            slug = numbered_slug(record.slug, record.id)
            taken[record.repo, slug] = record.id
            # The digest stays that of the record as it came in: the same dump again changes nothing.
            part = plan.replaced if record.id in stored else plan.added
            part[record.id] = replace(accepted, record=replace(record, slug=slug))
            # A dump is told that an address which it gave is another's; a scan gave none.
            if accepted.form != "source":
                plan.outcome.problems.append(_slug_taken(accepted, slug))


def _slug_taken(accepted: Accepted, slug: str) -> Problem:
    return Problem(
        file=accepted.file,
        where=accepted.where,
        code="slug-taken",
        reason=f'the slug "{accepted.record.slug}" is another entry\'s; this one is "{slug}"',
        rejects=False,
    )


def _write(plan: _Plan, stored: dict[str, Entry]) -> None:
    now = timezone.now()
    written = [*plan.added.values(), *plan.replaced.values()]
    analysed(written)
    if plan.added:
        copy_rows(Entry._meta.db_table, _COLUMNS, (_row(accepted, now) for accepted in plan.added.values()))
    if plan.replaced:
        for entry, accepted in plan.replaced.items():
            row = stored[entry]
            # An entry that is back as it was has no other content to keep.
            if (row.digest, row.form, row.dataset_version) != _import_of(accepted):
                plan.history.append((as_accepted(row), row.changed_at))
        _leave_aliases(plan, stored)
        Entry.objects.bulk_update(
            [Entry(**dict(zip(_COLUMNS, _values(a, now), strict=True))) for a in plan.replaced.values()],
            [name for name in _COLUMNS if name not in ("id", "repo_id")] + ["repo"],
        )
    renew_revision([accepted.dataset_version for accepted in written])


def _leave_aliases(plan: _Plan, stored: dict[str, Entry]) -> None:
    moved = [
        SlugAlias(repo_id=stored[entry].repo_id, slug=stored[entry].slug, entry_id=entry)
        for entry, accepted in plan.replaced.items()
        if (stored[entry].repo_id, stored[entry].slug) != (accepted.record.repo, accepted.record.slug)
    ]
    SlugAlias.objects.bulk_create(moved, ignore_conflicts=True)
    # An entry that took its old slug back needs no alias for it.
    for accepted in plan.replaced.values():
        record = accepted.record
        SlugAlias.objects.filter(repo_id=record.repo, slug=record.slug, entry_id=record.id).delete()


def renew_revision(dataset_versions: Iterable[str | None] = ()) -> None:
    """Marks the base's content as changed; the latest dataset version counts."""
    BaseState.objects.bulk_create([BaseState(id=1)], ignore_conflicts=True)
    state = BaseState.objects.select_for_update().get(id=1)
    versions = filter(None, {state.dataset_version, *dataset_versions})
    state.dataset_version = max(versions, key=datetime.fromisoformat, default=None)
    state.revision = uuid4()
    state.save()


def _write_history(history: list[tuple[Accepted, datetime | None]]) -> None:
    now = timezone.now()
    EntryVersion.objects.bulk_create(
        [
            EntryVersion(
                entry_id=accepted.record.id,
                digest=accepted.digest,
                form=accepted.form,
                dataset_version=accepted.dataset_version,
                analyzed_instant=instant(accepted),
                record=accepted.record.to_json(),
                stored_at=since or now,
                took_effect=since is not None,
            )
            for accepted, since in history
        ],
        ignore_conflicts=True,
    )


def _import_of(accepted: Accepted) -> tuple[str, str, str | None]:
    """What tells one import of an entry from another."""
    return accepted.digest, accepted.form, accepted.dataset_version


def _row(accepted: Accepted, now: datetime) -> tuple[object, ...]:
    *values, marks, changed_at = _values(accepted, now)
    return (*values, json.dumps(marks), changed_at)


def _values(accepted: Accepted, now: datetime) -> tuple[object, ...]:
    """The values of _COLUMNS, in their order."""
    record = accepted.record
    return (
        *(
            list(getattr(record, snake)) if snake in _SNAKE_LISTS else getattr(record, snake)
            for snake in _ATTRIBUTES
        ),
        accepted.form,
        sorted(accepted.derived),
        accepted.digest,
        accepted.dataset_version,
        instant(accepted),
        accepted.retired_at and time_of(accepted.retired_at),
        [{"code": mark.code, "reason": mark.reason} for mark in accepted.warnings],
        now,
    )


def as_accepted(row: Entry) -> Accepted:
    """A stored entry as the record that it came from."""
    return Accepted(
        record=ErrorRecord.from_json(row.record()),
        digest=row.digest,
        dataset_version=row.dataset_version,
        form=cast("Form", row.form),
        derived=frozenset(row.derived),
        warnings=(),
        file="",
        where="",
    )
