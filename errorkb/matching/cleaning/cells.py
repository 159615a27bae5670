r"""Texts in cells: of CSV, where quotes are doubled, and of what clients of databases print."""

import re
from collections.abc import Iterator

from errorkb.matching.cleaning.line import Line

_QUOTES = re.compile('"+')
_DELIMITERS = ",;\t"
_DOUBLED = re.compile('""')
# ---- (psql), below which each line of a cell but the last ends with a plus.
_RULE = re.compile(r"[ ]?-{3,4000}\s*\Z")
#: One stands before each line, as it is or as chats write it.
_BLANKS = (" ", "\u00a0")
_COUNT = re.compile(r"\(\d{1,9} rows?\)\s*\Z")


def has_cells(text: str) -> bool:
    """Whether a cell of CSV may open and close."""
    between = text.split('"')
    before, behind = {part[-1:] for part in between[:-1]}, {part[:1] for part in between[1:]}
    return not before.isdisjoint(behind & {*_DELIMITERS, "\n"})


def open_cells(lines: list[Line]) -> list[Line]:
    """Cells of several lines as texts of their own.

    Such a cell opens behind a delimiter and closes before one, and every quote in it is doubled.
    """
    shown: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        opening = _opening(line.text)
        end = _closing(lines, at + 1) if opening is not None else None
        if opening is None or end is None:
            shown.append(line)
            at += 1
            continue
        number, stop = end
        shown += [line.piece(0, opening - 1), line.piece(opening, opening)]
        shown += _plain(line.cut(opening))
        for inner in lines[at + 1 : number]:
            shown += _plain(inner)
        shown += [*_plain(lines[number].piece(0, stop)), lines[number].piece(stop, stop)]
        shown.append(lines[number].cut(stop + 1))
        at = number + 1
    return shown


def _plain(line: Line) -> Iterator[Line]:
    yield line.decoded(_DOUBLED, lambda _: '"')


def _opening(text: str) -> int | None:
    """Where a cell begins that this line does not close."""
    if '"' not in text:
        return None
    lone = [hit for hit in _QUOTES.finditer(text) if (hit.end() - hit.start()) % 2]
    if not lone or (lone[-1].start() and text[lone[-1].start() - 1] not in _DELIMITERS):
        return None
    return lone[-1].start() + 1


def _closing(lines: list[Line], at: int) -> tuple[int, int] | None:
    """The line and the place in it of the quote that closes a cell; None where it closes nothing."""
    for number in range(at, len(lines)):
        text = lines[number].text
        if '"' not in text:
            continue
        for hit in _QUOTES.finditer(text):
            if (hit.end() - hit.start()) % 2:
                closes = text[hit.end() : hit.end() + 1] in ("", *_DELIMITERS)
                return (number, hit.end() - 1) if closes else None
    return None


def has_continued_cells(text: str) -> bool:
    """Whether a line ends with a plus below a rule."""
    return "+\n" in text and "---\n" in text


def join_continued_cells(lines: list[Line]) -> list[Line]:
    """Lines of a cell without the plus that says that it goes on; rule, heading and count are empty."""
    shown = list(lines)
    for rule in (number for number, line in enumerate(lines) if _RULE.match(line.text)):
        end = rule + 1
        while end < len(lines) and lines[end].text.endswith("+"):
            end += 1
        if end == rule + 1 or end == len(lines):
            continue
        for number in range(rule + 1, end + 1):
            text = lines[number].text
            inner = text[:-1] if number < end else text
            start = int(inner[:1] in _BLANKS)
            shown[number] = lines[number].cut(start, max(start, len(inner.rstrip())))
        for number in (rule - 1, rule, end + 1):
            if 0 <= number < len(lines) and (number <= rule or _COUNT.match(lines[number].text)):
                shown[number] = lines[number].cut(len(lines[number].text))
    return shown


# A cell in one line that has lines of its own, written as escapes, and doubled quotes.
_ONE_LINE_CELL = re.compile(r'(?:\A|(?<=[,;\t]))"(?P<text>(?:[^"]|"")*+)"(?=[,;\t]|\s*\Z)')


def has_escaped_cells(text: str) -> bool:
    """Whether a cell may hold the escapes of lines."""
    return '""' in text and "\\n" in text and has_cells(f"\n{text}\n")


def open_escaped_cells(lines: list[Line]) -> list[Line]:
    """Cells in which ends of lines are escapes, as texts of their own without doubled quotes."""
    shown: list[Line] = []
    for line in lines:
        hits = _ONE_LINE_CELL.finditer(line.text) if '""' in line.text and "\\n" in line.text else ()
        hit = next((hit for hit in hits if '""' in hit["text"] and "\\n" in hit["text"]), None)
        if hit is None:
            shown.append(line)
            continue
        start, stop = hit.span("text")
        # What stands behind the cell does not go on with it.
        shown += [line.piece(0, start - 1), line.piece(start, start), *_plain(line.piece(start, stop))]
        shown += [line.piece(stop, stop), line.cut(stop + 1)]
    return shown
