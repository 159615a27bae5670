"""Boxes that tools draw around their output: bars at the left of a line, and at its right."""

import re
from itertools import zip_longest

from errorkb.matching.cleaning.line import Line

_BARS = "│┃║▌▏"
HINT = re.compile(f"[{_BARS}]")
# Farther to the right a bar belongs to what is printed, such as a note below a source line; unless the
# line ends with one as well.
_INNER_LEFT = re.compile(rf"[ ]{{0,40}}[{_BARS}](?:[ ]|\Z)?")
_LEFT = re.compile(rf"[ ]{{0,3}}[{_BARS}](?:[ ]|\Z)?")
_ESCAPED_EDGE = re.compile(rf"[{_BARS}](?:\\r)?\\n")
# The same in ASCII, for consoles that cannot draw; only a header opens such a box.
_ASCII_TOP = re.compile(r"[ ]{0,40}\+-{2,300}\s?Traceback \(most recent call last\)\s?-{0,300}\+?\s*\Z")
_ASCII_BOTTOM = re.compile(r"[ ]{0,40}\+-{10,300}\+\s*\Z")
_ASCII_LEFT = re.compile(r"[ ]{0,40}\|(?:[ ]|\Z)")
# A table of one column, as clients of databases draw it.
_TABLE_EDGE = re.compile(r"[ ]{0,40}\+[-=]{3,4000}\+\s*\Z")
_TABLE_LEFT = re.compile(r"[ ]{0,40}\|[ ]?")


def has_boxes(text: str) -> bool:
    """Whether a box is drawn anywhere."""
    if not text.isascii() and HINT.search(text):
        return True
    return "- Traceback (most recent call last) -" in text


def has_tables(text: str) -> bool:
    """Whether a table is drawn anywhere."""
    return "+" in text and ("-+\n|" in text or "=+\n|" in text or "-+\n " in text) and "|\n" in text


def drop_tables(lines: list[Line]) -> list[Line]:
    """Tables of one column without what is drawn around them; their edges are empty lines."""
    shown: list[Line] = []
    inside = False
    for line, following in zip_longest(lines, lines[1:]):
        text = line.text.rstrip()
        # An edge that no row stands below, and none above, is the end of another kind of box.
        if _TABLE_EDGE.match(text) and (inside or (following and _TABLE_LEFT.match(following.text))):
            inside = True
            shown.append(line.cut(len(line.text)))
            continue
        hit = _TABLE_LEFT.match(text) if inside else None
        inside = hit is not None and len(text) > hit.end() and text[-1] == "|"
        if hit and inside:
            shown.append(line.cut(hit.end(), max(hit.end(), len(text[:-1].rstrip()))))
        else:
            shown.append(line)
    return shown


def drop_boxes(lines: list[Line]) -> list[Line]:
    """Lines without the bars around them."""
    shown: list[Line] = []
    in_ascii = False
    for line in lines:
        text = line.text
        start = text.lstrip(" ")[:2]
        if "\\n" in text and _ESCAPED_EDGE.search(text):
            shown.append(line)  # the edges of several lines, of which the ends are escapes
        elif start == "+-":
            in_ascii = not _ASCII_BOTTOM.match(text) and (in_ascii or bool(_ASCII_TOP.match(text)))
            shown.append(line)
        elif in_ascii and start[:1] == "|":
            shown.append(_less(line, _ASCII_LEFT, "|"))
        elif (bar := text.lstrip(" ")[:1]) and bar in _BARS:
            closed = text.rstrip()[-1] in _BARS and len(text.strip()) > 1
            shown.append(_less(line, _INNER_LEFT if closed else _LEFT, _BARS))
        else:
            shown.append(line)
    return shown


def _less(line: Line, left: re.Pattern[str], bars: str) -> Line:
    hit = left.match(line.text)
    if hit is None:
        return line
    text = line.text.rstrip(" ")
    if len(text) > hit.end() and text[-1] in bars:
        text = text[:-1].rstrip(" ")
    return line.cut(hit.end(), max(hit.end(), len(text)))
