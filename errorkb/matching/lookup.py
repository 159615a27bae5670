"""match(text) → MatchReport: the one door of pages and API to the base's entries."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from django.conf import settings
from django.db import connection

from errorkb.fulltext.similar import similar
from errorkb.matching import explaining
from errorkb.matching import index as indexes
from errorkb.matching.candidate import Candidate
from errorkb.matching.finding import Index
from errorkb.matching.index import State
from errorkb.models import Entry

MAX_TEXT_BYTES = settings.MAX_PASTE_BYTES
DEFAULT_LIMIT, MAX_LIMIT = 5, 25
#: So few candidates are read with all that their entries hold, which spares a query for those that match.
FEW = 10
#: What ranking reads of an entry; columns and attributes have the same names but for one.
_CANDIDATE = tuple(field.name for field in fields(Candidate))
_CANDIDATE_COLUMNS = tuple("analyzed_instant" if name == "analyzed" else name for name in _CANDIDATE)
_ENTRY = tuple(field.attname for field in Entry._meta.concrete_fields)
_CONVERTED = [
    (place, field.from_db_value, field.get_col(Entry._meta.db_table))
    for place, field in enumerate(Entry._meta.concrete_fields)
    if hasattr(field, "from_db_value")
]
_AS_CANDIDATE = tuple(_ENTRY.index(name) for name in _CANDIDATE_COLUMNS)


def _query(columns: Sequence[str]) -> str:
    """How the base stands, and these columns of the entries with given ids. Queries are written out and rows
    are made entries here, since composing one and reading its answer takes longer than answering it."""
    return f"""
        SELECT base.revision::text, base.dataset_version, {", ".join(f"entry.{name}" for name in columns)}
        FROM errorkb_basestate AS base LEFT JOIN errorkb_entry AS entry ON entry.id = ANY(%s)
    """  # noqa: S608 - names of columns


_CANDIDATES, _ENTRIES = _query(_CANDIDATE_COLUMNS), _query(_ENTRY)

Match = explaining.Match[Entry]
MatchReport = explaining.MatchReport[Entry]


class PasteTooLarge(ValueError):
    """The text is longer than MAX_TEXT_BYTES."""


def match(text: str, *, limit: int = DEFAULT_LIMIT, repo: str | None = None) -> MatchReport:
    """Explains a pasted text. ``repo`` keeps to entries of one repository. Raises PasteTooLarge."""
    if len(text) > MAX_TEXT_BYTES or len(text.encode("utf-8", "replace")) > MAX_TEXT_BYTES:
        raise PasteTooLarge(f"the text is longer than {MAX_TEXT_BYTES} bytes")
    # Whether the base is as the index has it is told by the query that reads the candidates: it hardly ever
    # is not, and a query of its own beforehand would cost every question a tenth of its time.
    base = _Base(indexes.held())
    report = explaining.explain(text, base, limit=limit, repo=repo)
    renewed = indexes.at(base.state.revision)
    if renewed is base.index:
        return report
    return explaining.explain(text, _Base(renewed), limit=limit, repo=repo)


class _Base:
    """The base's entries, as a source of matches."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._state: State | None = None
        self._read: dict[str, list[Any]] = {}  # whole rows, few of which are wanted as entries

    @property
    def state(self) -> State:
        """How the base stood when its entries were first read."""
        if self._state is None:
            self._state = indexes.base_state()
        return self._state

    @property
    def dataset_version(self) -> str | None:
        return self.state.dataset_version

    def candidates(self, ids: list[str]) -> dict[str, Candidate]:
        if len(ids) <= FEW:
            rows = self._rows(_ENTRIES, ids)
            self._read |= rows
            return {entry: _candidate([rows[entry][at] for at in _AS_CANDIDATE]) for entry in rows}
        return {entry: _candidate(values) for entry, values in self._rows(_CANDIDATES, ids).items()}

    def entries(self, ids: list[str]) -> dict[str, Entry]:
        if wanted := [entry for entry in ids if entry not in self._read]:
            self._read |= self._rows(_ENTRIES, wanted)
        return {entry: _entry(self._read[entry]) for entry in ids if entry in self._read}

    def similar(self, message: str, *, limit: int, repo: str | None) -> list[explaining.Similar[Entry]]:
        found = dict(similar(message, revision=self.state.revision, repo=repo, limit=limit))
        candidates, entries = self.candidates(list(found)), self.entries(list(found))
        return [
            explaining.Similar(entry=entries[entry], candidate=candidates[entry], likeness=found[entry])
            for entry in found
            if entry in entries
        ]

    def _rows(self, query: str, ids: list[str]) -> dict[str, list[Any]]:
        with connection.cursor() as cursor:
            cursor.execute(query, [ids])
            rows = cursor.fetchall()
        if self._state is None:
            self._state = State(*rows[0][:2]) if rows else State()
        return {values[0]: values for _, _, *values in rows if values[0] is not None}


def _entry(values: Sequence[Any]) -> Entry:
    read = list(values)
    for place, convert, column in _CONVERTED:
        read[place] = convert(read[place], column, connection)
    return Entry.from_db(connection.alias, _ENTRY, read)


def _candidate(values: Sequence[Any]) -> Candidate:
    return Candidate(**dict(zip(_CANDIDATE, values, strict=True)))
