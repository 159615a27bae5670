"""Go's strings and the verbs of `fmt`: what a user sees of a literal, which argument a verb shows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_VERB = re.compile(
    r"""
    % (?P<flags>[+\-\#\ 0]{0,5})
      (?:\[(?P<width_index>\d{1,3})\])? (?P<width>\*|\d{1,4})?
      (?: \. (?:\[\d{1,3}\])? (?P<precision>\*|\d{0,4}) )?
      (?:\[(?P<index>\d{1,3})\])? (?P<letter>[A-Za-z%])
    """,
    re.VERBOSE,
)
_ESCAPE = re.compile(
    r"""\\(?: x(?P<x>[0-9A-Fa-f]{2}) | u(?P<u>[0-9A-Fa-f]{4}) | U(?P<U>[0-9A-Fa-f]{8})
          | (?P<octal>[0-7]{3}) | (?P<letter>.) )""",
    re.VERBOSE | re.DOTALL,
)
_LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Verb:
    """`%-10q` of the argument at ``index`` (0-based). ``plain``: without flags, width and precision."""

    letter: str
    index: int
    plain: bool


class Verbs:
    """The verbs of a format, in order, over several texts of it."""

    def __init__(self) -> None:
        self._next = 0

    def of(self, text: str) -> Iterator[str | Verb]:
        """The literal texts and verbs of a text."""
        position = 0
        for hit in _VERB.finditer(text):
            yield text[position : hit.start()]
            position = hit.end()
            if hit["letter"] == "%":
                yield "%"
                continue
            self._next += (hit["width"] == "*") + (hit["precision"] == "*")
            if index := hit["index"] or hit["width_index"]:
                self._next = int(index) - 1
            plain = not (hit["flags"] or hit["width"] or hit["precision"] is not None)
            yield Verb(letter=hit["letter"], index=self._next, plain=plain)
            self._next += 1
        yield text[position:]


def unescaped(literal: str) -> str:
    """The text of an interpreted string's inside."""
    return _ESCAPE.sub(_meant, literal) if "\\" in literal else literal


def _meant(hit: re.Match[str]) -> str:
    if letter := hit["letter"]:
        return _LETTERS.get(letter, letter)
    if octal := hit["octal"]:
        return chr(int(octal, 8))
    number = int(hit["x"] or hit["u"] or hit["U"], 16)
    return chr(number) if number < 0xD800 or 0xDFFF < number <= 0x10FFFF else "\ufffd"
