"""The source excerpt that Node, Deno and Bun print above an error, and Node's words around a crash."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame

# /app/a.js:3 and node:internal/modules/cjs/loader:1147
_PLACE = re.compile(
    r"\s{0,40}(?P<file>(?:node:|file:|[\w]:[\\/]|/|\.{0,2}[\w@.-]{1,80}[\\/])?[^\n:]{1,600}):(?P<line>\d{1,9})\s*\Z"
)
_CARETS = re.compile(r"\s{0,400}\^{1,400}\s*\Z")
_RUNTIME = re.compile(
    r"\s{0,40}(?:Node\.js v\d[\w.-]{1,40}|\(Use `node --trace-\w{1,30} .{1,80}"
    r"|triggerUncaughtException\(.{0,80}|Bun v\d[\w.() -]{1,60})\s*\Z"
    r"|\s{0,40}\(node:\d{1,9}\) (?:UnhandledPromiseRejectionWarning: Unhandled promise rejection\. "
    r"|\[DEP0018\] )"
)
#: Words without which a line is none of these.
RUNTIME_WORDS = ("Node.js v", "(Use `node", "triggerUncaughtException(", "Bun v", "(node:")
#: Lines of a value that was thrown.
_MAX_VALUE = 20
#: Lines of an excerpt: place, source, carets, a blank one.
_MAX_LINES = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Excerpt:
    """Where the excerpt begins, and the place that it shows."""

    number: int
    frame: Frame


def excerpt_above(lines: Sequence[Line], head: int, floor: int) -> Excerpt | None:
    """The excerpt that ends right above line ``head``."""
    carets = next((n for n in range(head - 1, max(floor, head - 3) - 1, -1) if lines[n].text.strip()), None)
    if carets is None or not _CARETS.match(lines[carets].text[:900]):
        return None
    for number in range(carets - 1, max(floor, carets - _MAX_LINES) - 1, -1):
        if hit := _PLACE.match(lines[number].text[:900]):
            frame = Frame(file=hit["file"], line=int(hit["line"]), function=None)
            return Excerpt(number=number, frame=frame)
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Thrown:
    """A value that is no error and was thrown: the excerpt, and the lines of the value, end exclusive."""

    excerpt: Excerpt
    first: int
    end: int


def thrown_above(lines: Sequence[Line], hint: int) -> Thrown | None:
    """What was thrown, where Node offers in line ``hint`` to trace it."""
    if "(Use `node --trace-uncaught " not in lines[hint].text:
        return None
    for first in range(hint - 1, max(0, hint - _MAX_VALUE) - 1, -1):
        if first and is_carets(lines[first - 1].text):
            excerpt = excerpt_above(lines, first, 0)
            return Thrown(excerpt=excerpt, first=first, end=hint) if excerpt else None
    return None


def is_carets(text: str) -> bool:
    """Whether the line marks a place in the line above: ``    ^^^``."""
    return bool(_CARETS.match(text[:900]))


def is_runtime_line(text: str) -> bool:
    """Whether Node or Bun say with the line that they end."""
    return bool(_RUNTIME.match(text[:200]))
