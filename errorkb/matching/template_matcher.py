"""A template in a message: where it stands, and what its placeholders hold."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import re2

from errorkb.matching.dialect import BLANK, escape, options
from errorkb.matching.patterns import Placeholder, parse_template, plain_quotes, specificity

_WHITE_SPACE = re.compile(rf"[{BLANK}]+")
_HOLE = "(.*?)"


@dataclass(frozen=True, kw_only=True, slots=True)
class TemplateMatch:
    """Where a template stands in a message, in characters, and what its placeholders hold."""

    start: int
    end: int
    captures: Mapping[str, str]


class TemplateMatcher:
    """Finds a template in messages and names what its placeholders hold. Linear in the message.

    White space of the template matches any run of white space, so a re-wrapped message still fits; at
    its ends, and before an empty filling there, it may be missing, because messages come stripped.
    A placeholder may be empty. A template without literal text fits nothing.
    """

    def __init__(self, template: str) -> None:
        pieces = parse_template(plain_quotes(template))
        self.names = tuple(piece.name for piece in pieces if isinstance(piece, Placeholder))
        body = "".join(_expressions(pieces))
        self._opening = _first_word(pieces)
        self._whole = self._part = None
        if not specificity(template):
            return
        # Placeholders at either end take the rest of their line when more text surrounds the message.
        starts_open, ends_open = _is_hole(pieces[0]), _is_hole(pieces[-1])
        inner = body[len(_HOLE) if starts_open else 0 : -len(_HOLE) if ends_open else None]
        line = r"([^\n]*?)"
        partly = (line if starts_open else "") + inner + (r"([^\n]*)" if ends_open else "")
        try:
            self._whole = re2.compile(rf"\A\s*(?:{body})\s*\z", options())
            self._part = re2.compile(f"(?m:^){partly}" if starts_open else partly, options())
        except re2.error:  # beyond MAX_PROGRAM_BYTES: a message of many thousand characters
            self._whole = self._part = None

    def whole(self, message: str) -> TemplateMatch | None:
        """The template as the complete message, white space at the ends aside."""
        # Most templates that occur in a message are a part of it. The quick look is for speed.
        if plain_quotes(message.lstrip()[: len(self._opening)]) != self._opening:
            return None
        return self._match(self._whole, message)

    def part(self, message: str) -> TemplateMatch | None:
        """The template's first place inside the message."""
        return self._match(self._part, message)

    def _match(self, expression: "re2._Regexp | None", message: str) -> TemplateMatch | None:
        found = expression.search(plain_quotes(message)) if expression is not None else None
        if found is None:
            return None
        captures: dict[str, str] = {}
        for number, name in enumerate(self.names, start=1):
            start, end = found.span(number)
            captures.setdefault(name, message[start:end] if start >= 0 else "")
        return TemplateMatch(start=found.start(), end=found.end(), captures=captures)


def _first_word(pieces: Sequence[str | Placeholder]) -> str:
    """What the template begins with; empty where that may be anything."""
    first = pieces[0] if pieces else ""
    if isinstance(first, Placeholder) or not first or first[0].isspace():
        return ""
    return first.split(maxsplit=1)[0]


def _is_hole(piece: str | Placeholder) -> bool:
    return isinstance(piece, Placeholder)


def _expressions(pieces: Sequence[str | Placeholder]) -> Iterator[str]:
    last = len(pieces) - 1
    for number, piece in enumerate(pieces):
        if isinstance(piece, Placeholder):
            yield _HOLE
            continue
        words = _WHITE_SPACE.split(piece)
        gaps = [r"\s+"] * (len(words) - 1)
        if number == 0 and gaps and not words[0]:
            gaps[0] = ""
        if number == last and gaps and not words[-1]:
            gaps[-1] = ""
        elif number == last - 1 and gaps and not words[-1]:
            gaps[-1] = r"(?:\s+|\z)"
        yield "".join(escape(word) + gap for word, gap in zip(words, [*gaps, ""], strict=True))


@lru_cache(maxsize=2048)
def template_matcher(template: str) -> TemplateMatcher:
    """A matcher for the template, kept for the templates used last."""
    return TemplateMatcher(template)
