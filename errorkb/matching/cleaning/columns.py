"""Logs in columns, as rich draws them: time and level at the left, the place that logged at the right.

[11/30/26 10:00:00] ERROR    could not connect to the database, giving  db.py:12
                             up
                    ERROR    no more attempts                           db.py:19

What is wider than its column was broken between words. Collectors put as much before every line.
"""

import re
from dataclasses import replace

from errorkb.matching.cleaning.line import Line
from errorkb.matching.cleaning.prefix_parts import LEVEL, plain_level

_TIME = r"\[\d\d/\d\d/\d\d \d\d:\d\d:\d\d\]"
_MAY_BE = re.compile(rf"{_TIME} [A-Z]{{4,8}} ")
_OPENS = re.compile(rf"(?P<outer>[^\n\[]{{0,80}}){_TIME} {LEVEL} {{1,5}}")
_FOLLOWS = re.compile(rf" {{20}}{LEVEL} {{1,5}}")
_PLACE = re.compile(r"(?<= )[\w<>.-]{1,80}:\d{1,7} {0,9}\Z")
#: Where the message begins: behind 20 columns of time and 9 of level.
_START = 29
#: What tracebacks in boxes are drawn with.
_BORDERS = ("╭", "╰", "│")


def has_columns(text: str) -> bool:
    """Whether a record in columns may be in the text."""
    return _MAY_BE.search(text) is not None


def drop_columns(lines: list[Line]) -> list[Line]:
    """The messages of records in columns, whole."""
    shown: list[Line] = []
    width = used = 0  # of the column of messages while a record goes on, and of its last line
    start = _START
    for line in lines:
        hit = _OPENS.match(line.text)
        if hit and hit.end() - hit.end("outer") == _START:
            start = hit.end()
        else:
            hit = _FOLLOWS.match(line.text, start - _START) if width else None
        if hit and hit.end() == start:
            place = _PLACE.search(line.text)
            message = _trimmed(line.cut(start, place.start() if place else None))
            width = (place.start() if place else len(line.text)) - start - 1
            level = plain_level(hit["level"])
            shown.append(replace(message, level=level, prefix=(*line.prefix, f"columns {level}")))
        elif width and not line.text[start - _START : start].strip():
            message = _trimmed(line.cut(start))
            if _goes_on(shown[-1].text, message.text, width - used):
                shown[-1] = shown[-1].joined(message, blank=True)
            else:
                shown.append(message)
        else:
            width = 0
            shown.append(line)
            continue
        used = len(message.text)
    return shown


def _trimmed(line: Line) -> Line:
    return line.cut(0, len(line.text.rstrip()))


def _goes_on(before: str, text: str, room: int) -> bool:
    """Whether the line goes on with the one before, in which its first word had no room."""
    drawn = before.startswith(_BORDERS) or text.startswith(_BORDERS)
    return bool(before and text[:1].strip() and not drawn and len(text.split(" ", 1)[0]) >= room)
