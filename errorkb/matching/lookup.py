"""match(text) → MatchReport: the one door of pages and API to the base's entries."""

from dataclasses import fields
from typing import Any

from django.conf import settings
from django.db import connection

from errorkb.fulltext.similar import similar
from errorkb.matching import explaining
from errorkb.matching import index as indexes
from errorkb.matching.candidate import Candidate
from errorkb.matching.finding import Index
from errorkb.models import Entry

MAX_TEXT_BYTES = settings.MAX_PASTE_BYTES
DEFAULT_LIMIT, MAX_LIMIT = 5, 25
#: So few candidates are read with all that their entries hold.
FEW = MAX_LIMIT
#: What ranking reads of an entry; columns and attributes have the same names but for one.
_CANDIDATE = tuple(field.name for field in fields(Candidate))
_CANDIDATE_FIELDS = tuple("analyzed_instant" if name == "analyzed" else name for name in _CANDIDATE)
# Queries are written out, since composing one takes longer than answering it.
_CANDIDATES = f"SELECT {', '.join(_CANDIDATE_FIELDS)} FROM errorkb_entry WHERE id = ANY(%s)"  # noqa: S608
_ENTRIES = "SELECT * FROM errorkb_entry WHERE id = ANY(%s)"

Match = explaining.Match[Entry]
MatchReport = explaining.MatchReport[Entry]


class PasteTooLarge(ValueError):
    """The text is longer than MAX_TEXT_BYTES."""


def match(text: str, *, limit: int = DEFAULT_LIMIT, repo: str | None = None) -> MatchReport:
    """Explains a pasted text. ``repo`` keeps to entries of one repository. Raises PasteTooLarge."""
    if len(text) > MAX_TEXT_BYTES or len(text.encode("utf-8", "replace")) > MAX_TEXT_BYTES:
        raise PasteTooLarge(f"the text is longer than {MAX_TEXT_BYTES} bytes")
    return explaining.explain(text, _Base(), limit=limit, repo=repo)


class _Base:
    """The base's entries, as a source of matches."""

    def __init__(self) -> None:
        self._state = indexes.base_state()
        self._read: dict[str, Entry] = {}

    @property
    def index(self) -> Index:
        return indexes.at(self._state.revision)

    @property
    def dataset_version(self) -> str | None:
        return self._state.dataset_version

    def candidates(self, ids: list[str]) -> dict[str, Candidate]:
        if len(ids) <= FEW:  # are read whole, which spares the query for those that match
            return {entry: _candidate_of(row) for entry, row in self.entries(ids).items()}
        with connection.cursor() as cursor:
            cursor.execute(_CANDIDATES, [ids])
            return {values[0]: _candidate(values) for values in cursor.fetchall()}

    def entries(self, ids: list[str]) -> dict[str, Entry]:
        if wanted := [entry for entry in ids if entry not in self._read]:
            self._read |= {entry.id: entry for entry in Entry.objects.raw(_ENTRIES, [wanted])}
        return {entry: self._read[entry] for entry in ids if entry in self._read}

    def similar(self, message: str, *, limit: int, repo: str | None) -> list[explaining.Similar[Entry]]:
        found = dict(similar(message, revision=self._state.revision, repo=repo, limit=limit))
        return [
            explaining.Similar(entry=row, candidate=_candidate_of(row), likeness=found[entry])
            for entry, row in self.entries(list(found)).items()
        ]


def _candidate_of(entry: Entry) -> Candidate:
    return _candidate(tuple(getattr(entry, field) for field in _CANDIDATE_FIELDS))


def _candidate(values: tuple[Any, ...]) -> Candidate:
    return Candidate(**dict(zip(_CANDIDATE, values, strict=True)))
