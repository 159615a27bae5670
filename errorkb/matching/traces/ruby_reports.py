"""What tools of Ruby print: Rails' log, loggers, rake, Minitest.

``Class (message):`` with frames below it; ``Class: message`` with frames below it; numbered failures.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces import ruby_rspec
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    body,
    indent_of,
    join,
    stripped,
    trimmed,
)
from errorkb.matching.traces.passage import Passage, reaching_back
from errorkb.matching.traces.ruby_frames import CLASS, frame_of, read_frames

# The logger's own head: F, [2016-10-20T20:32:24.817195 #29589] FATAL -- : [tags]
_HEAD = r"""
    (?:.{0,120}?[DIWEFA],\ \[[^\]\n]{10,60}\]\ {1,3}(?:FATAL|ERROR|WARN|INFO)\ --\ [^:\n]{0,60}:\  | -\ :\  )?
    \s{0,80} (?:\[[\w.:/-]{1,80}\]\ {1,3}){0,4}
"""
# Sidekiq: pid=1 tid=x class=Job jid=y WARN: …
_JOB = r"(?:pid=\d{1,9}\ tid=\w{1,20}\ (?:\w{1,20}=\S{1,80}\ ){0,4}(?:WARN|ERROR|FATAL|INFO):\ )?"
_RAILS = re.compile(rf"{_HEAD}{CLASS}\ \((?P<message>\S.*)\):?[`\s]*\Z", re.VERBOSE | re.DOTALL)
_RAILS_OPEN = re.compile(rf"{_HEAD}{CLASS}\ \((?P<message>\S.*)", re.VERBOSE | re.DOTALL)
_MAY_BE_RAILS = re.compile(r"[A-Z]\w{0,80} \(")
_RAILS_CLOSE = re.compile(r"(?P<message>.*)\):\s*\Z", re.DOTALL)
_TAGS = re.compile(rf"{_HEAD}", re.VERBOSE)
_CAUSES = re.compile(r"\s{0,80}(?:\[[\w-]{1,80}\] )?Causes:\s*\Z")
_TEMPLATE_LINE = re.compile(r"\s{1,80}\d{1,7}: ")
_NAMED = re.compile(rf"\s{{0,80}}{_JOB}{CLASS}:(?:\ (?P<message>\S.*)|\s*\Z)", re.DOTALL | re.VERBOSE)
_FRAME = re.compile(rf"\s{{0,80}}{_JOB}(?:\#\ |from\ )?(?P<frame>\S.*)", re.DOTALL | re.VERBOSE)
_MINITEST = re.compile(
    r"\s{0,80}(?P<test>[A-Z][\w:]{0,200}#test_\w{1,200}) \[(?P<frame>[^\]\n]{1,400}:\d{1,7})\]:\s*\Z"
)
#: Words that a class which is raised ends with, or that stand in a namespace of their own.
_RAISED = re.compile(r".*(?:::|Error|Exception|NotFound|Invalid|Interrupt|Timeout|Exit|Failure|Denied)\w*\Z")
_CAUSED_BY = re.compile(r"\s{0,80}Caused by:\s*\Z")
_LOGGED = re.compile(rf"\s{{0,80}}(?P<message>\S.*?)\ \({CLASS}\)\Z", re.VERBOSE | re.DOTALL)
_ABORTED = re.compile(r"\s{0,80}[\w./-]{1,80} aborted!\s*\Z")
_ABORTED_END = re.compile(r"\s{0,80}(?:Tasks: TOP|\(See full trace)")
#: What test runners write above their lists.
_HEADINGS = frozenset({"Failures", "Errors", "Pending", "Examples"})
_REACH = 24


def read(found: Findings) -> None:
    """Adds what these tools report."""
    if found.passage.has(" (", "Failure/Error:", "#test_", ".rb:", ".erb:", " aborted!"):
        found.walk(_openings(found.passage), _report)


_PLACE_AT_END = re.compile(r":\d{1,7}\s*$", re.MULTILINE)


def _openings(passage: Passage) -> list[int]:
    """The numbers of the lines in which a report may begin: above a frame, or above what closes it."""
    ends = {
        *passage.numbers("):", ":in ", ".rb:", ".rake:", ".erb:"),
        *passage.numbers_matching(_PLACE_AT_END),
    }
    marks = passage.numbers("Failure/Error:", "#test_", "Pending: (", " aborted!")
    return sorted({*marks, *reaching_back(sorted(ends), 2 * _REACH + 2)})


def _report(found: Findings, at: int) -> int:
    text = found.lines[at].text
    if "Failure/Error:" in text or "Pending: (" in text:
        return ruby_rspec.read(found, at)
    if " aborted!" in text and _ABORTED.match(text):
        return _aborted(found, at)
    if "#test_" in text and (hit := _MINITEST.match(text)):
        return _minitest(found, at, hit)
    end = 0
    if " (" in text and "(" in text[:200]:
        end = _rails(found, at)
    if not end and text.endswith(")") and (hit := _LOGGED.match(found.text(at))):
        end = _logged(found, at, hit)
    if not end and ":" in text[:200] and (named := _NAMED.match(found.text(at))):
        end = _chain(found, at, named)
    return end or at + 1


def _logged(found: Findings, at: int, hit: re.Match[str]) -> int:
    """``message (Class)`` with frames right below, as the standard logger prints an error; 0 without."""
    below = _FRAME.match(found.text(at + 1))
    frame = frame_of(below["frame"]) if below else None
    if frame is None or not frame.function:
        return 0
    first = at
    while found.lines[first].level is None and first and at - first < _REACH and first - 1 not in found.taken:
        first -= 1
    message = [found.lines[at].cut(*hit.span("message"))]
    if first < at and found.lines[first].level is None:
        first = at
    elif first < at:
        message = [stripped(line) for line in found.lines[first:at]] + message
    frames, end = read_frames(found, at + 1, _FRAME)
    return found.add(first, end, join(message), error_class=hit["class"], frames=frames)


def _rails(found: Findings, at: int) -> int:
    """``Class (message):``, perhaps over several lines; 0 when it is none."""
    text = found.text(at)
    if not _MAY_BE_RAILS.search(text):
        return 0
    if hit := _RAILS.match(text):
        message, end = found.lines[at].cut(*hit.span("message")), at + 1
        if message.text.endswith("):"):
            message = message.cut(0, len(message.text) - 2)
    elif opened := _RAILS_OPEN.match(text):
        closed = _closing(found, at + 1) if _RAISED.match(opened["class"]) else None
        if closed is None:
            return 0
        hit, (end, last) = opened, closed
        pieces = [body(found.lines[at].cut(opened.start("message")))]
        pieces += [body(line) for line in found.lines[at + 1 : end - 1]]
        message = join(trimmed([*pieces, last]))
    else:
        return 0
    frames, stop = _stack(found, end)
    logged = bool(re.search(r"\):[`\s]*\Z", found.text(end - 1)))
    if not (logged and _RAISED.match(hit["class"])) and not frames:
        return 0
    known = len(found.events)
    # The record above is blank but for its tags.
    if at and at - 1 not in found.taken and found.text(at - 1).strip() and _is_filler(found.text(at - 1)):
        found.take(at - 1, at)
    found.add(at, stop, message, error_class=hit["class"], frames=frames)
    return _causes(found, stop, known)


def _closing(found: Findings, at: int) -> tuple[int, Line] | None:
    """Number of the line behind the one that closes the parenthesis, and that line without it."""
    for number in range(at, min(len(found.lines), at + _REACH)):
        text = found.text(number)
        if hit := _RAILS_CLOSE.match(text):
            return number + 1, body(found.lines[number].cut(*hit.span("message")))
        if frame_of(text) or _RAILS_OPEN.match(text):
            break
    return None


def _causes(found: Findings, at: int, known: int) -> int:
    """Rails lists the causes below, each as `Class (message)`."""
    heading = at
    while heading < len(found.lines) and heading - at < 3 and not found.text(heading).strip():
        heading += 1
    if not _CAUSES.match(found.text(heading)):
        return at
    found.take(at, heading + 1)
    at = heading + 1
    while hit := _RAILS.match(found.text(at)):
        frames, end = _stack(found, at + 1)
        message = found.lines[at].cut(*hit.span("message"))
        at = found.add(at, end, message, error_class=hit["class"], frames=frames)
    found.relate_wrappers_first(known)
    return at


def _stack(found: Findings, at: int) -> tuple[list[Frame], int]:
    """The frames below a line, where blank lines, tags and template excerpts may stand between."""
    start = at
    while at < len(found.lines) and at - start < _REACH and _is_filler(found.text(at)):
        at += 1
    frames, end = read_frames(found, at, _TAGGED_FRAME)
    return (frames, end) if frames else ([], start)


_TAGGED_FRAME = re.compile(rf"{_HEAD}(?:from\ )?(?P<frame>\S.*)", re.DOTALL | re.VERBOSE)


def _is_filler(text: str) -> bool:
    rest = text[match.end() :] if (match := _TAGS.match(text)) else text
    return not rest.strip() or bool(_TEMPLATE_LINE.match(rest) or _TEMPLATE_LINE.match(text))


def _chain(found: Findings, at: int, hit: re.Match[str]) -> int:
    """``Class: message`` with its frames, and what rake lists below as its causes; 0 when it is none."""
    known = len(found.events)
    end = _named(found, at, hit)
    while end:
        heading = end
        while heading - end < 3 and heading < len(found.lines) and not found.text(heading).strip():
            heading += 1
        cause = _NAMED.match(found.text(heading + 1)) if _CAUSED_BY.match(found.text(heading)) else None
        behind = _named(found, heading + 1, cause) if cause else 0
        if not behind:
            break
        found.take(end, heading + 1)
        end = behind
    found.relate_wrappers_first(known)
    return end


def _named(found: Findings, at: int, hit: re.Match[str]) -> int:
    """``Class: message`` with frames of Ruby below it; 0 when none follow."""
    if hit["class"] in _HEADINGS:
        return 0
    indent = indent_of(found.text(at))
    frames_at = 0
    for number in range(at + 1, min(len(found.lines), at + _REACH)):
        text = found.text(number)
        above = _FRAME.match(text)
        frame = frame_of(above["frame"]) if above else None
        if frame and (frame.function or frame.file.endswith((".rb", ".rake", ".erb"))):
            frames_at = number
            break
        if _NAMED.match(text) or frame:
            break
    if not frames_at:
        return 0
    pieces = [body(found.lines[at].cut(hit.start("message")))] if hit["message"] else []
    for line in found.lines[at + 1 : frames_at]:
        if not line.text.strip() or line.text.lstrip().startswith("Did you mean?"):
            if pieces:
                break
            continue
        pieces.append(body(line, indent))
    frames, end = read_frames(found, frames_at, _FRAME)
    message = join(pieces[:MAX_MESSAGE_LINES] or [found.lines[at].cut(0, 0)])
    return found.add(at, end, message, error_class=hit["class"], frames=frames)


def _aborted(found: Findings, first: int) -> int:
    """``rake aborted!``, the message, perhaps behind its class, and the frames, of which rake hides most."""
    at = first + 1
    if (named := _NAMED.match(found.text(at))) and (end := _chain(found, at, named)):
        found.take(first, at)
        return end
    end = at
    while (
        found.text(end).strip() and end - at < MAX_MESSAGE_LINES and not _ABORTED_END.match(found.text(end))
    ):
        if frame_of(found.text(end)):
            break
        end += 1
    message = [body(line) for line in found.lines[at:end]]
    if not message:
        return first + 1
    if named and named["message"]:
        message[0] = message[0].cut(named.start("message"))
    frames, end = read_frames(found, end, _FRAME)
    return found.add(first, end, join(message), error_class=named["class"] if named else None, frames=frames)


def _minitest(found: Findings, first: int, hit: re.Match[str]) -> int:
    place = frame_of(hit["frame"])
    end = first + 1
    while end < len(found.lines) and found.text(end).strip() and end - first < MAX_MESSAGE_LINES:
        end += 1
    message = [body(line, indent_of(found.text(first))) for line in found.lines[first + 1 : end]]
    if not message or place is None:
        return first + 1
    frame = Frame(file=place.file, line=place.line, function=hit["test"])
    return found.add(first, end, join(message), frames=[frame])
