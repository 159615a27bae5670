"""Failed tests as ``dotnet test`` prints them: a message under one label and the stack under another.

Failed App.Tests.CartTests.Total [5 ms]
Error Message:
 Assert.Equal() Failure
Stack Trace:
   at App.Tests.CartTests.Total() in /src/CartTests.cs:line 12
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.dotnet_lines import frame_of, head_of
from errorkb.matching.traces.findings import MAX_MESSAGE_LINES, Findings, body, indent_of, join, trimmed
from errorkb.matching.traces.passage import Passage

_FAILED = re.compile(r"\s{0,80}(?:Failed|X)\s\S.{0,400}\[[<\d]")
_MESSAGE = re.compile(r"\s{0,80}Error Message:\s*\Z")
_STACK = re.compile(r"\s{0,80}Stack Trace:\s*\Z")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("Error Message:")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Failed tests among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, "dotnet")
    found.walk(found.passage.numbers("Error Message:"), _test)
    return found.events, found.taken


def _test(found: Findings, at: int) -> int:
    end = at + 1
    while end < len(found.lines) and end - at < MAX_MESSAGE_LINES and not _STACK.match(found.text(end)):
        end += 1
    if not _MESSAGE.match(found.text(at)) or not _STACK.match(found.text(end)):
        return at + 1
    width = indent_of(found.text(at + 1))
    message = trimmed([body(line, width) for line in found.lines[at + 1 : end]])
    stop = end + 1
    frames: list[Frame] = []
    while stop < len(found.lines) and (frame := frame_of(found.text(stop))):
        frames.append(frame)
        stop += 1
    if not message:
        return at + 1
    head = head_of(message[0].text, 0)
    if head:
        message[0] = body(message[0].cut(head.start))
    first = at - 1 if at and _FAILED.match(found.text(at - 1)) else at
    site = next((number for number, frame in enumerate(frames) if frame.line), 0)
    return found.add(
        first, stop, join(message), error_class=head.error_class if head else None, frames=frames[site:][::-1]
    )
