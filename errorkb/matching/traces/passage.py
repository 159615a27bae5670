"""Lines that stand together as one text, and the tell-tales in it: what spares a text most parsers.

Looking for a word in the whole text is a hundred times faster than asking each line. So a parser says first
which words its errors cannot be without, and then reads only the lines that hold one of its own.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from re import Pattern

from errorkb.matching.clean import Line
from errorkb.matching.cleaning.line import one_a_line, zeroed
from errorkb.matching.events import ErrorEvent


class Passage(list[Line]):
    """Lines that do not change any more, so that what is known of their text stays true."""

    @cached_property
    def whole(self) -> str:
        """The text of the lines, one a line."""
        return one_a_line([line.text for line in self])

    @cached_property
    def is_blank(self) -> bool:
        """Whether there is nothing to read, as often behind the last error."""
        return not any(line.text.strip() for line in self)

    @cached_property
    def openings(self) -> str:
        """The text without indentation, a newline before each line: ``"\\nat "`` finds such a line."""
        return "\n" + one_a_line([line.text.lstrip() for line in self])

    @cached_property
    def levels(self) -> frozenset[str | None]:
        """The levels that loggers gave to the lines."""
        return frozenset([line.level for line in self])

    @cached_property
    def summary(self) -> str:
        """Each line once, with 0 for any digit, since most lines of logs differ in numbers only: what is not
        in it, less its digits, is not in the text."""
        return "\n".join(dict.fromkeys(zeroed(self.whole).split("\n")))

    @cached_property
    def _summary_of_openings(self) -> str:
        return "\n" + "\n".join([text.lstrip() for text in self.summary.split("\n")])

    def has(self, *marks: str) -> bool:
        """Whether any of the marks stands in the text, as far as its summary tells."""
        summary = self.summary
        for mark in marks:  # noqa: SIM110 - asked hundreds of times a text, and faster than any()
            if _zeroed(mark) in summary:
                return True
        return False

    def matches(self, pattern: Pattern[str]) -> bool:
        """Whether the pattern, to which all digits are alike, is in the text."""
        return pattern.search(self.summary) is not None

    def opens(self, *marks: str) -> bool:
        """Whether any line, indentation aside, starts with one of the marks."""
        summary = self._summary_of_openings
        return any("\n" + _zeroed(mark) in summary for mark in marks)

    def first(self) -> str:
        """The first line that is not blank, without indentation."""
        return self.whole.lstrip().partition("\n")[0]

    def numbers(self, *marks: str) -> list[int]:
        """The numbers (0-based) of the lines that hold any of the marks, ascending."""
        summary = self.summary
        return _merged([_numbers(self.whole, mark) for mark in marks if _zeroed(mark) in summary])

    def numbers_ignoring_case(self, *marks: str) -> list[int]:
        """The same for marks in small letters that may be written in any."""
        summary = self.summary.lower()
        found = [mark for mark in marks if _zeroed(mark) in summary]
        lower = self.whole.lower() if found else ""
        return _merged([_numbers(lower, mark) for mark in found])

    def numbers_opening(self, *marks: str) -> list[int]:
        """The numbers of the lines that start with any of the marks, indentation aside."""
        summary = self._summary_of_openings
        opening = ["\n" + mark for mark in marks]
        return _merged([_numbers(self.openings, mark) for mark in opening if _zeroed(mark) in summary])

    def numbers_matching(self, pattern: Pattern[str]) -> list[int]:
        """The numbers of the lines in which a match of the pattern begins."""
        found: list[int] = []
        if not self.matches(pattern):
            return found
        number = counted = 0
        for hit in pattern.finditer(self.whole):
            number += self.whole.count("\n", counted, hit.start())
            counted = hit.start()
            if not found or found[-1] != number:
                found.append(number)
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Parser:
    """``reason`` says whether lines may hold what ``parse`` reads; it looks quickly and may be wrong only
    when it says yes. ``parse`` gives the events and the numbers (0-based) of all lines of theirs."""

    name: str
    reason: Callable[[Passage], bool]
    parse: Callable[[list[Line]], tuple[list[ErrorEvent], set[int]]]


def passage_of(lines: list[Line]) -> Passage:
    """The lines as a passage, which they may be already."""
    return lines if isinstance(lines, Passage) else Passage(lines)


class Ahead:
    """Line numbers, ascending, to walk along: the next one from a line on is found at once."""

    def __init__(self, numbers: Sequence[int], end: int) -> None:
        self._numbers = numbers
        self._end = end

    def after(self, at: int) -> int:
        """The first of the numbers that is not before ``at``; the end where there is none."""
        place = bisect_left(self._numbers, at)
        return self._numbers[place] if place < len(self._numbers) else self._end


def reaching_back(numbers: Iterable[int], reach: int) -> list[int]:
    """The numbers and, for each, so many before it; ascending."""
    found: list[int] = []
    for number in numbers:
        found += range(max(number - reach, found[-1] + 1 if found else 0), number + 1)
    return found


_zeroed = cache(zeroed)  # of marks, which are asked for again and again


def _merged(found: list[list[int]]) -> list[int]:
    return found[0] if len(found) == 1 else sorted({number for numbers in found for number in numbers})


def _numbers(text: str, mark: str) -> list[int]:
    found = []
    number = counted = 0
    at = text.find(mark)
    while at >= 0:
        number += text.count("\n", counted, at)
        found.append(number)
        counted = at
        following = text.find("\n", at + 1)
        if following < 0:
            break
        at = text.find(mark, following)
    return found
