"""What stacks of several runtimes share: drafts of errors, their chains, and the way to a head.

Runtimes that print the innermost frame first print its head above: ``Class: message``, more lines of the
message, then frames. Readers find the frames, which are certain, and look back for the head. They never
look behind the end of the stack before, so that no line is read more than a few times.

Most of these runtimes print the wrapper before what it wraps. Relations say the same as elsewhere:
``root`` was raised first, and ``cause`` is an error that was raised from another one of its chain.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.passage import passage_of

#: How an error is tied to the one printed before it: it is what that one was raised from, or what was
#: raised from that one, or it is held by it.
Link = Literal["cause", "wrapper", "suppressed", "group-member"]

#: Lines above the first frame among which a head is looked for.
LOOK_BACK = 80
#: A longer line is data: only its start is read.
MAX_LINE = 4000
#: The part of a line in which folded lines are looked for.
MAX_FOLDED = 40_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Head:
    """The line where an error begins. ``start`` and ``stop`` are the columns of its message there."""

    number: int
    error_class: str | None
    error_code: str | None = None
    start: int
    stop: int
    link: Link | None = None


@dataclass(kw_only=True, slots=True)
class Draft:
    """An error while it is read. ``frames`` are as printed, innermost first; offsets as in events."""

    error_class: str | None
    error_code: str | None
    message: Line
    link: Link | None
    start: int
    end: int
    frames: list[Frame] = field(default_factory=list)


def indent_of(text: str) -> int:
    """The number of blanks that the text starts with."""
    return len(text) - len(text.lstrip())


def opening(line: Line) -> int:
    """Where the line starts in the pasted text."""
    return line.offsets[0] if line.text else line.end


def extent(lines: Iterable[Line]) -> tuple[int, int]:
    """Where some lines, which may be in another order than in the paste, start and end there."""
    own = list(lines)
    return min(opening(line) for line in own), max(line.end for line in own)


def join(lines: Sequence[Line]) -> Line:
    """Several lines as one text with newlines, each at the place of the end of its line."""
    if not lines:
        return Line("", (), 0)
    offsets: list[int] = []
    for number, line in enumerate(lines):
        if number:
            offsets.append(lines[number - 1].end)
        offsets.extend(line.offsets)
    return Line("\n".join(line.text for line in lines), offsets, lines[-1].end)


def unfold(lines: list[Line], border: re.Pattern[str], *, least: int) -> tuple[list[Line], Sequence[int]]:
    """The lines, those that hold a whole stack split before each ``border``, and the number of each.

    Forms and chats fold lines into one. ``least``: borders from which a line is taken for a stack.
    """
    folded: dict[int, list[Line]] = {}
    for number in passage_of(lines).numbers(" at "):
        line = lines[number]
        starts = [hit.end() for hit in border.finditer(line.text[:MAX_FOLDED])]
        if len(starts) >= least:
            pieces = [line.cut(*bounds) for bounds in pairwise([0, *starts, len(line.text)])]
            folded[number] = [replace(piece, end=piece.offsets[-1] + 1) for piece in pieces if piece.text]
    if not folded:
        return lines, range(len(lines))
    unfolded: list[Line] = []
    numbers: list[int] = []
    for number, line in enumerate(lines):
        pieces = folded.get(number, [line])
        unfolded += pieces
        numbers += [number] * len(pieces)
    return unfolded, numbers


def original(taken: Iterable[int], numbers: Sequence[int]) -> set[int]:
    """The numbers of lines before they were unfolded."""
    return {numbers[number] for number in taken}


def message_of(lines: Sequence[Line], head: Head, end: int) -> Line:
    """The message from its head to before line ``end``, without blank lines around it.

    Further lines lose the indentation that the head has.
    """
    line = lines[head.number]
    indent = indent_of(line.text)
    stop = head.start + len(line.text[head.start : head.stop].rstrip())
    found = [line.cut(head.start, stop)]
    for more in lines[head.number + 1 : end]:
        drop = min(indent, indent_of(more.text))
        found.append(more.cut(drop, max(drop, len(more.text.rstrip()))))
    while len(found) > 1 and not found[-1].text:
        found.pop()
    while len(found) > 1 and not found[0].text:
        found.pop(0)
    return join(found)


def draft(lines: Sequence[Line], head: Head, *, message_end: int, end: int) -> Draft:
    """The error whose message ends before line ``message_end``, and all of it before line ``end``."""
    start, stop = extent(lines[head.number : max(end, head.number + 1)])
    return Draft(
        error_class=head.error_class,
        error_code=head.error_code,
        message=message_of(lines, head, message_end),
        link=head.link,
        start=start,
        end=stop,
    )


def look_back(
    lines: Sequence[Line], at: int, floor: int, head_at: Callable[[int], Head | None]
) -> Head | None:
    """The nearest head above line ``at``, not above line ``floor``.

    A line that another prefix sets apart ends the way: it is the record that the stack was logged with,
    or another one.
    """
    prefix = lines[at].prefix
    for number in range(at - 1, max(floor, at - LOOK_BACK) - 1, -1):
        if head := head_at(number):
            return head
        if lines[number].prefix != prefix and lines[number].text.strip():
            return None
    return None


def finish(drafts: Sequence[Draft], language: str) -> list[ErrorEvent]:
    """The events of drafts in the order of the text, with their chains told."""
    return [
        ErrorEvent(
            language=language,
            error_class=found.error_class,
            error_code=found.error_code,
            message=found.message.text,
            offsets=found.message.offsets,
            relation=relation,
            frames=_frames(found.frames),
            start=found.start,
            end=found.end,
        )
        for found, relation in zip(drafts, _relations(drafts), strict=True)
    ]


def _frames(printed: Sequence[Frame]) -> tuple[Frame, ...]:
    """Outermost first. The raise site is the innermost frame that has a line: built-ins have none."""
    if not printed:
        return ()
    site = next((number for number, frame in enumerate(printed) if frame.line is not None), 0)
    return tuple(
        replace(frame, innermost=number == site) for number, frame in reversed(list(enumerate(printed)))
    )


def _relations(drafts: Sequence[Draft]) -> list[Relation | None]:
    found: list[Relation | None] = [None] * len(drafts)
    chain: list[int] = []
    root_first = False

    def close() -> None:
        if len(chain) > 1 or (chain and drafts[chain[0]].link):
            for number in chain:
                found[number] = "cause"
            found[chain[0 if root_first else -1]] = "root"

    for number, this in enumerate(drafts):
        if this.link in ("suppressed", "group-member"):
            found[number] = this.link
            continue
        if this.link is None:
            close()
            chain, root_first = [], False
        root_first |= this.link == "wrapper"
        chain.append(number)
    close()
    return found
