"""Sources of the error pages of Django and Werkzeug: of all that they show, the traceback for copying.

It stands whole in a text area; the rest of the page shows the same again, in pieces.
"""

import re

from errorkb.matching.cleaning.html import decode_entities
from errorkb.matching.cleaning.line import Line

_OPENS_PAGE = re.compile(r"\s{0,40}(?:<!doctype html|<html\b)", re.IGNORECASE)
_CLOSES_PAGE = re.compile(r"</html>", re.IGNORECASE)
_OPENS = re.compile(r"<textarea\b[^<>\n]{0,400}>", re.IGNORECASE)
_CLOSES = re.compile(r"</textarea>", re.IGNORECASE)


def has_page(text: str) -> bool:
    """Whether the text may hold the source of such a page."""
    return "</textarea>" in text and "Traceback (" in text and "<html" in text


def open_pages(lines: list[Line]) -> list[Line]:
    """The lines, those of pages empty outside of text areas that hold tracebacks."""
    shown: list[Line] = []
    first: int | None = None  # of a page, among those shown
    kept: list[Line] = []
    for line in lines:
        shown.append(line)
        if first is None and _OPENS_PAGE.match(line.text):
            first, kept = len(shown) - 1, []
        if first is None:
            continue
        kept.append(line)
        if _CLOSES_PAGE.search(line.text):
            shown[first:] = _areas(kept)
            first = None
    return shown


def _areas(page: list[Line]) -> list[Line]:
    """The lines of a page; as they are where no text area holds a traceback."""
    inside = found = False
    shown: list[Line] = []
    for line in page:
        opening = _OPENS.search(line.text)
        closing = _CLOSES.search(line.text, opening.end() if opening else 0)
        start = opening.end() if opening else 0 if inside else len(line.text)
        stop = closing.start() if closing and (inside or opening) else len(line.text)
        shown.append(line.cut(start, max(start, stop)))
        inside = (inside or opening is not None) and closing is None
        found |= "Traceback (" in shown[-1].text
    return decode_entities(shown) if found else page
