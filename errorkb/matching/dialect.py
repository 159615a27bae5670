"""JavaScript regular expressions, as dumps carry them, in the syntax RE2 and Hyperscan share.

Only linear-time constructs have a translation. Groups lose their captures: named captures come from
the message template, and engines without captures are faster. Two things match more than in JavaScript:
``.`` is left as it is, and callers compile with "dot matches newline", so that a placeholder may hold
several lines; and several literal blanks or a line break match any white space, because indentation is
what pasting loses. Blanks that do not break are blanks, as cleaned text has them, and ``\\s`` is
ASCII white space.
"""

import re
from collections.abc import Iterator

import re2

_LITERAL_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
# Spelled out: whether \s holds the vertical tab is where the two engines differ.
_SPACE, _NO_SPACE = r" \t-\r", r"\x00-\x08\x0e-\x1f!-\x{10ffff}"
_CLASS_ESCAPE = re.compile(r"\\[dDwWsS]")
#: White space as the inside of a character class of Python's.
BLANK = r" \t-\r\u00a0\u202f\u2007"
_BLANKS = re.compile(rf"(?:[{BLANK}]|\\[tnrfv])+(?![*+?{{])")
_QUANTIFIER = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}")
_NAMED_GROUP = re.compile(r"\(\?<[A-Za-z_$][\w$]*>")
_FLAG_GROUP = re.compile(r"\(\?[ims]*(?:-[ims]+)?:")
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]+\Z")

#: RE2 refuses a program of more bytes. Templates of whole pages stay below.
MAX_PROGRAM_BYTES = 1 << 20
#: Hyperscan's compiler needs time that grows with the square of these, and exponential time for repeats
#: nested in repeats. Patterns of messages stay far below: a hundred placeholders make 1,300 instructions.
MAX_INSTRUCTIONS = 2000
MAX_DEPTH = 10


class DialectError(ValueError):
    """The pattern has no linear translation. ``code`` is pattern-invalid or pattern-nonlinear."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def options() -> "re2.Options":
    """RE2 options that every compilation here uses: silent, bounded, ``.`` matches newlines."""
    chosen = re2.Options()
    chosen.max_mem = MAX_PROGRAM_BYTES
    chosen.log_errors = False
    chosen.dot_nl = True
    return chosen


def escape(text: str) -> str:
    """Text as a literal of the shared syntax. Unlike RE2's own quoting it leaves letters readable."""
    return re.sub(r"[\\.*+?^$|()\[\]{}]", r"\\\g<0>", text)


def translate(pattern: str) -> str:
    """The pattern in the syntax that RE2 and Hyperscan share. Raises DialectError."""
    if not pattern.isascii() and any("\ud800" <= character < "\ue000" for character in pattern):
        raise DialectError("pattern-invalid", "a lone surrogate is no character")
    translated = "".join(_translated(pattern))
    try:
        compiled = re2.compile(translated, options())
    except re2.error as error:
        reason = error.args[0] if error.args else str(error)
        shown = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        too_big = "too large" in shown or "repetition size" in shown
        code = "pattern-nonlinear" if too_big else "pattern-invalid"
        raise DialectError(code, f"the regular expression does not compile: {shown}") from None
    if compiled.programsize > MAX_INSTRUCTIONS:
        raise DialectError("pattern-nonlinear", "the regular expression is too large")
    return translated


def _translated(pattern: str) -> Iterator[str]:
    position = depth = 0
    while position < len(pattern):
        character = pattern[position]
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise DialectError("pattern-nonlinear", "groups are nested too deeply")
        if blanks := _BLANKS.match(pattern, position):
            yield " " if blanks[0] == " " else f"[{_SPACE}]+"
            position = blanks.end()
        elif character == "\\":
            piece, position = _escape_sequence(pattern, position, in_class=False)
            yield piece
        elif character == "[":
            piece, position = _character_class(pattern, position)
            yield piece
        elif character == "(":
            piece, position = _group(pattern, position)
            yield piece
        elif quantifier := _QUANTIFIER.match(pattern, position):
            yield quantifier[0]
            position = quantifier.end()
        elif character in "{}]":  # JavaScript reads a brace that is no quantifier as itself
            yield "\\" + character
            position += 1
        else:
            yield _raw(character)
            position += 1


def _group(pattern: str, position: int) -> tuple[str, int]:
    if not pattern.startswith("(?", position):
        return "(?:", position + 1
    for opening, what in (("(?=", "look-ahead"), ("(?!", "look-ahead")):
        if pattern.startswith(opening, position):
            raise DialectError("pattern-nonlinear", f"{what} {opening}…) has no linear form")
    for opening in ("(?<=", "(?<!"):
        if pattern.startswith(opening, position):
            raise DialectError("pattern-nonlinear", f"look-behind {opening}…) has no linear form")
    if named := _NAMED_GROUP.match(pattern, position):
        return "(?:", named.end()
    if flagged := _FLAG_GROUP.match(pattern, position):
        return flagged[0], flagged.end()
    raise DialectError("pattern-invalid", f"unknown group at character {position + 1}")


def _escape_sequence(pattern: str, position: int, *, in_class: bool) -> tuple[str, int]:
    """The translated escape that starts at ``position``, and where the text goes on."""
    if position + 1 == len(pattern):
        raise DialectError("pattern-invalid", "the pattern ends in a single backslash")
    kind, after = pattern[position + 1], position + 2
    if kind in "dDwWsSbB":
        return _class_escape(kind, in_class), after
    if kind in "123456789k":
        if in_class:
            raise DialectError("pattern-invalid", "an octal escape stands in a character class")
        raise DialectError("pattern-nonlinear", f"back-reference \\{kind} has no linear form")
    if kind in _LITERAL_ESCAPES:
        return _code_point(ord(_LITERAL_ESCAPES[kind])), after
    if kind in "xu":
        return _hexadecimal(pattern, after, 2) if kind == "x" else _unicode_escape(pattern, after)
    if kind == "c" and pattern[after : after + 1].isalpha():
        return _code_point(ord(pattern[after].upper()) ^ 64), after + 1
    return _literal(kind), after


def _class_escape(kind: str, in_class: bool) -> str:
    if kind in "sS":
        inside = _SPACE if kind == "s" else _NO_SPACE
        return inside if in_class else f"[{inside}]"
    if kind in "bB" and in_class:
        return "\\x08" if kind == "b" else "B"
    return "\\" + kind


def _unicode_escape(pattern: str, after: int) -> tuple[str, int]:
    if pattern.startswith("{", after):
        end = pattern.find("}", after)
        if end < 0:
            raise DialectError("pattern-invalid", "\\u{ without its closing brace")
        piece, _ = _hexadecimal(pattern, after + 1, max(1, end - after - 1))
        return piece, end + 1
    high = _digits(pattern, after, 4)
    if 0xD800 <= high < 0xDC00 and pattern.startswith("\\u", after + 4):
        low = _digits(pattern, after + 6, 4)
        if 0xDC00 <= low < 0xE000:
            return _code_point(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), after + 10
    return _code_point(high), after + 4


def _hexadecimal(pattern: str, start: int, length: int) -> tuple[str, int]:
    return _code_point(_digits(pattern, start, length)), start + length


def _digits(pattern: str, start: int, length: int) -> int:
    digits = pattern[start : start + length]
    if len(digits) != length or length > 6 or not _HEXADECIMAL.match(digits):
        raise DialectError("pattern-invalid", f"not {length} hexadecimal digits: {digits!r}")
    return int(digits, 16)


def _code_point(number: int) -> str:
    if 0xD800 <= number < 0xE000 or number > 0x10FFFF:
        raise DialectError("pattern-invalid", f"U+{number:04X} is no character")
    if number < 0x20 or number == 0x7F:
        return f"\\x{number:02x}"
    return _literal(" " if chr(number) in "\u00a0\u202f\u2007" else chr(number))


def _literal(character: str) -> str:
    # A quoted letter would mean something else in RE2, a quoted non-ASCII character is an error there.
    return "\\" + character if character.isascii() and not character.isalnum() else character


def _raw(character: str) -> str:
    # As it stands, so that an operator stays one. Hyperscan's expressions end at a NUL.
    return _code_point(ord(character)) if character < " " else character


def _character_class(pattern: str, position: int) -> tuple[str, int]:
    after = position + 1
    negated = pattern.startswith("^", after)
    after += negated
    if pattern.startswith("]", after):  # JavaScript: [^] is any character, [] is none
        if negated:
            return "(?s:.)", after + 1
        raise DialectError("pattern-invalid", "the empty class [] matches nothing")
    pieces = ["[^" if negated else "["]
    while after < len(pattern):
        character = pattern[after]
        if character == "]":
            return "".join([*pieces, "]"]), after + 1
        if character == "\\":
            piece, after = _escape_sequence(pattern, after, in_class=True)
        elif character == "-" and _beside_class_escape(pattern, after):
            piece, after = "\\-", after + 1  # JavaScript: no range, the hyphen itself
        else:
            piece, after = "\\[" if character == "[" else _raw(character), after + 1
        pieces.append(piece)
    raise DialectError("pattern-invalid", "a character class is not closed")


def _beside_class_escape(pattern: str, hyphen: int) -> bool:
    before = pattern[hyphen - 2 : hyphen], pattern[hyphen - 3 : hyphen - 2]
    return bool(
        _CLASS_ESCAPE.match(pattern, hyphen + 1) or (_CLASS_ESCAPE.match(before[0]) and before[1] != "\\")
    )
