"""Texts of ECMAScript: literals with their escapes resolved, format strings, doc comments."""

import re

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.facts import Argument, Wording, hole, joined
from ingest.readers.source_tree.grammar import text

_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_NUMBERED = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}")
# util.format's conversions; other libraries know some of them, and widths.
_VERB = re.compile(r"%(?:(?P<verb>[sdifjoOc])|\d{0,3}(?:\.\d{1,3})?[dfsx]|%)")
_SENTENCE_END = re.compile(r"(?<!\bi\.e)(?<!\be\.g)[.!?](?=\s|\Z)")
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_INHERITED = re.compile(r"\{@inheritdoc\}", re.IGNORECASE)
_TAGGED = re.compile(r"\{@\w{1,20}\s+([^{}|]{1,200})(?:\|([^{}]{1,200}))?\}")
_MARGIN = re.compile(r"^[ \t]*(?:/\*\*?|\*/|\*(?!/)|//+|#)?[ \t]?|\*/[ \t]*$", re.MULTILINE)


def unescaped(escape: str) -> str:
    """What an escape sequence, with its backslash, stands for."""
    inner = escape[1:]
    if (hit := _NUMBERED.fullmatch(inner)) is not None:
        value = int(next(group for group in hit.groups() if group is not None), 16)
        return chr(value) if value < 0x110000 and not 0xD800 <= value < 0xE000 else escape
    if inner[:1] in ("\n", "\r", "\u2028", "\u2029"):
        return ""
    return _SIMPLE.get(inner, inner)


def literal(node: Node) -> str:
    """The text of a string node."""
    pieces = []
    for child in node.named_children:
        piece = text(child)
        pieces.append(unescaped(piece) if child.type == "escape_sequence" else piece)
    return "".join(pieces)


def formatted(format_text: str, arguments: list[Argument], *, keep_rest: bool) -> tuple[Wording, ...]:
    """A format string with its arguments. keep_rest: what no conversion takes follows after a blank, as
    `util.format` and `console` have it."""
    pieces: list[tuple[Wording, ...]] = []
    names: list[str] = []
    rest = list(arguments)
    position = 0

    def add(piece: tuple[Wording, ...], name: str) -> None:
        pieces.append(piece)
        names.append(name)

    for hit in _VERB.finditer(format_text):
        if hit[0] == "%%" and arguments:
            add((Wording(parts=(format_text[position : hit.start()] + "%",)),), "")
        elif hit[0] != "%%" and rest:
            argument = rest.pop(0)
            add((Wording(parts=(format_text[position : hit.start()],)),), "")
            # %c takes a style and prints nothing.
            if hit["verb"] != "c":
                add(argument.wordings or (hole(argument.expression),), argument.expression)
        else:
            continue
        position = hit.end()
    add((Wording(parts=(format_text[position:],)),), "")
    for argument in rest if keep_rest else ():
        add((Wording(parts=(" ",)),), "")
        add(argument.wordings or (hole(argument.expression),), argument.expression)
    return joined(pieces, names)


def first_sentence(comment: str) -> str:
    """The first sentence of a doc comment, on one line, without its tags."""
    bare = _MARGIN.sub("", comment[:4000])
    bare = _TAGGED.sub(lambda hit: (hit[2] or hit[1]).strip(), _INHERITED.sub("", bare))
    prose = re.split(r"^[ \t]*@\w|\n[ \t]*\n[ \t]*@", bare.strip(), maxsplit=1, flags=re.MULTILINE)[0]
    paragraph = re.split(r"\n[ \t]*\n", prose.strip(), maxsplit=1)[0]
    line = " ".join(_HEADING.sub("", paragraph).split())
    end = _SENTENCE_END.search(line)
    return line[: end.end()] if end is not None else line
