"""What the interpreter prints when it dies, and warnings: errors of Python without a traceback.

Fatal Python error: Segmentation fault

Current thread 0x00007f1c2b7fe740 (most recent call first):
  File "app.py", line 3 in f
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.python_parts import make_event, read_message

_FATAL = re.compile(r"\s{0,40}(?P<class>Fatal Python error|Windows fatal exception): (?P<message>\S.*)")
_THREAD = re.compile(
    r"\s{0,40}(?:(?P<current>Current thread)|Thread) 0x[0-9a-fA-F]{1,16}.{0,80}\(most recent call first\):"
)
_STACK = re.compile(r"\s{0,40}Stack \(most recent call first\):")
_FRAME = re.compile(
    r'\s{1,40}File "(?P<file>[^"]{1,1000})", line (?P<line>\d{1,9}),? in (?P<function>\S{1,200})\s*\Z'
)
# a.py:12: DeprecationWarning: …, and pytest's --tb=line
PLACED = re.compile(
    r"\s{0,8}(?P<file>(?:[A-Za-z]:)?[^\s:\"'|][^:\"|\n]{0,400}\.pyw?|<[\w-]{1,60}>):(?P<line>\d{1,9}): "
    r"(?P<class>[\w.]{0,120}(?:Warning|Error|Exception|Interrupt|Exit|Failed)): (?P<message>\S.*)"
)
#: Lines without a frame after which a stack has ended.
MAX_GAP = 4


_FATAL_WORDS = ("Fatal Python error: ", "Windows fatal exception: ")
_CLASS_WORDS = ("Warning: ", "Error: ", "Exception: ", "Interrupt: ", "Exit: ", "Failed: ")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has(*_FATAL_WORDS) or (passage.has(".py", ">:") and passage.has(*_CLASS_WORDS))


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Fatal errors and warnings among the lines, and the numbers of their lines."""
    events: list[ErrorEvent] = []
    taken: set[int] = set()
    ahead = Ahead(passage_of(lines).numbers(*_FATAL_WORDS, *_CLASS_WORDS), len(lines))
    at = 0
    while (at := ahead.after(at)) < len(lines):
        text = lines[at].text
        end = at
        if "atal " in text and (hit := _FATAL.match(text)):
            event, end = _fatal(lines, at, hit)
        elif (
            ": " in text and (".py" in text or text.lstrip().startswith("<")) and (hit := PLACED.match(text))
        ):
            event, end = _placed(lines, at, hit)
        if end > at:
            events.append(event)
            taken.update(range(at, end))
        at = max(end, at + 1)
    return events, taken


def _fatal(lines: list[Line], at: int, hit: re.Match[str]) -> tuple[ErrorEvent, int]:
    message, end = read_message(lines, at, hit.start("message"), at + 1)
    innermost_first: list[Frame] = []
    current: bool | None = None
    number = end
    last = number
    while number < len(lines) and number - last <= MAX_GAP:
        text = lines[number].text
        if thread := _THREAD.match(text) or _STACK.match(text):
            if innermost_first and not current:
                innermost_first = []
            # Threads beside the one that died come before it.
            current = (thread.re is _STACK or bool(thread["current"])) if not innermost_first else False
            last, end = number, number + 1
        elif frame := _FRAME.match(text):
            if current or (current is None):
                innermost_first.append(
                    Frame(file=frame["file"], line=int(frame["line"]), function=frame["function"])
                )
            last, end = number, number + 1
        number += 1
    return make_event(
        lines, (at, end), error_class=hit["class"], message=message, frames=innermost_first[::-1]
    ), end


def _placed(lines: list[Line], at: int, hit: re.Match[str]) -> tuple[ErrorEvent, int]:
    message, end = read_message(lines, at, hit.start("message"), at + 1)
    source = lines[end].text if end < len(lines) else ""
    # Below a warning stands the line of source that it is about.
    if hit["class"].endswith("Warning") and source.startswith("  ") and source.strip():
        end += 1
    frame = Frame(file=hit["file"], line=int(hit["line"]), function=None)
    return make_event(lines, (at, end), error_class=hit["class"], message=message, frames=[frame]), end
