"""RSpec's failures: the failed line, a class and its message or a matcher's words, frames behind ``#``."""

import re
from collections.abc import Callable

from errorkb.matching.clean import Line
from errorkb.matching.traces.findings import MAX_MESSAGE_LINES, Findings, join, stripped, trimmed
from errorkb.matching.traces.ruby_frames import CLASS, frame_of, read_frames

_FAILED = re.compile(r"\s{0,80}(?:\d{1,6}\.\d{1,4}\) )?Failure/Error:(?P<source>.*)", re.DOTALL)
# The examples listed under it were expected to fail.
_PENDING = re.compile(r"\s{0,80}Pending: \(Failures listed here are expected")
_PENDING_END = re.compile(r"\s{0,80}(?:Failures:\s*\Z|Finished in )")
_NUMBER = re.compile(r"\s{0,80}\d{1,6}(?:\.\d{1,4})?\) ")
_CLASS = re.compile(rf"\s{{0,80}}{CLASS}:\s*\Z")
_FRAME = re.compile(r"\s{0,80}#\s{1,8}(?P<frame>\S.*)", re.DOTALL)
_CAUSED_BY = re.compile(r"\s{0,80}# --- Caused by: ---\s*\Z")
_RULER = re.compile(r"\s{0,80}# -{10,60}\s*\Z")
_REMARK = re.compile(r"\s{0,80}#(?:\s|\Z)\s{0,8}")
_CARETS = re.compile(r"\s{0,400}\^{1,400}\s*\Z")


def read(found: Findings, at: int) -> int:
    """Adds the failure that begins at the line, or takes the list that does; returns where that ends."""
    if failed := _FAILED.match(found.text(at)):
        return _failure(found, at, failed)
    return _pending(found, at) if _PENDING.match(found.text(at)) else at + 1


def _failure(found: Findings, first: int, failed: re.Match[str]) -> int:
    """``Failure/Error:`` and the source, what is wrong with it, and its causes."""
    at = first + 1
    if not failed["source"].strip():
        # The source has several lines; a blank one stands behind it.
        at = _behind_block(found, at)
    known = len(found.events)
    at = _add(found, first, at, _is_end)
    while len(found.events) > known and _RULER.match(found.text(at)) and _CAUSED_BY.match(found.text(at + 1)):
        found.take(at, at + 1)
        at = _add(found, at + 1, at + 2, _is_end_of_cause)
    found.relate_wrappers_first(known)
    return at


def _pending(found: Findings, first: int) -> int:
    """Takes the list of examples that failed as they should."""
    end = first + 1
    while end < len(found.lines) and not _PENDING_END.match(found.text(end)):
        end += 1
    found.take(first, end)
    return end


def _behind_block(found: Findings, at: int) -> int:
    start = at
    while found.text(at).strip() and at - start < MAX_MESSAGE_LINES:
        at += 1
    return at


def _add(found: Findings, first: int, at: int, is_end: Callable[[str], bool]) -> int:
    error_class = None
    pieces: list[Line] = []
    while at < len(found.lines) and at - first < MAX_MESSAGE_LINES and not is_end(found.text(at)):
        line = _unremarked(found.lines[at])
        if not error_class and not trimmed(pieces) and (hit := _CLASS.match(line.text)):
            error_class = hit["class"]
        else:
            pieces.append(stripped(line))
        at += 1
    frames, end = read_frames(found, at, _FRAME)
    message = _without_excerpt(trimmed(pieces))
    if not message:
        return max(end, first + 1)
    return found.add(first, end, join(message), error_class=error_class, frames=frames)


def _unremarked(line: Line) -> Line:
    hit = _REMARK.match(line.text)
    return line.cut(hit.end()) if hit else line


def _is_frame(text: str) -> bool:
    hit = _FRAME.match(text)
    return bool(hit and frame_of(hit["frame"]))


def _is_end(text: str) -> bool:
    return bool(_is_frame(text) or _NUMBER.match(text) or _PENDING_END.match(text) or _RULER.match(text))


def _is_end_of_cause(text: str) -> bool:
    return _is_frame(text) or not (_REMARK.match(text) or _CLASS.match(text)) or bool(_RULER.match(text))


def _without_excerpt(message: list[Line]) -> list[Line]:
    """The message without the source that Ruby shows below it, and without the matcher's diff."""
    blank = None
    for number, line in enumerate(message):
        if number and line.text == "Diff:":
            return trimmed(message[:number])
        if not line.text:
            blank = number
        elif blank is not None and _CARETS.match(line.text):
            return trimmed(message[:blank])
    return message
