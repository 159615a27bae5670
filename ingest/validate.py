"""A raw record → an accepted one, or why it is none. Nothing is ever coerced."""

import hashlib
from dataclasses import replace
from itertools import islice
from typing import cast

from ingest.checks import REJECTING, WARNING, Check, Checked
from ingest.problems import Problem
from ingest.record import (
    MAX_RECORD_LENGTH,
    Accepted,
    ErrorRecord,
    RawRecord,
    canonical_json,
    digest,
    numbered_slug,
    sound_values,
)

# A hostile record could have millions.
MAX_PROBLEMS = 99


def validate(raw: RawRecord) -> Accepted | list[Problem]:
    """The record with its warnings, or what it is rejected for, up to MAX_PROBLEMS."""
    checked = Checked(raw=raw, sound=sound_values(raw.values))
    if problems := _problems(checked, REJECTING, rejects=True):
        return problems
    record = ErrorRecord.from_json(checked.sound)
    canonical = canonical_json(record).encode()
    if len(canonical) > MAX_RECORD_LENGTH:
        reason = f"the record has {len(canonical)} bytes; a record goes up to {MAX_RECORD_LENGTH}"
        return [_problem(raw, "too-large", reason, rejects=True)]
    warnings = _problems(checked, WARNING, rejects=False)
    if not record.id_recomputes:
        reason = f"id {record.id} is not what repo, code or message, and filePath give; it is kept"
        warnings.insert(0, _problem(raw, "id-mismatch", reason, rejects=False))
    return Accepted(
        record=record,
        digest=_first_digest(raw, record) or hashlib.sha256(canonical).hexdigest(),
        dataset_version=cast("str | None", raw.dataset_version),
        form=raw.form,
        derived=raw.derived,
        warnings=tuple(warnings),
        file=raw.file,
        where=raw.where,
        retired_at=cast("str | None", raw.retired_at),
    )


def _first_digest(raw: RawRecord, record: ErrorRecord) -> str | None:
    """The digest of the record with the slug that it came with, before that was found to be another's."""
    before = raw.slug_before
    if not isinstance(before, str) or record.slug != numbered_slug(before, record.id):
        return None
    return digest(replace(record, slug=before))


def _problems(checked: Checked, checks: tuple[Check, ...], *, rejects: bool) -> list[Problem]:
    faults = (fault for check in checks for fault in check(checked))
    return [
        _problem(checked.raw, code, reason, rejects=rejects) for code, reason in islice(faults, MAX_PROBLEMS)
    ]


def _problem(raw: RawRecord, code: str, reason: str, *, rejects: bool) -> Problem:
    return Problem(file=raw.file, where=raw.where, code=code, reason=reason, rejects=rejects)
