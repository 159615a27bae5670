"""match(text) → MatchReport: the one door of pages and API to the base's entries."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection, models

from errorkb.fulltext.similar import similar
from errorkb.matching import explaining
from errorkb.matching import index as indexes
from errorkb.matching.finding import Index
from errorkb.matching.index import State
from errorkb.matching.searched import FIELDS, candidate_of
from errorkb.models import Entry

MAX_TEXT_BYTES = settings.MAX_PASTE_BYTES
DEFAULT_LIMIT, MAX_LIMIT = 5, 25
_COLUMNS = {field.attname: str(field.column) for field in Entry._meta.concrete_fields}
_INSTANTS = [
    str(field.column) for field in Entry._meta.concrete_fields if isinstance(field, models.DateTimeField)
]
# It is written out and rows are made entries here, from one column each, since composing a query and reading
# forty columns takes longer than answering it.
_ENTRIES = """
    SELECT base.revision::text, base.dataset_version, to_json(entry)
    FROM errorkb_basestate AS base LEFT JOIN errorkb_entry AS entry ON entry.id = ANY(%s)
"""

Match = explaining.Match[Entry]
MatchReport = explaining.MatchReport[Entry]


class PasteTooLarge(ValueError):
    """The text is longer than MAX_TEXT_BYTES."""


def match(text: str, *, limit: int = DEFAULT_LIMIT, repo: str | None = None) -> MatchReport:
    """Explains a pasted text. ``repo`` keeps to entries of one repository. Raises PasteTooLarge."""
    if len(text) > MAX_TEXT_BYTES or len(text.encode("utf-8", "replace")) > MAX_TEXT_BYTES:
        raise PasteTooLarge(f"the text is longer than {MAX_TEXT_BYTES} bytes")
    # Whether the base is as the index has it is told by the query that reads the entries: it hardly ever is
    # not, and a query of its own beforehand would cost every question a tenth of its time.
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

    @property
    def state(self) -> State:
        """How the base stood when its entries were first read."""
        if self._state is None:
            self._state = indexes.base_state()
        return self._state

    @property
    def dataset_version(self) -> str | None:
        return self.state.dataset_version

    def entries(self, ids: list[str]) -> dict[str, Entry]:
        with connection.cursor() as cursor:
            cursor.execute(_ENTRIES, [ids])
            rows = cursor.fetchall()
        if self._state is None:
            self._state = State(*rows[0][:2]) if rows else State()
        found = {row["id"]: row for _, _, row in rows if row is not None}
        return {entry: _entry(found[entry]) for entry in ids if entry in found}

    def similar(self, message: str, *, limit: int, repo: str | None) -> list[explaining.Similar[Entry]]:
        found = dict(similar(message, revision=self.state.revision, repo=repo, limit=limit))
        return [
            explaining.Similar(
                entry=entry,
                candidate=candidate_of(tuple(getattr(entry, name) for name in FIELDS)),
                likeness=found[entry.id],
            )
            for entry in self.entries(list(found)).values()
        ]


def _entry(row: dict[str, Any]) -> Entry:
    for column in _INSTANTS:
        if row[column] is not None:
            row[column] = datetime.fromisoformat(row[column])
    return Entry.from_db(connection.alias, tuple(_COLUMNS), [row[column] for column in _COLUMNS.values()])
