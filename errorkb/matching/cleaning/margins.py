"""What stands before each line: prefixes of logs, quoting, line numbers, names of tasks."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from errorkb.matching.cleaning.line import Line
from errorkb.matching.cleaning.prefix_parts import BOXED_TIME
from errorkb.matching.prefixes import find_prefix, services

# "> " once or more; ">>> " is a Python prompt and stays.
_QUOTE = re.compile(r"[ \t]{0,40}(?:>(?!>>) ?)+")
#: Quoting and prefixes stand around each other in any order, at most so many in all.
_MAX_PREFIXES = 8
_SPACED_STAMP = re.compile(rf".{{0,80}}?{BOXED_TIME} [^\s|:-]")
_SEPARATOR = re.compile(r" [|:-] ?\Z")
_NUMBER = re.compile(r"[ ]{0,8}(?P<number>\d{1,7})(?:\t|:|[ ]?[|│┃]|[ ]|\Z)")
#: Line numbers show in at least so many lines, and in such a share of them.
_FEWEST_NUMBERED, _SHARE_NUMBERED = 3, 0.8
# Seconds since a build step began: `2.465 npm ERR! …` below a BuildKit summary.
_SECONDS = re.compile(r"(?P<seconds>\d{1,5}\.\d{1,3})(?: |\Z)")
_SECONDS_LINE = re.compile(r"\n\d{1,5}\.\d{1,3}[ \n]")
# [Unit tests] …, web:build: …, host-1: …
_NAMED = re.compile(
    r"(?P<name>\[[\w@.:/][\w@./: -]{0,60}\]|[\w@./-]{1,60}(?::[\w.-]{1,40}){0,2}:)(?:[ ]|(?=\t)|\Z)"
)
_STACK_MARKS = ("Traceback (", 'File "', "\tat ", " at ", "Caused by: ", "goroutine ", "panic: ")
_STACK_LINE = re.compile(
    r"\s{0,9}(?:\+ Exception Group )?Traceback \(most recent|\s{1,9}(?:\| {1,9})?File \"|\s{1,9}at [\w$<]"
    r"|Caused by: |goroutine \d|panic: "
)


@dataclass
class _Text:
    """What the whole text says about the prefixes of its lines."""

    lines: list[Line]

    @cached_property
    def services(self) -> frozenset[str]:
        """Names that compose put before bars."""
        barred = any("|" in line.text for line in self.lines)
        return services(line.text for line in self.lines) if barred else frozenset()

    @cached_property
    def spaced(self) -> bool:
        """Whether only a blank follows its time stamps: then a hyphen or a bar is the line's own."""
        return any(_SPACED_STAMP.match(line.text) for line in self.lines)


def drop_prefixes(lines: list[Line]) -> list[Line]:
    """Lines without prefixes and quoting, and with what the prefixes told."""
    text = _Text(lines)
    return [_drop_prefixes(line, text) for line in lines]


def _drop_prefixes(line: Line, whole: _Text) -> Line:
    text = line.text
    at = 0
    found: list[str] = []
    level = line.level
    for _ in range(_MAX_PREFIXES):
        # The quick look is for speed: most lines are not quoted.
        if ">" in text[:41] and (hit := _QUOTE.match(text)):
            end = hit.end()
        elif prefix := find_prefix(text, whole.services):
            end = prefix.end
            if separated := _SEPARATOR.search(text, 0, end) if "time stamp" in prefix.kind else None:
                end = separated.start() + 1 if whole.spaced else end
            found.append(prefix.kind)
            level = prefix.level or level
        else:
            break
        at += end
        text = text[end:]
    if not at:
        return line
    return Line(text, line.offsets[at:], line.end, (*line.prefix, *found), level)


def has_numbers(text: str) -> bool:
    """Whether the text may be numbered: its first line that is not empty says so."""
    return text.lstrip("`~> \t\r\n")[:1].isdigit()


def drop_line_numbers(lines: list[Line]) -> list[Line]:
    """Lines without the numbers that a pager or an editor put before all of them.

    A stack shows numbered source lines too, but not from its first line to its last.
    """
    filled = sum(bool(line.text.strip()) for line in lines)
    hits = [_NUMBER.match(line.text) for line in lines]
    numbers = [int(hit["number"]) if hit else None for hit in hits]
    rising = sum(
        number is not None and before is not None and number == before + 1
        for before, number in pairwise(numbers)
    )
    if rising + 1 < max(_FEWEST_NUMBERED, _SHARE_NUMBERED * filled):
        return lines
    shown = [line.cut(hit.end()) if hit else line for line, hit in zip(lines, hits, strict=True)]
    # A blank that all lines have is the margin's, not the lines' own.
    if all(line.text[:1] in ("", " ") for line in shown):
        shown = [line.cut(1) for line in shown]
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


def has_stack(text: str) -> bool:
    """Whether a stack's line may stand behind a name."""
    return any(mark in text for mark in _STACK_MARKS)


def drop_names(lines: list[Line]) -> list[Line]:
    """Lines without the names of the tasks or hosts that wrote them.

    Anything in a box and any word before a colon may be meant: it is a name when at least half of the
    lines have one that repeats, and a stack's line stands behind one.
    """
    hits = [_NAMED.match(line.text) for line in lines]
    counts = Counter(hit["name"] for hit in hits if hit)
    names = {
        hit["name"]
        for line, hit in zip(lines, hits, strict=True)
        if hit and counts[hit["name"]] > 1 and _STACK_LINE.match(line.text, hit.end())
    }
    filled = sum(bool(line.text.strip()) for line in lines)
    if not names or sum(counts[name] for name in names) * 2 < filled:
        return lines
    return [
        replace(line.cut(hit.end()), prefix=(*line.prefix, f"name {hit['name']}"))
        if hit and hit["name"] in names
        else line
        for line, hit in zip(lines, hits, strict=True)
    ]
