"""Rust's strings and formats: what a user sees of a literal, which argument a placeholder shows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ESCAPE = re.compile(
    r"""\\(?: x(?P<x>[0-7][0-9A-Fa-f]) | u\{(?P<u>[0-9A-Fa-f_]{1,10})\} | \r?\n\s* | (?P<letter>.) )""",
    re.VERBOSE | re.DOTALL,
)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_LITERAL = re.compile(r'[bc]?(?P<raw>r(?P<hashes>\#{0,20}))?"(?P<inside>.*)"\#{0,20}', re.DOTALL | re.VERBOSE)
_PLACEHOLDER = re.compile(
    r"""\{\{ | \}\} | \{ \s* (?P<argument>[^{}:]{0,80}?) \s* (?: : (?P<style>[^{}]{0,80}) )? \}""", re.VERBOSE
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Placeholder:
    """`{name:>8}` or, with a number, of an argument by position (0-based). ``plain``: without a style."""

    name: str
    number: int | None
    plain: bool


def literal_text(source: str) -> str | None:
    """The text of a string literal; None: it is none."""
    hit = _LITERAL.fullmatch(source)
    if hit is None:
        return None
    return hit["inside"] if hit["raw"] else _ESCAPE.sub(_meant, hit["inside"])


def _meant(hit: re.Match[str]) -> str:
    if digits := hit["x"] or hit["u"]:
        number = int(digits.replace("_", "") or "0", 16)
        return chr(number) if number < 0xD800 or 0xDFFF < number <= 0x10FFFF else "\ufffd"
    letter: str | None = hit["letter"]
    return _LETTERS.get(letter, letter) if letter else ""


class Placeholders:
    """The placeholders of a format, in order, over several texts of it."""

    def __init__(self) -> None:
        self._next = 0

    def of(self, text: str) -> Iterator[str | Placeholder]:
        """The literal texts and placeholders of a text."""
        position = 0
        for hit in _PLACEHOLDER.finditer(text):
            yield text[position : hit.start()]
            position = hit.end()
            if hit["argument"] is None:
                yield hit[0][0]
                continue
            style = hit["style"] or ""
            if ".*" in style:
                self._next += 1
            number = int(hit["argument"]) if hit["argument"].isdecimal() else None
            if not hit["argument"]:
                number = self._next
                self._next += 1
            yield Placeholder(name=hit["argument"], number=number, plain=not style)
        yield text[position:]
