"""What a parser has found so far, and how events are made of lines.

A parser walks over the lines once, adds what it is sure of and leaves the rest.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.passage import Passage, passage_of
from errorkb.matching.traces.stack import extent

#: Longer lines are data, not messages: only so much of a line is read, in characters.
MAX_LINE = 4000
#: A message of more lines is cut: its first lines say what there is to say.
MAX_MESSAGE_LINES = 60
#: Frames of one stack that are kept, the innermost ones.
MAX_FRAMES = 200


@dataclass
class Findings:
    """The events found among ``lines``, and the numbers (0-based) of all lines that belong to them."""

    lines: list[Line]
    language: str | None = None
    events: list[ErrorEvent] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    @cached_property
    def passage(self) -> Passage:
        """The lines as one text, in which words are looked for."""
        return passage_of(self.lines)

    def text(self, number: int) -> str:
        """The opening of a line; the empty text behind the last one."""
        return self.lines[number].text[:MAX_LINE] if number < len(self.lines) else ""

    def walk(self, numbers: Iterable[int], reader: "Callable[[Findings, int], int]") -> None:
        """Reads from each of the lines, whose numbers ascend, that no reader before it took or went past.

        A reader takes the number of a line and returns that of the line from which to go on."""
        floor = 0
        for number in numbers:
            if number >= floor and number not in self.taken:
                floor = reader(self, number)

    def take(self, first: int, end: int) -> None:
        """The lines from ``first`` to before ``end`` belong to what was found."""
        self.taken.update(range(first, end))

    def add(
        self,
        first: int,
        end: int,
        message: Line,
        *,
        error_class: str | None = None,
        error_code: str | None = None,
        frames: Sequence[Frame] = (),
        relation: Relation | None = None,
        language: str | None = None,
    ) -> int:
        """Adds the event of the lines ``first`` to before ``end`` and takes them; returns ``end``.

        ``frames`` run from outermost to innermost; the last one is where the error was raised.
        """
        self.take(first, end)
        # Lines of mixed writers were sorted: the first one need not stand first in the paste.
        start, stop = extent(self.lines[first:end])
        self.events.append(
            ErrorEvent(
                language=language or self.language,
                error_class=error_class,
                error_code=error_code,
                message=message.text,
                offsets=message.offsets,
                relation=relation,
                frames=_marked(frames),
                start=start,
                end=stop,
            )
        )
        return end

    def relate(self, number: int, relation: Relation) -> None:
        """Says how an event that was added stands in its chain."""
        self.events[number] = replace(self.events[number], relation=relation)

    def set_frames(self, number: int, frames: Sequence[Frame]) -> None:
        """Gives an event that was added its frames, from outermost to innermost."""
        self.events[number] = replace(self.events[number], frames=_marked(frames))

    def relate_wrappers_first(self, first: int) -> None:
        """The events from number ``first`` on are one chain, printed from the outermost to the root."""
        if len(self.events) - first < 2:
            return
        for number in range(first, len(self.events) - 1):
            self.relate(number, "cause")
        self.relate(len(self.events) - 1, "root")


def _marked(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    if not frames:
        return ()
    kept = frames[-MAX_FRAMES:]
    return (*kept[:-1], replace(kept[-1], innermost=True))


def indent_of(text: str) -> int:
    """How many blanks the text starts with."""
    return len(text) - len(text.lstrip())


def body(line: Line, width: int = 0) -> Line:
    """The line less the blanks at its end and up to ``width`` blanks at its start."""
    return line.cut(min(width, indent_of(line.text)), len(line.text.rstrip()))


def stripped(line: Line) -> Line:
    """The line less the blanks at both ends."""
    return body(line, len(line.text))


def join(lines: Sequence[Line]) -> Line:
    """Several lines as one text with newlines, each at the place of the end of its line."""
    if len(lines) == 1:
        return lines[0]
    offsets: list[int] = []
    for number, line in enumerate(lines):
        if number:
            offsets.append(lines[number - 1].end)
        offsets.extend(line.offsets)
    return Line("\n".join(line.text for line in lines), offsets, lines[-1].end)


_ESCAPE = re.compile(r"\\(?:u(?P<number>[0-9A-Fa-f]{4})|(?P<letter>.))", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\n", "t": " ", "b": " ", "f": " "}


def unescaped(line: Line) -> Line:
    """The text that a JSON string stands for. What an escape gives is at the place of its last character."""
    pieces: list[str] = []
    offsets: list[int] = []
    position = 0
    for hit in _ESCAPE.finditer(line.text):
        pieces.append(line.text[position : hit.start()])
        offsets.extend(line.offsets[position : hit.start()])
        pieces.append(_character(hit))
        offsets.append(line.offsets[hit.end() - 1])
        position = hit.end()
    if not position:
        return line
    pieces.append(line.text[position:])
    offsets.extend(line.offsets[position:])
    return replace(line, text="".join(pieces), offsets=offsets)


def _character(hit: re.Match[str]) -> str:
    if hit["letter"]:
        return _LETTERS.get(hit["letter"], hit["letter"])
    character = chr(int(hit["number"], 16))
    return "\ufffd" if "\ud800" <= character <= "\udfff" else character


def trimmed(lines: Sequence[Line]) -> list[Line]:
    """The lines less the empty ones at both ends."""
    first, end = 0, len(lines)
    while first < end and not lines[first].text.strip():
        first += 1
    while end > first and not lines[end - 1].text.strip():
        end -= 1
    return list(lines[first:end])
