"""Reports in the Test Anything Protocol, as node:test, AVA and tap write them.

not ok 1 - adds
  ---
  error: 'no cart'
  name: 'TypeError'
  stack: |-
    TestContext.<anonymous> (/app/a.test.js:2:97)
  ...

``clean`` has opened the blocks of several lines: they are not indented any more, and have no key.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.findings import Findings, indent_of, join, stripped, trimmed
from errorkb.matching.traces.javascript_frames import frame_of
from errorkb.matching.traces.passage import Passage

_OPENS = re.compile(r"\s{0,40}---\s*\Z")
_CLOSES = re.compile(r"\s{0,40}\.\.\.\s*\Z")
_PAIR = re.compile(r"\s{1,40}(?P<key>\w{2,40}): (?P<quote>['\"]?)(?P<value>.*?)(?P=quote)\s*\Z")
_PLACE = re.compile(r"(?:at )?(?:(?P<function>\S.{0,200}?) \()?[^\s()]{1,400}:\d{1,7}:\d{1,7}\)?\s*\Z")
_MESSAGES = ("error", "message")
#: What node:test says of any failure.
_NO_CODE = "ERR_TEST_FAILURE"
#: Lines of a report.
MAX_LINES = 200


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.opens("not ok ")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The failures among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, language="javascript")
    found.walk(found.passage.numbers_opening("not ok "), _failure)
    return found.events, found.taken


def _failure(found: Findings, at: int) -> int:
    if not _OPENS.match(found.text(at + 1)):
        return at + 1
    last = min(len(found.lines), at + MAX_LINES)
    end = next((number for number in range(at + 2, last) if _CLOSES.match(found.text(number))), last)
    told: dict[str, Line] = {}
    blocks: list[list[Line]] = [[]]
    for line in found.lines[at + 2 : end]:
        if line.text.strip() and indent_of(line.text):
            hit = _PAIR.match(line.text)
            if hit and hit["value"]:
                told.setdefault(hit["key"], line.cut(*hit.span("value")))
            blocks.append([])
        else:
            blocks[-1].append(line)
    stacks = [block for block in blocks if any(_PLACE.match(line.text) for line in block)]
    message = next((told[key] for key in _MESSAGES if key in told), None)
    if message is None:
        said = [trimmed(block) for block in blocks if block not in stacks and trimmed(block)]
        message = join([stripped(line) for line in said[0]]) if said else None
    if message is None or told.get("failureType", message).text == "subtestsFailed":
        found.take(at, end + 1)
        return end + 1
    code = told["code"].text if "code" in told else None
    return found.add(
        at,
        min(end + 1, len(found.lines)),
        message,
        error_class=told["name"].text if "name" in told else None,
        error_code=code if code != _NO_CODE else None,
        frames=_frames(stacks[0] if stacks else []),
    )


def _frames(lines: list[Line]) -> list[Frame]:
    printed = [frame_of(f"at {line.text.strip().removeprefix('at ')}") for line in lines]
    return [frame for frame in reversed(printed) if frame]
