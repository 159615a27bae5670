"""Many patterns, one scan.

``compile_patterns`` makes Hyperscan databases of all expressions; ``Engine.scan`` says which of them
occur in a text, in time that does not grow with their number in practice. The few expressions that
Hyperscan cannot take are tried with RE2 one by one. The result may hold an expression that a stricter
reading would not (``$`` may precede a final newline) and never misses one: a property test holds it equal
to trying every expression with RE2.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import hyperscan
import re2

from errorkb.matching.dialect import options

_FLAGS = (
    hyperscan.HS_FLAG_DOTALL
    | hyperscan.HS_FLAG_UTF8
    | hyperscan.HS_FLAG_SINGLEMATCH  # that it occurs is enough: verification finds where
)
#: Expressions are compiled in segments of this size: memory while compiling stays bounded.
SEGMENT = 20_000


@dataclass(frozen=True)
class Engine:
    """Compiled expressions. Safe to use from several threads. Expressions are known by position."""

    size: int
    #: What Hyperscan could not take, by position.
    refused: "dict[int, re2._Regexp]"
    _segments: tuple["hyperscan.Database", ...]
    _local: threading.local = field(default_factory=threading.local)

    def scan(self, text: str) -> list[int]:
        """Positions of the expressions that occur in the text, ascending."""
        # A lone surrogate has no UTF-8, and on other bytes Hyperscan's result is undefined.
        data = text.encode("utf-8", "replace")
        found: set[int] = set()
        for number, segment in enumerate(self._segments):
            segment.scan(data, _collect, context=found, scratch=self._scratch(number, segment))
        found.update(position for position, one in self.refused.items() if one.search(data))
        return sorted(found)

    def _scratch(self, number: int, segment: "hyperscan.Database") -> "hyperscan.Scratch":
        # Scratch space must not be shared by scans that run at the same time.
        spaces: dict[int, hyperscan.Scratch] = self._local.__dict__.setdefault("spaces", {})
        if number not in spaces:
            spaces[number] = hyperscan.Scratch(segment)
        return spaces[number]


def _collect(position: int, start: int, end: int, flags: int, found: Any) -> None:
    found.add(position)  # returning anything true would end the scan


def compile_patterns(expressions: Sequence[str], segment: int = SEGMENT) -> Engine:
    """An engine for expressions in the shared syntax of ``dialect``, which RE2 takes all of."""
    segments: list[hyperscan.Database] = []
    refused: list[int] = []
    for first in range(0, len(expressions), segment):
        numbered = list(enumerate(expressions[first : first + segment], first))
        _compile(numbered, segments, refused)
    return Engine(
        size=len(expressions),
        refused={position: re2.compile(expressions[position], options()) for position in refused},
        _segments=tuple(segments),
    )


def _compile(
    numbered: list[tuple[int, str]], segments: list["hyperscan.Database"], refused: list[int]
) -> None:
    """Compiles the expressions together or, where that fails, those that compile alone."""
    if database := _database(numbered):
        segments.append(database)
        return
    alone = {position for position, expression in numbered if _database([(position, expression)])}
    refused += [position for position, _ in numbered if position not in alone]
    good = [(position, expression) for position, expression in numbered if position in alone]
    if len(good) == len(numbered):  # each compiles, not all at once: too large together
        middle = len(good) // 2
        _compile(good[:middle], segments, refused)
        _compile(good[middle:], segments, refused)
    elif good:
        _compile(good, segments, refused)


def _database(numbered: list[tuple[int, str]]) -> "hyperscan.Database | None":
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    try:
        database.compile(
            expressions=[expression.encode() for _, expression in numbered],
            ids=[position for position, _ in numbered],
            flags=[_FLAGS] * len(numbered),
        )
    except hyperscan.error:
        return None
    return database
