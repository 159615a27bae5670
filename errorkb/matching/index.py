"""Database rows → engine, made anew when the base has changed.

One index a process. A change of the base raises its revision in the same transaction, so one small query
tells whether the index is old. While a new one is built the old one goes on answering, except when there
is none yet. What is half-built is never seen.
"""

import sys
import threading
from dataclasses import dataclass
from uuid import UUID

from errorkb.matching.engine import Engine, compile_patterns
from errorkb.matching.patterns import searchable, specificity
from errorkb.matching.rank import short_name
from errorkb.models import BaseState, Entry

#: Up to this many entries a request waits for the new index: a pattern with placeholders takes Hyperscan
#: half a millisecond, one without a fiftieth of that.
BUILD_IN_REQUEST = 2_000


@dataclass(frozen=True, kw_only=True)
class Index:
    """Look-ups over one revision of the base. Values are ids of entries."""

    revision: UUID | None
    engine: Engine
    ids: tuple[str, ...]  # by position in the engine
    weights: tuple[int, ...]  # letters and digits of literal text, by position in the engine
    repo_of: dict[str, str]
    by_code: dict[str, list[str]]  # lower case
    by_site: dict[tuple[str, str], list[str]]  # (short class, file name)

    def find_message(self, message: str) -> list[str]:
        """Entries whose pattern occurs in the message; those with the most text of their own first.

        Also tried with each run of white space made one blank: terminals and mails wrap lines.
        """
        positions = set(self.engine.scan(message))
        folded = " ".join(message.split())
        if folded != message:
            positions.update(self.engine.scan(folded))
        ordered = sorted(positions, key=lambda position: (-self.weights[position], position))
        return [self.ids[position] for position in ordered]


def current_revision() -> UUID | None:
    """The revision of the base; None while it has never been filled."""
    return BaseState.objects.values_list("revision", flat=True).first()


def build(revision: UUID | None) -> Index:
    """Reads every entry and compiles its pattern."""
    ids: list[str] = []
    expressions: list[str] = []
    weights: list[int] = []
    repo_of: dict[str, str] = {}
    by_code: dict[str, list[str]] = {}
    by_site: dict[tuple[str, str], list[str]] = {}
    rows = (
        Entry.objects.live()
        .values_list(
            "id", "repo", "message_pattern", "error_message", "error_code", "error_class", "file_path"
        )
        .order_by("id")
    )
    for entry, repo, pattern, message, code, error_class, file_path in rows.iterator(5000):
        repo_of[entry] = sys.intern(repo)
        expression = searchable(pattern, message)
        if expression is not None:
            ids.append(entry)
            expressions.append(expression)
            weights.append(specificity(message))
        if code:
            by_code.setdefault(code.lower(), []).append(entry)
        if error_class:
            site = short_name(error_class), file_path.rsplit("/", 1)[-1]
            by_site.setdefault(site, []).append(entry)
    return Index(
        revision=revision,
        engine=compile_patterns(expressions),
        ids=tuple(ids),
        weights=tuple(weights),
        repo_of=repo_of,
        by_code=by_code,
        by_site=by_site,
    )


class _Holder:
    """The process's index and the one thread that may be building the next."""

    def __init__(self) -> None:
        self._index: Index | None = None
        self._building = threading.Lock()

    def current(self) -> Index:
        revision = current_revision()
        index = self._index
        if index is not None and index.revision == revision:
            return index
        if index is None or index.engine.size <= BUILD_IN_REQUEST:
            with self._building:
                if self._index is None or self._index.revision != current_revision():
                    # The revision is read first: what changes while rows are read is seen next time.
                    self._index = build(current_revision())
                return self._index
        if self._building.acquire(blocking=False):
            threading.Thread(target=self._rebuild, daemon=True, name="index build").start()
        return index

    def _rebuild(self) -> None:
        from django.db import connection  # noqa: PLC0415 - this thread's own connection

        try:
            self._index = build(current_revision())
        finally:
            self._building.release()
            connection.close()


_holder = _Holder()


def current() -> Index:
    """The index of the base as it is now or, while a large one is being rebuilt, as it just was."""
    return _holder.current()
