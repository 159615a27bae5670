"""Stacks that Go's loggers and error packages print below an error: ``pkg.f`` above ``/src/a.go:12``.

A logger's stack belongs to the record above it. Without one, the lines above are the messages of errors
that were wrapped, the innermost first.
"""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings, stripped

_CALL = re.compile(r"\s{0,80}(?P<function>[\w./@~-]{1,300}\.[\w.*()\[\]-]{1,200})\s*\Z")
_PLACE = re.compile(r"\s{1,80}(?P<file>\S[^\n]{0,400}?\.(?:go|s)):(?P<line>\d{1,7})\s*\Z")
#: What is left of the object around a record's last member.
_LEFT_OVER = re.compile(r"[\s\"}\]]{0,20}\Z")
#: Messages above a stack.
_MAX_MESSAGES = 6


def read(found: Findings) -> None:
    """Adds the errors that have such a stack."""
    if found.passage.has(".go:"):
        found.walk(found.passage.numbers(".go:"), _stack)


def _stack(found: Findings, at: int) -> int:
    if not at or at - 1 in found.taken or not _PLACE.match(found.text(at)):
        return at + 1
    frames: list[Frame] = []
    end = at - 1
    while (call := _CALL.match(found.text(end))) and (place := _PLACE.match(found.text(end + 1))):
        frames.append(Frame(file=place["file"], line=int(place["line"]), function=call["function"]))
        end += 2
    known = len(found.events)
    messages = _messages(found, at - 2) if frames else []
    for number in messages:
        found.add(number, number + 1, stripped(found.lines[number]), frames=frames[::-1])
    if not messages:
        return max(end, at + 1)
    found.take(messages[0], end)
    if len(messages) > 1:
        found.relate(known, "root")
        for number in range(known + 1, len(found.events)):
            found.relate(number, "cause")
    return end


def _messages(found: Findings, at: int) -> list[int]:
    """The numbers of the lines above the stack that tell the errors, ascending."""
    while at >= 0 and at not in found.taken and found.text(at) and _LEFT_OVER.match(found.text(at)):
        at -= 1
    numbers: list[int] = []
    while at >= 0 and at not in found.taken and len(numbers) < _MAX_MESSAGES:
        line = found.lines[at]
        if not line.text.strip() or _PLACE.match(line.text) or line.text.endswith((":", "{", ",")):
            break
        if line.level and numbers:
            break
        numbers.insert(0, at)
        if line.level:
            break
        at -= 1
    return numbers
