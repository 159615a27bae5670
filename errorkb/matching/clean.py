"""Strips what terminals, logs and quoting added to a text, keeping every character's place.

A cleaned line is its text and, for each character, the offset of that character in the pasted text.
Removing never moves anything, so a span found in cleaned text is exact in what the user sees. The steps
are ordered: colours hide prefixes, prefixes hide quoting.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from errorkb.matching.events import Span
from errorkb.matching.prefixes import find_prefix, services


@dataclass(frozen=True, slots=True)
class Line:
    """``offsets[i]`` is the place of ``text[i]`` in the pasted text; ``end`` the place behind the line.

    ``prefix`` names the log prefixes that were taken off, outermost first; ``level`` is the level that
    they gave (``ERROR``), if any.
    """

    text: str
    offsets: Sequence[int]
    end: int
    prefix: tuple[str, ...] = ()
    level: str | None = None

    def cut(self, start: int, stop: int | None = None) -> "Line":
        """The characters from ``start`` to ``stop``."""
        return replace(self, text=self.text[start:stop], offsets=self.offsets[start:stop])

    def without(self, pattern: re.Pattern[str]) -> "Line":
        """The line less every occurrence of ``pattern``."""
        pieces: list[str] = []
        kept: list[int] = []
        position = 0
        for hit in pattern.finditer(self.text):
            pieces.append(self.text[position : hit.start()])
            kept.extend(self.offsets[position : hit.start()])
            position = hit.end()
        if not position:
            return self
        pieces.append(self.text[position:])
        kept.extend(self.offsets[position:])
        return replace(self, text="".join(pieces), offsets=kept)


def clean(text: str) -> list[Line]:
    """The lines of a pasted text without what was added to them. Linear in the text."""
    lines = split_lines(text)
    # A step that the whole text gives no reason for is not taken line by line.
    if "\r" in text:
        lines = [_drop_overwritten(line) for line in lines]
    if _INVISIBLE.search(text):
        lines = [line.without(_INVISIBLE) for line in lines]
    if _ODD.search(text):
        lines = [_plain(line) for line in lines]
    names = services(line.text for line in lines) if "|" in text else frozenset()
    return [_drop_fence(_drop_prefixes(line, names)) for line in lines]


def split_lines(text: str) -> list[Line]:
    """The lines as pasted, ends of lines (LF or CRLF) taken off."""
    lines = []
    start = 0
    for part in text.split("\n"):
        length = len(part) - part.endswith("\r")
        lines.append(Line(part[:length], range(start, start + length), start + length))
        start += len(part) + 1
    return lines


# ESC [ … letter (colours, cursor), ESC ] … BEL or ST (titles, links), two-character escapes; then the
# same as `cat -v` shows them, then the other characters that are not seen.
_INVISIBLE = re.compile(
    r"""
      (?:\x1b|\^\[) \[ [0-?]{0,40} [ -/]{0,4} [@-~]
    | (?:\x1b|\^\[) \] [^\x07\x1b]{0,2000} (?:\x07|\x1b\\)
    | \x1b [@-Z\\^_c=>78]
    | [\u200b\u200c\u200d\u2060\ufeff]
    | [\x00-\x08\x0b\x0e-\x1f\x7f]
    """,
    re.VERBOSE,
)
# Blanks that are no space, and halves of surrogate pairs, which no encoder takes.
_ODD = re.compile(r"[\u00a0\u202f\u2007\ud800-\udfff]")
# "> " once or more; ">>> " is a Python prompt and stays.
_QUOTE = re.compile(r"[ \t]{0,40}(?:>(?!>>) ?)+")
_FENCE = re.compile(r"\s{0,8}(?:`{3,9}|~{3,9})[\w+-]*\s*\Z")
#: Quoting and prefixes stand around each other in any order, at most so many in all.
_MAX_PREFIXES = 8


def _drop_overwritten(line: Line) -> Line:
    """What a carriage return let the terminal overwrite, as progress bars do."""
    at = line.text.rstrip("\r").rfind("\r")
    return line.cut(at + 1) if at >= 0 else line


def _plain(line: Line) -> Line:
    """Odd characters replaced one by one: places stay."""
    text = _ODD.sub(lambda hit: "\ufffd" if hit[0] >= "\ud800" else " ", line.text)
    return replace(line, text=text) if text != line.text else line


def _drop_prefixes(line: Line, names: Collection[str]) -> Line:
    text = line.text
    at = 0
    found: list[str] = []
    level = None
    for _ in range(_MAX_PREFIXES):
        if hit := _QUOTE.match(text):
            end = hit.end()
        elif prefix := find_prefix(text, names):
            end = prefix.end
            found.append(prefix.kind)
            level = prefix.level or level
        else:
            break
        at += end
        text = text[end:]
    if not at:
        return line
    return Line(text, line.offsets[at:], line.end, tuple(found), level)


def _drop_fence(line: Line) -> Line:
    return line.cut(len(line.text)) if _FENCE.match(line.text) else line


class Places:
    """Turns offsets into the pasted text into 1-based lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(hit.end() for hit in re.finditer("\n", text))]

    def line(self, offset: int) -> int:
        """The line that holds the offset."""
        return bisect_right(self._starts, offset)

    def column(self, offset: int) -> int:
        """The column of the offset in its line."""
        return offset - self._starts[self.line(offset) - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """From ``start`` to before ``end``; both lie in the text, ``start`` < ``end`` or equal."""
        last = max(start, end - 1)
        return Span(
            start_line=self.line(start),
            start_column=self.column(start),
            end_line=self.line(last),
            end_column=self.column(last) + (end > start),
        )
