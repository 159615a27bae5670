"""What Ruby's methods make of a text: the white space that they take away."""

import re
from collections.abc import Callable, Mapping

from ingest.readers.source_tree.ruby.text import dedented
from ingest.readers.source_tree.site import Hole, Message
from ingest.readers.source_tree.surroundings import Choices, tidy

#: Methods that hand a text on as it is.
_SAME = frozenset({"freeze", "to_s", "to_str", "dup", "html_safe", "b", "itself", "encode"})
#: Methods that colour a text, which nobody pastes.
_COLOURING = frozenset(
    {"red", "green", "yellow", "blue", "magenta", "cyan", "white", "black", "bold", "underline", "colorize"}
)
_LINES_TO_BLANKS = (['"\\n"', '" "'], ['"\\n"', "' '"])
_ANY_TO_BLANK = (["/\\s+/", '" "'], ["/\\s+/", "' '"])


def handed_on(made: Choices, name: str, arguments: list[str]) -> Choices | None:
    """What a method makes of texts: the white space that it takes away, or nothing. None: it is not known."""
    change: Callable[[Message], list[str | Hole]] | None = None
    if not arguments:
        change = _CHANGES.get(name)
    elif name in ("gsub", "tr") and arguments in _LINES_TO_BLANKS:
        change = _lined
    elif name == "gsub" and arguments in _ANY_TO_BLANK:
        change = _folded
    return None if change is None else tuple(tidy(change(message)) for message in made)


def _folded(message: Message) -> list[str | Hole]:
    return [re.sub(r"\s+", " ", part) if isinstance(part, str) else part for part in message]


def _lined(message: Message) -> list[str | Hole]:
    return [part.replace("\n", " ") if isinstance(part, str) else part for part in message]


def _stripped(message: Message, *, start: bool = True, end: bool = True) -> list[str | Hole]:
    """A message without white space at its ends."""
    parts = list(message)
    if parts and start and isinstance(first := parts[0], str):
        parts[0] = first.lstrip()
    if parts and end and isinstance(last := parts[-1], str):
        parts[-1] = last.rstrip()
    return parts


_CHANGES: Mapping[str, Callable[[Message], list[str | Hole]]] = {
    **dict.fromkeys(_SAME | _COLOURING, list),
    "strip": _stripped,
    "lstrip": lambda message: _stripped(message, end=False),
    "rstrip": lambda message: _stripped(message, start=False),
    "chomp": lambda message: _stripped(message, start=False),
    "squish": lambda message: _stripped(tuple(_folded(message))),
    "strip_heredoc": dedented,
}
