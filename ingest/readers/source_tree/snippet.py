"""The lines of source that a record shows: the function that raises or, of a long one, the lines around."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.readers.source_tree.site import Site
from ingest.record import MAX_SNIPPET_LINES

#: Of a long function: so many lines before the statement, and after it, at most.
BEFORE, AFTER = 26, 8
#: Longer lines are data rather than code, in characters of all lines together.
MAX_CHARACTERS = 20_000
#: Line ends for Python's `splitlines` that are none for programs.
_ODD_ENDS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Snippet:
    """Lines of a file. ``first``, ``last``: 1-based, inclusive."""

    text: str
    first: int
    last: int


def snippet(lines: Sequence[str], site: Site) -> Snippet | None:
    """What to show of a file's lines for a site; None where they do not have its lines."""
    count = len(lines)
    first, last = site.first_line, min(site.last_line, site.first_line + MAX_SNIPPET_LINES - 1)
    if not 1 <= first <= last <= count:
        return None
    begin, end = _bounds(lines, site, first, last)
    text = "\n".join(_ODD_ENDS.sub(" ", line) for line in lines[begin - 1 : end])
    if len(text) > MAX_CHARACTERS or not text.strip():
        return None
    return Snippet(text=text, first=begin, last=end)


def _bounds(lines: Sequence[str], site: Site, first: int, last: int) -> tuple[int, int]:
    top, bottom = site.function_lines or (1, len(lines))
    top, bottom = max(1, min(top, first)), min(max(bottom, last), len(lines))
    if bottom - top < MAX_SNIPPET_LINES and site.function_lines:
        return top, bottom
    room = MAX_SNIPPET_LINES - (last - first + 1)
    begin = _beginning(lines, max(top, first - min(BEFORE, room)), first)
    room -= first - begin
    end = _ending(lines, last, min(bottom, last + min(AFTER, room)))
    return begin, end


def _beginning(lines: Sequence[str], earliest: int, first: int) -> int:
    """The earliest line from which a reader can begin: after a blank line, or one that opens a block."""
    if earliest <= 1:
        return earliest
    for number in range(earliest, first):
        above = lines[number - 2].rstrip()
        if not above or (above.endswith((":", "{")) and lines[number - 1].strip()):
            begun = number if not above else number - 1
            if begun >= earliest and lines[begun - 1].strip():
                return begun
    return earliest


def _ending(lines: Sequence[str], last: int, latest: int) -> int:
    """The line before the first blank one after the statement, else the latest."""
    for number in range(last + 1, latest + 1):
        if not lines[number - 1].strip():
            return number - 1
    return latest
