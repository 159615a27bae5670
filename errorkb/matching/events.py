"""The values that ``traces`` makes and ``rank`` reads. Offsets are characters into the pasted text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

#: How an event stands in a chain: ``root`` was raised first; ``cause`` was raised *from* the event
#: before it, ``context`` while that one was handled; ``group-member`` is held by an exception group.
#: None: it stands alone.
Relation = Literal["root", "cause", "context", "suppressed", "group-member"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """One line of a stack. ``line`` is 1-based. ``innermost`` marks where the error was raised."""

    file: str
    line: int | None
    function: str | None
    innermost: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorEvent:
    """One error that the text reports.

    ``message`` is whole, its lines joined by newlines; ``offsets[i]`` is where character i of it stands
    in the pasted text. ``start`` and ``end`` (exclusive) span all that belongs to the event.
    ``frames`` run from outermost to innermost.
    """

    language: str | None
    error_class: str | None
    error_code: str | None
    message: str
    offsets: Sequence[int]
    relation: Relation | None
    frames: tuple[Frame, ...]
    start: int
    end: int

    @property
    def raise_frame(self) -> Frame | None:
        """The frame where the error was raised, where one is known."""
        return next((frame for frame in reversed(self.frames) if frame.innermost), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """A place in the pasted text: 1-based lines and columns, the end column exclusive."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int
