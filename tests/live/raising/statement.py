"""The statement behind a line of Python source: where it starts and ends, and whether it raises."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A statement that raises."""

    kind: str  # raise or assert
    first: int  # its lines, from 1
    last: int


def statement_at(file: str, line: int) -> Statement | None:
    """The raise or assert of file (an absolute path) that line is part of; None where there is none."""
    around = [found for found in _statements(file) if found.first <= line <= found.last]
    return min(around, key=lambda found: found.last - found.first, default=None)


@cache
def _statements(file: str) -> tuple[Statement, ...]:
    return tuple(_raising(ast.parse(Path(file).read_bytes())))


def _raising(node: ast.AST) -> Iterator[Statement]:
    """Looks into statements only: expressions, which are most of a file, hold none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Raise | ast.Assert):
            kind = "raise" if isinstance(child, ast.Raise) else "assert"
            yield Statement(kind=kind, first=child.lineno, last=child.end_lineno or child.lineno)
        elif isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _raising(child)
