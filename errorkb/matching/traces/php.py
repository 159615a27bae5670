"""What PHP prints: uncaught exceptions with their stack, and diagnostics with `in file on line 12`.

``Uncaught Class: message in file:12``, then ``Stack trace:`` with numbered frames, the innermost first,
and ``thrown in file on line 12``. Exceptions that wrap others follow theirs after ``Next``. The forms of
frameworks are read by ``php_frameworks``.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import php_frameworks, php_tests
from errorkb.matching.traces.findings import MAX_MESSAGE_LINES, Findings, join, stripped
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.php_frames import NAME, behind_blanks, read_stack, sqlstate

_TAG = re.compile(r"</?(?:b|br|i|font|tr|th|td|table|span|pre)\b[^<>\n]{0,200}/?>")
_LEVEL = (
    r"(?:PHP\ )?(?P<level>Fatal\ error|Parse\ error|Catchable\ fatal\ error|Recoverable\ fatal\ error"
    r"|Warning|Notice"
    r"|Deprecated|Strict\ Standards|Core\ error|Compile\ error)"
)
_FILE = r"(?P<file>(?:[A-Za-z]:|phar:|vfs:)?[^\s:'\"()][^:'\"\n]{0,400}?|-|Command\ line\ code)"
_OPENING = re.compile(
    rf"(?P<before>.{{0,200}}?)\b{_LEVEL}:\s{{1,8}}(?P<message>\S.*)", re.VERBOSE | re.DOTALL
)
_OPENING_ALONE = re.compile(rf"\s{{0,80}}{_LEVEL}:\s*\Z", re.VERBOSE)
_UNCAUGHT = re.compile(
    rf"\s{{0,80}}(?:PHP\ )?(?:Fatal\ error:\ {{0,4}})?Uncaught\ {NAME}:\s*(?P<message>.*)",
    re.VERBOSE | re.DOTALL,
)
_OLD_UNCAUGHT = re.compile(
    rf"\s{{0,80}}Uncaught\ exception\ '{NAME}'(?:\ with\ message\ '(?P<message>.*))?", re.VERBOSE | re.DOTALL
)
_NEXT = re.compile(
    rf"\s{{0,80}}Next\ (?:exception\ ')?{NAME}(?:'\ with\ message\ '|:\s*)(?P<message>.*)",
    re.VERBOSE | re.DOTALL,
)
#: `Class: message in file:12` above `Stack trace:`, as an exception prints itself.
_PRINTED = re.compile(rf"(?:.{{0,120}}?(?:\ |: ))?{NAME}:\ (?P<message>\S.*)", re.VERBOSE | re.DOTALL)
_PLACE = re.compile(rf"'?\ in\ {_FILE}:(?P<line>\d{{1,7}})[\s\"]*\Z", re.VERBOSE)
_ON_LINE = re.compile(rf"(?:\ |\A)in\ {_FILE}\ on\ line\ (?P<line>\d{{1,7}})", re.VERBOSE)
_STACK = re.compile(r"\s{0,80}(?:PHP )?Stack trace:")
#: What stands in no message: the next report, or the stack whose place was never told.
_BORDER = re.compile(r"\bUncaught |\A\s{0,80}(?:PHP )?Stack trace:|\A\s{0,80}PHP [A-Z]")
_THROWN = re.compile(r"(?:.{0,80}\s)?thrown in \S.{0,400} on line \d{1,7}")
_DEFINED = " and defined in "
#: What each report has; the words of its level end so.
_MARKS = ("error:", "Warning:", "Notice:", "Deprecated:", "Standards:", "Uncaught ", "Stack trace:")
#: An exception that prints itself does so within so many lines above its stack.
_REACH = 30


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has(
        " on line ",
        "Stack trace:",
        "Uncaught ",
        ".php",
        "Exception]",
        "Error]",
        "[object]",
        ".ERROR",
        "PHPUnit",
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of PHP among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, "php")
    if found.passage.has(" on line ", "Stack trace:", "Uncaught "):
        if found.passage.has("<b>", "</"):
            lines = [line.without(_TAG) if "<" in line.text else line for line in lines]
            found = Findings(lines, "php")
        found.walk(found.passage.numbers(*_MARKS), _report)
    php_frameworks.read(found)
    php_tests.read(found)
    return found.events, found.taken


def _report(found: Findings, at: int) -> int:
    text = found.text(at)
    hit = _OPENING.match(text) if ":" in text else None
    if hit and "on line" not in text[: hit.end("before")]:
        start = hit.start("message")
        if "Uncaught" in hit["message"][:20]:
            return _uncaught(found, at, at, start)
        return _diagnostic(found, at, hit["level"], start)
    if alone := _OPENING_ALONE.match(text):
        if "Uncaught" in found.text(at + 1)[:40]:
            return _uncaught(found, at, at + 1, 0)
        return _diagnostic(found, at, alone["level"], len(text))
    if "Uncaught " in text[:80] and (_UNCAUGHT.match(text) or _OLD_UNCAUGHT.match(text)):
        return _uncaught(found, at, at, 0)
    is_stack = "Stack trace:" in text and _STACK.match(text)
    return _printed(found, at) if is_stack else at + 1


def _uncaught(found: Findings, first: int, at: int, start: int) -> int:
    """Reads `Uncaught Class: message in file:12` from a character on, and what hangs together with it."""
    text = found.text(at)[start:]
    hit = _OLD_UNCAUGHT.match(text) or _UNCAUGHT.match(text)
    if not hit:
        return at + 1
    known = len(found.events)
    end = _exception(found, first, at, start, hit)
    return at + 1 if end is None else _wrappers(found, end, known)


def _wrappers(found: Findings, end: int, known: int) -> int:
    """Reads the exceptions that wrap the one before them, and the line that ends the report."""
    while following := _NEXT.match(found.text(at := behind_blanks(found, end))):
        behind = _exception(found, at, at, 0, following)
        if behind is None:
            break
        end = behind
    if _THROWN.match(found.text(end)):
        found.take(end, end + 1)
        end += 1
    if len(found.events) - known > 1:
        found.relate(known, "root")
        for number in range(known + 1, len(found.events)):
            found.relate(number, "cause")
    return end


def _exception(found: Findings, first: int, at: int, start: int, hit: re.Match[str]) -> int | None:
    """One exception whose class the pattern has found; None when no place follows its message."""
    pieces = [
        found.lines[at].cut(start + hit.start("message")) if hit["message"] else found.lines[at].cut(0, 0)
    ]
    end = at
    place = _place(pieces[0].text if hit["message"] else found.text(at)[start:], hit["message"])
    while not place and end + 1 < len(found.lines) and end - at < MAX_MESSAGE_LINES:
        end += 1
        if _BORDER.search(found.text(end)):
            return None
        pieces.append(stripped(found.lines[end]))
        place = _place(pieces[-1].text)
    if not place:
        return None
    if pieces[-1].text:
        pieces[-1] = _before(pieces[-1], place)
    message = join([stripped(piece) if number else piece for number, piece in enumerate(pieces)])
    message = message.cut(0, len(message.text.rstrip()))
    frames, stop = read_stack(found, end + 1, place["file"], int(place["line"]))
    return found.add(
        first, stop, message, error_class=hit["class"], error_code=sqlstate(message.text), frames=frames
    )


def _place(text: str, message: str | None = "") -> re.Match[str] | None:
    """Where an exception was thrown; a line without a message of its own has it in one form only."""
    return _defined(_PLACE, text) or (_defined(_ON_LINE, text) if message is not None else None)


def _defined(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The place; a wrong argument is told where the function is defined, behind where it was called."""
    defined = text.find(_DEFINED)
    return (pattern.search(text, defined) if defined >= 0 else None) or pattern.search(text)


def _before(piece: Line, place: re.Match[str]) -> Line:
    """The message in front of its place."""
    defined = piece.text.rfind(_DEFINED, 0, place.start() + len(_DEFINED))
    return piece.cut(0, defined if defined >= 0 else place.start())


def _diagnostic(found: Findings, first: int, level: str, start: int) -> int:
    """`Warning: message in file on line 12`; the message may go on over some lines."""
    pieces = [found.lines[first].cut(start)]
    end = first
    while not (place := _defined(_ON_LINE, pieces[-1].text)):
        end += 1
        if end >= len(found.lines) or end - first > 10 or _OPENING.match(found.text(end)):
            return first + 1
        pieces.append(stripped(found.lines[end]))
    pieces[-1] = _before(pieces[-1], place)
    message = join([piece for piece in pieces if piece.text.strip()] or pieces[-1:])
    message = message.cut(0, len(message.text.rstrip()))
    frames, stop = read_stack(found, end + 1, place["file"], int(place["line"]))
    return found.add(
        first, stop, message, error_class=level, error_code=sqlstate(message.text), frames=frames
    )


def _printed(found: Findings, stack: int) -> int:
    """The exception that stands above a `Stack trace:` which nothing has taken yet."""
    for at in range(stack - 1, max(-1, stack - _REACH), -1):
        if at in found.taken or _STACK.match(found.text(at)):
            break
        hit = _PRINTED.match(found.text(at))
        known = len(found.events)
        if hit and (end := _exception(found, at, at, 0, hit)):
            return max(_wrappers(found, end, known), stack + 1)
    return stack + 1
