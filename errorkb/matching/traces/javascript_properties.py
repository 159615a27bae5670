"""What Node prints behind a stack: ``{ code: 'X', [cause]: …, [errors]: [ … ] }``.

A property belongs to the error whose head is indented less. Errors among the properties are heads of stacks
of their own; here only their tie to the error around them is kept. Indentation may be lost: then a brace at
the start of a line closes all.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from errorkb.matching.clean import Line
from errorkb.matching.traces.javascript_heads import head_of
from errorkb.matching.traces.stack import Draft, Link, indent_of

_CLOSER = re.compile(r"\s{0,200}[\]})]{1,4}[,;)]{0,2}\s*\Z")
_PROPERTY = re.compile(r"\s{0,200}(?:'[^'\n]{1,60}'|\[?[\w$().]{1,60}\]?):\s")
_CODE = re.compile(r"\s{0,200}(?:[^\n]{0,200}?, )?code: '(?P<code>[\w./-]{2,80})'")
_MEMBERS = re.compile(r"\s{0,200}\[errors\]: \[")
# Older versions of Node open the brace before the error, and properties follow its stack at once.
_SYSTEM = re.compile(r"\s{1,200}(?:errno|code|syscall|path|address|port|cmd|killed|signal):\s")

#: Properties of an error without a stack.
_MAX_LINES = 20


@dataclass
class Properties:
    """The errors whose properties are being read. ``nested``: ties of the heads among them, by line."""

    lines: Sequence[Line]
    take: Callable[[range], None]
    nested: dict[int, Link] = field(default_factory=dict)
    #: Indentation and error, outermost first.
    open: list[tuple[int, Draft]] = field(default_factory=list)
    #: Where the list of members is indented.
    members: int | None = None

    def after_stack(self, error: Draft, head: int, end: int) -> None:
        """Opens the properties of the error with its head in that line, if its stack ends in a brace."""
        last = self.lines[end - 1].text.rstrip()
        after = self.lines[end].text if end < len(self.lines) else ""
        braced = last.endswith("{")
        if not (braced or self.open or _SYSTEM.match(after)):
            return
        indent = indent_of(self.lines[head].text)
        flat = indent_of(last) <= indent
        while self.open and self.open[-1][0] >= indent:
            self.open.pop()
        if not self.open:
            self.members = None
        if braced or not self.open:
            self.open.append((-1 if flat else indent, error))

    def after_head(self, error: Draft, at: int) -> None:
        """Opens the properties of the error whose head, in that line, ends in a brace."""
        indent = indent_of(self.lines[at].text)
        while self.open and self.open[-1][0] >= indent:
            self.open.pop()
        if not self.open:
            self.members = None
        self.open.append((indent, error))

    def read(self, at: int, last: Draft) -> int:
        """Reads line ``at``; returns the number of the next line. ``last``: the error printed last.

        When the line is no property, none is open any more, and the line is still to be read.
        """
        text = self.lines[at].text
        indent = indent_of(text)
        closes = bool(_CLOSER.match(text))
        if not text.strip() or not (closes or self._belongs(text, indent)):
            self.open.clear()
            return at
        flat = self.open[0][0] < 0
        while self.open and indent <= self.open[-1][0]:
            self.open.pop()
        if not closes and self._is_error(text, indent, at):
            return at + 1
        self.take(range(at, at + 1))
        owner = self.open[-1][1] if self.open else last
        if hit := _CODE.match(text):
            owner.error_code = owner.error_code or hit["code"]
        if owner is last and owner.end == self.lines[at - 1].end:
            owner.end = self.lines[at].end
        if _MEMBERS.match(text):
            self.members = indent
        if closes and flat and text.strip() == "}":
            self.open.clear()
        return at + 1

    def _belongs(self, text: str, indent: int) -> bool:
        outermost = self.open[0][0]
        return indent > outermost and (outermost >= 0 or bool(_PROPERTY.match(text)))

    def _is_error(self, text: str, indent: int, at: int) -> bool:
        head = head_of(text, at)
        if head is None or head.error_class is None:
            return False
        member = self.members is not None and indent > self.members
        self.nested[at] = "group-member" if member else "cause"
        return True

    def of_line(self, error: Draft, at: int) -> None:
        """Takes the properties of an error without a stack; they start at line ``at``."""
        end = at
        while end < len(self.lines) and end - at < _MAX_LINES and _PROPERTY.match(self.lines[end].text):
            text = self.lines[end].text
            if head_of(text, end):
                self._is_error(text, indent_of(text), end)
                return
            hit = _CODE.match(text)
            error.error_code = error.error_code or (hit["code"] if hit else None)
            end += 1
        if end < len(self.lines) and _CLOSER.match(self.lines[end].text):
            self.take(range(at, end + 1))
            error.end = self.lines[end].end
