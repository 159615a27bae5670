"""Errors of Python whose frames stand below their message, as trackers export them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.python_parts import (
    CLASS_NAME,
    FINAL,
    MAX_LINE,
    frame_at,
    frame_of,
    read_message,
)
from errorkb.matching.traces.stack import indent_of

# "(23 additional frame(s) were not displayed)" and "...".
_LEFT_OUT = re.compile(r"\s*(?:\(\d{1,6} additional frame|\.{3}\s*\Z)")
#: Lines between a class that stands first and its frames.
MAX_HEAD = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class Exported:
    """``frames`` run from outermost to innermost; ``end`` is the number of the line after the error."""

    error_class: str
    message: Line
    frames: list[Frame]
    end: int


def exported(lines: Sequence[Line], at: int) -> Exported | None:
    """The error that begins in line ``at``, or None where there is none.

    Two such classes with frames between them may also be the end of one traceback and all of the
    next one: the frames belong to the last class that has none below it.
    """
    text = lines[at].text
    if ":" not in text or len(text) > MAX_LINE:
        return None
    indent = indent_of(text)
    final = FINAL.match(text.strip())
    if final is None or not final["message"] or not CLASS_NAME.match(_named(final["class"])):
        return None
    message, end = read_message(lines, at, indent + final.start("message"), at + MAX_HEAD)
    while end < len(lines) and _LEFT_OUT.match(lines[end].text):
        end += 1
    first_frame = frame_at(lines, end)
    if first_frame is None or len(first_frame["indent"]) <= indent:
        return None
    frames: list[Frame] = []
    while end < len(lines):
        if hit := frame_at(lines, end):
            frames.append(frame_of(hit))
        elif indent_of(lines[end].text) <= indent:
            break
        end += 1
    following = FINAL.match(lines[end].text.strip()) if end < len(lines) else None
    if following and following["message"] and not _frames_below(lines, end):
        return None
    outermost_first = frames[0].function == "<module>" or frames[-1].function != "<module>"
    return Exported(
        error_class=final["class"],
        message=message,
        frames=frames if outermost_first else frames[::-1],
        end=end,
    )


def _frames_below(lines: Sequence[Line], at: int) -> bool:
    """Whether another class that stands first, with frames or a note of such, follows."""
    return any(frame_at(lines, number) for number in range(at + 1, min(len(lines), at + MAX_HEAD)))


def _named(name: str) -> str:
    """A class that is named like an error; exports leave the module out, and any name may be one."""
    return name if "." in name or len(name) < 4 or not name[0].isupper() else f"{name}Error"
