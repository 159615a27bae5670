"""What Dart and Flutter print: an error, then ``#0  f (package:app/a.dart:3:5)``, the innermost frame first.

Flutter frames what its framework caught: what was thrown while what, the message, then advice and the stack.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.findings import Findings, body, indent_of, join, trimmed
from errorkb.matching.traces.passage import Passage

# E/flutter ( 1234): …, and what its engine puts before an error.
_PREFIX = re.compile(r"[EI]/flutter \(\s{0,5}\d{1,7}\): ?|flutter: ")
_FRAME = re.compile(
    r"\s{0,40}#\d{1,4} {1,9}(?P<function>\S.{0,300}?) "
    r"\((?P<file>(?:dart|package|file|org-dartlang-\w{1,20}):[^\s()]{1,400}?)"
    r"(?::(?P<line>\d{1,7}))?(?::\d{1,5})?\)\s*\Z"
)
_GAP = re.compile(r"\s{0,40}(?:<asynchronous suspension>|\(elided .{1,200}|\.{3}\s)")
_ANNOUNCED = re.compile(r".{0,200}?\bUnhandled [Ee]xception:(?:\s{1,4}(?=\S)|\s*\Z)")
_CLASS = re.compile(r"(?P<class>_?[A-Z]\w{0,80}(?:Error|Exception)): (?=\S)")
_CAUGHT = re.compile(r"\s{0,9}(?:══╡ |=+ |--+ )?(?:EXCEPTION CAUGHT BY|Exception caught by) .{1,120}")
_THROWN = re.compile(r"\s{0,9}The following (?P<what>.{1,120}?) was thrown\b.{0,400}:\s*\Z")
_ENDS = re.compile(
    r"\s{0,9}(?:The relevant error-causing widget|When the exception was thrown"
    r"|The (?:specific|ownership|overflowing|context)"
    r"|See also|\(also|═{9}|={9}|User-created ancestor|Handler:|The .{1,80} was:)"
)
#: Lines of a message above the stack; lines of what Flutter says of one error.
_MAX_MESSAGE, _MAX_REPORT = 30, 120


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("#0 ", "nhandled Exception:", "nhandled exception:", "The following ")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Dart's errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    plain = [line.cut(hit.end()) if (hit := _PREFIX.match(line.text)) else line for line in lines]
    found = Findings(plain, "dart")
    openings = found.passage.numbers("nhandled Exception:", "nhandled exception:", "The following ")
    found.walk(openings, _report)
    return found.events, found.taken


def _report(found: Findings, at: int) -> int:
    if thrown := _THROWN.match(found.text(at)):
        return _caught(found, at, thrown)
    if announced := _ANNOUNCED.match(found.text(at)):
        return _unhandled(found, at, announced.end())
    return at + 1


def _unhandled(found: Findings, first: int, start: int) -> int:
    at = first
    if not found.text(at)[start:].strip():
        at, start = at + 1, indent_of(found.text(at + 1))
    end = at + 1
    while end < len(found.lines) and end - at < _MAX_MESSAGE and not _FRAME.match(found.text(end)):
        end += 1
    frames, stop = _stack(found, end)
    # .NET and others say "Unhandled exception" as well: Dart's frames have to follow.
    if not frames or at >= len(found.lines):
        return first + 1
    named = _CLASS.match(found.text(at), start)
    message = [
        body(found.lines[at].cut(named.end() if named else start)),
        *map(body, found.lines[at + 1 : end]),
    ]
    return found.add(
        first,
        stop,
        join(trimmed(message) or message[:1]),
        error_class=named["class"] if named else None,
        frames=frames,
    )


def _caught(found: Findings, at: int, thrown: re.Match[str]) -> int:
    first = at - 1 if at and _CAUGHT.match(found.text(at - 1)) else at
    end = at + 1
    while end < len(found.lines) and end - at < _MAX_MESSAGE and not _ENDS.match(found.text(end)):
        end += 1
    message = trimmed([body(line) for line in found.lines[at + 1 : end]])
    # Its paragraphs after the first are advice.
    blank = next((number for number, line in enumerate(message) if not line.text.strip()), len(message))
    message = message[:blank]
    if not message:
        return at + 1
    error_class = thrown["what"] if re.fullmatch(r"_?[A-Z][\w<>]{1,80}", thrown["what"]) else None
    stop = end
    while stop < len(found.lines) and stop - at < _MAX_REPORT and not _FRAME.match(found.text(stop)):
        if _THROWN.match(found.text(stop)):
            stop = end
            break
        stop += 1
    frames, behind = _stack(found, stop)
    return found.add(first, behind if frames else end, join(message), error_class=error_class, frames=frames)


def _stack(found: Findings, at: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    while at < len(found.lines):
        hit = _FRAME.match(found.text(at))
        if hit:
            line = int(hit["line"]) if hit["line"] else None
            frames.append(Frame(file=hit["file"], line=line, function=hit["function"]))
        elif not frames or not _GAP.match(found.text(at)):
            break
        at += 1
    return frames[::-1], at
