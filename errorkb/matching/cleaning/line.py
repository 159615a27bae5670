"""A cleaned line: its text, and the place of each of its characters in the pasted text."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

#: More lines than any log of five megabytes has. A line costs a hundred bytes, whatever stands in it.
MAX_LINES = 250_000
#: How ends of lines are written: as they are, in strings, in HTML, in mails, and where a form folded them.
_BREAKS = ("\n", "\\n", "<br", "<BR", "&#10;", "&#xA;", "&#xa;", "=0A", " | ")
_BREAK = re.compile("|".join(map(re.escape, _BREAKS)))
#: Bytes are translated in no time, which texts that are not ASCII are not.
_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)


# A value, never changed; but frozen, it takes four times as long to make one for each line of a log.
@dataclass(slots=True)
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
        """The characters from ``start`` to ``stop``; still the line that ends where it did."""
        return Line(self.text[start:stop], self.offsets[start:stop], self.end, self.prefix, self.level)

    def piece(self, start: int, stop: int) -> "Line":
        """The characters from ``start`` to ``stop`` as a line of its own, which ends behind them."""
        if stop >= len(self.text):
            return self.cut(start)
        end = self.offsets[stop - 1] + 1 if stop else self.offsets[0]  # a line that ends before this one
        return Line(self.text[start:stop], self.offsets[start:stop], end, self.prefix, self.level)

    def without(self, pattern: re.Pattern[str], group: int | str = 0) -> "Line":
        """The line less every occurrence of ``pattern``; of ``group`` in it, where one is named."""
        return self.less(hit.span(group) for hit in pattern.finditer(self.text))

    def only(self, pattern: re.Pattern[str], group: int | str) -> "Line":
        """The line with each occurrence of ``pattern`` narrowed to a group of it."""
        return self.less(
            span
            for hit in pattern.finditer(self.text)
            for span in ((hit.start(), hit.start(group)), (hit.end(group), hit.end()))
        )

    def less(self, spans: Iterable[tuple[int, int]]) -> "Line":
        """The line less some spans, which ascend."""
        pieces: list[str] = []
        kept: list[int] = []
        position = 0
        for start, end in spans:
            if start == end:
                continue
            pieces.append(self.text[position:start])
            kept.extend(self.offsets[position:start])
            position = end
        if not position:
            return self
        pieces.append(self.text[position:])
        kept.extend(self.offsets[position:])
        return replace(self, text="".join(pieces), offsets=kept)

    def keeping(self, places: Sequence[int]) -> "Line":
        """The characters at some places, which ascend."""
        if len(places) < 2:
            text, offsets = [self.text[place] for place in places], [self.offsets[place] for place in places]
        else:
            chosen = itemgetter(*places)
            text, offsets = chosen(self.text), chosen(self.offsets)
        return replace(self, text="".join(text), offsets=offsets)

    def decoded(self, pattern: re.Pattern[str], meaning: Callable[[re.Match[str]], str]) -> "Line":
        """Each occurrence of ``pattern`` becomes the one character that it means, at the place where the
        occurrence starts; a longer or an empty meaning leaves it as it is."""
        pieces: list[str] = []
        kept: list[int] = []
        position = 0
        for hit in pattern.finditer(self.text):
            character = meaning(hit)
            if len(character) != 1:
                continue
            pieces += [self.text[position : hit.start()], character]
            kept.extend(self.offsets[position : hit.start() + 1])
            position = hit.end()
        if not position:
            return self
        pieces.append(self.text[position:])
        kept.extend(self.offsets[position:])
        return replace(self, text="".join(pieces), offsets=kept)

    def split(self) -> list["Line"]:
        """One line for each line that a decoded text has."""
        if "\n" not in self.text:
            return [self]
        pieces = []
        start = 0
        for part in self.text.split("\n"):
            length = len(part) - part.endswith("\r")
            pieces.append(self.piece(start, start + length))
            start += len(part) + 1
        return pieces

    def precedes(self, other: "Line") -> bool:
        """Whether the other stands behind this one in the paste: only such lines can be parts of one. Lines
        of several writers were brought together."""
        return (other.offsets[0] if other.offsets else other.end) >= self.end

    def joined(self, other: "Line", *, blank: bool) -> "Line":
        """Both lines as one; the blank stands at the end of the first."""
        between = " " * blank
        offsets = [*self.offsets, *[self.end] * blank, *other.offsets]
        return replace(self, text=self.text + between + other.text, offsets=offsets, end=other.end)


def one_a_line(texts: list[str]) -> str:
    """The texts, each in one line: newlines are counted."""
    whole = "\n".join(texts)
    if whole.count("\n") > len(texts) - 1:
        whole = "\n".join([text.replace("\n", " ") for text in texts])
    return whole


def zeroed(text: str) -> str:
    """The text with 0 for any digit: most lines of a log differ in numbers only."""
    return text.encode("utf-8", "surrogatepass").translate(_ZEROS).decode("utf-8", "surrogatepass")


def split_lines(text: str) -> list[Line]:
    """The lines as pasted, ends of lines (LF or CRLF) taken off. Of more than ``MAX_LINES`` these are the
    last ones, below an empty one in place of all that stands before."""
    lines = []
    start = _start_of_last(text) if has_many_lines(text) else 0
    if start:
        lines.append(Line("", range(start - 1, start - 1), start - 1))
    for part in text[start:].split("\n"):
        end = start + len(part)
        if part[-1:] == "\r":
            lines.append(Line(part[:-1], range(start, end - 1), end - 1))
        else:
            lines.append(Line(part, range(start, end), end))
        start = end + 1
    return lines


def has_many_lines(text: str) -> bool:
    """Whether there are more than ``MAX_LINES``, those counted that are written as something else."""
    return len(text) >= MAX_LINES and sum(map(text.count, _BREAKS)) >= MAX_LINES


def _start_of_last(text: str) -> int:
    """Where the last ``MAX_LINES`` lines begin."""
    ends = deque((hit.end() for hit in _BREAK.finditer(text)), maxlen=MAX_LINES)
    return ends[0] if len(ends) == MAX_LINES else 0
