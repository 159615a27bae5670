"""Tracebacks in a box, as rich draws them; ``clean`` has taken the bars at both sides.

╭──────────── Traceback (most recent call last) ────────────╮
 /srv/app.py:12 in f
   11     x = 1
 ❱ 12     raise ValueError("bad")
╰────────────────────────────────────────────────────────────╯
ValueError: bad
"""

import re
from dataclasses import replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.python_parts import CLASS_NAME, FINAL, LINKS, make_event, read_message

_TOP = re.compile(r"\s*[╭┌+][─━-]*\s?Traceback \(most recent call last\)\s?[─━-]*[╮┐+]?\s*\Z")
_TOPS = tuple(f"{border}{blank}Traceback (" for border in "╭┌+─━-" for blank in ("", " "))
_BOTTOM = re.compile(r"\s*[╰└+][─━-]{8,600}[╯┘+]?\s*\Z")
_FRAME = re.compile(r"\s{0,4}(?P<file>\S[^\n]{0,600}?):(?P<line>\d{1,9}) in (?P<function>\S{1,200})\s*\Z")
_FILELESS = re.compile(r"\s{0,4}in (?P<function>\S{1,200}):(?P<line>\d{1,9})\s*\Z")
_HALF_PATH = re.compile(r"\s{0,4}(?:/|~|\.{1,2}[/\\]|[A-Za-z]:\\)[^\n│]{0,600}\Z")
_NUMBERED = re.compile(r"\s{0,4}(?:[❱>]\s{0,8})?\d{1,9}(?:\s|\Z)")
#: A path is broken into no more lines than this.
MAX_PARTS = 4
#: Lines between a box and its last line.
MAX_GAP = 3


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("Traceback (") and passage.has(*_TOPS)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The boxed tracebacks among the lines, and the numbers of their lines."""
    events: list[ErrorEvent] = []
    taken: set[int] = set()
    link: Relation | None = None
    ahead = Ahead(passage_of(lines).numbers("Traceback (", *LINKS), len(lines))
    at = ahead.after(0)
    while at < len(lines):
        text = lines[at].text
        if "Traceback (" in text and _TOP.match(text):
            event, end = _boxed(lines, at, link)
            if link and events and events[-1].relation is None:
                events[-1] = replace(events[-1], relation="root")
            events.append(event)
            taken.update(range(at, end))
            link, at = None, ahead.after(end)
        else:
            if events and (relation := LINKS.get(text.strip())):
                link = relation
                taken.add(at)
            at = ahead.after(at + 1)
    return events, taken


def _boxed(lines: list[Line], top: int, link: Relation | None) -> tuple[ErrorEvent, int]:
    frames: list[Frame] = []
    at = top + 1
    path = ""
    parts = 0
    width = len(lines[top].text.strip()) - 2
    while at < len(lines) and not _closes(lines[at].text, width) and not _TOP.match(lines[at].text):
        text = lines[at].text
        at += 1
        if hit := _FRAME.match(path + (text.strip() if path else text)) or _FRAME.match(text):
            frames.append(Frame(file=hit["file"], line=int(hit["line"]), function=hit["function"]))
        elif hit := _FILELESS.match(text):
            frames.append(Frame(file="<stdin>", line=int(hit["line"]), function=hit["function"]))
        elif not _NUMBERED.match(text) and parts < MAX_PARTS and (path or _HALF_PATH.match(text)):
            path += text.strip() + " " * text.rstrip().endswith(" in")
            parts += 1
            continue
        path, parts = "", 0
    at += at < len(lines) and _closes(lines[at].text, width)
    for number in range(at, min(len(lines), at + MAX_GAP)):
        text = lines[number].text
        final = FINAL.match(text.strip()) if text.strip() else None
        if final and (final["message"] or CLASS_NAME.match(final["class"])):
            indent = len(text) - len(text.lstrip())
            start = indent + (final.start("message") if final["message"] else len(text.strip()))
            message, end = read_message(lines, number, start)
            return make_event(
                lines, (top, end), error_class=final["class"], message=message, frames=frames, relation=link
            ), end
        if text.strip():
            break
    return make_event(
        lines, (top, at), error_class=None, message=lines[at - 1].cut(0, 0), frames=frames, relation=link
    ), at


def _closes(text: str, width: int) -> bool:
    """Whether the line closes a box that is so wide; boxes of locals stand inside of it."""
    return _BOTTOM.match(text) is not None and len(text.strip()) >= width
