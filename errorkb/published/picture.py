"""An entry as a picture, for whoever shows a link with one: repository, class or code, message and place.

Whatever the texts hold, so many characters of them are looked at, so many lines are drawn, and each line is
cut to its width. The font is Pillow's own, so that every machine draws the same; what it cannot draw becomes
an ellipsis.
"""

import io
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from PIL import Image, ImageDraw, ImageFont

from errorkb.wording import plain

#: What those who show links expect, in pixels.
SIZE = (1200, 630)
_MARGIN, _WIDTH = 80, 1040
#: Where the last line is, and how much of it is left beside the site's name.
_FOOT, _FOOT_WIDTH = 545, 860
#: Characters of a text that are looked at, and lines of the message that are drawn.
_READ, _LINES = 600, 5
_GROUND, _TEXT, _QUIET = "#11171b", "#f1f5f7", "#a3b4bd"
#: The stylesheet's colours on dark ground.
_SEVERITIES = {"critical": "#ff93b8", "error": "#ff9c92", "warning": "#f3c365", "info": "#93c1ff"}
_DASHES = {ord(dash): "-" for dash in "\u2010\u2011\u2012\u2013\u2014\u2212"}
_QUOTES = {ord("\u2018"): "'", ord("\u2019"): "'"}


def picture(*, repo: str, severity: str, heading: str, message: str, place: str) -> bytes:
    """A PNG of 1200 by 630 pixels. ``heading``: code or class, or nothing."""
    image = Image.new("RGB", SIZE, _GROUND)
    draw = ImageDraw.Draw(image)
    colour = _SEVERITIES.get(severity, _QUIET)
    draw.rectangle((0, 0, 16, SIZE[1]), fill=colour)
    _write(draw, 70, _cut(_drawable(f"{repo} · {severity}"), 32), 32, _QUIET)
    top = 140
    if shown := _drawable(heading):
        _write(draw, top, _cut(shown, 48), 48, colour)
        top += 80
    size = 48 if len(message) < 120 else 42
    for line in _wrapped(_drawable(message), size):
        _write(draw, top, line, size, _TEXT)
        top += round(size * 1.3)
    _write(draw, _FOOT, _cut(_drawable(place), 28, _FOOT_WIDTH), 28, _QUIET)
    draw.text((SIZE[0] - _MARGIN, _FOOT), "errorkb", font=_font(28), fill=_TEXT, anchor="ra")
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(size))  # Pillow's wheels have FreeType


def _write(draw: ImageDraw.ImageDraw, top: int, line: str, size: int, colour: str) -> None:
    draw.text((_MARGIN, top), line, font=_font(size), fill=colour)


def _drawable(text: str) -> str:
    """The text in one line, with the characters that the font has."""
    text = " ".join(plain(text[:_READ]).split()).translate(_DASHES | _QUOTES)
    text = "".join(
        each if _has(each) else "…"
        for each in unicodedata.normalize("NFKD", text)[:_READ]
        if not unicodedata.combining(each)
    )
    return re.sub("…[… ]*", "… ", text).strip()


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    font = _font(28)
    return character == " " or bytes(font.getmask(character)) != bytes(font.getmask("\U0010ffff"))


def _wrapped(text: str, size: int) -> list[str]:
    """Lines that fit, broken at blanks and within longer words; the last tells by an ellipsis of more."""
    lines = [""]
    for word in _words(text, size):
        longer = f"{lines[-1]} {word}".strip()
        if _fits(longer, size):
            lines[-1] = longer
        elif len(lines) == _LINES:
            lines[-1] = _cut(f"{lines[-1]} {word}…", size)
            break
        else:
            lines.append(word)
    return lines


def _words(text: str, size: int) -> Iterator[str]:
    for word in text.split():
        rest = word
        while not _fits(rest, size):
            head = _head(rest, size)
            yield head
            rest = rest[len(head) :]
        yield rest


def _cut(line: str, size: int, width: int = _WIDTH) -> str:
    return line if _fits(line, size, width) else _head(line, size, width, "…") + "…"


def _head(line: str, size: int, width: int = _WIDTH, end: str = "") -> str:
    """As much of a line as fits together with ``end``, and one character at least."""
    low, high = 1, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _fits(line[:middle] + end, size, width) else (low, middle - 1)
    return line[:low]


def _fits(line: str, size: int, width: int = _WIDTH) -> bool:
    return _font(size).getlength(line) <= width
