"""Which of two records with one id is in effect. The end is the same in any order of arrival."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from ingest.record import Accepted, Form


class Verdict(Enum):
    """What becomes of a record whose id is taken."""

    SAME = "same"
    """Nothing differs."""
    NEW = "new"
    """The new record takes the place of the old one."""
    OLD = "old"
    """The old record stays; a page that does not replace JSON is reported as not taken."""
    NEW_CONFLICTS = "new-conflicts"
    """Two errors under one id; the new one is rejected as an id conflict."""
    OLD_CONFLICTS = "old-conflicts"
    """Two errors under one id; the old one leaves and is rejected as an id conflict."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What decides between two records of one error.

    analyzed_at, dataset_version: ISO 8601 with a zone. digest: as `record.digest`.
    """

    form: Form
    analyzed_at: str
    dataset_version: str | None
    digest: str


def wins(new: Standing, old: Standing) -> bool:
    """Whether `new` takes the place of `old`: JSON before text before source, then the newer analysis,
    then the newer dataset (none is oldest), then the greater digest. Equal standings do not win."""
    return _rank(new) > _rank(old)


def decide(new: Accepted, old: Accepted) -> Verdict:
    """What becomes of `new`, which has the id of `old`; ValueError when the ids differ.

    When they name different errors, the one whose id recomputes stays. When neither does, `wins`
    decides, and the loser is still a conflict.
    """
    if new.record.id != old.record.id:
        raise ValueError("the records have different ids")
    new_first = wins(standing(new), standing(old))
    if _named(new) != _named(old):
        proven = new.record.id_recomputes, old.record.id_recomputes
        new_stays = new_first if proven[0] == proven[1] else proven[0]
        return Verdict.OLD_CONFLICTS if new_stays else Verdict.NEW_CONFLICTS
    if standing(new) == standing(old):
        return Verdict.SAME
    return Verdict.NEW if new_first else Verdict.OLD


def standing(accepted: Accepted) -> Standing:
    """What decides about this record."""
    return Standing(
        form=accepted.form,
        analyzed_at=accepted.record.analyzed_at,
        dataset_version=accepted.dataset_version,
        digest=accepted.digest,
    )


def _named(accepted: Accepted) -> tuple[str, str, str]:
    record = accepted.record
    return record.repo, record.error_code or record.error_message, record.file_path


# What a person or a model wrote says more than what a program read in the code.
_FORMS: tuple[Form, ...] = ("source", "text", "json")


def _rank(standing: Standing) -> tuple[int, datetime, datetime, str]:
    version = standing.dataset_version
    oldest = datetime.min.replace(tzinfo=UTC)
    return (
        _FORMS.index(standing.form),
        datetime.fromisoformat(standing.analyzed_at),
        oldest if version is None else datetime.fromisoformat(version),
        standing.digest,
    )
