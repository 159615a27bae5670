"""What ESLint reports, in its formats and in that of Next: the code is the rule. Warnings are left out."""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import stack
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.stack import MAX_LINE, Draft, Head

# A file in a line of its own, then a line for each of its problems.
_FILE = re.compile(r"\s{0,40}(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]{0,400}\.\w{1,8})\s*\Z")
_PROBLEM = re.compile(
    r"""
    \s{0,40} (?P<line>\d{1,7}):\d{1,7} \s{1,12} (?P<severity>error\s|warning\s|Error:\s|Warning:\s) \s{0,9}
    (?P<message>\S.{0,800}?) (?: \s{2,200}(?P<rule>@?[a-z][\w@/.-]{1,80}) )? \s* \Z
    """,
    re.VERBOSE,
)
_MAY_BE_PROBLEM = re.compile(r"\n\d{1,7}:\d{1,7}\s")
# The formats of one line: compact and unix.
_LINE = re.compile(
    r"""
    \s{0,40} (?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]{0,400})
    (?: :\ line\ (?P<line>\d{1,7}),\ col\ \d{1,7},\ Error\ -\ (?P<message>\S.{0,800}?)
      (?:\ \((?P<rule>[\w@/.-]{1,80})\))?
      | :(?P<number>\d{1,7}):\d{1,7}:\ (?P<text>\S.{0,800}?)\ \[Error(?:/(?P<named>[\w@/.-]{1,80}))?\] )
        \s* \Z
    """,
    re.VERBOSE,
)


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("Error - ", "[Error") or bool(_MAY_BE_PROBLEM.search(passage.openings))


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The errors among a linter's problems, and the numbers (0-based) of all lines that belong to them."""
    drafts: list[Draft] = []
    taken: set[int] = set()
    file = None
    for number, line in enumerate(lines):
        text = line.text[:MAX_LINE]
        if file and (hit := _PROBLEM.match(text)):
            taken.add(number)
            if hit["severity"].lower().startswith("error"):
                drafts.append(_problem(line, hit, file))
        elif ("Error - " in text or "[Error" in text) and (hit := _LINE.match(text)):
            taken.add(number)
            drafts.append(_problem(line, hit, hit["file"]))
        else:
            hit = _FILE.match(text) if "." in text else None
            file = hit["file"] if hit else None
    return stack.finish(drafts, "javascript"), taken


def _problem(line: Line, hit: re.Match[str], file: str) -> Draft:
    unix = hit["message"] is None
    start, stop = hit.span("text" if unix else "message")
    rule, number = (hit["named"], hit["number"]) if unix else (hit["rule"], hit["line"])
    head = Head(number=0, error_class=None, error_code=rule, start=start, stop=stop)
    draft = stack.draft([line], head, message_end=1, end=1)
    draft.frames = [Frame(file=file, line=int(number), function=None)]
    return draft
