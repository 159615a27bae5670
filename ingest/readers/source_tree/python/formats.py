"""Fills `%` and `{}` formats with texts, and removes indentation from texts: pure functions on parts."""

import re
import string
from collections.abc import Iterator, Mapping, Sequence

from ingest.readers.source_tree.python.facts import Part, Ref, Text
from ingest.readers.source_tree.site import Hole

_PERCENT = re.compile(
    r"""%(?:\((?P<name>[^()]*)\))? [#0\-+\ ]* (?:\*|\d+)? (?:\.(?:\*|\d+))?
        [hlL]? (?P<conversion>[diouxXeEfFgGcrsa%])""",
    re.VERBOSE,
)
_FORMATTER = string.Formatter()


def fill(style: str, template: Text, arguments: Sequence[Text], keywords: Mapping[str, Text]) -> Text:
    """The template's literal parts with their fields filled; a field that nothing fills is a hole."""
    filler = _Filler(arguments, keywords)
    parts: list[Part] = []
    for part in template:
        if not isinstance(part, str):
            parts.append(part)
        elif style == "%":
            parts += filler.percent(part)
        else:
            parts += filler.braces(part)
    return merged(parts)


class _Filler:
    """Keeps count of the positional arguments over all parts of a template."""

    def __init__(self, arguments: Sequence[Text], keywords: Mapping[str, Text]) -> None:
        self._arguments = arguments
        self._keywords = keywords
        self._next = 0

    def percent(self, text: str) -> Iterator[Part]:
        position = 0
        for hit in _PERCENT.finditer(text):
            yield text[position : hit.start()]
            position = hit.end()
            if hit["conversion"] == "%":
                yield "%"
            elif hit["name"] is not None:
                yield from _shown(self._named(hit["name"]), quoted=hit["conversion"] in "ra")
            else:
                yield from _shown(self._positional(), quoted=hit["conversion"] in "ra")
        yield text[position:]

    def braces(self, text: str) -> Iterator[Part]:
        try:
            fields = list(_FORMATTER.parse(text))
        except ValueError:
            yield text
            return
        for literal, name, _, conversion in fields:
            yield literal
            if name is None:
                continue
            first = re.split(r"[.\[]", name, maxsplit=1)[0]
            if not first:
                filling = self._positional()
            elif first.isdigit():
                filling = self._at(int(first))
            else:
                filling = self._named(first)
            if name != first and name[len(first) :]:
                # `{x.name}`: an attribute of what fills it.
                filling = (Hole(expression=_source(filling, first) + name[len(first) :]),)
            yield from _shown(filling, quoted=conversion in ("r", "a"))

    def _positional(self) -> Text:
        self._next += 1
        return self._at(self._next - 1)

    def _at(self, number: int) -> Text:
        if number < len(self._arguments):
            return self._arguments[number]
        return (Hole(expression=f"argument_{number + 1}"),)

    def _named(self, name: str) -> Text:
        return self._keywords.get(name) or (Hole(expression=name),)


def _source(text: Text, otherwise: str) -> str:
    return text[0].expression if len(text) == 1 and isinstance(text[0], Hole | Ref) else otherwise


def _shown(text: Text, *, quoted: bool) -> Text:
    if not quoted or len(text) != 1:
        return text
    if isinstance(text[0], str):
        return (repr(text[0]),)
    return (text[0]._replace(quoted=True),) if isinstance(text[0], Ref) else text


def merged(parts: Sequence[Part]) -> Text:
    """The parts with neighbouring literals made one, empty ones left out."""
    result: list[Part] = []
    for part in parts:
        if isinstance(part, str) and result and isinstance(result[-1], str):
            result[-1] += part
        elif part != "":
            result.append(part)
    return tuple(result)


def reshaped(style: str, text: Text) -> Text:
    """A text stripped, or without its common indentation; a message's own ends are never white space."""
    return _stripped(_dedented(text) if style == "dedent" else text)


def _dedented(text: Text) -> Text:
    """As textwrap.dedent does it, holes standing for words."""
    margins = []
    at_start = True
    for part in text:
        lines = part.split("\n") if isinstance(part, str) else ["x"]
        for number, line in enumerate(lines):
            if (number or at_start) and line.strip():
                margins.append(len(line) - len(line.lstrip()))
        at_start = isinstance(part, str) and part.endswith("\n")
    margin = min(margins, default=0)
    if not margin:
        return text
    pattern = re.compile(rf"(?m)^[ \t]{{0,{margin}}}")
    inner = re.compile(rf"(?<=\n)[ \t]{{0,{margin}}}")
    parts: list[Part] = []
    for number, part in enumerate(text):
        first = number == 0
        parts.append((pattern if first else inner).sub("", part) if isinstance(part, str) else part)
    return merged(parts)


def _stripped(text: Text) -> Text:
    parts = list(text)
    if parts and isinstance(parts[0], str):
        parts[0] = parts[0].lstrip()
    if parts and isinstance(parts[-1], str):
        parts[-1] = parts[-1].rstrip()
    return merged(parts)
