"""What pytest prints of failures: sections of all its styles, and the short summary at the end.

    ____________________ test_divide ____________________
        def test_divide():
    >       assert divide(1, 0) == 1
    test_x.py:8:
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
        def divide(a, b):
    >       return a / b
    E       ZeroDivisionError: division by zero
    test_x.py:4: ZeroDivisionError

The native style has plain tracebacks, and lines of the style "line" read like warnings.
"""

import re
from dataclasses import dataclass, field, replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.passage import Passage, passage_of
from errorkb.matching.traces.python_parts import (
    CLASS_NAME,
    FINAL,
    FRAME,
    LINKS,
    MAX_LINE,
    frame_of,
    make_event,
)
from errorkb.matching.traces.stack import indent_of, join

_ERROR_LINE = re.compile(r"\s{0,8}E(?:\s{2,60}(?P<text>\S.*)?|\s?)\Z")
# test_x.py:4: ZeroDivisionError, test_x.py:8: (another frame follows), test_x.py:8: in test_divide
_PLACE = re.compile(
    r"\s{0,8}(?P<file>(?:[A-Za-z]:)?[^\s:\"'|][^:\"|\n]{0,400}):(?P<line>\d{1,9})"
    r"(?:: (?:in (?P<function>\S{1,200})|(?P<class>[A-Za-z_][\w.]{0,120}))?|:)?\s*\Z"
)
_SECTION = re.compile(r"\s{0,8}(?:_{3,200} .{1,400} _{3,200}|={3,200} .{1,200} ={3,200})\s*\Z")
_DEFINITION = re.compile(r"\s{1,60}(?:async )?def (?P<name>\w{1,200})\(")
_SUMMARY = re.compile(
    r"\s{0,40}(?P<word>(?:FAILED|ERROR) )?(?P<file>[^\s:]{1,400}\.(?:py|pyx|txt|rst|md))"
    r"(?:::\S{1,600}(?: \S{1,200})?)? - (?P<text>\S.*)"
)
_SOURCE_FILE = re.compile(r".*\.(?:py|pyx|pyi)\Z|<[\w -]{1,60}>\Z")
#: Lines of an error, and lines behind it among which its place stands.
MAX_ERROR, MAX_GAP = 200, 60
# A local variable, as `--showlocals` prints it between an error and its place.
_LOCAL = re.compile(r"[A-Za-z_@]\w{0,80}\s{1,40}= ")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    if passage.opens("E ", "E\n") or passage.openings.endswith("\nE"):
        return True
    return any(" - " in passage[number].text for number in passage.numbers("::"))


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The failures among the lines, and the numbers of their lines."""
    reader = _Reader(lines)
    if may_read(passage_of(lines)):
        reader.read()
    return reader.events, reader.taken


@dataclass
class _Reader:
    lines: list[Line]
    events: list[ErrorEvent] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    frames: list[Frame] = field(default_factory=list)
    first: int | None = None
    defined: str | None = None
    link: Relation | None = None

    def read(self) -> None:
        at = 0
        while at < len(self.lines):
            text = self.lines[at].text
            if len(text) > MAX_LINE:
                at += 1
            elif self._is_error(at):
                at = self._error(at)
            elif ":" in text and (hit := _PLACE.match(text)) and _SOURCE_FILE.match(hit["file"]):
                self._place(at, hit)
                at += 1
            else:
                self._other(at, text)
                at += 1

    def _is_error(self, at: int) -> bool:
        text = self.lines[at].text.lstrip()
        return text[:1] == "E" and text[1:3] in ("", " ", "  ") and _ERROR_LINE.match(text) is not None

    def _other(self, at: int, text: str) -> None:
        stripped = text.strip()
        if hit := _DEFINITION.match(text):
            self.defined = hit["name"]
            self.first = at if self.first is None else self.first
        elif stripped[:3] in ("___", "===") and _SECTION.match(text):
            self._forget()
            self.link = None
        elif self.events and (relation := LINKS.get(stripped)):
            self._forget()
            self.link = relation
            self.taken.add(at)
        elif " - " in text and (hit := _SUMMARY.match(text)):
            self._summary(at, hit)

    def _forget(self) -> None:
        self.frames, self.first, self.defined = [], None, None

    def _place(self, at: int, hit: re.Match[str]) -> None:
        """A frame; the last one of a failure names its class."""
        self.first = at if self.first is None else self.first
        function = hit["function"] or self.defined
        self.frames.append(Frame(file=hit["file"], line=int(hit["line"]), function=function))
        self.defined = None

    def _error(self, at: int) -> int:
        end = at
        while end < min(len(self.lines), at + MAX_ERROR) and self._is_error(end):
            end += 1
        named, behind = self._named_below(end)
        said = [_said(self.lines[number]) for number in range(at, end)]
        error_class, start, message = self._told(said, named)
        if error_class is None and not (self.frames or named):
            return end
        if error_class is None and message.text.startswith("assert "):
            error_class = "AssertionError"
        # Only the place below may be known, and the error starts above it.
        first = at if self.first is None else min(self.first, at)
        for number in range(start):
            if hit := FRAME.match(said[number].text):
                self.frames.append(frame_of(hit))
        self._add(first, behind, error_class, message)
        return behind

    def _named_below(self, end: int) -> tuple[str | None, int]:
        """The class that the place below an error names, and the number of the line behind it."""
        for number in range(end, min(len(self.lines), end + MAX_GAP)):
            text = self.lines[number].text
            hit = _PLACE.match(text) if len(text) <= MAX_LINE else None
            if hit and not hit["function"] and _SOURCE_FILE.match(hit["file"]):
                self._place(number, hit)
                return hit["class"], number + 1
            if text[:1].strip() and not _LOCAL.match(text):
                break
        return None, end

    @staticmethod
    def _told(said: list[Line], named: str | None) -> tuple[str | None, int, Line]:
        """The class, the number of the line where the message starts, and the message."""
        for number, line in enumerate(said):
            final = FINAL.match(line.text.strip())
            if final is None or (number and not CLASS_NAME.match(final["class"])):
                continue
            short = final["class"].rpartition(".")[2]
            if (
                short == (named or "").rpartition(".")[2]
                or CLASS_NAME.match(final["class"])
                or short == "Failed"
            ):
                indent = indent_of(line.text)
                start = indent + (final.start("message") if final["message"] else len(line.text.strip()))
                return final["class"], number, _dedented([line.cut(start), *said[number + 1 :]], indent)
        return named, 0, _dedented(said, indent_of(said[0].text))

    def _add(self, first: int, end: int, error_class: str | None, message: Line) -> None:
        self.taken.update(range(first, end))
        if self.link and self.events and self.events[-1].relation is None:
            self.events[-1] = replace(self.events[-1], relation="root")
        self.events.append(
            make_event(
                self.lines,
                (first, end),
                error_class=error_class,
                message=message,
                frames=self.frames,
                relation=self.link,
            )
        )
        self.link = None
        self._forget()

    def _summary(self, at: int, hit: re.Match[str]) -> None:
        """A failure of which no section need have been pasted."""
        line = self.lines[at]
        # "ERROR" may have been taken for a prefix.
        if not hit["word"] and line.level != "ERROR":
            return
        said = hit["text"].strip()
        final = FINAL.match(said)
        if final and CLASS_NAME.match(final["class"]):
            error_class, text = final["class"], final["message"] or ""
        elif said.startswith("assert "):
            error_class, text = "AssertionError", said
        else:
            return
        self.taken.add(at)
        start = len(line.text.rstrip()) - len(text)
        message = line.cut(start, len(line.text.rstrip()))
        self.events.append(
            make_event(self.lines, (at, at + 1), error_class=error_class, message=message, frames=[])
        )


def _said(line: Line) -> Line:
    """An error's line behind its mark, with its indentation."""
    return line.cut(len(line.text) - len(line.text.lstrip()) + 1, len(line.text.rstrip()))


def _dedented(said: list[Line], indent: int) -> Line:
    return join(
        [
            said[0].cut(indent_of(said[0].text)),
            *(line.cut(min(indent, indent_of(line.text))) for line in said[1:]),
        ]
    )
