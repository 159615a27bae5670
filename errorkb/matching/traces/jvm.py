"""Stacks of the JVM: Java, Kotlin, Scala, Groovy, Clojure, Android.

A head, its message of any number of lines, frames, then ``Caused by:`` and the like, each with its own.
Log packages print the root first and go on with ``Wrapped by:``. A frame's file is a bare name; its
function has the package and the class.
"""

import re
from dataclasses import dataclass, field, replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import stack
from errorkb.matching.traces.jvm_lines import (
    FOLD,
    LAUNCHER_WORDS,
    MAY_BE_PLACE,
    announced,
    frame_of,
    head_of,
    is_left_out,
    link_of,
    logged_head_of,
    openings,
    plain,
    short_of,
)
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.stack import Draft, Head

#: Lines of a message that may stand between ``Caused by:`` and the first frame.
MAX_MESSAGE_LINES = 80
# Lines of a crash that say nothing about the error itself.
_SURROUNDING = re.compile(
    r"(?:-{4,20} beginning of crash|(?:FATAL )?EXCEPTION: .{1,200}|Process: [\w.:]{1,200}, PID:"
    r" \d{1,9}|PID: \d{1,9})\s*\Z"
)


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    has = passage.has
    return (
        (has("at ", "at\t") and passage.matches(MAY_BE_PLACE))
        or has("Caused by", "Wrapped by", "Suppressed", "Also", " thrown from the ", "PID: ", "Process: ")
        or has("xception in thread", "atal Exception", "FATAL EXCEPTION", "beginning of crash", "Caught: ")
        or (has("caught", "handled") and has("xception", "rror"))
        or has("UndeclaredThrowableException (null)", "EXCEPTION: ")
        or (has("rror: ", "RROR: ") and has(*LAUNCHER_WORDS))
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The JVM's stacks among the lines, and the numbers (0-based) of all lines that belong to them."""
    unfolded, numbers = stack.unfold([plain(line) for line in lines], FOLD, least=1)
    reader = _Reader(unfolded)
    reader.read()
    return stack.finish(reader.drafts, "jvm"), stack.original(reader.taken, numbers)


@dataclass
class _Reader:
    lines: list[Line]
    drafts: list[Draft] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    #: The first line that does not belong to the stack before.
    floor: int = 0
    #: Where the chain's first head is indented.
    indent: int = 0

    def read(self) -> None:
        ahead = Ahead(openings(passage_of(self.lines)), len(self.lines))
        at = 0
        while (at := ahead.after(at)) < len(self.lines):
            text = self.lines[at].text
            if link := link_of(text, at):
                at = self._linked(link)
            elif frame_of(text):
                at = self._frames(at)
            elif short := short_of(text, at):
                self._add(short[0], at + 1, at + 1)
                self.drafts[-1].frames = [short[1]]
                at += 1
            elif announced(text) and not self._has_frames(at):
                at = self._alone(at)
            else:
                if _SURROUNDING.match(text):
                    self.taken.add(at)
                at += 1

    def _linked(self, link: Head) -> int:
        if link.number > self.floor or not self.drafts:
            self._wrapper_without_frames(link.number)
        nested = link.link == "cause" and stack.indent_of(self.lines[link.number].text) > self.indent
        if nested and self.drafts and self.drafts[-1].link == "suppressed":
            link = replace(link, link="suppressed")
        return self._block(link, self._message_end(link.number))

    def _wrapper_without_frames(self, link: int) -> None:
        """The error above a ``Caused by:``, when its frames were left out."""
        head = stack.look_back(self.lines, link, self.floor, self._head_at)
        if head is not None and all(line.text.strip() for line in self.lines[head.number : link]):
            self._add(head, link, link)

    def _message_end(self, head: int) -> int:
        """The line after the message: at the first frame; where none follows, at the first blank line."""
        last = min(len(self.lines), head + MAX_MESSAGE_LINES)
        blank = None
        for number in range(head + 1, last):
            text = self.lines[number].text
            if frame_of(text) or is_left_out(text):
                return number
            if link_of(text, number) or announced(text) or self._another_record(head, number):
                return blank or number
            if not text.strip():
                blank = blank or number
        return blank or last

    def _another_record(self, head: int, number: int) -> bool:
        return self.lines[number].prefix not in ((), self.lines[head].prefix)

    def _frames(self, at: int) -> int:
        head = stack.look_back(self.lines, at, self.floor, self._head_at)
        if head is None:
            head = stack.look_back(self.lines, at, self.floor, self._logged_at)
        if head is not None:
            return self._block(head, at)
        if at < stack.LOOK_BACK and not any(line.text.strip() for line in self.lines[:at]):
            # The paste begins with frames: they say at least where it happened.
            return self._block(Head(number=at, error_class=None, start=0, stop=0), at)
        # A thread dump, or a stack below text that is no head: not known to be an error.
        end = self._stack_end(at)
        self.taken.update(range(at, end))
        self.floor = end
        return end

    def _head_at(self, number: int) -> Head | None:
        return head_of(self.lines[number].text, number)

    def _logged_at(self, number: int) -> Head | None:
        return logged_head_of(self.lines[number].text, number)

    def _block(self, head: Head, first_frame: int) -> int:
        end = max(first_frame, self._stack_end(first_frame))
        self._add(head, first_frame, end)
        self.drafts[-1].frames = [
            frame for line in self.lines[first_frame:end] if (frame := frame_of(line.text))
        ]
        return end

    def _add(self, head: Head, message_end: int, end: int) -> None:
        if head.link is None:
            self.indent = stack.indent_of(self.lines[head.number].text)
        self.drafts.append(stack.draft(self.lines, head, message_end=message_end, end=end))
        self.taken.update(range(head.number, end))
        self.floor = end

    def _stack_end(self, at: int) -> int:
        """The line after the frames that start at line ``at``. Blank lines may stand between frames."""
        end = at
        for number in range(at, len(self.lines)):
            text = self.lines[number].text
            if frame_of(text) or is_left_out(text):
                end = number + 1
            elif text.strip() or number - end > 1:
                break
        return end

    def _has_frames(self, head: int) -> bool:
        end = self._message_end(head)
        return end < len(self.lines) and frame_of(self.lines[end].text) is not None

    def _alone(self, at: int) -> int:
        head = head_of(self.lines[at].text, at)
        if head is not None:
            self._add(head, at + 1, at + 1)
        return at + 1
