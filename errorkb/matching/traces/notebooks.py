"""Errors as IPython, Jupyter and Colab print them: a class above, then numbered source with arrows.

ValueError                                Traceback (most recent call last)
<ipython-input-1-0a1b2c3d4e5f> in <module>()
----> 1 f()

~/app.py in f(x)
      2     y = x
----> 3     raise ValueError("bad")

ValueError: bad
"""

import re
from dataclasses import dataclass, field, replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.python_parts import (
    FINAL,
    FRAME,
    LINKS,
    MAX_LINE,
    frame_of,
    make_event,
    read_message,
)
from errorkb.matching.traces.stack import indent_of

_HEADER = re.compile(
    r"\s*(?P<class>[A-Za-z_][\w.]*|<class '[\w.]+'>)\s+(?:Python \d[^\n]{0,200}|"
    r"Traceback \((?:most recent call last|dernier appel en dernier)\))\s*\Z"
)
# app.py in f(x); <ipython-input-1-0a1b> in <module>(); Input In [2], in <cell line: 1>()
_PLACE = re.compile(
    r"\s{0,8}(?P<file>[^\s:][^:\n]{0,600}?|[A-Za-z]:\\[^:\n]{1,600}?)(?::(?P<line>\d{1,9}))?,? in "
    r"(?P<function><[^>\n]{1,60}>|[\w.]{1,200}|<lambda>)(?:\(.*\)?)?(?:, line:? \d+)?\s*\Z"
)
_ARROW = re.compile(r"\s{0,12}-{0,12}> ?(?P<line>\d{1,9})(?:\s|\Z)")
_NUMBERED = re.compile(r"\s{0,12}(?:-{0,12}> ?)?\d{1,9}(?:\s|\Z)")
#: A frame without its header must look like a file's.
_FILE = re.compile(r"(?:<[\w-]+>|.*\.(?:py|pyx|ipynb)|(?:Cell|Input) In ?\[\d+\]|.*[/\\].*)\Z")
#: Lines of one frame, at most.
MAX_GAP = 80


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("Traceback (", "--> ") or passage.opens("<class '")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The errors of notebooks among the lines, and the numbers of their lines."""
    reader = _Reader(lines)
    if may_read(passage_of(lines)):
        reader.read()
    return reader.events, reader.taken


def _might_open(text: str) -> bool:
    return "Traceback (" in text or "--> " in text or text.startswith("<class '")


@dataclass
class _Reader:
    lines: list[Line]
    events: list[ErrorEvent] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    link: Relation | None = None

    def read(self) -> None:
        passage = passage_of(self.lines)
        numbers = {*passage.numbers("Traceback (", "--> ", *LINKS), *passage.numbers_opening("<class '")}
        if passage.opens("0", "-", ">"):
            # Above numbered source there may be a frame whose header was not pasted.
            numbers.update(passage.numbers(" in "))
        ahead = Ahead(sorted(numbers), len(self.lines))
        at = 0
        while (at := ahead.after(at)) < len(self.lines):
            text = self.lines[at].text
            header = _HEADER.match(text) if _might_open(text) and len(text) <= MAX_LINE else None
            if header:
                at = self._error(at, at + 1, header["class"].removeprefix("<class '").removesuffix("'>"))
            elif self.events and (relation := LINKS.get(text.strip())):
                self.link = relation
                self.taken.add(at)
                at += 1
            elif " in " in text and self._headless(at):
                at = self._error(at, at, None)
            else:
                at += 1

    def _headless(self, at: int) -> bool:
        """Whether a frame whose header was not pasted stands here."""
        text = self.lines[at].text
        following = self.lines[at + 1].text if at + 1 < len(self.lines) else ""
        if not _NUMBERED.match(following) or len(text) > MAX_LINE:
            return False
        place = _PLACE.match(text)
        return bool(place and _FILE.match(place["file"]))

    def _error(self, first: int, at: int, error_class: str | None) -> int:
        frames: list[Frame] = []
        last = at
        while at < len(self.lines) and at - last <= MAX_GAP:
            text = self.lines[at].text
            if len(text) > MAX_LINE:
                pass
            elif arrow := _ARROW.match(text):
                if frames and frames[-1].line is None:
                    frames[-1] = replace(frames[-1], line=int(arrow["line"]))
                last = at
            elif _NUMBERED.match(text) or not text.strip():
                last = at if text.strip() else last
            elif ("File " in text or "Cell In" in text) and (hit := FRAME.match(text)):
                frames.append(frame_of(hit))
                last = at
            elif final := self._final(text, error_class, indent_of(self.lines[first].text)):
                return self._finish(first, at, final, frames)
            elif text.strip() in LINKS or _HEADER.match(text):
                break
            elif place := _PLACE.match(text):
                line = int(place["line"]) if place["line"] else None
                frames.append(Frame(file=place["file"], line=line, function=place["function"]))
                last = at
            at += 1
        if not frames:
            return first + 1
        # The class that stands above is known even where the paste ends before the last line.
        self._add(first, last + 1, error_class, self.lines[last].cut(0, 0), frames)
        return last + 1

    @staticmethod
    def _final(text: str, error_class: str | None, indent: int) -> re.Match[str] | None:
        """The last line, which names the class of the header; without a header, any class."""
        final = FINAL.match(text.strip())
        if final is None or (error_class is None and (indent_of(text) > indent or not final["message"])):
            return None
        short = final["class"].rpartition(".")[2]
        wanted = error_class.rpartition(".")[2] if error_class else short
        return final if short == wanted and (error_class or short[:1].isupper()) else None

    def _finish(self, first: int, at: int, final: re.Match[str], frames: list[Frame]) -> int:
        line = self.lines[at]
        indent = len(line.text) - len(line.text.lstrip())
        start = indent + (final.start("message") if final["message"] else len(line.text))
        message, end = read_message(self.lines, at, start)
        self._add(first, end, final["class"], message, frames)
        return end

    def _add(self, first: int, end: int, error_class: str | None, message: Line, frames: list[Frame]) -> None:
        self.taken.update(range(first, end))
        if self.link and self.events and self.events[-1].relation is None:
            self.events[-1] = replace(self.events[-1], relation="root")
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
