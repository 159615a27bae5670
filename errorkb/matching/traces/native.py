"""What C and C++ programs print when they die: uncaught exceptions, failed assertions, aborts, signals.

Reports of sanitizers and of valgrind are read by ``native_sanitizers``, stacks of gdb by
``native_frames``; one line is enough for the rest.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import native_sanitizers
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    indent_of,
    join,
    stripped,
)
from errorkb.matching.traces.native_frames import frame_of, read_frames
from errorkb.matching.traces.native_rules import RULES
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match, read_lines

_CLASS = r"(?P<class>[\w:<>, *&()~\[\]-]{1,300}?)"
_TERMINATE = re.compile(
    rf".{{0,200}}?\bterminate called after throwing an instance of [`'\u2018\"]{_CLASS}['\u2019\"]\s*\Z"
)
# libc++ has all on one line, or the class only.
_UNCAUGHT = re.compile(
    rf".{{0,200}}?\bterminating (?:with|due to) uncaught exception of type {_CLASS}(?:: "
    rf"(?P<message>\S.*))?\s*\Z",
    re.DOTALL,
)
_WHAT = re.compile(r"\s{0,400}what\(\):(?:  ?(?P<message>\S.*)|\s*\Z)", re.DOTALL)
_ENDS = re.compile(
    r"""
    \s{0,400} (?: Aborted\b | Abort\ trap | \*\*\*\  | \[\w{0,60}:\d{1,9}\][ ]
       | \#\d{1,3}\  | Segmentation\ fault
       | terminate\ called | (?:\S{1,200}:\ )?line\ \d{1,7}:\  | \[\d{1,3}\]\s | .{0,80}core\ dumped
       | Exception\ raised\ from\  | frame\ \#\d | [\w.-]{1,80}@[\w.-]{1,80}[:\ ].{0,200}[$\#]\  | \Z )
    """,
    re.VERBOSE,
)
_ABORTED = re.compile(
    r"\s{0,400}(?:Aborted|Abort trap: 6|.{0,200}\bAborted\b.{0,20}\(core dumped\)|\(core dumped\)"
    r"|.{0,8}core dumped\))"
)
_RECEIVED = re.compile(
    r"\s{0,80}(?:Thread \S.{0,80} |Program )(?:received signal"
    r"|terminated with signal) (?P<code>SIG\w{1,10}), (?P<message>\S.*?)\.?\s*\Z",
    re.DOTALL,
)
#: Lines between a signal and its stack: the source line, a prompt, thread switches.
_REACH = 16


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("Sanitizer", ": runtime error: ", "== ", "terminat", "signal SIG") or may_match(
        passage, RULES
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of native programs among the lines, and the numbers (0-based) of all lines of theirs."""
    found = Findings(lines, "c++")
    native_sanitizers.read(found)
    found.walk(found.passage.numbers("terminat", "signal SIG"), _report)
    read_lines(found, RULES)
    return found.events, found.taken


def _report(found: Findings, at: int) -> int:
    text = found.text(at)
    if "terminat" in text:
        if hit := _TERMINATE.match(text):
            return _terminate(found, at, hit)
        if hit := _UNCAUGHT.match(text):
            return _uncaught(found, at, hit)
    if "signal SIG" in text and (hit := _RECEIVED.match(text)):
        return _signal(found, at, hit)
    return at + 1


def _terminate(found: Findings, first: int, hit: re.Match[str]) -> int:
    message = [found.lines[first].cut(0, 0)]
    end = first + 1
    if what := _WHAT.match(found.text(end)):
        start = what.start("message") if what["message"] else len(found.text(end))
        message = [stripped(found.lines[end].cut(start))]
        indent = indent_of(found.text(end))
        end += 1
        while (
            end - first < MAX_MESSAGE_LINES and end < len(found.lines) and _goes_on(found, first, end, indent)
        ):
            message.append(stripped(found.lines[end]))
            end += 1
    return found.add(first, _behind(found, end), join(message), error_class=hit["class"])


def _goes_on(found: Findings, first: int, at: int, indent: int) -> bool:
    text = found.text(at)
    # A terminal without carriage returns starts each line where the last one ended.
    staircase = indent > 8 and indent_of(text) > indent
    return not staircase and not _ENDS.match(text) and found.lines[at].prefix == found.lines[first].prefix


def _uncaught(found: Findings, at: int, hit: re.Match[str]) -> int:
    line = found.lines[at]
    message = line.cut(*hit.span("message")) if hit["message"] else line.cut(0, 0)
    return found.add(at, _behind(found, at + 1), stripped(message), error_class=hit["class"])


def _behind(found: Findings, at: int) -> int:
    """Behind what says that the program is gone."""
    while at < len(found.lines) and _ABORTED.match(found.text(at)):
        at += 1
    return at


def _signal(found: Findings, at: int, hit: re.Match[str]) -> int:
    """``Program received signal SIGSEGV, Segmentation fault.``, where it was, perhaps a stack."""
    end = at + 1
    frames = []
    if frame := frame_of(found.text(end)):
        frames, end = [frame], end + 1
    for number in range(end, min(len(found.lines), end + _REACH)):
        stack, behind = read_frames(found, number)
        if stack:
            frames, end = stack, behind
            break
    return found.add(
        at, end, found.lines[at].cut(*hit.span("message")), error_code=hit["code"], frames=frames
    )
