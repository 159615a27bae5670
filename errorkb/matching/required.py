"""The literal text that every match of an expression holds, in order.

What an engine looks for first: an expression can occur only where all of its pieces do, one behind the other.
Where the expression is nothing but such pieces with placeholders between, that is also enough.
"""

import re
from dataclasses import dataclass

#: What a placeholder of a pattern becomes in the shared syntax.
HOLE = "(?:.+?)"
_QUANTIFIER = re.compile(r"[*+?]|\{[0-9]+(?:,[0-9]*)?\}")
_HEXADECIMAL = re.compile(r"\\x(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))")


@dataclass(frozen=True, slots=True)
class Required:
    """Pieces in UTF-8, none empty. ``exact``: they say all, with at least one character between them and,
    with ``leads`` or ``trails``, before the first and behind the last."""

    pieces: tuple[bytes, ...]
    exact: bool
    leads: bool = False
    trails: bool = False

    def fits(self, text: bytes) -> bool:
        """Whether the pieces stand in the text, one behind the other. The first place of each will do:
        whatever follows it follows any later place, too."""
        gap = int(self.exact)
        position = int(self.leads)
        for piece in self.pieces:
            found = text.find(piece, position)
            if found < 0:
                return False
            position = found + len(piece) + gap
        return not self.trails or position <= len(text)


NOTHING = Required((), exact=False)


def required(expression: str) -> Required:
    """The required pieces of an expression in the syntax of ``dialect``; no pieces where there are none."""
    reader = _Reader(expression)
    while reader.position < len(expression):
        if not reader.step():
            return NOTHING
    return reader.result()


class _Reader:
    """Walks over an expression's top level; groups and classes are gaps."""

    def __init__(self, expression: str) -> None:
        self._expression = expression
        self._pieces: list[str] = []
        self._run = ""
        self._exact = True
        self._holes: list[int] = []  # how many pieces stood before each placeholder
        self.position = 0

    def step(self) -> bool:
        """Takes the next part; False when nothing can be required."""
        expression, at = self._expression, self.position
        if expression.startswith(HOLE, at) and not _QUANTIFIER.match(expression, at + len(HOLE)):
            self._end_run()
            self._exact &= not self._holes or self._holes[-1] != len(self._pieces)
            self._holes.append(len(self._pieces))
            self.position = at + len(HOLE)
            return True
        character = expression[at]
        if character == "|":
            return False
        if character in "([":
            end = _closing(expression, at)
            if end is None:
                return False
            self._gap(end)
        elif character == "\\":
            self._escape(at)
        elif character in ".^$":
            self._gap(at + 1)
        else:
            self._literal(character, at + 1)
        return True

    def result(self) -> Required:
        self._end_run()
        pieces = tuple(piece.encode("utf-8", "replace") for piece in self._pieces)
        count = len(pieces)
        # A placeholder between every two pieces, else two pieces would have to touch.
        between = [hole for hole in self._holes if 0 < hole < count]
        exact = self._exact and between == list(range(1, count))
        leads, trails = 0 in self._holes, count in self._holes
        return Required(pieces, exact=exact, leads=exact and leads, trails=exact and trails)

    def _escape(self, at: int) -> None:
        expression = self._expression
        if hit := _HEXADECIMAL.match(expression, at):
            self._literal(chr(int(hit[1] or hit[2], 16)), hit.end())
        elif expression[at + 1 : at + 2].isalnum():
            self._gap(at + 2)  # \d, \b and the like
        else:
            self._literal(expression[at + 1 : at + 2], at + 2)

    def _literal(self, character: str, end: int) -> None:
        if _QUANTIFIER.match(self._expression, end):
            self._gap(end)
            return
        self._run += character
        self.position = end

    def _gap(self, end: int) -> None:
        self._end_run()
        self._exact = False
        while quantifier := _QUANTIFIER.match(self._expression, end):
            end = quantifier.end()
        self.position = end

    def _end_run(self) -> None:
        if self._run:
            self._pieces.append(self._run)
        self._run = ""


def _closing(expression: str, at: int) -> int | None:
    """Where the group or class that opens at ``at`` ends."""
    depth, inside_class = 0, False
    position = at
    while position < len(expression):
        character = expression[position]
        if character == "\\":
            position += 1
        elif inside_class:
            inside_class = character != "]"
        elif character == "[":
            inside_class = True
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        position += 1
        if depth == 0 and not inside_class:
            return position
    return None
