"""Numbers that stand before each line: those that a pager or an editor counts, and seconds since a start."""

import re

from errorkb.matching.cleaning.line import Line

_NUMBER = re.compile(r"[ ]{0,8}(?P<number>\d{1,7})(?:\t|:|[ ]?[|│┃]|[ ]|\Z)")
#: Line numbers show in at least so many lines, and in such a share of them.
_FEWEST_NUMBERED, _SHARE_NUMBERED = 3, 0.8
#: Among other lines, they show in so many; fewer are source code that an error shows.
_FEWEST_APART = 3
_COUNTED = re.compile(r"[ ]{0,8}(?P<number>\d{1,7})(?:[\t:]|\Z)")
_FIRST_TWO = re.compile(r"\n[ ]{0,8}1[\t:][^\n]{0,4000}\n[ ]{0,8}2(?:[\t:]|\n)")
# Seconds since a build step began: `2.465 npm ERR! …` below a BuildKit summary.
_SECONDS = re.compile(r"(?P<seconds>\d{1,5}\.\d{1,3})(?: |\Z)")
_SECONDS_LINE = re.compile(r"\n\d{1,5}\.\d{1,3}[ \n]")


def has_numbers(text: str) -> bool:
    """Whether the text may be numbered: its first line that is not empty says so, or one that is the first
    of several that are."""
    if text.lstrip("`~> \t\r\n")[:1].isdigit():
        return True
    return ("1\t" in text or "1:" in text) and _FIRST_TWO.search(text) is not None


def drop_line_numbers(lines: list[Line]) -> list[Line]:
    """Lines without the numbers that a pager or an editor put before all of them.

    A stack shows numbered source lines too, but not from its first line to its last.
    """
    filled = sum(bool(line.text.strip()) for line in lines)
    fewest = max(_FEWEST_NUMBERED, _SHARE_NUMBERED * filled)
    spare = len(lines) - fewest  # so many lines may stand out of the order
    hits: list[re.Match[str] | None] = []
    before: int | None = None
    for number, line in enumerate(lines):
        hit = _NUMBER.match(line.text)
        hits.append(hit)
        counted = int(hit["number"]) if hit else None
        if number and (counted is None or before is None or counted != before + 1):
            spare -= 1
        before = counted
        if spare < 0:
            return _less_counted_apart(lines)
    shown = [line.cut(hit.end()) if hit else line for line, hit in zip(lines, hits, strict=True)]
    # A blank that all lines have is the margin's, not the lines' own.
    if all(line.text[:1] in ("", " ") for line in shown):
        shown = [line.cut(1) for line in shown]
    return shown


def _less_counted_apart(lines: list[Line]) -> list[Line]:
    """Lines without the numbers that are counted from 1 from one empty line to another."""
    shown = list(lines)
    for first, line in enumerate(lines):
        if first and lines[first - 1].text.strip():
            continue
        hit = _COUNTED.match(line.text)
        if not hit or int(hit["number"]) != 1:
            continue
        hits: list[re.Match[str]] = []
        while hit and int(hit["number"]) == len(hits) + 1:
            hits.append(hit)
            end = first + len(hits)
            hit = _COUNTED.match(lines[end].text) if end < len(lines) else None
        if len(hits) < _FEWEST_APART or (end < len(lines) and lines[end].text.strip()):
            continue
        for number, counted in enumerate(hits, first):
            shown[number] = lines[number].cut(counted.end())
    return shown


def has_seconds(text: str) -> bool:
    """Whether a line starts with a number that may be seconds."""
    return _SECONDS_LINE.search(text) is not None


def drop_seconds(lines: list[Line]) -> list[Line]:
    """Lines without the seconds since a step began, where three on end have them and never run back."""
    hits = [_SECONDS.match(line.text) for line in lines]
    shown = list(lines)
    start = 0
    while start < len(lines):
        end = start
        last = 0.0
        while end < len(lines) and (hit := hits[end]) and float(hit["seconds"]) >= last:
            last = float(hit["seconds"])
            end += 1
        if end - start >= _FEWEST_NUMBERED:
            for number in range(start, end):
                hit = hits[number]
                shown[number] = lines[number].cut(hit.end() if hit else 0)
        start = max(end, start + 1)
    return shown
