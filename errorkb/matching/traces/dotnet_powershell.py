"""PowerShell's error records: the view with ``CategoryInfo``, the concise one with ``Line |``, one line."""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import stack
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.stack import MAX_LINE, Draft, Head

# At C:\a.ps1:12 char:5, in the languages of the console
_AT = re.compile(
    r"\s{0,40}(?:At|In|Au caractère|En|Em|In riga|строка|位于|発生場所|위치"
    r"|Bei)\s(?P<file>[^\n]{1,400}?):(?P<line>\d{1,7}) ?(?:[^\W\d]{2,20} ?[:\uff1a] ?\d{1,7})?\s*\Z"
)
_CATEGORY = re.compile(r"\s{0,40}\+ CategoryInfo\s{1,20}: ")
_CLASS = re.compile(r"\],\s?(?P<class>(?:\w{1,80}\.){0,8}\w{1,100})")
_ID = re.compile(r"\s{0,40}\+ FullyQualifiedErrorId : (?P<id>[^\s,]{1,200})")
_COMMAND = re.compile(r"\s{0,40}(?P<name>[\w.:\\/-]{1,200}(?:\.ps1)?)\s?:\s(?P<message>\S.*)")
_PROMPT = re.compile(r"\s{0,9}(?:PS [A-Z]:\\|PS>|[A-Z]:\\[^>\n]{0,200}>)")
# Get-Item: /a/b.ps1:3, then "Line |", source, tildes, and the message behind the bar
_CONCISE = re.compile(r"\s{0,40}(?P<name>[\w.-]{1,100}): (?P<file>[^\n]{1,400}):(?P<line>\d{1,7})\s*\Z")
_LINE_LABEL = re.compile(r"\s{0,40}Line \|\s*\Z")
_BAR = re.compile(r"\s{0,40}(?:\d{1,7} )?\|\s{0,2}")
_TILDES = re.compile(r"\s{0,40}\|\s{0,400}~{1,400}\s*\Z")
_ALONE = re.compile(
    r"""
    \s{0,9} (?:Get|New|Remove|Invoke|Import|Install|Start|Stop|Connect|Copy|Move|Test|Update|ConvertFrom
      |ConvertTo|Write)
    -[A-Z]\w{2,60}\s?:\s(?P<message>[A-Z]\S.*)
    """,
    re.VERBOSE,
)
_MAY_BE_COMMAND = re.compile(r"-[A-Z]\w{2,60}\s?:\s")
#: Lines of a message, and of source below it.
_MAX_LINES = 12


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("CategoryInfo", "Line |") or passage.matches(_MAY_BE_COMMAND)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The error records among the lines, and the numbers (0-based) of all lines that belong to them."""
    drafts: list[Draft] = []
    taken: set[int] = set()
    passage = passage_of(lines)
    numbers = {*passage.numbers("CategoryInfo", "Line |"), *passage.numbers_matching(_MAY_BE_COMMAND)}
    ahead = Ahead(sorted(numbers), len(lines))
    at = floor = 0
    while (at := ahead.after(at)) < len(lines):
        text = lines[at].text[:MAX_LINE]
        found: tuple[Draft, range] | None = None
        if "CategoryInfo" in text and _CATEGORY.match(text):
            found = _record(lines, at, floor)
        elif _LINE_LABEL.match(text) and at > floor:
            found = _concise(lines, at)
        elif "-" in text and (hit := _ALONE.match(text)) and not _more_follows(lines, at):
            head = Head(number=at, error_class=None, start=hit.start("message"), stop=hit.end())
            found = stack.draft(lines, head, message_end=at + 1, end=at + 1), range(at, at + 1)
        if found:
            drafts.append(found[0])
            taken.update(found[1])
            at = floor = found[1].stop
        else:
            at += 1
    return stack.finish(drafts, "powershell"), taken


def _more_follows(lines: list[Line], at: int) -> bool:
    """Whether the line is the first of a record whose details come below."""
    if at + 1 < len(lines) and _LINE_LABEL.match(lines[at + 1].text[:MAX_LINE]):
        return True
    for line in lines[at + 1 : at + 2 * _MAX_LINES]:
        if not line.text.strip() or _ALONE.match(line.text[:MAX_LINE]):
            return False
        if _CATEGORY.match(line.text):
            return True
    return False


def _record(lines: list[Line], category: int, floor: int) -> tuple[Draft, range] | None:
    place_at = next(
        (
            n
            for n in range(category - 1, max(floor, category - _MAX_LINES) - 1, -1)
            if _AT.match(lines[n].text[:MAX_LINE])
        ),
        None,
    )
    below = place_at if place_at is not None else category
    first = below
    while first > max(floor, below - _MAX_LINES) and lines[first - 1].text.strip():
        if _PROMPT.match(lines[first - 1].text):
            break
        first -= 1
    if first == below:
        return None
    end, details = _details(lines, category)
    text = lines[first].text[:MAX_LINE]
    command = _COMMAND.match(text)
    start = command.start("message") if command else stack.indent_of(text)
    named, identified = _CLASS.search(details), _ID.search(details)
    head = Head(
        number=first,
        error_class=named["class"] if named else None,
        error_code=identified["id"] if identified else None,
        start=start,
        stop=len(text),
    )
    draft = stack.draft(lines, head, message_end=below, end=end)
    place = _AT.match(lines[below].text[:MAX_LINE])
    # Typed at the prompt it has a line only: "At line:1 char:1".
    if place and "." in place["file"]:
        draft.frames = [Frame(file=place["file"], line=int(place["line"]), function=None)]
    return draft, range(first, end)


def _details(lines: list[Line], category: int) -> tuple[int, str]:
    """The line after the record, and its details in one piece: the console breaks them anywhere."""
    pieces = [lines[category].text.rstrip()]
    number = category + 1
    while number < len(lines) and number - category < _MAX_LINES and lines[number].text.strip():
        text = lines[number].text
        if not (text.startswith(" ") or text.lstrip().startswith("+")) or _PROMPT.match(text):
            break
        starts_another = text.lstrip().startswith("+ ")
        pieces.append("\n" + text if starts_another else text.strip())
        number += 1
    return number, _joined(pieces)


def _joined(pieces: list[str]) -> str:
    text = "".join(pieces)
    at = text.find("+ FullyQualifiedErrorId")
    return text if at < 0 else text[:at] + "\n" + text[at:]


def _concise(lines: list[Line], label: int) -> tuple[Draft, range] | None:
    hit = _CONCISE.match(lines[label - 1].text[:MAX_LINE])
    if hit is None:
        return None
    tildes = None
    end = label + 1
    while end < len(lines) and end - label < 2 * _MAX_LINES and _BAR.match(lines[end].text):
        if _TILDES.match(lines[end].text[:900]):
            tildes = end
        end += 1
    if tildes is None or tildes + 1 >= end:
        return None
    pieces = []
    for line in lines[tildes + 1 : end]:
        margin = _BAR.match(line.text)
        stop = len(line.text.rstrip())
        pieces.append(line.cut(min(margin.end(), stop) if margin else 0, stop))
    # Without a hyphen it is no command but the kind of error.
    error_class = None if "-" in hit["name"] or "." in hit["name"] else hit["name"]
    head = Head(number=label - 1, error_class=error_class, start=0, stop=0)
    draft = stack.draft(lines, head, message_end=label, end=end)
    draft.message = stack.join(pieces)
    draft.frames = [Frame(file=hit["file"], line=int(hit["line"]), function=None)]
    return draft, range(label - 1, end)
