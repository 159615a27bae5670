"""``CMake Error at CMakeLists.txt:12 (find_package):``, its indented message, its call stack."""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings, body, indent_of, join, stripped, trimmed

_ERROR = re.compile(
    r"""
    (?P<margin>.{0,80}?) CMake\ (?:Internal\ )?Error (?:\ \(dev\))?
    (?: \ (?:at|in)\ (?P<file>[^\s:][^:\n]{0,400}?)(?::(?P<line>\d{1,7}))?
        (?:\ \((?P<function>\w{1,100})\))? )? :
    \s? (?P<message>.*)
    """,
    re.VERBOSE | re.DOTALL,
)
_STACK = re.compile(r"\s{0,80}Call Stack \(most recent call first\):\s*\Z")
_CALL = re.compile(
    r"\s{1,80}(?P<file>[^\s:][^:\n]{0,400}):(?P<line>\d{1,7}) \((?P<function>\w{1,100})\)\s*\Z"
)
#: A message has several paragraphs, but no more lines than these.
_MAX_LINES = 80


def read(found: Findings) -> None:
    """Adds CMake's errors."""
    if not found.passage.has("CMake Error", "CMake Internal Error"):
        return
    found.walk(found.passage.numbers("CMake"), _error)


def _error(found: Findings, at: int) -> int:
    hit = _ERROR.match(found.text(at))
    # A colon that belongs to a sentence (`I got a CMake Error: …`) stands behind other words.
    return _block(found, at, hit) if hit and not hit["margin"].strip(" \t|│#.0123456789-") else at + 1


def _block(found: Findings, first: int, hit: re.Match[str]) -> int:
    outer = indent_of(found.text(first)) if not hit["margin"].strip() else 0
    pieces = [body(found.lines[first].cut(hit.start("message")))]
    end = first + 1
    while end < len(found.lines) and end - first < _MAX_LINES:
        text = found.text(end)
        if text.strip() and indent_of(text) <= outer:
            break
        pieces.append(stripped(found.lines[end]))
        end += 1
    message = trimmed(pieces)
    end = min(end, first + len(pieces))
    while end > first + 1 and not found.text(end - 1).strip():
        end -= 1
    frames, stop = _stack(found, end)
    if hit["file"]:
        line = int(hit["line"]) if hit["line"] else None
        frames.append(Frame(file=hit["file"], line=line, function=hit["function"]))
    if not message:
        return first + 1
    return found.add(first, stop, join(message), frames=frames, language="cmake")


def _stack(found: Findings, end: int) -> tuple[list[Frame], int]:
    at = end
    while at < len(found.lines) and at - end < 3 and not found.text(at).strip():
        at += 1
    if not _STACK.match(found.text(at)):
        return [], end
    at += 1
    frames: list[Frame] = []
    while call := _CALL.match(found.text(at)):
        frames.insert(0, Frame(file=call["file"], line=int(call["line"]), function=call["function"]))
        at += 1
    return frames, at
