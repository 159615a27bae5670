"""What code states about a place where it raises an error. Values only: every language makes them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ingest.record import ErrorType, Severity

#: How a site tells of its error. ``returns``: an error value, as in Go and Rust.
Manner = Literal["raises", "returns", "panics", "asserts", "warns", "logs", "exits", "reports"]
GuardKind = Literal["condition", "case", "catch"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Hole:
    """A part of a message that is known at run time only. ``expression``: its source text."""

    expression: str


Message = tuple[str | Hole, ...]
"""A message in the order of its parts: literal text (escapes resolved, unescaped for templates) and holes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Guard:
    """What must be so for a site to be reached.

    condition  ``text`` is a condition, as its source has it; it is true or, without ``holds``, false
    case       ``text`` is the value that a switch or match looks at, ``pattern`` the case that it meets (as
               source, several separated by commas); an empty pattern: none of the cases
    catch      ``text`` is what was caught, as source; empty: anything
    """

    kind: GuardKind
    text: str
    holds: bool = True
    pattern: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """One place that raises one error: a fact of the code, nothing guessed.

    message: () for an error without text of its own. error_class: as traces of the language name it,
    without its module. error_code: an explicit code, or None. line: 1-based, where the statement that raises
    begins; first_line, last_line: the lines of that statement. function: qualified (`QuerySet.get`), None at
    the top of a file; function_lines: its first and last line. guards: outermost first. documentation: first
    sentences of doc comments, of the function, of its class, of the error's class; without those that there
    are not. parameters: names of the function's parameters.
    """

    message: Message
    error_class: str | None
    line: int
    first_line: int
    last_line: int
    manner: Manner = "raises"
    error_type: ErrorType = "exception"
    severity: Severity = "error"
    error_code: str | None = None
    http_status: int | None = None
    function: str | None = None
    function_lines: tuple[int, int] | None = None
    guards: tuple[Guard, ...] = ()
    documentation: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()


class Unreadable(ValueError):
    """A file is not source of its language. The message says why, ``line`` (1-based) where."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


class Language(Protocol):
    """What a module of a language offers. ``read`` is pure and may run in any process; what it returns is
    pickled, and kept for as long as the file stays the same. ``link`` sees the facts of all files of a tree
    and yields every site with the path of its file."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def read(self, source: str) -> Any:
        """The facts of one file; raises Unreadable."""

    def link(self, files: Mapping[str, Any]) -> Iterator[tuple[str, Site]]:
        """The sites of a tree, from the facts of its files by their paths (relative, with slashes)."""


def in_order(files: Mapping[str, tuple[Site, ...]]) -> Iterator[tuple[str, Site]]:
    """``link`` for a language whose files speak for themselves."""
    for path, sites in files.items():
        for site in sites:
            yield path, site
