"""Which lines of a text page are its headings.

Code blocks may hold blank lines and lines that equal a heading, so a page cannot be read from the
top. Every line that could be a heading is a token; the page is read as the sequence of tokens that
keeps the order of the sections at the least cost:

- a look-alike left in code costs 1, in prose 10 (prose seldom holds a heading on a line);
- without blank lines around it, it costs 3 as a heading, 4 if left in prose, nothing in code;
- text where no field can take it costs 25;
- of equal costs the later headings win, so that look-alikes go to the code above them.

What no order can tell apart stays wrong: when the last code block of a page without prevention
tips holds the line `Prevention` between blank lines, what follows is read as tips.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal

PAGE, FOOTER = "the header", "the footer"
MESSAGE, MEANING, SOURCE = "Error message", "What it means", "Source"
PERMALINK = "View on GitHub"
SOLUTIONS, EXAMPLE, DEFENSIVE = "Solutions", "Example fix", "Defensive patterns"
STRATEGY = "Strategy:"
VALIDATE, GUARD, CATCH = "Validate before calling", "Type guard", "Try / catch"
PREVENTION = "Prevention"
WHEN, COMMON = "When it happens", "Common situations:"
UNDERSTAND, RELATED = "Understand the failure class", "Related errors"

# The costs of a look-alike that is left in the text, between blank lines and not.
_LEFT_IN = {"title": (0, 0), "code": (1, 0), "prose": (10, 4)}
# A page has far fewer lines that could be headings; the search is quadratic in their number.
MAX_TOKENS = 400
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """followers: the headings that may come next. holds: what stands below the heading."""

    followers: tuple[str, ...]
    holds: Literal["title", "prose", "code", "nothing"]
    may_be_empty: bool = False


_AFTER_SOURCE = (SOLUTIONS, EXAMPLE, DEFENSIVE, WHEN)
_PATTERNS = (VALIDATE, GUARD, CATCH, PREVENTION, WHEN)
_END = (UNDERSTAND, RELATED, FOOTER)

SECTIONS: dict[str, Section] = {
    PAGE: Section(followers=(MESSAGE,), holds="title"),
    MESSAGE: Section(followers=(MEANING,), holds="prose"),
    MEANING: Section(followers=(SOURCE,), holds="prose"),
    SOURCE: Section(followers=(PERMALINK,), holds="code"),
    PERMALINK: Section(followers=_AFTER_SOURCE, holds="nothing"),
    SOLUTIONS: Section(followers=_AFTER_SOURCE[1:], holds="prose"),
    EXAMPLE: Section(followers=_AFTER_SOURCE[2:], holds="code"),
    DEFENSIVE: Section(followers=(STRATEGY, *_PATTERNS[:-1]), holds="nothing"),
    STRATEGY: Section(followers=_PATTERNS, holds="nothing"),
    VALIDATE: Section(followers=_PATTERNS[1:], holds="code"),
    GUARD: Section(followers=_PATTERNS[2:], holds="code"),
    CATCH: Section(followers=_PATTERNS[3:], holds="code"),
    PREVENTION: Section(followers=(WHEN,), holds="prose"),
    WHEN: Section(followers=(COMMON,), holds="prose"),
    COMMON: Section(followers=_END, holds="prose", may_be_empty=True),
    UNDERSTAND: Section(followers=_END[1:], holds="prose", may_be_empty=True),
    RELATED: Section(followers=_END[2:], holds="prose", may_be_empty=True),
}
REQUIRED = (MESSAGE, MEANING, SOURCE, PERMALINK, WHEN, COMMON)
_WHOLE_LINES = frozenset(SECTIONS) - {PAGE, PERMALINK, STRATEGY, COMMON}
# These headings count only when such a line comes next.
_NEXT_LINE = {
    SOURCE: ("Thrown at",),
    DEFENSIVE: (STRATEGY, *_PATTERNS[:-1]),
    WHEN: ("Trigger:",),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """A line (0-based) that could be the heading `name`; `alone` between blank lines."""

    line: int
    name: str
    alone: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """headings: in order, from PAGE to FOOTER. displaced: headings that stand in prose although
    their own section is missing. stray: whether text stands where no field takes it."""

    headings: tuple[Token, ...]
    displaced: tuple[Token, ...]
    stray: bool


def plain(line: str) -> str:
    """The line as headings are compared: no-break spaces are spaces, none at the ends."""
    return line.replace(NO_BREAK_SPACE, " ").strip()


def find_tokens(lines: Sequence[str]) -> list[Token]:
    """Every line that could be a heading, in order."""
    tokens = []
    for number, line in enumerate(lines):
        text = plain(line)
        name = text if text in _WHOLE_LINES else _prefix(text)
        if name is None or not _next_fits(name, lines, number):
            continue
        before = number == 0 or not plain(lines[number - 1])
        after = number + 1 == len(lines) or not plain(lines[number + 1])
        # The text of `Common situations:` goes on below it.
        tokens.append(Token(line=number, name=name, alone=before and (after or name == COMMON)))
    return tokens


def _prefix(text: str) -> str | None:
    if text.startswith("View on GitHub (pinned to ") and text.endswith(")"):
        return PERMALINK
    return next((name for name in (STRATEGY, COMMON) if text.startswith(name)), None)


def _next_fits(name: str, lines: Sequence[str], number: int) -> bool:
    if name not in _NEXT_LINE:
        return True
    number += 1
    while number < len(lines) and not plain(lines[number]):
        number += 1
    return number < len(lines) and plain(lines[number]).startswith(_NEXT_LINE[name])


def lay_out(lines: Sequence[str], tokens: Sequence[Token], first: int, last: int) -> Layout | None:
    """The headings of the page from its header line to its footer line; None when not whole."""
    return _Search(lines, tokens, first, last).best()


class _Search:
    def __init__(self, lines: Sequence[str], tokens: Sequence[Token], first: int, last: int) -> None:
        self._tokens = [
            Token(line=first, name=PAGE, alone=True),
            *(token for token in tokens if first < token.line < last),
            Token(line=last, name=FOOTER, alone=True),
        ]
        self._lines = lines
        # How many look-alikes, and how many written lines, stand before each token or line.
        self._alone_before = list(accumulate((token.alone for token in self._tokens), initial=0))
        self._written_before = list(accumulate((bool(plain(line)) for line in lines), initial=0))

    def best(self) -> Layout | None:
        costs = [0.0] + [math.inf] * (len(self._tokens) - 1)
        previous = [0] * len(self._tokens)
        for here in range(1, len(self._tokens)):
            for before in range(here):
                if costs[before] == math.inf:
                    continue
                cost = costs[before] + self._cost(before, here)
                # Not more rather than less: of equal costs the later heading.
                if cost < math.inf and cost <= costs[here]:
                    costs[here], previous[here] = cost, before
        if costs[-1] == math.inf:
            return None
        chosen = [len(self._tokens) - 1]
        while chosen[-1]:
            chosen.append(previous[chosen[-1]])
        return self._layout(chosen[::-1])

    def _cost(self, before: int, here: int) -> float:
        """Of `here` being the heading that follows `before`."""
        heading, follower = self._tokens[before], self._tokens[here]
        section = SECTIONS.get(heading.name)
        if section is None or follower.name not in section.followers:
            return math.inf
        written = self._written(heading, follower)
        if section.holds == "title" and not self._is_title(heading, follower, written):
            return math.inf
        cost = 0 if follower.alone else 3
        if section.holds == "nothing":
            return cost + (25 if written else 0)
        if not written and not section.may_be_empty and section.holds != "title":
            return math.inf
        alone = self._alone_before[here] - self._alone_before[before + 1]
        crowded = here - before - 1 - alone
        for_alone, for_crowded = _LEFT_IN[section.holds]
        return cost + alone * for_alone + crowded * for_crowded

    def _written(self, heading: Token, follower: Token) -> int:
        return self._written_before[follower.line] - self._written_before[heading.line + 1]

    def _is_title(self, heading: Token, follower: Token, written: int) -> bool:
        if written > 2:
            return False
        between = map(plain, self._lines[heading.line + 1 : follower.line])
        return len(set(filter(None, between))) < 2

    def _layout(self, chosen: Sequence[int]) -> Layout:
        headings = tuple(self._tokens[index] for index in chosen)
        names = {token.name for token in headings}
        displaced: list[Token] = []
        stray = False
        for before, here in pairwise(chosen):
            section = SECTIONS[self._tokens[before].name]
            if section.holds == "prose":
                between = self._tokens[before + 1 : here]
                displaced += [token for token in between if token.alone and token.name not in names]
            elif section.holds == "nothing":
                stray = stray or self._written(self._tokens[before], self._tokens[here]) > 0
        return Layout(headings=headings, displaced=tuple(displaced), stray=stray)
