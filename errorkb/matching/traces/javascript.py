"""Errors of JavaScript: stacks of V8, SpiderMonkey and JavaScriptCore, inspected errors, consoles, overlays.

Frames are found first; the head is looked for above them, behind source excerpts and labels. Errors without
a stack count when their line says that it is JavaScript's.
"""

from dataclasses import dataclass, field, replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import javascript_messages as messages
from errorkb.matching.traces import stack
from errorkb.matching.traces.javascript_frames import (
    FOLD,
    frame_of,
    frames_in,
    is_overlay,
    is_overlay_name,
    is_within,
    may_be_frames,
    may_have_frames,
    stack_end,
)
from errorkb.matching.traces.javascript_heads import (
    TELLING_WORDS,
    head_of,
    logged_head_of,
    place_of,
    telling_head_of,
)
from errorkb.matching.traces.javascript_properties import Properties
from errorkb.matching.traces.javascript_source import (
    RUNTIME_WORDS,
    excerpt_above,
    is_runtime_line,
    thrown_above,
)
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.stack import Draft, Head

#: How a line ends that opens the properties of an error without a stack.
_BRACED = "] {"


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has(*TELLING_WORDS, "(Use `node ") or may_have_frames(passage)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """JavaScript's errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    unfolded, numbers = stack.unfold(lines, FOLD, least=2)
    reader = _Reader(unfolded)
    reader.read_stacks()
    reader.read_lines_without_stack()
    drafts = sorted(reader.drafts, key=lambda draft: draft.start)
    return stack.finish(drafts, "javascript"), stack.original(reader.taken, numbers)


@dataclass
class _Reader:
    lines: list[Line]
    drafts: list[Draft] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    #: The first line that does not belong to the stack before.
    floor: int = 0
    passage: Passage = field(init=False)
    properties: Properties = field(init=False)

    def __post_init__(self) -> None:
        self.passage = passage_of(self.lines)
        self.properties = Properties(lines=self.lines, take=self.taken.update)

    def read_stacks(self) -> None:
        marked = sorted({*may_be_frames(self.passage), *self.passage.numbers(_BRACED)})
        ahead = Ahead(marked, len(self.lines))
        at = ahead.after(0)
        while at < len(self.lines):
            if frame_of(self.lines[at].text):
                at = self._stack(at)
            elif self.properties.open:
                after = self.properties.read(at, self.drafts[-1])
                if after > at and (at not in self.properties.nested or self._braced(at)):
                    self.floor = after
                at = after
            elif self._braced(at):
                at += 1
            else:
                at = ahead.after(at + 1)

    def _braced(self, at: int) -> bool:
        """Reads an error that has properties and no stack: ``[AggregateError: bad] {``."""
        text = self.lines[at].text
        head = telling_head_of(text, at) if text.rstrip().endswith(_BRACED) else None
        if head is None:
            return False
        head = replace(head, link=self.properties.nested.get(at))
        found = stack.draft(self.lines, head, message_end=at + 1, end=at + 1)
        self.taken.add(at)
        self._excerpt(found, head)
        self.drafts.append(found)
        self.properties.after_head(found, at)
        return True

    def _stack(self, at: int) -> int:
        first = at
        if is_overlay(self.lines[at].text) and at > self.floor and is_overlay_name(self.lines[at - 1].text):
            first = at - 1
        while first > self.floor and is_within(self.lines[first - 1].text):
            first -= 1
        end = stack_end(self.lines, at)
        head = self._find_head(first)
        if head is not None:
            self._add(head, first, end)
            self.properties.after_stack(self.drafts[-1], head.number, end)
        self.taken.update(range(first, end))
        self.floor = end
        return end

    def _find_head(self, first: int) -> Head | None:
        head = stack.look_back(self.lines, first, self.floor, self._head_at)
        if head and head.error_class == "Warning":
            # React warns between an error and its stack; the warning alone is one as well.
            above = stack.look_back(self.lines, head.number, self.floor, self._head_at)
            head = above if above and above.error_class not in (None, "Warning") else head
        head = head or stack.look_back(self.lines, first, self.floor, self._logged_at)
        if head and self.drafts and messages.is_cause(self.lines, head.number, self.floor):
            head = replace(head, link="cause")
        return self._around(head) if head else messages.classless_head(self.lines, first, self.floor)

    def _head_at(self, number: int) -> Head | None:
        head = head_of(self.lines[number].text, number)
        if head and (link := self.properties.nested.get(number)):
            return replace(head, link=link)
        return head

    def _logged_at(self, number: int) -> Head | None:
        return logged_head_of(self.lines[number].text, number)

    def _around(self, head: Head) -> Head:
        """The head of a message that goes on, indented, with what looks like another head."""
        while head.number > self.floor and head.number not in self.properties.nested:
            if not messages.goes_on(self.lines, head.number):
                break
            above = self._head_at(head.number - 1)
            if above is None:
                break
            head = above
        return head

    def _add(self, head: Head, first: int, end: int) -> None:
        message_end, whole = messages.message_end(self.lines, head, first)
        end_of_all = end if whole else message_end
        found = stack.draft(self.lines, head, message_end=message_end, end=end_of_all)
        self.taken.update(range(head.number, end_of_all))
        found.message = messages.unquoted(self.lines, head, found.message)
        found.frames = frames_in(self.lines, first, end)
        self._excerpt(found, head)
        self.drafts.append(found)

    def _excerpt(self, found: Draft, head: Head) -> None:
        """Adds the excerpt of the source above the head; it shows where a syntax error is."""
        excerpt = excerpt_above(self.lines, head.number, self.floor)
        if excerpt is None or excerpt.number in self.taken:
            return
        found.start = min(found.start, stack.opening(self.lines[excerpt.number]))
        self.taken.update(range(excerpt.number, head.number))
        in_script = not excerpt.frame.file.startswith("<")  # what `JSON.parse` was given has no file
        if (head.error_class == "SyntaxError" and in_script) or not found.frames:
            found.frames.insert(0, excerpt.frame)

    def read_lines_without_stack(self) -> None:
        """Errors of which only a line was printed, and what Node says around a crash."""
        self.floor = 0
        for number in self.passage.numbers(*TELLING_WORDS):
            if number in self.taken:
                continue
            head = telling_head_of(self.lines[number].text, number)
            if number in self.properties.nested:
                head = self._head_at(number)
            if head:
                self._alone(head)
        for number in self.passage.numbers("(Use `node --trace-uncaught "):
            self._thrown(number)
        if self.drafts:
            self.taken.update(
                number
                for number in self.passage.numbers(*RUNTIME_WORDS)
                if number not in self.taken and is_runtime_line(self.lines[number].text)
            )

    def _thrown(self, hint: int) -> None:
        thrown = thrown_above(self.lines, hint)
        if thrown is None or not self.taken.isdisjoint(range(thrown.excerpt.number, hint + 1)):
            return
        text = self.lines[thrown.first].text
        head = Head(number=thrown.first, error_class=None, start=stack.indent_of(text), stop=len(text))
        found = stack.draft(self.lines, head, message_end=thrown.end, end=hint + 1)
        self.taken.update(range(thrown.first, hint + 1))
        self._excerpt(found, head)
        self.drafts.append(found)

    def _alone(self, head: Head) -> None:
        place = place_of(self.lines[head.number].text, head)
        if place:
            head = replace(head, stop=place[0])
        end = messages.end_without_stack(self.lines, head.number, self.taken)
        found = stack.draft(self.lines, head, message_end=end, end=end)
        found.frames = [place[1]] if place else []
        self.taken.update(range(head.number, end))
        self._excerpt(found, head)
        self.drafts.append(found)
        if self.lines[end - 1].text.rstrip().endswith("{"):
            self.properties.of_line(found, end)
