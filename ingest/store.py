"""Accepted records → Postgres: one transaction a batch, nothing half-written, any order the same end.

One writer at a time holds an advisory lock for the length of a batch, so two ingests of the same entries
neither deadlock nor lose an update. Rows that would not change are not written.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from uuid import uuid4

from django.db import connection, transaction
from django.utils import timezone

from errorkb.models import BaseState, Entry, Repo
from ingest.merge import Verdict, decide
from ingest.problems import Problem
from ingest.record import (
    FIELDS,
    LISTS,
    SLUG_LENGTH,
    SLUG_SUFFIX_LENGTH,
    Accepted,
    ErrorRecord,
    RepoFacts,
)

#: Records a transaction. Larger ones hold the lock longer without being faster.
BATCH = 500
_WRITER_LOCK = 0x696E6773
_SNAKE_LISTS = frozenset(FIELDS[key] for key in LISTS)
_ATTRIBUTES = {snake: "repo_id" if snake == "repo" else snake for snake in FIELDS.values()}
_UPDATED = [field.name for field in Entry._meta.concrete_fields if field.name not in ("id", "search_vector")]


@dataclass(kw_only=True)
class Outcome:
    """What became of a batch; each record counts once, an id conflict as rejected."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0
    problems: list[Problem] = field(default_factory=list)


def save(batch: Sequence[Accepted]) -> Outcome:
    """Stores a batch, in order. Returns when it is committed."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_WRITER_LOCK])
        ids = [accepted.record.id for accepted in batch]
        stored = {row.id: _accepted(row) for row in Entry.objects.filter(id__in=ids).defer("search_vector")}
        outcome, written = _merge(batch, stored)
        if written:
            _name_slugs(written, stored, outcome)
            _write(written)
    return outcome


def save_repository(facts: RepoFacts) -> None:
    """Stores what a dataset tells of a repository; what it does not tell stays as it is.

    Facts of an older analysis than the one that is known change nothing.
    """
    told = {name: value for name, value in asdict(facts).items() if value is not None and name != "repo"}
    with transaction.atomic():
        Repo.objects.bulk_create([Repo(name=facts.repo)], ignore_conflicts=True)
        known = Repo.objects.select_for_update().get(name=facts.repo)
        old = known.analyzed_at and facts.analyzed_at and _time(facts.analyzed_at) < _time(known.analyzed_at)
        if told and not old:
            Repo.objects.filter(name=facts.repo).update(**told)


def _merge(batch: Sequence[Accepted], stored: dict[str, Accepted]) -> tuple[Outcome, dict[str, Accepted]]:
    """Decides record by record; ``written`` holds what is in effect in the end and not yet stored."""
    outcome = Outcome()
    written: dict[str, Accepted] = {}
    for accepted in batch:
        entry = accepted.record.id
        old = written.get(entry) or stored.get(entry)
        verdict = decide(accepted, old) if old else None
        if verdict is None:
            outcome.new += 1
        elif verdict is Verdict.NEW_CONFLICTS or (
            # The loser was counted when it came; it is the winner that has no count of its own.
            verdict is Verdict.OLD_CONFLICTS and entry in written
        ):
            outcome.rejected += 1
        elif verdict in (Verdict.NEW, Verdict.OLD_CONFLICTS):
            outcome.changed += 1
        else:
            outcome.unchanged += 1
        if old and verdict in (Verdict.NEW_CONFLICTS, Verdict.OLD_CONFLICTS):
            outcome.problems.append(_conflict(accepted, old, verdict))
        elif verdict is Verdict.OLD and accepted.form == "text" and old and old.form == "json":
            outcome.problems.append(_not_taken(accepted))
        if verdict in (None, Verdict.NEW, Verdict.OLD_CONFLICTS):
            written[entry] = accepted
    return outcome, written


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


def _name_slugs(written: dict[str, Accepted], stored: dict[str, Accepted], outcome: Outcome) -> None:
    """Gives each record that is written a slug of its own in its repository: first come, first kept."""
    records = [accepted.record for accepted in written.values()]
    taken: dict[tuple[str, str], str] = {}
    rows = Entry.objects.filter(
        repo_id__in={record.repo for record in records},
        slug__in={slug for record in records for slug in (record.slug, _numbered(record))},
    )
    for entry, repo, slug in rows.values_list("id", "repo_id", "slug"):
        taken[repo, slug] = entry
    for accepted in written.values():
        record = accepted.record
        if taken.setdefault((record.repo, record.slug), record.id) == record.id:
            continue
        slug = _numbered(record)
        taken[record.repo, slug] = record.id
        _rename(written, accepted, slug)
        outcome.problems.append(
            Problem(
                file=accepted.file,
                where=accepted.where,
                code="slug-taken",
                reason=f'the slug "{record.slug}" is another entry\'s; this one is "{slug}"',
                rejects=False,
            )
        )


def _numbered(record: ErrorRecord) -> str:
    return f"{record.slug[:SLUG_LENGTH]}-{record.id[:SLUG_SUFFIX_LENGTH]}"


def _rename(written: dict[str, Accepted], accepted: Accepted, slug: str) -> None:
    # The digest stays that of the record as it came in: the same dump again changes nothing.
    written[accepted.record.id] = replace(accepted, record=replace(accepted.record, slug=slug))


def _write(written: dict[str, Accepted]) -> None:
    now = timezone.now()
    _write_repos(list(written.values()))
    Entry.objects.bulk_create(
        [_entry(accepted, now) for accepted in written.values()],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=_UPDATED,
    )
    state, _ = BaseState.objects.select_for_update().get_or_create(id=1)
    versions = [state.dataset_version, *(a.dataset_version for a in written.values())]
    state.dataset_version = max(filter(None, versions), key=datetime.fromisoformat, default=None)
    state.revision = uuid4()
    state.save()


def _write_repos(written: list[Accepted]) -> None:
    newest: dict[str, Accepted] = {}
    for accepted in written:
        known = newest.get(accepted.record.repo)
        if known is None or _instant(known) < _instant(accepted):
            newest[accepted.record.repo] = accepted
    Repo.objects.bulk_create([Repo(name=name) for name in newest], ignore_conflicts=True)
    for repo in Repo.objects.filter(name__in=newest):
        accepted = newest[repo.name]
        # A page knows only a part of the commit's name.
        if accepted.form == "text":
            continue
        if repo.analyzed_at is None or _time(repo.analyzed_at) < _instant(accepted):
            repo.analyzed_sha = accepted.record.analyzed_sha
            repo.analyzed_at = accepted.record.analyzed_at
            repo.save(update_fields=["analyzed_sha", "analyzed_at"])


def _entry(accepted: Accepted, now: datetime) -> Entry:
    record = accepted.record
    values = {
        attribute: list(getattr(record, snake)) if snake in _SNAKE_LISTS else getattr(record, snake)
        for snake, attribute in _ATTRIBUTES.items()
    }
    return Entry(
        **values,
        form=accepted.form,
        derived=sorted(accepted.derived),
        digest=accepted.digest,
        dataset_version=accepted.dataset_version,
        analyzed_instant=_instant(accepted),
        marks=[{"code": mark.code, "reason": mark.reason} for mark in accepted.warnings],
        changed_at=now,
    )


def _accepted(row: Entry) -> Accepted:
    return Accepted(
        record=ErrorRecord.from_json(row.record()),
        digest=row.digest,
        dataset_version=row.dataset_version,
        form="json" if row.form == "json" else "text",
        derived=frozenset(row.derived),
        warnings=(),
        file="",
        where="",
    )


def _instant(accepted: Accepted) -> datetime:
    return _time(accepted.record.analyzed_at)


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
