"""CPython tracebacks: chains, exception groups, syntax errors, messages of several lines.

The header may be missing, all lines may be indented alike, and indentation may be lost altogether.
IPython's frames are read as well. A message runs to the first blank line, the next header or marker, or
the first line of another log record.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation

_HEADER = re.compile(r"(?P<indent>\s*)(?:\+ )?(?:Exception Group )?Traceback \(most recent call last\):\s*\Z")
# File "a.py", line 1, in f; then as IPython has them: File ~/a.py:1, in f(x) and Cell In[2], line 1
_FRAME = re.compile(
    r"""
    (?P<indent>\s*)
    (?: File\ "(?P<file>[^"]{1,1000})",\ line\ (?P<line>\d{1,9}) (?:,\ in\ (?P<function>\S.*?))?
      | (?: File\ (?P<path>[^\s"][^"]{0,1000}?): | (?P<cell>Cell\ In\ ?\[\d{1,6}\]),\ line\ )
        (?P<number>\d{1,9}) (?:,?\ in\ (?P<name>[^\s(]{1,200}).*)?
    ) \s*\Z
    """,
    re.VERBOSE,
)
_FINAL = re.compile(r"(?P<class>[A-Za-z_]\w*(?:\.(?:\w+|<locals>))*)(?::(?: (?P<message>.*))?)?\Z", re.DOTALL)
# Where indentation is lost, a source line such as `else:` reads like a final line; a class name does not.
_CLASS_NAME = re.compile(
    r".*(?:Error|Exception|Warning|Group|Exit|Interrupt|Iteration|Timeout|[a-z]\.[A-Z]\w*)\Z"
)
_LINKS: dict[str, Relation] = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
}
_GROUP_START = re.compile(r"\s*(?:\+ Exception Group Traceback \(most recent|\|\s*File \"|\+-\+-)")
_GROUP_LINE = re.compile(r"\s*[|+]")
_GROUP_MARGIN = re.compile(r"\s*[|+](?: |\Z)(?!-)")
_SEPARATOR = re.compile(r"\s*\+-(?P<opens>\+-)?[-+]{0,200}(?: (?P<number>\d{1,9}|\.\.\.) )?-{1,200}\s*\Z")
_PROMPT = re.compile(r"(?:>>> |In \[\d+\]|[\w.-]+@[\w.-]+[: ].{0,200}[$#] |\$ |PS [A-Z]:\\)")
# What the tools around Python say when it is gone.
_AFTERWORD = re.compile(
    r"""
    \s* (?: \[end\ of\ output\] | make(?:\[\d+\])?:\ \*\*\* | npm\ ERR!
           | Process\ finished\ with\ exit\ code | Error:\ Process\ completed\ with\ exit\ code )
    """,
    re.VERBOSE,
)
#: What cannot stand inside of a message, nor between a traceback's last frame and its final line.
_BORDERS = (_HEADER, _SEPARATOR, _GROUP_START, _PROMPT, _AFTERWORD)

#: A message of more lines is cut: its first lines say what there is to say.
MAX_MESSAGE_LINES = 200
#: Lines that may follow a frame before the traceback counts as cut off: source, carets, locals.
MAX_GAP = 40


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The tracebacks among the lines, and the numbers (0-based) of all lines that belong to them."""
    reader = _Reader(list(_without_group_margins(lines)))
    reader.read()
    return reader.events, reader.taken


def _without_group_margins(lines: list[Line]) -> Iterator[Line]:
    in_group = False
    for line in lines:
        in_group = bool(_GROUP_START.match(line.text) or (in_group and _GROUP_LINE.match(line.text)))
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
        at = 0
        while at < len(self.lines):
            text = self.lines[at].text
            if _HEADER.match(text) or _FRAME.match(text):
                at = self._traceback(at)
            elif relation := _LINKS.get(text.strip()):
                self.link = relation
                self.taken.add(at)
                at += 1
            elif separator := _SEPARATOR.match(text):
                at = self._group_border(at, separator)
            else:
                at += 1

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
        final = _FINAL.match(self.lines[after].text)
        return self._final(after, after, final, [], 0) if final else after

    def _traceback(self, first: int) -> int:
        """Reads the traceback that starts at line ``first``; returns the number of the line after."""
        header = _HEADER.match(self.lines[first].text)
        at = first + bool(header)
        frame = _FRAME.match(self.lines[at].text) if at < len(self.lines) else None
        frame_indent = len(frame["indent"]) if frame else None
        # Without its header a traceback is indented as its frames are, less the two blanks they have.
        indent = len(header["indent"]) if header else max(0, (frame_indent or 0) - 2)
        flat = frame_indent is not None and frame_indent <= (indent if header else 0)
        frames: list[Frame] = []
        last = at
        broken = False  # a blank line since the last frame: what follows may be another text
        while at < len(self.lines) and at - last <= MAX_GAP:
            text = self.lines[at].text
            if hit := _FRAME.match(text):
                frames.append(_frame(hit))
                last, broken = at, False
            elif not text.strip():
                broken = True
            elif flat or _indent(text) <= indent:
                final = _FINAL.match(text.strip())
                if final and (not (flat or broken) or _CLASS_NAME.match(final["class"])):
                    return self._final(first, at, final, frames, _indent(text))
                if not flat or self._is_border(text):
                    break
            at += 1
        if not frames:
            return first + 1
        # Cut off before its last line: the frames alone still say where it happened.
        end = last + 1
        self._add(first, end, None, self.lines[last].cut(0, 0), frames)
        return end

    def _final(self, first: int, at: int, final: re.Match[str], frames: list[Frame], indent: int) -> int:
        line = self.lines[at]
        start = indent + (final.start("message") if final["message"] else len(line.text))
        message = [line.cut(start, len(line.text.rstrip()))]
        end = at + 1
        while end < len(self.lines) and end - at < MAX_MESSAGE_LINES and self._continues(end, at):
            more = self.lines[end]
            drop = min(indent, _indent(more.text))
            message.append(more.cut(drop, len(more.text.rstrip())))
            end += 1
        self._add(first, end, final["class"], _join(message), frames)
        return end

    def _continues(self, at: int, final: int) -> bool:
        """Whether the line goes on with the message. Another prefix starts another record of a log."""
        line = self.lines[at]
        text = line.text
        return bool(
            text.strip()
            and line.prefix in ((), self.lines[final].prefix)
            and not _FRAME.match(text)
            and not self._is_border(text)
        )

    @staticmethod
    def _is_border(text: str) -> bool:
        return text.strip() in _LINKS or any(border.match(text) for border in _BORDERS)

    def _add(self, first: int, end: int, error_class: str | None, message: Line, frames: list[Frame]) -> None:
        self.taken.update(range(first, end))
        before = self.tops[-1]
        if self.link in ("cause", "context") and before is not None:
            earlier = self.events[before]
            if earlier.relation is None:
                self.events[before] = replace(earlier, relation="root")
        if frames:
            frames = [*frames[:-1], replace(frames[-1], innermost=True)]
        opening = self.lines[first]
        self.tops[-1] = len(self.events)
        self.events.append(
            ErrorEvent(
                language="python",
                error_class=error_class,
                error_code=None,
                message=message.text,
                offsets=message.offsets,
                relation=self.link,
                frames=tuple(frames),
                start=opening.offsets[0] if opening.text else opening.end,
                end=self.lines[end - 1].end,
            )
        )
        self.link = None


def _frame(hit: re.Match[str]) -> Frame:
    return Frame(
        file=hit["file"] or hit["path"] or hit["cell"],
        line=int(hit["line"] or hit["number"]),
        function=hit["function"] or hit["name"],
    )


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _join(lines: list[Line]) -> Line:
    """Several lines as one text with newlines, each at the place of the end of its line."""
    offsets: list[int] = []
    for number, line in enumerate(lines):
        if number:
            offsets.append(lines[number - 1].end)
        offsets.extend(line.offsets)
    return Line("\n".join(line.text for line in lines), offsets, lines[-1].end)
