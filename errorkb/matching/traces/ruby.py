"""What Ruby prints: `file:12:in 'method': message (Class)` with its frames, in both orders, and chains.

An uncaught error is printed before its cause. The other forms (`Class (message):` of Rails, `Class:
message` above frames, failed tests) are read by ``ruby_reports``.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import ruby_reports
from errorkb.matching.traces.findings import MAX_MESSAGE_LINES, Findings, body, indent_of, join
from errorkb.matching.traces.passage import Passage, reaching_back
from errorkb.matching.traces.ruby_frames import frame_of, read_frames
from errorkb.matching.traces.ruby_tools import RULES
from errorkb.matching.traces.rules import may_match, read_lines

_PLACE = (
    r"(?P<file>[^\s:'\"`(\[<][^:'\"`\n]{0,400}|-e|<internal:[^<>\n]{1,400}>"
    r"|[A-Za-z]:[^:'\"`\n]{1,400}):(?P<line>\d{1,7})"
)
_IN = r":in\ [`'\u2018](?P<function>[^\n]{1,300}?)['\u2019]"
_CLASS = r"\((?P<class>(?:[A-Z]\w{0,80}::){0,12}[A-Z]\w{0,80}|\#<Class:0x[0-9a-f]{1,16}>(?:::\w{1,80})?)\)"
_UNCAUGHT = re.compile(
    rf"\s{{0,80}}{_PLACE}(?:{_IN})?:\ (?P<message>\S[^\n]{{0,3600}}?)?\ ?{_CLASS}\s*\Z", re.VERBOSE
)
_HEAD = re.compile(rf"\s{{0,80}}{_PLACE}{_IN}:\ ", re.VERBOSE)
# A message of several lines may have its class behind the first one only, or behind none of them.
_OPENED = re.compile(rf"\s{{0,80}}{_PLACE}{_IN}:\ (?P<message>\S.*)", re.VERBOSE | re.DOTALL)
_UNHANDLED = re.compile(rf"\s{{0,80}}{_PLACE}(?:{_IN})?:\ (?P<message>unhandled\ exception)\s*\Z", re.VERBOSE)
_NAMED_LATER = re.compile(rf"(?P<message>.{{0,3600}}?) {_CLASS}\s*\Z", re.DOTALL)
_REVERSED = re.compile(r"\s{0,80}Traceback \(most recent call last\):\s*\Z")
_REVERSED_FRAME = re.compile(r"\s{1,80}\d{1,6}: from (?P<frame>\S.*)", re.DOTALL)
_FROM = re.compile(r"\s{1,80}from (?P<frame>\S.*)", re.DOTALL)
_HINT = re.compile(
    r"\s{0,80}(?:Did you mean\?|\s*\^{1,200}\s*\Z|> {1,4}\d{1,7} \||\s{0,8}\d{1,7} \||\s{0,8}\| )"
)
_PLACE_AT_END = re.compile(r":\d{1,7}\s*$", re.MULTILINE)
#: Lines between an error and its frames: what is left of the message, the highlighted source line, hints.
_GAP = 40


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return (
        passage.has(":in ", "Error)", "unhandled exception", "Failure/Error:", "#test_", " aborted!")
        or passage.opens("from ")
        or passage.has(".rb:", ".rake:", ".erb:")
        or (passage.has(" (") and (passage.has("):") or passage.matches(_PLACE_AT_END)))
        or may_match(passage, RULES)
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of Ruby among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, "ruby")
    if found.passage.has(":in `", ":in '", "Error)", "from ", "unhandled exception"):
        found.walk(_openings(found.passage), _report)
    ruby_reports.read(found)
    read_lines(found, RULES)
    return found.events, found.taken


def _openings(passage: Passage) -> list[int]:
    """The numbers of the lines in which an error may begin. One without a method has frames below."""
    named = passage.numbers("most recent call last", ":in ", "Error)", "unhandled exception")
    return sorted({*named, *reaching_back(passage.numbers_opening("from "), _GAP)})


def _report(found: Findings, at: int) -> int:
    text = found.lines[at].text
    if "most recent call last" in text and _REVERSED.match(text):
        return _reversed(found, at)
    if ": " not in text:
        return at + 1
    known = len(found.events)
    end = _uncaught(found, at, [])
    while len(found.events) > known and _is_cause(found, end, at):
        end = _uncaught(found, end, [])
    found.relate_wrappers_first(known)
    return end


def _is_cause(found: Findings, at: int, of: int) -> bool:
    """Whether another error follows at once: it is the cause of the one above.

    A thread reports the error that ended it, which is raised once more where it is joined."""
    text = found.text(at)
    return bool(_UNCAUGHT.match(text) and ":in " in text and text.strip() != found.text(of).strip())


def _reversed(found: Findings, first: int) -> int:
    """``Traceback (most recent call last):``, numbered frames, the outermost first, then the error.

    An error's cause is printed in front of it, in the same form."""
    frames, at = _reversed_frames(found, first + 1)
    if not frames and not _UNCAUGHT.match(found.text(at)):
        return first + 1
    known = len(found.events)
    end = _uncaught(found, at, frames)
    if len(found.events) == known:
        return max(end, first + 1)
    found.take(first, at)
    while _REVERSED_FRAME.match(found.text(end)):
        frames, at = _reversed_frames(found, end)
        told = len(found.events)
        behind = _uncaught(found, at, frames)
        if len(found.events) == told:
            break
        found.take(end, at)
        found.relate(known, "root")
        found.relate(told, "cause")
        end = behind
    return end


def _reversed_frames(found: Findings, at: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    while numbered := _REVERSED_FRAME.match(found.text(at)):
        frame = frame_of(numbered["frame"])
        frames += [frame] if frame else []
        at += 1
    return frames, at


def _uncaught(found: Findings, at: int, outer: list[Frame]) -> int:
    """Reads the error at this line; ``outer`` are frames that were printed above it."""
    text = found.text(at)
    hit = _UNCAUGHT.match(text) or _UNHANDLED.match(text)
    error_class = hit.groupdict().get("class") if hit else None
    if hit is None:
        hit = _OPENED.match(text)
        if not hit or not _frames_at(found, at):
            return at + 1
    elif ":in " not in text and not _is_plain(found, at, error_class):
        return at + 1
    frames_at = _frames_at(found, at)
    end = frames_at or at + 1
    message = [found.lines[at].cut(*hit.span("message")) if hit["message"] else found.lines[at].cut(0, 0)]
    message += [body(line, indent_of(text)) for line in _more_message(found, at + 1, frames_at)]
    if error_class is None and (named := _NAMED_LATER.match(message[-1].text)):
        error_class = named["class"]
        message[-1] = message[-1].cut(*named.span("message"))
    frames, stop = read_frames(found, end, _FROM) if frames_at else ([], end)
    place = Frame(file=hit["file"], line=int(hit["line"]), function=hit.groupdict().get("function"))
    return found.add(at, stop, join(message), error_class=error_class, frames=[*frames, *outer, place])


def _is_plain(found: Findings, at: int, error_class: str | None) -> bool:
    """`a.rb:1: message (Class)` without a method: of the parser, or of a script's first level."""
    return bool(error_class and (error_class.endswith("Error") or _frames_at(found, at)))


def _frames_at(found: Findings, at: int) -> int:
    """The number of the first `from` line of the error at this line; 0 when none follows."""
    for number in range(at + 1, min(len(found.lines), at + 1 + _GAP)):
        text = found.lines[number].text
        if "from " in text and (hit := _FROM.match(found.text(number))) and frame_of(hit["frame"]):
            return number
        if ":in " in text and _HEAD.match(text):
            break
    return 0


def _more_message(found: Findings, start: int, frames_at: int) -> list[Line]:
    """The lines of the message after its first; the highlighted source and hints are none."""
    message: list[Line] = []
    for number in range(start, min(frames_at, start + MAX_MESSAGE_LINES)):
        text = found.text(number)
        if not text.strip() or _HINT.match(text):
            break
        message.append(found.lines[number])
    return message
