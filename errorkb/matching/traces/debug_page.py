"""Django's error page and error mail: what went wrong stands in a table, not below the traceback.

IntegrityError at /inbox/
duplicate key value violates unique constraint "uri_key"

Request Method: POST
Exception Type: IntegrityError at /inbox/
Exception Value: duplicate key value violates unique constraint "uri_key"
Exception Location: /srv/django/db/backends/utils.py, line 89, in _execute
"""

import re
from bisect import bisect_right
from dataclasses import replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.passage import Passage, passage_of
from errorkb.matching.traces.python_parts import APPENDIX, FRAME, frame_of, make_event
from errorkb.matching.traces.stack import join

_TITLE = re.compile(r"\s{0,8}(?P<class>[A-Z]\w{0,100}) at (?P<url>/\S{0,500})\s*\Z")
_TYPE = re.compile(r"\s{0,8}Exception Type:\s{0,40}(?P<class>[A-Za-z_][\w.]{0,120})?(?: at /.*)?\s*\Z")
_VALUE = re.compile(r"\s{0,8}Exception Value:[ \t]{0,40}")
_LOCATION = re.compile(r"\s{0,8}Exception Location:\s{0,40}(?P<place>.*)")
_PLACE = re.compile(
    r"(?P<file>[^\s,][^,\n]{0,600}?)(?: in (?P<before>\S{1,200}))?, line (?P<line>\d{1,9})"
    r"(?:, in (?P<after>\S{1,200}))?\.?\s*\Z"
)
# What else the table and the mail say.
_KEY = re.compile(
    r"\s{0,8}(?:Request (?:Method|URL|information)|Django Version|Python (?:Executable|Version|Path)"
    r"|Server time|Exception (?:Type|Location)|Raised during|Installed (?:Applications|Middleware)"
    r"|Traceback|Environment)\b"
)
# Between the tracebacks of a chain; the message may be cut.
_TIE = re.compile(
    r"\s{0,8}(?:The above exception \((?P<cause>.*)\) was the direct cause of the following exception:"
    r"|During handling of the above exception \((?P<context>.*)\), another exception occurred:)\s*\Z"
)
#: Lines of a message, lines of a table, and lines above it among which its traceback stands.
MAX_MESSAGE, MAX_TABLE, MAX_TRACEBACK = 60, 60, 400
#: Errors of a chain that are read above a table.
MAX_CHAIN = 20


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("Exception Type:", " at /")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The errors of such pages among the lines, and the numbers of their lines."""
    events: list[ErrorEvent] = []
    taken: set[int] = set()
    passage = passage_of(lines)
    for at in passage.numbers_opening("Exception Type:"):
        if hit := _TYPE.match(lines[at].text):
            _read_table(lines, at, hit, events, taken)
    titles = [at for at in passage.numbers(" at /") if at not in taken and _TITLE.match(lines[at].text)]
    # Only a page's or a mail's own lines below show that it is a title.
    keys = [at for at, line in enumerate(lines) if _KEY.match(line.text)] if titles else []
    for at in titles:
        below = bisect_right(keys, at)
        hit = _TITLE.match(lines[at].text) if below < len(keys) and keys[below] - at <= MAX_MESSAGE else None
        if hit:
            _read_title(lines, at, hit, events, taken)
    return events, taken


def _read_table(
    lines: list[Line], at: int, hit: re.Match[str], events: list[ErrorEvent], taken: set[int]
) -> None:
    error_class = hit["class"]
    numbers = {at}
    message: Line = lines[at].cut(len(lines[at].text))
    frame: Frame | None = None
    number = at + 1
    if error_class is None and number < len(lines):  # the table's cells each on a line of their own
        error_class = lines[number].text.strip() or None
        numbers.add(number)
        number += 1
    stop = min(len(lines), at + MAX_TABLE)
    while number < stop:
        text = lines[number].text
        if value := _VALUE.match(text):
            message, end = _value(lines, number, value.end())
            numbers.update(range(number, end))
            number = end
            continue
        if location := _LOCATION.match(text):
            place = location["place"] or (lines[number + 1].text if number + 1 < len(lines) else "")
            if found := _PLACE.match(place.strip()):
                function = found["after"] or found["before"]
                frame = Frame(file=found["file"], line=int(found["line"]), function=function)
            numbers.add(number)
        elif text.strip() and (not _KEY.match(text) or _TYPE.match(text)):
            break
        number += 1
    frames = [frame] if frame else _frames_above(lines, at, taken, numbers)
    first, last = min(numbers), max(numbers)
    taken.update(numbers)
    relation = None if frame else _read_causes(lines, first, events, taken)
    events.append(
        make_event(
            lines,
            (first, last + 1),
            error_class=error_class,
            message=message,
            frames=frames,
            relation=relation,
        )
    )


def _read_causes(lines: list[Line], at: int, events: list[ErrorEvent], taken: set[int]) -> Relation | None:
    """Reads the errors that line ``at`` ties to the one below, of which only messages are told, in brackets;
    returns how the one below stands to them."""
    relation: Relation | None = None
    found: list[ErrorEvent] = []
    while len(found) < MAX_CHAIN and (hit := _TIE.match(lines[at].text)):
        group = "cause" if hit["cause"] is not None else "context"
        tied: Relation = "cause" if group == "cause" else "context"
        if found:
            found[-1] = replace(found[-1], relation=tied)
        relation = relation or tied
        numbers = {at}
        frames = _frames_above(lines, at, taken, numbers)
        first = min(numbers)
        taken.update(numbers)
        message = lines[at].cut(*hit.span(group))
        found.append(
            make_event(
                lines, (first, at + 1), error_class=None, message=message, frames=frames, relation="root"
            )
        )
        if first == at:
            break
        at = first
    events += reversed(found)
    return relation


def _value(lines: list[Line], at: int, start: int) -> tuple[Line, int]:
    """The value, which may begin in the next line and run over several, to the next key."""
    parts = [lines[at].cut(start, max(start, len(lines[at].text.rstrip())))]
    end = at + 1
    adding = True
    while end < min(len(lines), at + MAX_MESSAGE):
        text = lines[end].text
        if not text.strip() or _KEY.match(text) or _TITLE.match(text):
            break
        adding = adding and not APPENDIX.match(text)
        if adding:
            parts.append(lines[end].cut(0, len(text.rstrip())))
        end += 1
    filled = [part for part in parts if part.text] or parts[:1]
    return join(filled), end


def _frames_above(lines: list[Line], at: int, taken: set[int], numbers: set[int]) -> list[Frame]:
    """The frames of the traceback that stands above the table and lacks its last line."""
    frames: list[Frame] = []
    number = at - 1
    last = at
    while number >= max(0, at - MAX_TRACEBACK) and number not in taken and last - number <= 40:
        text = lines[number].text
        following = lines[number + 1].text
        if hit := FRAME.match(text):
            frames.append(frame_of(hit, following))
            last = number
        elif text.lstrip().startswith("Traceback") or text.strip().endswith("exception:") or _TIE.match(text):
            last = number
            break
        elif text[:1].strip() and frames:
            break
        number -= 1
    if frames:
        numbers.update(range(last, at))
    return frames[::-1]


def _read_title(
    lines: list[Line], at: int, hit: re.Match[str], events: list[ErrorEvent], taken: set[int]
) -> None:
    """The title, unless a table says the same."""
    number = at + 1
    while number < len(lines) and number < at + 3 and not lines[number].text.strip():
        number += 1
    if number >= len(lines) or _KEY.match(lines[number].text):
        message, end = lines[at].cut(len(lines[at].text)), at + 1
    else:
        message, end = _value(lines, number, 0)
    taken.update(range(at, end))
    short = hit["class"]
    if not any((event.error_class or "").rpartition(".")[2] == short for event in events):
        events.append(make_event(lines, (at, end), error_class=short, message=message, frames=[]))
