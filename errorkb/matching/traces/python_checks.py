"""What checkers of Python's sources print: mypy, pyright, ruff, flake8, pylint.

The code is the checker's own (``F401``, ``arg-type``, ``reportMissingImports``), the frame the place in the
source. Notes and warnings of mypy and pyright are no errors.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.findings import Findings
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match, read_lines, rule

# A GitHub workflow command may stand around it.
_PLACE = (
    r"(?:::error\ [^\n]{0,400}?::)?"
    r"(?P<file>(?:[A-Za-z]:[\\/])?[^\s:\"'|][^:\"'|\n]{0,400}\.(?:pyi?|pyx|ipynb)):(?P<line>\d{1,7})"
)
_RULES = (
    rule("mypy", (".py:", ".pyi:"),
         _PLACE + r"(?::\d{1,5}){0,3}:\ error:\ (?P<message>\S.*?)"
         r"(?:\ \ \[(?P<code>[a-z][\w-]{2,40})\])?\s*\Z",
         language="python"),
    rule("mypy, notes", (".py:", ".pyi:"), _PLACE + r"(?::\d{1,5}){0,3}:\ note:\ ", silent=True),
    rule("pyright", (".py:", ".pyi:"),
         _PLACE + r":\d{1,5}\ -\ error:\ (?P<message>\S.*?)(?:\ \((?P<code>report\w{2,60})\))?\s*\Z",
         language="python", after=r"\s{2,12}\S"),
    rule("pyright, warnings", (".py:", ".pyi:"), _PLACE + r":\d{1,5}\ -\ (?:warning|information):\ ",
         silent=True),
    rule("flake8, ruff, pylint", (".py:", ".pyi:", ".pyx:", ".ipynb:"),
         _PLACE + r":(?:\d{1,5}:)?\ (?P<code>[A-Z]{1,4}\d{3,5}|invalid-syntax):?\ (?:\[\*\]\ )?"
         r"(?P<message>\S.*?)(?:%0A.*|\ \([a-z]{1,30}-[a-z-]{1,60}\))?\s*\Z",
         language="python"),
)  # fmt: skip

# The finding of ruff, its place on the next line, and the source.
_ARROW = re.compile(r"\s{0,8}--> " + _PLACE.replace(r"\ ", " ") + r":\d{1,5}\s*\Z")
_FINDING = re.compile(
    r"\s{0,8}(?P<code>[A-Z]{1,4}\d{3,5}|invalid-syntax):? (?:\[\*\] )?(?P<message>\S.*?)\s*\Z"
)
_SHOWN = re.compile(r"\s{0,8}(?:\d{0,7}\s{0,4}[|+-](?:\s|\Z)|help: |= |info: )")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return may_match(passage, _RULES)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The findings among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines)
    found.walk(found.passage.numbers_opening("-->"), _shown)
    read_lines(found, _RULES)
    return found.events, found.taken


def _shown(found: Findings, at: int) -> int:
    """Reads the finding above the arrow in line ``at``; returns the number of the line to go on from."""
    place = _ARROW.match(found.text(at))
    hit = _FINDING.match(found.text(at - 1)) if place and at else None
    if place is None or hit is None:
        return at + 1
    end = at + 1
    while end < len(found.lines) and _SHOWN.match(found.text(end)):
        end += 1
    return found.add(
        at - 1,
        end,
        found.lines[at - 1].cut(*hit.span("message")),
        error_code=hit["code"],
        frames=[Frame(file=place["file"], line=int(place["line"]), function=None)],
        language="python",
    )
