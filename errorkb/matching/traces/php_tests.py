"""PHPUnit's failures: numbered ones with the exceptions that caused them, and those of its prose form."""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    body,
    indent_of,
    join,
    trimmed,
)
from errorkb.matching.traces.php_frames import NAME

_TEST = re.compile(r"\s{0,80}\d{1,6}\) (?P<test>[\w\\]{1,300}::\w{1,200}.{0,200})", re.DOTALL)
# ✘ Adds up: with --testdox, what went wrong stands in a margin below.
_PROSE = re.compile(r"\s{1,80}✘ \S")
_PLACE = re.compile(r"\s{0,80}(?P<file>(?:/|[A-Za-z]:\\)[^:\n]{1,400}\.php):(?P<line>\d{1,7})\s*\Z")
_NAMED = re.compile(rf"\s{{0,80}}{NAME}:\ (?P<message>\S.*)", re.VERBOSE | re.DOTALL)
_CAUSED_BY = re.compile(r"\s{0,80}Caused by\s*\Z")
#: What stands below the last failure of a list.
_END = re.compile(
    r"\s{0,80}(?:--|FAILURES!|ERRORS!|WARNINGS!|Tests: \d.{0,200}|Time: \d.{0,80}"
    r"|There (?:was|were) \d{1,6} [a-z].{0,40}:|[✘✔☢↩∅] \S.{0,300})\s*\Z"
)


def read(found: Findings) -> None:
    """Adds the failures among the lines."""
    if found.passage.has(".php") and found.passage.has(") "):
        found.walk(found.passage.numbers("::"), _numbered)
    if found.passage.has("PHPUnit") and found.passage.has("✘ "):
        found.walk(found.passage.numbers("✘ "), _prose)


def _numbered(found: Findings, at: int) -> int:
    """``1) Tests\\FooTest::testBar``, the failure, and places of the stack, the innermost first."""
    return _failure(found, at) if _TEST.match(found.text(at)) else at + 1


def _prose(found: Findings, at: int) -> int:
    return _failure(found, at) if _PROSE.match(found.text(at)) else at + 1


def _failure(found: Findings, first: int) -> int:
    known = len(found.events)
    end = _exception(found, first, first + 1)
    while len(found.events) > known and _CAUSED_BY.match(found.text(end)):
        told = len(found.events)
        behind = _exception(found, end, end + 1)
        if len(found.events) == told:
            break
        end = behind
    found.relate_wrappers_first(known)
    return end


def _exception(found: Findings, first: int, at: int) -> int:
    """What one exception says up to its places; one without places ends where the next failure begins."""
    pieces: list[Line] = []
    frames: list[Frame] = []
    end = at
    while end < len(found.lines) and end - at < MAX_MESSAGE_LINES:
        text = found.text(end)
        if _is_border(text):
            break
        if place := _PLACE.match(text):
            frames.append(Frame(file=place["file"], line=int(place["line"]), function=None))
        elif frames and text.strip():
            break
        elif not frames:
            pieces.append(body(found.lines[end], indent_of(found.text(first))))
        end += 1
    pieces = trimmed(pieces)
    if not pieces or not (frames or _is_border(found.text(end))):
        return first + 1
    named = _NAMED.match(pieces[0].text)
    if named:
        pieces[0] = pieces[0].cut(named.start("message"))
    return found.add(
        first, end, join(pieces), error_class=named["class"] if named else None, frames=frames[::-1]
    )


def _is_border(text: str) -> bool:
    return bool(_TEST.match(text) or _END.match(text) or _CAUSED_BY.match(text))
