"""match(text) → MatchReport: the one door of pages and API to the base's entries."""

from typing import Any

from django.conf import settings
from django.db import connection

from errorkb.fulltext.similar import similar
from errorkb.matching import explaining
from errorkb.matching import index as indexes
from errorkb.matching.finding import Index
from errorkb.matching.index import State
from errorkb.matching.searched import FIELDS, candidate_of
from errorkb.models import Entry

MAX_TEXT_BYTES = settings.MAX_PASTE_BYTES
DEFAULT_LIMIT, MAX_LIMIT = 5, 25
_COLUMNS = tuple(field.attname for field in Entry._meta.concrete_fields)
_CONVERTED = [
    (place, field.from_db_value, field.get_col(Entry._meta.db_table))
    for place, field in enumerate(Entry._meta.concrete_fields)
    if hasattr(field, "from_db_value")
]
# It is written out and rows are made entries here, since composing a query and reading its answer takes
# longer than answering it.
_ENTRIES = f"""
    SELECT base.revision::text, base.dataset_version, {", ".join(f"entry.{name}" for name in _COLUMNS)}
    FROM errorkb_basestate AS base LEFT JOIN errorkb_entry AS entry ON entry.id = ANY(%s)
"""  # noqa: S608 - names of columns

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
        found = {values[0]: values for _, _, *values in rows if values[0] is not None}
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


def _entry(values: list[Any]) -> Entry:
    for place, convert, column in _CONVERTED:
        values[place] = convert(values[place], column, connection)
    return Entry.from_db(connection.alias, _COLUMNS, values)
