"""What builds of .NET print: MSBuild, compilers, NuGet, SDK: ``a.cs(1,5): error CS0103: … [b.csproj]``."""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import stack
from errorkb.matching.traces.passage import Passage, passage_of
from errorkb.matching.traces.stack import MAX_LINE, Draft, Head

# Codes of one letter are those of C and C++; LNK, RC and CVT belong to them too, TS to TypeScript.
_ERROR = re.compile(
    r"""
    \s{0,80} (?:\d{1,3}(?::\d{1,3})?>\s{0,4})?
    (?: (?P<file>(?:[A-Za-z]:)?[^\s:()][^:\n]{0,400}?) (?:\((?P<line>\d{1,7})(?:[,-]\d{1,7}){0,3}\))?
      \s?:\s )?
    (?:\w{1,20}\s)? error\ (?P<code>(?!LNK|RC\d|CVT|TS\d)[A-Z]{2,12}\d{3,6})\s?:\s
    (?P<message>\S.*?) (?:\s\[(?P<project>[^\[\]\n]{1,400}(?:proj|\.slnx?)(?:::[^\]\n]{1,200})?)\])? \s* \Z
    """,
    re.VERBOSE,
)
_MAY_BE_ERROR = re.compile(r"error [A-Z]{2,12}\d{3,6}\s?:\s")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.matches(_MAY_BE_ERROR)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The build's errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    drafts: list[Draft] = []
    taken: set[int] = set()
    for number in passage_of(lines).numbers("error "):
        hit = _ERROR.match(lines[number].text[:MAX_LINE])
        if hit is None:
            continue
        start, stop = hit.span("message")
        head = Head(number=number, error_class=None, error_code=hit["code"], start=start, stop=stop)
        draft = stack.draft(lines, head, message_end=number + 1, end=number + 1)
        if hit["file"] and "." in hit["file"]:
            draft.frames = [
                Frame(file=hit["file"].strip(), line=int(hit["line"]) if hit["line"] else None, function=None)
            ]
        drafts.append(draft)
        taken.add(number)
    return stack.finish(drafts, "dotnet"), taken
