"""Frames of Ruby: ``file:12:in 'method'``."""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings

CLASS = r"(?P<class>(?:[A-Z]\w{0,80}::){0,12}[A-Z]\w{0,80})"
_FRAME = re.compile(
    r"""
    (?P<file> <internal:[^<>\n]{1,400}> | [^\s:'"`(\[\#<][^:'"`\n]{0,400} | -e | [A-Za-z]:[^:'"`\n]{1,400} )
    : (?P<line>\d{1,7}) (?: :in\ [`'\u2018](?P<function>[^\n]{1,300}?)['\u2019] )? \s*\Z
    """,
    re.VERBOSE,
)


def frame_of(text: str) -> Frame | None:
    """The frame that the text is, blanks around it aside."""
    hit = _FRAME.match(text.strip())
    return Frame(file=hit["file"], line=int(hit["line"]), function=hit["function"]) if hit else None


def read_frames(found: Findings, at: int, pattern: re.Pattern[str]) -> tuple[list[Frame], int]:
    """The frames from line ``at`` on, outermost first, and the number of the line behind them.

    ``pattern`` finds the frame in its line as the group of that name.
    """
    frames: list[Frame] = []
    while at < len(found.lines) and at not in found.taken:
        text = found.text(at)
        hit = pattern.match(text)
        frame = frame_of(hit["frame"]) if hit else None
        if frame:
            frames.append(frame)
        elif not _is_left_out(text):
            break
        at += 1
    return frames[::-1], at


def _is_left_out(text: str) -> bool:
    return bool(_LEFT_OUT.match(text))


# ... 12 levels...
_LEFT_OUT = re.compile(r"\s{1,80}(?:from )?\.{3} ?\d{1,6} levels\.{3}")
