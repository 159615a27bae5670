"""CPython tracebacks: chains, exception groups, syntax errors, messages of several lines.

The header may be missing, all lines may be indented alike, and indentation may be lost altogether. A
message runs to the first blank line, the next header or marker, or the first line of another log record.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.passage import Ahead, Passage, passage_of, reaching_back
from errorkb.matching.traces.python_exports import MAX_HEAD, exported
from errorkb.matching.traces.python_parts import (
    BARE_HEADER,
    CLASS_NAME,
    FINAL,
    GROUP_START,
    HEADER,
    LINKS,
    MAX_LINE,
    SEPARATOR,
    frame_at,
    frame_of,
    is_border,
    make_event,
    read_message,
)
from errorkb.matching.traces.stack import indent_of

_GROUP_LINE = re.compile(r"\s*[|+]")
_GROUP_MARGIN = re.compile(r"\s*[|+](?: |\Z)(?!-)")
# concurrent.futures.process._RemoteTraceback: and the quotes around what the worker printed.
_REMOTE = re.compile(r"[\w.]{0,120}\bRemoteTraceback|[\w.]{0,120}_RemoteTraceback")
# What `logging` adds to the traceback of a record that it could not format: where it was logged.
_CALL_STACK = "Call stack:"
_LOGGED = re.compile(r"\s*(?:Message|Arguments): ")
_EXAMPLE = re.compile(r"\s*Failed example:\s*\Z")

#: Lines that may follow a frame before the traceback counts as cut off: source, carets, locals.
MAX_GAP = 40


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("File ", "Traceback (", ", line ")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The tracebacks among the lines, and the numbers (0-based) of all lines that belong to them."""
    passage = passage_of(lines)
    if not may_read(passage):
        return [], set()
    if passage.has("+ Exception Group", "+-+-") or (passage.has('File "') and passage.opens("|")):
        lines = list(_without_group_margins(lines))
    reader = _Reader(lines)
    reader.read()
    return reader.events, reader.taken


def _without_group_margins(lines: list[Line]) -> Iterator[Line]:
    in_group = False
    for line in lines:
        in_group = bool(GROUP_START.match(line.text) or (in_group and _GROUP_LINE.match(line.text)))
        margin = _GROUP_MARGIN.match(line.text) if in_group else None
        yield line.cut(margin.end()) if margin else line


@dataclass
class _Reader:
    lines: list[Line]
    events: list[ErrorEvent] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    link: Relation | None = None
    #: The last event of each open exception group, outermost first: what a chain goes on from.
    tops: list[int | None] = field(default_factory=lambda: [None])

    def read(self) -> None:
        ahead = Ahead(self._openings(), len(self.lines))
        at = 0
        while (at := ahead.after(at)) < len(self.lines):
            text = self.lines[at].text
            stripped = text.strip()
            if self._opens(at):
                at = self._traceback(at)
            elif relation := LINKS.get(stripped):
                self.link = relation
                self.taken.add(at)
                at += 1
            elif stripped.startswith("+-") and (separator := SEPARATOR.match(text)):
                at = self._group_border(at, separator)
            elif "RemoteTraceback" in text and _REMOTE.match(stripped):
                self.taken.add(at)
                at += 1
            elif stripped == _CALL_STACK:
                at = self._call_stack(at)
            else:
                at = self._class_first(at) or at + 1

    def _openings(self) -> list[int]:
        """The numbers of the lines in which something may begin: headers, frames, what ties and parts
        tracebacks, and the lines above a frame, among which a class may stand first."""
        passage = passage_of(self.lines)
        frames = passage.numbers("File ", ", line ", "additional frame")
        frames = sorted({*frames, *passage.numbers_opening("...")})
        marks = passage.numbers("Traceback (", "RemoteTraceback", *LINKS)
        return sorted({*marks, *passage.numbers_opening("+-"), *reaching_back(frames, MAX_HEAD)})

    def _frame(self, at: int) -> re.Match[str] | None:
        return frame_at(self.lines, at)

    def _header(self, at: int) -> re.Match[str] | None:
        text = self.lines[at].text
        if "Traceback (" not in text or len(text) > MAX_LINE:
            return None
        bare = BARE_HEADER.match(text)
        if bare and any(self._frame(number) for number in range(at + 1, at + 3)):
            return bare
        return HEADER.match(text)

    def _opens(self, at: int) -> bool:
        return self._header(at) is not None or self._frame(at) is not None

    def _group_border(self, at: int, separator: re.Match[str]) -> int:
        self.taken.add(at)
        self.link = "group-member" if separator["number"] else None
        if separator["opens"]:
            self.tops.append(None)
        elif not separator["number"] and len(self.tops) > 1:
            self.tops.pop()
        after = at + 1
        # A member that was never raised has no traceback: its final line stands alone.
        if not separator["number"] or after >= len(self.lines):
            return after
        final = FINAL.match(self.lines[after].text)
        return self._final(after, after, final, [], 0) if final else after

    def _traceback(self, first: int) -> int:
        """Reads the traceback that starts at line ``first``; returns the number of the line after."""
        header = self._header(first)
        at = first + bool(header)
        frame = self._frame(at)
        if frame and not header and at + 1 < len(self.lines) and _EXAMPLE.match(self.lines[at + 1].text):
            return self._example(at)
        frame_indent = len(frame["indent"]) if frame else None
        # Without its header a traceback is indented as its frames are, less the two blanks they have; so
        # it is where the header is the only line that has lost its indentation.
        indent = max(len(header["indent"]) if header else 0, (frame_indent or 0) - 2)
        flat = frame_indent is not None and frame_indent <= (indent if header else 0)
        frames: list[Frame] = []
        last = at
        broken = False  # a blank line since the last frame: what follows may be another text
        while at < len(self.lines) and at - last <= MAX_GAP:
            text = self.lines[at].text
            if hit := self._frame(at):
                frames.append(frame_of(hit, self.lines[at + 1].text if at + 1 < len(self.lines) else ""))
                last, broken = at, False
            elif not text.strip():
                broken = True
            elif at > first and self._header(at):
                break  # of another one: this one was cut off
            elif flat or indent_of(text) <= indent:
                final = FINAL.match(text.strip()) if len(text) <= 50 * MAX_LINE else None
                if final and (not (flat or broken) or CLASS_NAME.match(final["class"])):
                    return self._final(first, at, final, frames, indent_of(text))
                if not flat or is_border(text):
                    break
            at += 1
        if not frames:
            return first + 1
        if header and self._says_what(first - 1):
            return self._said_above(first, last + 1, frames)
        # Cut off before its last line: the frames alone still say where it happened.
        self._add(first, last + 1, None, self.lines[last].cut(0, 0), frames)
        return last + 1

    def _says_what(self, above: int) -> bool:
        """Whether the line names the error whose traceback stands below, and which does not itself."""
        if above < 0 or above in self.taken or len(self.lines[above].text) > MAX_LINE:
            return False
        final = FINAL.match(self.lines[above].text.strip())
        return bool(final and CLASS_NAME.match(final["class"]))

    def _said_above(self, header: int, end: int, frames: list[Frame]) -> int:
        """Logs of AWS Lambda print the last line of a traceback above it."""
        line = self.lines[header - 1]
        indent = indent_of(line.text)
        final = FINAL.match(line.text.strip())
        start = indent + final.start("message") if final and final["message"] else len(line.text)
        message, _ = read_message(self.lines, header - 1, start, header)
        self._add(header - 1, end, final["class"] if final else None, message, frames)
        return end

    def _example(self, at: int) -> int:
        """A doctest's place; its traceback, where it has one, follows below."""
        self.taken.update((at, at + 1))
        return at + 2

    def _call_stack(self, at: int) -> int:
        """Takes the stack of a call that raised nothing; returns the number of the line after."""
        end = last = at + 1
        while end < len(self.lines) and end - last <= MAX_GAP:
            if self._frame(end) or _LOGGED.match(self.lines[end].text):
                last = end + 1
            elif not self.lines[end].text.strip() or self._header(end):
                break
            end += 1
        self.taken.update(range(at, last))
        return last

    def _class_first(self, at: int) -> int | None:
        """Reads an error whose frames stand below its message: the number of the line after, or None."""
        found = exported(self.lines, at)
        if found is None:
            return None
        self._add(at, found.end, found.error_class, found.message, found.frames)
        return found.end

    def _final(self, first: int, at: int, final: re.Match[str], frames: list[Frame], indent: int) -> int:
        start = indent + (final.start("message") if final["message"] else len(self.lines[at].text))
        message, end = read_message(self.lines, at, start)
        self._add(first, end, final["class"], message, frames)
        return end

    def _add(self, first: int, end: int, error_class: str | None, message: Line, frames: list[Frame]) -> None:
        self.taken.update(range(first, end))
        before = self.tops[-1]
        if self.link in ("cause", "context") and before is not None:
            earlier = self.events[before]
            if earlier.relation is None:
                self.events[before] = replace(earlier, relation="root")
        self.tops[-1] = len(self.events)
        self.events.append(
            make_event(
                self.lines,
                (first, end),
                error_class=error_class,
                message=message,
                frames=frames,
                relation=self.link,
            )
        )
        self.link = None
