"""Ruby's strings and formats: what a user sees of a literal, which argument a sequence shows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.readers.source_tree.site import Hole

_ESCAPE = re.compile(
    r"""\\(?: u\{(?P<list>[0-9A-Fa-f ]{1,80})\} | u(?P<u>[0-9A-Fa-f]{4}) | x(?P<x>[0-9A-Fa-f]{1,2})
          | (?P<octal>[0-7]{1,3}) | (?P<newline>\r?\n) | (?P<letter>.) )""",
    re.VERBOSE | re.DOTALL,
)
_LETTERS = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "s": " ",
    "t": "\t",
    "v": "\v",
}
_SEQUENCE = re.compile(
    r"""
      %% | %\{(?P<braced>\w{1,80})\}
    | % (?P<flags>[-+0\ \#*]{0,5}) (?:(?P<index>\d{1,2})\$)?
        (?P<width>\d{1,4}|\*)? (?:\.(?P<precision>\d{1,4}))?
        (?:<(?P<named>\w{1,80})>)? (?P<width_after>\d{1,4})? (?:\.\d{1,4})?
        (?P<letter>[A-Za-z])
    """,
    re.VERBOSE,
)
_INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """`%-5s` or `%{name}`, which shows an argument by name, or by position (0-based)."""

    name: str
    index: int
    letter: str
    plain: bool


def unescaped(sequence: str) -> str:
    """The text of one escape sequence between double quotes."""
    hit = _ESCAPE.fullmatch(sequence)
    if hit is None or hit["newline"]:
        return ""
    if hit["list"]:
        return "".join(_character(int(each, 16)) for each in hit["list"].split())
    if digits := hit["u"] or hit["x"]:
        return _character(int(digits, 16))
    if hit["octal"]:
        return _character(int(hit["octal"], 8))
    letter: str = hit["letter"]
    return _LETTERS.get(letter, letter)


def _character(number: int) -> str:
    return chr(number) if number < 0xD800 or 0xDFFF < number <= 0x10FFFF else "\ufffd"


def single_quoted(text: str, quotes: str) -> str:
    """The text between single quotes, where only the quotes and the backslash are escaped."""
    return re.sub(rf"\\([\\{re.escape(quotes)}])", r"\1", text)


def sequences(text: str, start: int = 0) -> Iterator[str | Shown]:
    """The literal texts and sequences of a format."""
    position, index = 0, start
    for hit in _SEQUENCE.finditer(text):
        yield text[position : hit.start()]
        position = hit.end()
        if hit[0] == "%%":
            yield "%"
            continue
        name = hit["braced"] or hit["named"] or ""
        at = int(hit["index"]) - 1 if hit["index"] else index
        plain = not (hit["flags"] or hit["width"] or hit["width_after"] or hit["precision"])
        yield Shown(name=name, index=at, letter=hit["letter"] or "s", plain=plain)
        index += not (name or hit["index"])
    yield text[position:]


def dedented(parts: Sequence[str | Hole]) -> list[str | Hole]:
    """The parts of a `<<~` heredoc without the indentation that its lines share."""
    indents: list[int] = []
    at_start = True
    for part in parts:
        if isinstance(part, Hole):
            if at_start:
                indents.append(0)
            at_start = False
            continue
        lines = part.split("\n")
        for number, text in enumerate(lines):
            is_last = number == len(lines) - 1
            opens = number > 0 or at_start
            indent = _INDENT.match(text)
            blank = not text.strip(" \t") and not (is_last and part is not parts[-1])
            if opens and indent and not blank:
                indents.append(indent.end())
        at_start = part.endswith("\n")
    least = min(indents, default=0)
    return [_without(part, least, opens=number == 0) for number, part in enumerate(parts)]


def _without(part: str | Hole, indent: int, *, opens: bool) -> str | Hole:
    if isinstance(part, Hole) or not indent:
        return part
    first, *rest = part.split("\n")
    kept = [first[indent:] if opens else first, *(text[indent:] for text in rest)]
    return "\n".join(kept)
