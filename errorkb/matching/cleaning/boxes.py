"""Boxes that tools draw around their output: bars at the left of a line, and at its right."""

import re

from errorkb.matching.cleaning.line import Line

_BARS = "│┃║▌▏"
HINT = re.compile(f"[{_BARS}]")
# Farther to the right a bar belongs to what is printed, such as a note below a source line; unless the
# line ends with one as well.
_INNER_LEFT = re.compile(rf"[ ]{{0,40}}[{_BARS}](?:[ ]|\Z)?")
_LEFT = re.compile(rf"[ ]{{0,3}}[{_BARS}](?:[ ]|\Z)?")
# The same in ASCII, for consoles that cannot draw; only a header opens such a box.
_ASCII_TOP = re.compile(r"[ ]{0,40}\+-{2,300}\s?Traceback \(most recent call last\)\s?-{0,300}\+?\s*\Z")
_ASCII_BOTTOM = re.compile(r"[ ]{0,40}\+-{10,300}\+\s*\Z")
_ASCII_LEFT = re.compile(r"[ ]{0,40}\|(?:[ ]|\Z)")


def has_boxes(text: str) -> bool:
    """Whether a box is drawn anywhere."""
    if not text.isascii() and HINT.search(text):
        return True
    return "- Traceback (most recent call last) -" in text


def drop_boxes(lines: list[Line]) -> list[Line]:
    """Lines without the bars around them."""
    shown: list[Line] = []
    in_ascii = False
    for line in lines:
        text = line.text
        start = text.lstrip(" ")[:2]
        if start == "+-":
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
