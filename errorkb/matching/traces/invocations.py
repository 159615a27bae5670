"""What AWS Lambda and its kind say of a failed call, in JSON of one line or of many.

{"errorType": "TypeError", "errorMessage": "x is null", "trace": ["    at f (/a.js:1:2)"]}

The frames are strings in the form of the runtime; ``cause`` holds the error that was wrapped.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import javascript_frames, jvm_lines, python_parts, ruby_frames
from errorkb.matching.traces.findings import Findings, join, stripped, unescaped
from errorkb.matching.traces.passage import Passage

_STRING = r'"(?P<value>(?:[^"\\]|\\.)*+)"'
_FIELD = re.compile(rf'"(?P<key>errorMessage|errorType)"\s{{0,4}}:\s{{0,4}}{_STRING}', re.DOTALL)
_STACK = re.compile(r'"(?:trace|stack|stackTrace)"\s{0,4}:\s{0,4}\[')
_ITEM = re.compile(rf"{_STRING}|(?P<end>\])", re.DOTALL)
_CAUSE = re.compile(r'"cause"\s{0,4}:\s{0,4}\{')
# 2026-11-30T10:00:00.000Z 1b4e28ba-… Task timed out after 3.00 seconds
_CALL = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]{8,20}Z\s[\w-]{8,40}\s")
_CLASS = re.compile(r"[A-Za-z_$][\w$.:]{0,200}\Z")
#: Lines above a field among which its object opens, and lines of an object.
_REACH, _MAX_LINES = 6, 400
#: Longer objects are cut, in characters.
_MAX_LENGTH = 40_000
_MAX_FRAMES = 200


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has('"errorMessage"')


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The failed calls among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines)
    found.walk(found.passage.numbers('"errorMessage"', '"errorType"'), _call)
    return found.events, found.taken


def _call(found: Findings, at: int) -> int:
    opened = _opening(found, at)
    if opened is None:
        return at + 1
    first, column = opened
    end = _end(found, first, at)
    whole = join([found.lines[first].cut(column), *found.lines[first + 1 : end]]).cut(0, _MAX_LENGTH)
    known = len(found.events)
    borders = [0, *(hit.start() for hit in _CAUSE.finditer(whole.text)), len(whole.text)]
    for start, stop in pairwise(borders):
        _error(found, first, end, whole.cut(start, stop))
    found.relate_wrappers_first(known)
    return end


def _opening(found: Findings, at: int) -> tuple[int, int] | None:
    """Line and column of the brace that opens the object with a field in line ``at``."""
    text = found.lines[at].text
    field = min(place for key in ('"errorMessage"', '"errorType"') if (place := text.find(key)) >= 0)
    if (column := text.find("{", 0, field)) >= 0:
        return at, column
    for number in range(at, max(-1, at - _REACH), -1):
        above = found.lines[number].text.rstrip()
        if above.endswith("{"):
            return number, len(above) - 1
    return None


def _end(found: Findings, first: int, at: int) -> int:
    """The line behind the object: behind this one, or behind the brace that closes it."""
    if first == at and found.lines[at].text.rstrip().endswith("}"):
        return at + 1
    end = at + 1
    while end < len(found.lines) and end - first < _MAX_LINES:
        text = found.lines[end].text
        if text.strip() and not text.lstrip().startswith(('"', "]", "}", "[", "{")):
            break
        end += 1
        if text.strip() == "}" and not text.startswith(" " * 2):
            break
    return end


def _error(found: Findings, first: int, end: int, part: Line) -> None:
    fields = {hit["key"]: part.cut(*hit.span("value")) for hit in reversed(list(_FIELD.finditer(part.text)))}
    message = fields.get("errorMessage")
    if message is None:
        return
    named = fields.get("errorType")
    error_class = named.text if named and _CLASS.match(named.text) else None
    if error_class is None and (call := _CALL.match(message.text)):
        message = message.cut(call.end())
    language, frames = _frames(_stack(part))
    found.add(
        first, end, stripped(unescaped(message)), error_class=error_class, frames=frames, language=language
    )


def _stack(part: Line) -> list[str]:
    opened = _STACK.search(part.text)
    printed: list[str] = []
    if opened is None:
        return printed
    for item in _ITEM.finditer(part.text, opened.end()):
        if item["end"] or len(printed) > _MAX_FRAMES:
            break
        text = unescaped(part.cut(*item.span("value"))).text
        printed += text.split("\n")
    return printed


def _frames(printed: Sequence[str]) -> tuple[str | None, list[Frame]]:
    """The language whose frames these are, and the frames from outermost to innermost."""
    for language, read, innermost_first in _FRAMES:
        if frames := [frame for text in printed if (frame := read(text))]:
            return language, frames[::-1] if innermost_first else frames
    return None, []


def _of_python(text: str) -> Frame | None:
    hit = python_parts.FRAME.match(text)
    return python_parts.frame_of(hit) if hit else None


def _of_the_jvm(text: str) -> Frame | None:
    return jvm_lines.frame_of(text if text.lstrip().startswith("at ") else f"at {text.lstrip()}")


def _of_ruby(text: str) -> Frame | None:
    return ruby_frames.frame_of(text) if ":in " in text else None


#: Language, reader of a line, and whether the innermost frame is printed first.
_FRAMES: tuple[tuple[str, Callable[[str], Frame | None], bool], ...] = (
    ("python", _of_python, False),
    ("javascript", javascript_frames.frame_of, True),
    ("jvm", _of_the_jvm, True),
    ("ruby", _of_ruby, True),
)
