r"""Stacks inside of strings: JSON, Python's repr, logfmt. ``\n`` breaks lines again, ``\"`` is a quote."""

import re
from collections.abc import Iterator

from errorkb.matching.cleaning.line import Line
from errorkb.matching.cleaning.margins import drop_prefixes

# What shows that an escaped text is a stack: a header, or a frame behind an escaped end of line.
_MARK = re.compile(
    r"""
      Traceback\ \(most\ recent\ call\ last\):(?P<header>\\{1,8})[nr]
    | (?P<end>\\{1,8})n (?:
          (?:\s|\\{1,8}t){0,8} (?: File\ \\{0,8}["'] | at\ [\w$<./@\[(] )
        | Caused\ by:\ | goroutine\ \d | Traceback\ \(most\ recent\ call\ last\):
      )
    """,
    re.VERBOSE,
)
_QUOTE = re.compile(r"(?P<slashes>\\{0,15})(?P<mark>[\"'])")
_BEFORE_STRING = frozenset(" \t:=([{,>")
_ESCAPE = re.compile(r"\\(?:[\"'\\/nrtbf0]|u[0-9a-fA-F]{4}|x[0-7][0-9a-fA-F])")
_MEANINGS = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " ", "0": " "}
#: How far before the mark the string may begin, in characters, and how many quotes may stand between.
_REACH, _MAX_QUOTES = 4000, 20

# Members of a JSON object that hold what went wrong.
_KEYS = (
    r"(?:message|msg|error|err|exception|exc_info|exc_text|stack|stack_trace|stackTrace|stacktrace|traceback"
    r"|detail|details|errorMessage|error_message|event|text|log)"
)
_MEMBER = re.compile(rf'"(?P<key>{_KEYS})"\s{{0,4}}:\s{{0,4}}"(?P<value>(?:[^"\\]|\\.)*+)(?P<closed>")?')
_CLOSING = re.compile(r'(?<!\\)"(?=\s{0,4}(?:[,}\]]|\Z))')


def has_escaped_stack(text: str) -> bool:
    """Whether a string of the text holds a stack."""
    return "\\n" in text and _MARK.search(text) is not None


def unescape_stacks(lines: list[Line]) -> list[Line]:
    """Strings that hold a stack as the lines that they mean; what stands around them, as lines of its own."""
    return [piece for line in lines for piece in (_pieces(line) if "\\" in line.text else (line,))]


def _pieces(line: Line) -> Iterator[Line]:
    position = 0
    while hit := _MARK.search(line.text, position):
        depth = len(hit["header"] or hit["end"]).bit_length()
        first = hit.start()
        start, quote = _opening(line.text, position, first, depth)
        end = _closing(line.text, hit.end(), quote)
        if line.text[position:start].strip(" \"'b"):
            yield line.piece(position, start)
        yield from drop_prefixes(unescaped(line.piece(start, end), depth).split())
        # What stands behind the string does not go on with it.
        yield line.piece(end, end)
        position = end
    if not position or line.text[position:].strip(" \"',;:.)]}>"):
        yield line.piece(position, len(line.text))


def _opening(text: str, position: int, mark: int, depth: int) -> tuple[int, str]:
    """Where the string begins that holds the mark, and its quote with the backslashes before it."""
    floor = max(position, mark - _REACH)
    most = 2 ** (depth - 1) - 1
    quotes = [hit for hit in _QUOTE.finditer(text, floor, mark) if len(hit["slashes"]) <= most]
    for number in range(len(quotes) - 1, max(-1, len(quotes) - 1 - _MAX_QUOTES), -1):
        hit = quotes[number]
        before = text[hit.start() - 1 : hit.start()]
        prefixed = before in "burBUR" and text[hit.start() - 2 : hit.start() - 1] in _BEFORE_STRING
        if hit.start() and not prefixed and before not in _BEFORE_STRING:
            continue
        if not any(later[0] == hit[0] for later in quotes[number + 1 :]):
            return hit.end(), hit[0]
    return position, ""


def _closing(text: str, position: int, quote: str) -> int:
    if not quote:
        return len(text)
    for hit in _QUOTE.finditer(text, position):
        if hit["mark"] == quote[-1] and len(hit["slashes"]) <= len(quote) - 1:
            return hit.start()
    return len(text)


def unescaped(line: Line, depth: int) -> Line:
    """The line with its escapes decoded ``depth`` times."""
    for _ in range(depth):
        line = line.decoded(_ESCAPE, _meaning)
    return line


def _meaning(hit: re.Match[str]) -> str:
    code = hit[0][1:]
    if len(code) > 1:
        character = chr(int(code[1:], 16))
        return character if character.isprintable() or character in "\n\t" else "\ufffd"
    return _MEANINGS.get(code, code)


def has_member(text: str) -> bool:
    """Whether a JSON object of the text may hold a message with escapes."""
    return "\\" in text and _MEMBER.search(text) is not None


def unescape_members(lines: list[Line]) -> list[Line]:
    r"""Messages in JSON objects as they were before ``\"`` and ``\n``, each on a line of its own.

    A string that goes on over lines was broken by hand or by a viewer: its lines stay lines.
    """
    shown: list[Line] = []
    opened = False
    for line in lines:
        start = 0
        if opened:
            closing = _CLOSING.search(line.text)
            stop = closing.start() if closing else len(line.text)
            shown.append(unescaped(line.piece(0, stop), 1))
            opened = closing is None
            if closing is None:
                continue
            shown.append(line.piece(stop, stop))
            start = closing.start()
        if "\\" not in line.text[start:] and "Traceback (" not in line.text:
            if line.text[start:].strip(' ",') or not start:
                shown.append(line.piece(start, len(line.text)))
            continue
        for hit in _MEMBER.finditer(line.text, start):
            broken = not hit["closed"] and "Traceback (" in hit["value"]
            if not broken and not (hit["closed"] and "\\" in hit["value"]):
                continue
            if hit.start("value") > start:
                shown.append(line.piece(start, hit.start("value")))
            shown += unescaped(line.piece(*hit.span("value")), 1).split()
            start = hit.end("value")
            opened = broken
            if not broken:
                shown.append(line.piece(start, start))
        if start < len(line.text) or not start:
            shown.append(line.piece(start, len(line.text)))
    return shown
