"""Messages being put together: parts and their alternatives, escapes, format strings, doc comments.

A value that is known only at run time is a hole; a value that may be one of several is its *alternatives*.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ingest.readers.source_tree.site import Hole, Message

Alternatives = tuple[Message, ...]

#: Beyond these a value becomes a hole.
MAX_ALTERNATIVES, MAX_PARTS, MAX_PIECES = 6, 60, 200
#: So many characters of an expression or a condition are kept.
MAX_EXPRESSION = 300
#: `Owner.NAME`, maybe behind packages.
CONSTANT = re.compile(r"(?:\w{1,80}\.){0,6}(?P<name>[A-Z]\w{0,80}\.[A-Z]\w{0,80})\Z")
NULL: Message = (Hole(expression="null"),)

# What functions are called that take a text and give it in the user's language.
_TRANSLATING = frozenset({"_", "tr", "gettext", "GetText", "localize", "localizer", "translate", "Translate"})

_ESCAPE = re.compile(
    r"\\(?:u+(?P<four>[0-9a-fA-F]{4}) | U(?P<eight>[0-9a-fA-F]{8}) | x(?P<some>[0-9a-fA-F]{1,4})"
    r"| (?P<octal>[0-3]?[0-7]{1,2}) | (?P<end>\r?\n) | (?P<sign>.))",
    re.VERBOSE | re.DOTALL,
)
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "s": " ", "a": "\a", "v": "\v", "e": "\x1b"}
_WHITE = re.compile(r"\s+")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One operand of a message: what it may be, and the hole that stands for it when that is too much."""

    values: Alternatives
    hole: Hole


def literal(text: str) -> Piece:
    """A piece that is nothing but text."""
    return Piece(values=((text,),) if text else ((),), hole=Hole(expression=text))


def folded(text: str) -> str:
    """Source text on one line, cut to what is worth keeping."""
    return _WHITE.sub(" ", text[: 2 * MAX_EXPRESSION]).strip()[:MAX_EXPRESSION]


def merged(parts: Iterable[str | Hole]) -> Message:
    """Parts with neighbouring texts made one. A null among others is the word that is printed for it."""
    message: list[str | Hole] = []
    for part in parts:
        if isinstance(part, str) and message and isinstance(message[-1], str):
            message[-1] += part
        elif part != "":
            message.append(part)
    return tuple(message)


def joined(pieces: Sequence[Piece]) -> Alternatives:
    """Every message that the pieces make one after another, at most MAX_ALTERNATIVES: a piece that would make
    more of them is its hole."""
    messages: list[tuple[str | Hole, ...]] = [()]
    if len(pieces) > MAX_PIECES:
        rest: Message = (Hole(expression="…"),)
        pieces = [*pieces[:MAX_PIECES], Piece(values=(rest,), hole=Hole(expression="…"))]
    for piece in pieces:
        # A value that may be missing is told of by the text that it may be.
        values = tuple(value for value in piece.values if value != NULL) or piece.values
        if len(values) * len(messages) > MAX_ALTERNATIVES or any(len(value) > MAX_PARTS for value in values):
            values = ((piece.hole,),)
        spoken = [("null",) if value == NULL else value for value in values]
        messages = [message + value for message in messages for value in spoken]
    return tuple(dict.fromkeys(merged(message) for message in messages))


def has_letters(message: Message) -> bool:
    """Whether there is a letter of literal text in it."""
    return any(isinstance(part, str) and any(map(str.isalpha, part)) for part in message)


def has_text(values: Alternatives) -> bool:
    """Whether there is any literal text in the alternatives."""
    return any(isinstance(part, str) for value in values for part in value)


def translated(name: str, pieces: Sequence[Piece]) -> Alternatives:
    """The text that `tr("…")` translates, which its own language shows as it is; () for any other call."""
    if name not in _TRANSLATING or not pieces or not has_text(pieces[0].values):
        return ()
    return pieces[0].values if len(pieces) == 1 else ()


def unescaped(text: str) -> str:
    """The text that a literal's inside stands for."""
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_escape, text)
    if _SURROGATE.search(plain):
        plain = plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return plain


def _escape(hit: re.Match[str]) -> str:
    if digits := hit["four"] or hit["eight"] or hit["some"]:
        number = int(digits, 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"
    if hit["octal"]:
        return chr(int(hit["octal"], 8))
    return "" if hit["end"] else _SIGNS.get(hit["sign"], hit["sign"])


def without_indent(lines: Sequence[str], by: Sequence[str]) -> list[str]:
    """Lines without the white space that all of `by` begin with."""
    widths = [len(line) - len(line.lstrip()) for line in by]
    width = min(widths, default=0)
    return [line[min(width, len(line) - len(line.lstrip())) :] for line in lines]


def reshaped(message: Message, shape: Callable[[str], str]) -> Message:
    """A message after a change of its text as a whole, in which the holes keep their places."""
    if any("\0" in part for part in message if isinstance(part, str)):
        return message
    marks = [part if isinstance(part, str) else f"\0{place}\0" for place, part in enumerate(message)]
    pieces = shape("".join(marks)).split("\0")
    return tuple(message[int(one)] if place % 2 else one for place, one in enumerate(pieces) if one)


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """A kind of format string. ``name`` tells it from the others; ``verb`` finds what is replaced, with an
    optional group ``index`` counted from ``first``; ``signs`` are verbs that stand for text; ``plain`` are
    those that show a text as it is."""

    name: str
    verb: re.Pattern[str]
    signs: Mapping[str, str]
    plain: re.Pattern[str]
    first: int = 0


#: `String.format`: `%s`, `%2$-10d`, `%,.2f`, `%tY`, `%n`, `%<s`.
PRINTF = Style(
    name="printf",
    verb=re.compile(
        r"%(?:(?P<index>\d{1,3})\$)?[-#+ 0,(<]{0,6}\d{0,4}(?:\.\d{1,3})?(?:[tT][A-Za-z]|[A-Za-z%])"
    ),
    signs={"%%": "%", "%n": "\n"},
    plain=re.compile(r"%(?:\d+\$)?s\Z"),
    first=1,
)
#: Guava: `%s` and nothing else.
PERCENT_S = Style(name="percent_s", verb=re.compile("%s"), signs={}, plain=re.compile("%s"))
#: SLF4J and Log4j.
ANCHORS = Style(name="anchors", verb=re.compile(r"\{\}"), signs={}, plain=re.compile(r"\{\}"))
#: `java.text.MessageFormat`: an apostrophe quotes, two are one.
MESSAGE_FORMAT = Style(
    name="message_format",
    verb=re.compile(r"''|'(?P<quoted>[^']{0,200})'|\{(?P<index>\d{1,3})(?:,[^{}]{0,60})?\}"),
    signs={"''": "'"},
    plain=re.compile(r"\{\d+\}\Z"),
)
#: .NET's `string.Format`.
COMPOSITE = Style(
    name="composite",
    verb=re.compile(r"\{\{|\}\}|\{(?P<index>\d{1,3})(?:,[ ]?-?\d{1,4})?(?::[^{}]{0,60})?\}"),
    signs={"{{": "{", "}}": "}"},
    plain=re.compile(r"\{\d+\}\Z"),
)
#: Microsoft's and Serilog's log templates: `{Name}`, `{@Name:format}`, by their order.
LOG_TEMPLATE = Style(
    name="log_template",
    verb=re.compile(r"\{\{|\}\}|\{[@$]?[A-Za-z0-9_.]{1,60}(?:,-?\d{1,4})?(?::[^{}]{0,60})?\}"),
    signs={"{{": "{", "}}": "}"},
    plain=re.compile(r"\Z"),
)


STYLES = {
    style.name: style for style in (PRINTF, PERCENT_S, ANCHORS, MESSAGE_FORMAT, COMPOSITE, LOG_TEMPLATE)
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Late(Hole):
    """The text of a format string that may be a constant of another file, or kept in a file of texts.
    ``format``: its expression, a key in quotes; ``style``: the name of its kind, empty for none."""

    format: str
    style: str
    arguments: tuple[Piece, ...]


def formatted(style: Style, formats: Alternatives, arguments: Sequence[Piece], whole: Hole) -> Alternatives:
    """The messages of a format string and its arguments; `whole` when the format itself is not known."""
    made: list[Message] = []
    for message in formats:
        match message:
            case (Hole(expression=expression),) if CONSTANT.match(expression):
                given = tuple(arguments)
                made.append(
                    (Late(expression=whole.expression, format=expression, style=style.name, arguments=given),)
                )
                continue
        if not has_text((message,)):
            made.append((whole,))
            continue
        made.extend(joined(list(_filled(style, message, arguments))))
    return tuple(dict.fromkeys(made))[:MAX_ALTERNATIVES]


def _filled(style: Style, message: Message, arguments: Sequence[Piece]) -> Iterable[Piece]:
    turn = 0
    for part in message:
        if isinstance(part, Hole):
            yield Piece(values=((part,),), hole=part)
            continue
        position = 0
        for hit in style.verb.finditer(part):
            yield literal(part[position : hit.start()])
            position = hit.end()
            groups = hit.groupdict()
            sign = style.signs.get(hit[0], groups.get("quoted"))
            if sign is not None:
                yield literal(sign)
                continue
            again = "<" in hit[0] and style is PRINTF
            index = int(groups["index"]) - style.first if groups.get("index") else turn - again
            turn += not groups.get("index") and not again
            yield _argument(arguments, index, plain=style.plain.match(hit[0]) is not None)
        yield literal(part[position:])


def _argument(arguments: Sequence[Piece], index: int, *, plain: bool) -> Piece:
    if not 0 <= index < len(arguments):
        # An array may hold the arguments, so that there is no expression for this one alone.
        missing = Hole(expression=str(index))
        return Piece(values=((missing,),), hole=missing)
    piece = arguments[index]
    return piece if plain else Piece(values=((piece.hole,),), hole=piece.hole)


_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_LINK = re.compile(
    r"\{@\w+\s+([^{}]{0,200})\}|\[([\w.#]{1,80})\](?!\()|<see(?:also)?\s+cref=\"([^\"]{0,120})\"\s*/>"
)
_SENTENCE_END = re.compile(r"(?<!\bi\.e)(?<!\be\.g)[.!?](?=\s|\Z)|\n\s*\n|\n\s*@\w|<p>|\A\s*@\w")
# What is said elsewhere, and lines of signs that frame a heading.
_UNSAID = re.compile(r"\{@inheritDoc\}|^[\s*=/#~+-]{3,}$", re.MULTILINE)
_BLANK_BEFORE = re.compile(r"\s+(?=[.,;:!?])")


def first_sentence(comment: str) -> str:
    """The first sentence of a doc comment, without its signs, tags and links."""
    inside = comment.strip().removeprefix("/**").removesuffix("*/")
    lines = [re.sub(r"^\s*(?:///|\*)? ?", "", line) for line in inside.split("\n")[:60]]
    text = "\n".join(lines)
    if (start := text.find("<summary>")) >= 0:
        text = text[start + len("<summary>") :].partition("</summary>")[0]
    text = _UNSAID.sub("", text).strip().removeprefix("<p>").lstrip()
    text = _LINK.sub(lambda hit: next((group for group in hit.groups() if group), ""), text)
    end = _SENTENCE_END.search(text)
    cut = text if end is None else text[: end.start() + (end[0] in ".!?")]
    said = _BLANK_BEFORE.sub("", " ".join(_TAG.sub("", cut).split()))
    return said if len(said) <= MAX_EXPRESSION else said[:MAX_EXPRESSION].rpartition(" ")[0] + "…"
