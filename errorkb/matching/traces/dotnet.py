"""Exceptions of .NET: the runtime in any of its languages, Mono, Unity, ASP.NET's error page, test runners.

An exception is printed with what it wraps behind ``--->``, in one line or in several, then the stack of the
innermost, and after each marker that of the one around it. ``(Inner Exception #1)`` is a further member of an
aggregate. The error page prints the root first.
"""

from dataclasses import dataclass, field, replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import stack
from errorkb.matching.traces.dotnet_lines import (
    ANNOUNCED_WORDS,
    FOLD,
    announced,
    ends_inner,
    frame_of,
    head_of,
    inner_starts,
    is_boxed,
    is_data,
    is_inner,
    is_label,
    is_mark,
    logged_head_of,
    openings,
    page_frame_of,
    unbroken,
)
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.stack import MAX_LINE, Draft, Head

#: Lines that a message may have, with those of its inner exceptions.
MAX_MESSAGE_LINES = 80


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    # A console may have broken the class between two lines.
    named = ("Exception", "Error", "Fault")
    if not passage.has(*named) and not any(name in passage.whole.replace("\n", "") for name in named):
        return "(" in passage.first()
    return passage.has("(", "-->", *ANNOUNCED_WORDS)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """.NET's exceptions among the lines, and the numbers (0-based) of all lines that belong to them."""
    whole, ranges = unbroken(lines)
    unfolded, numbers = stack.unfold(whole, FOLD, least=2)
    reader = _Reader(unfolded)
    reader.read()
    taken = {number for at in stack.original(reader.taken, numbers) for number in ranges[at]}
    return stack.finish(reader.drafts, "dotnet"), taken


@dataclass
class _Reader:
    lines: list[Line]
    drafts: list[Draft] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    #: The first line that does not belong to the exception before.
    floor: int = 0
    #: Exceptions whose frames are still to come, the outermost first.
    open: list[Draft] = field(default_factory=list)

    def read(self) -> None:
        ahead = Ahead(openings(passage_of(self.lines)), len(self.lines))
        at = 0
        while (at := ahead.after(at)) < len(self.lines):
            text = self.lines[at].text
            if frame_of(text):
                at = self._from_frame(at)
            elif is_boxed(text) and at + 1 < len(self.lines) and page_frame_of(self.lines[at + 1].text):
                at = self._page(at)
            elif announced(text) or (self._has_inner(at)):
                at = self._exceptions(self._outermost(at), self._message_end(at))
            else:
                at += 1

    def _has_inner(self, at: int) -> bool:
        text = self.lines[at].text[:MAX_LINE]
        return "-->" in text and bool(inner_starts(text))

    def _from_frame(self, at: int) -> int:
        head = stack.look_back(self.lines, at, self.floor, self._head_at)
        head = head or stack.look_back(self.lines, at, self.floor, self._logged_at)
        if head is None:
            # Frames below text that is no head, as debuggers print them: not known to be an error.
            end = self._stack_end(at)
            if at < stack.LOOK_BACK and not any(line.text.strip() for line in self.lines[:at]):
                self._headless(at, end)
            self.floor = end
            return end
        return self._exceptions(self._outermost(head.number), at)

    def _outermost(self, number: int) -> int:
        """The line of the exception that holds the one at line ``number``."""
        for _ in range(MAX_MESSAGE_LINES):
            if not is_inner(self.lines[number].text):
                break
            above = stack.look_back(self.lines, number, self.floor, self._head_at)
            above = above or stack.look_back(self.lines, number, self.floor, self._logged_at)
            if above is None:
                break
            number = above.number
        return number

    def _head_at(self, number: int) -> Head | None:
        return head_of(self.lines[number].text[:MAX_LINE], number)

    def _logged_at(self, number: int) -> Head | None:
        return logged_head_of(self.lines[number].text[:MAX_LINE], number)

    def _message_end(self, head: int) -> int:
        last = min(len(self.lines), head + MAX_MESSAGE_LINES)
        blank = None
        for number in range(head + 1, last):
            text = self.lines[number].text
            if frame_of(text) or ends_inner(text) or is_mark(text) or is_label(text):
                return number
            if announced(text) or self.lines[number].prefix not in ((), self.lines[head].prefix):
                return blank or number
            if not text.strip():
                blank = blank or number
        return blank or last

    def _exceptions(self, first: int, frames: int) -> int:
        """Reads the exceptions whose heads stand from line ``first`` to before ``frames``."""
        end = max(self._stack_end(frames), first + 1)
        message_end = next((n for n in range(first + 1, frames) if is_label(self.lines[n].text)), frames)
        region = self._region(first, message_end)
        starts = [start for start in inner_starts(region.text) if region.text[:start].strip()]
        found = []
        for start, stop in zip([0, *starts], [*starts, len(region.text)], strict=True):
            piece = region.cut(start, stop)
            if exception := self._exception(piece, first if start == 0 else -1):
                found.append(exception)
        if not found:
            self.floor = max(end, first + 1)
            return self.floor
        if found[0].link is None:
            self.open.clear()
        self.open += found
        self.drafts += found
        self.taken.update(range(first, end))
        self._read_frames(frames, end)
        self.floor = end
        return end

    def _region(self, first: int, end: int) -> Line:
        indent = stack.indent_of(self.lines[first].text)
        lines = [
            line.cut(min(indent, stack.indent_of(line.text)), min(len(line.text), MAX_LINE))
            for line in self.lines[first : max(end, first + 1)]
        ]
        return stack.join(lines)

    def _exception(self, piece: Line, first: int) -> Draft | None:
        head = head_of(piece.text, 0) or (logged_head_of(piece.text, 0) if first >= 0 else None)
        if head is None:
            return None
        start = head.start + stack.indent_of(piece.text[head.start : head.stop])
        printed = piece.text[head.start : head.stop].rstrip().removesuffix("<---").rstrip()
        message = piece.cut(start, max(start, head.start + len(printed)))
        last = max(0, len(piece.text.rstrip()) - 1)
        return Draft(
            error_class=head.error_class,
            error_code=head.error_code,
            message=message,
            link=head.link,
            start=piece.offsets[0],
            end=piece.offsets[last] + 1,
        )

    def _read_frames(self, at: int, end: int) -> None:
        """Gives frames to the innermost exception, and after each marker to the one around it."""
        for number in range(at, end):
            text = self.lines[number].text
            if ends_inner(text) and len(self.open) > 1:
                self.open.pop()
            elif frame := frame_of(text):
                self.open[-1].frames.append(frame)
                if self.open[-1] is self.drafts[-1]:
                    self.open[-1].end = self.lines[number].end
                if text.rstrip().endswith("<---") and len(self.open) > 1:
                    self.open.pop()

    def _stack_end(self, at: int) -> int:
        end = at
        in_data = False
        for number in range(at, len(self.lines)):
            text = self.lines[number].text
            if frame_of(text) or ends_inner(text) or is_mark(text):
                end, in_data = number + 1, False
            elif end > at and is_data(text, opens=not in_data) and number - end < MAX_MESSAGE_LINES:
                in_data = True
            elif (text.strip() and not is_label(text)) or number - end > 1:
                break
        return end

    def _headless(self, at: int, end: int) -> None:
        head = Head(number=at, error_class=None, start=0, stop=0)
        found = stack.draft(self.lines, head, message_end=at, end=end)
        self.drafts.append(found)
        self.open = [found]
        self.taken.update(range(at, end))
        self._read_frames(at, end)

    def _page(self, at: int) -> int:
        head = head_of(self.lines[at].text[:MAX_LINE], at)
        end = at + 1
        while end < len(self.lines) and page_frame_of(self.lines[end].text):
            end += 1
        if head is not None:
            # The page goes from the root outwards.
            after_another = bool(self.drafts) and at - self.floor <= 1 and self.floor > 0
            head = replace(head, link="wrapper" if after_another else None)
            found = stack.draft(self.lines, head, message_end=at + 1, end=end)
            frames = (page_frame_of(line.text) for line in self.lines[at + 1 : end])
            found.frames = [frame for frame in frames if frame]
            self.drafts.append(found)
            self.taken.update(range(at, end))
        self.floor = end
        return end
