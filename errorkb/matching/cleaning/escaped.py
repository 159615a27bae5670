r"""Texts inside of strings: JSON, Python's repr, logfmt. ``\n`` breaks lines again, ``\"`` is a quote.

A string is such a text when a stack stands in it, or, whatever it says, when it has several ends of lines
and is most of what was pasted. A message may hold such a string, too: behind an error's head it stays.
"""

import re
from collections.abc import Iterator

from errorkb.matching.cleaning.line import Line

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
_QUOTE = re.compile(r"(?P<slashes>\\{0,15})(?P<mark>[\"'`])")
_BEFORE_STRING = frozenset(" \t:=([{,>|")
_ESCAPE = re.compile(r"\\(?:[\"'\\/nrtbf0]|u[0-9a-fA-F]{4}|x[0-7][0-9a-fA-F])")
_RULE = "-=+| "
_ANY_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-7][0-9a-fA-F]|.|\Z)")
_ESCAPED_QUOTE = re.compile(r'(?<!\\)(?:\\\\){0,15}\\"')
# A quote that the text itself escapes, where the slash was doubled and the quote was not.
_BARE_QUOTE = re.compile(r'(?<!\\)\\\\"[\w/]')
_MEANINGS = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " ", "0": " "}
#: How far before the mark the string may begin, in characters, and how many quotes may stand between.
_REACH, _MAX_QUOTES = 4000, 20
_END = re.compile(r"(?P<slashes>\\{1,8})n")
#: Fewer ends of lines may be meant as they are.
_FEWEST_ENDS = 2
# The head of an error, of whose message a string behind it is a part.
_HEAD = re.compile(r"(?:Error|Exception|Warning|Failure)\b[^:]{0,40}:|\b(?i:error|fatal|panic)[^:]{0,40}:")
# A path of Windows, whose folders may begin with an n: what stands before the slash of one, and behind.
_PATH_BEFORE = re.compile(r"(?<!\w)[A-Za-z]:(?:\\[^\\\s\"']{0,80}){0,20}\Z")
_PATH_BEHIND = re.compile(r"(?<=\w)\\n[\w.@-]{0,80}\\(?![nr])")
_PATH_REACH = 300


def has_escapes(text: str) -> bool:
    """Whether a string of the text may hold lines."""
    return "\\n" in text


def unescape_texts(lines: list[Line]) -> list[Line]:
    """Strings that hold a text as the lines that they mean; what stands around them, as lines of its own."""
    size = sum(len(line.text.strip(_RULE)) for line in lines)  # rules and padding say nothing
    return [piece for line in lines for piece in (_pieces(line, size) if "\\" in line.text else (line,))]


def _pieces(line: Line, size: int) -> Iterator[Line]:
    text = line.text
    if "\\n" not in text:
        yield line
    elif (whole := whole_text(text, size)) and not _HEAD.search(text, 0, whole[0]):
        yield from _opened(line, 0, *whole)
    elif not whole and (ends := _bare_ends(text, size)):
        yield from _cut_at(line, ends)
    else:
        yield from _stacks(line)


def _stacks(line: Line) -> Iterator[Line]:
    position = 0
    while hit := _MARK.search(line.text, position):
        depth = len(hit["header"] or hit["end"]).bit_length()
        start, quote = _opening(line.text, position, hit.start(), depth)
        end = _closing(line.text, hit.end(), quote)
        yield from _opened(line, position, start, end, depth)
        position = end
    if not position:
        yield line


def _opened(line: Line, position: int, start: int, end: int, depth: int) -> Iterator[Line]:
    """What stands before the string, its lines, and what stands behind it up to the next string."""
    if line.text[position:start].strip(" \"'`b"):
        yield line.piece(position, start)
    yield from unescaped(line.piece(start, end), depth).split()
    # What stands behind the string does not go on with it.
    yield line.piece(end, end)
    following = _MARK.search(line.text, end)
    if following is None and line.text[end:].strip(" \"'`,;:.)]}>"):
        yield line.piece(end, len(line.text))


def _opening(text: str, position: int, mark: int, depth: int) -> tuple[int, str]:
    """Where the string begins that holds the mark, and its quote with the backslashes before it."""
    floor = max(position, mark - _REACH)
    most = 2 ** (depth - 1) - 1
    quotes = [hit for hit in _QUOTE.finditer(text, floor, mark) if len(hit["slashes"]) <= most]
    for number in range(len(quotes) - 1, max(-1, len(quotes) - 1 - _MAX_QUOTES), -1):
        hit = quotes[number]
        if _opens(text, hit.start()) and not any(later[0] == hit[0] for later in quotes[number + 1 :]):
            return hit.end(), hit[0]
    return position, ""


def _opens(text: str, at: int) -> bool:
    """Whether a quote at this place may open a string."""
    before = text[at - 1 : at] if at else ""
    prefixed = before in "burBUR" and text[max(0, at - 2) : at - 1] in _BEFORE_STRING | {""}
    return not before or prefixed or before in _BEFORE_STRING


def _closing(text: str, position: int, quote: str) -> int:
    if not quote:
        return len(text)
    for hit in _QUOTE.finditer(text, position):
        slashes = len(hit["slashes"])
        # Slashes in pairs are slashes of the text.
        if hit["mark"] == quote[-1] and (slashes <= len(quote) - 1 or (len(quote) == 1 and slashes % 2 == 0)):
            return hit.end() - 1
    return len(text)


def whole_text(text: str, size: int) -> tuple[int, int, int] | None:
    """Start, end and depth of a string that is most of the pasted text and has several lines."""
    position = 0
    # Back-ticks are no quotes of strings; where a string is code, all of it stands between them.
    first, last = text.find(r"\n"), text.rfind(r"\n")
    while quote := _QUOTE.search(text, position):
        position = quote.end()
        if quote["slashes"] or not _opens(text, quote.start()):
            continue
        end = _closing(text, position, quote["mark"])
        if end == len(text) or (quote["mark"] == "`" and (first < position or last > end)):
            continue
        ends = _END.findall(text, position, end)
        if len(ends) >= _FEWEST_ENDS and (end - position) * 2 >= size:
            return position, end, min(map(len, ends)).bit_length()
        position = end + 1
    return None


def _bare_ends(text: str, size: int) -> list[tuple[int, int]] | None:
    r"""Places of the ``\n`` that a text has in place of its ends of lines, without any quotes around it."""
    quoted = _ESCAPED_QUOTE.search(text) or (_is_quoted(text) and not _BARE_QUOTE.search(text))
    if quoted or len(text) * 2 < size or text.count("\\n") < _FEWEST_ENDS:
        return None
    ends = _ends_of_escaped(text) if _is_escaped(text) else _ends_among_paths(text)
    parts = [
        text[before:after]
        for (_, before), (after, _) in zip([(0, 0), *ends], [*ends, (len(text), 0)], strict=True)
    ]
    worded = sum(" " in part or not part for part in parts)
    return ends if len(ends) >= _FEWEST_ENDS and worded * 2 >= len(parts) else None


def _is_quoted(text: str) -> bool:
    """Whether the first stack of the text stands in a string."""
    mark = _MARK.search(text)
    start, quote = _opening(text, 0, mark.start(), 1) if mark else (0, "")
    if quote != "`":
        return bool(quote)
    return text.find(r"\n") >= start and text.rfind(r"\n") < _closing(text, start, quote)


def _is_escaped(text: str) -> bool:
    """Whether all backslashes of the text are escapes, so that a doubled one is one of the text."""
    return "\\\\" in text and all(_ESCAPE.match(hit[0]) for hit in _ANY_ESCAPE.finditer(text))


def _ends_of_escaped(text: str) -> list[tuple[int, int]]:
    ends: list[tuple[int, int]] = []
    for hit in _ANY_ESCAPE.finditer(text):
        if hit[0] == r"\n":
            returned = text.endswith(r"\r", 0, hit.start()) and not text.endswith(r"\\r", 0, hit.start())
            ends.append((hit.start() - 2 * returned, hit.end()))
    return ends


def _ends_among_paths(text: str) -> list[tuple[int, int]]:
    ends: list[tuple[int, int]] = []
    start = 0
    for hit in re.finditer(r"(?<!\\)(?:\\r)?\\n", text):  # a doubled backslash is one of the text
        before = _PATH_BEFORE.search(text, max(start, hit.start() - _PATH_REACH), hit.start())
        if not before and not _PATH_BEHIND.match(text, hit.start()):
            ends.append(hit.span())
            start = hit.end()
    return ends


def _cut_at(line: Line, ends: list[tuple[int, int]]) -> Iterator[Line]:
    start = 0
    escaped = _is_escaped(line.text)
    for before, after in [*ends, (len(line.text), len(line.text))]:
        piece = line.piece(start, before)
        yield unescaped(piece, 1) if escaped else piece
        start = after


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
