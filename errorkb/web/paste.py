"""The paste marked up: what tells something is shown, stacks and noise between are folded.

Nobody reads megabytes, so what is shown is bounded: the lines that say what happened, of the errors that
matter most; then some of what was folded, from both of its ends.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from errorkb.matching.lookup import MatchReport
from errorkb.web.match_pages import PasteHead, PasteLine, PastePart, PastePiece

#: Lines that are shown, lines inside all folds, lines inside one of them.
SHOWN_LINES, FOLDED_LINES, FOLD_LINES = 300, 400, 40
#: Characters of a line that is shown, and of one inside a fold.
SHOWN_LINE, FOLDED_LINE = 1000, 300
#: So few lines are not worth a fold.
SHORT = 4
#: Lines of one message that are shown, and lines of its error around them.
MESSAGE_LINES, AROUND = 12, 2
#: Where nothing tells anything, the first lines do.
FIRST_LINES = 20


@dataclass(frozen=True, kw_only=True)
class Paste:
    """``anchors``: the id of each matched text that is marked, by its place."""

    parts: tuple[PastePart, ...]
    anchors: dict[int, str]


@dataclass(kw_only=True)
class _Text:
    """The pasted text by lines, numbered from 1, and what is known of its characters."""

    text: str
    starts: list[int]
    stretches: list[tuple[int, int]]  # of errors, merged, in order
    matched: list[tuple[int, int]]
    focus: dict[int, int] = field(default_factory=dict)  # line -> the offset that tells something
    anchors: dict[int, str] = field(default_factory=dict)

    def line(self, offset: int) -> int:
        return bisect_right(self.starts, offset)

    def bounds(self, number: int) -> tuple[int, int]:
        """Where a line begins and ends, its end of line taken off."""
        start = self.starts[number - 1]
        stop = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return start, stop - (stop > start and self.text[stop - 1] == "\r")

    def in_event(self, offset: int) -> bool:
        place = bisect_right(self.stretches, (offset, len(self.text) + 1)) - 1
        return place >= 0 and offset < self.stretches[place][1]

    def window(self, number: int, limit: int) -> tuple[int, int]:
        """The part of a line that is shown: of a long one, from shortly before what tells something."""
        start, stop = self.bounds(number)
        if stop - start > limit:
            start = max(start, min(self.focus.get(number, start) - limit // 5, stop - limit))
        return start, min(stop, start + limit)


def paste_of(text: str, report: MatchReport, heads: dict[int, PasteHead]) -> Paste:
    """``heads``: the errors that are shown, by their number in the report, the most telling first."""
    events = [report.events[number] for number in heads]
    found = _Text(
        text=text,
        starts=[0, *(hit.end() for hit in re.finditer("\n", text))],
        stretches=_merged((event.start, event.end) for event in events),
        matched=[],
    )
    for match in report.matches:
        if match.verdict.match_type != "fuzzy" and match.verdict.event in heads:
            span = match.span
            found.matched.append(
                (
                    found.starts[span.start_line - 1] + span.start_column - 1,
                    found.starts[span.end_line - 1] + span.end_column - 1,
                )
            )
    shown = _telling(found, report, heads)
    begins = {number: found.line(report.events[number].start) for number in heads}
    ends = {found.line(max(start, end - 1)) + 1 for start, end in found.stretches}
    runs = list(_runs(found, shown, {*begins.values(), *ends}))
    windows = {line: found.window(line, limit) for line, limit in _lines_of(runs)}
    kept = _kept(report, sorted(windows.values()))
    by_line: dict[int, list[PasteHead]] = {}
    for number, line in sorted(begins.items()):
        by_line.setdefault(line, []).append(heads[number])
    lines = {line: _line(found, line, window, kept) for line, window in sorted(windows.items())}
    parts = tuple(
        PastePart(
            kind=run.kind,
            heads=tuple(by_line.get(run.start, ())),
            count=run.stop - run.start,
            lines=tuple(lines[line] for line in run.lines),
            left_out=run.stop - run.start - len(run.lines) - len(run.tail),
            tail=tuple(lines[line] for line in run.tail),
        )
        for run in runs
    )
    return Paste(parts=parts, anchors=found.anchors)


def _merged(stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _telling(found: _Text, report: MatchReport, heads: Iterable[int]) -> set[int]:
    """The lines that are shown, of the first errors first: what matched, where an error begins, its
    message and what stands around that."""
    shown: set[int] = set()
    for start, _ in found.matched:
        found.focus.setdefault(found.line(start), start)
    for number in heads:
        event = report.events[number]
        first, last = found.line(event.start), found.line(max(event.start, event.end - 1))
        lines = {first}
        said = [0, *(hit.end() for hit in re.finditer("\n", event.message))][:MESSAGE_LINES]
        for place in said:
            if place < len(event.offsets):
                line = found.line(event.offsets[place])
                found.focus.setdefault(line, event.offsets[place])
                lines |= set(range(max(first, line - AROUND), min(last, line + AROUND) + 1))
        if len(shown) + len(lines) > SHOWN_LINES:
            break
        shown |= lines
    for start, end in found.matched:
        line = found.line(start)
        shown |= set(range(line, min(found.line(max(start, end - 1)), line + MESSAGE_LINES) + 1))
    return shown or set(range(1, min(FIRST_LINES, len(found.starts)) + 1))


@dataclass(frozen=True, kw_only=True)
class _Run:
    kind: str
    start: int
    stop: int  # exclusive
    lines: Sequence[int]
    tail: Sequence[int] = ()


def _runs(found: _Text, shown: set[int], cuts: set[int]) -> Iterator[_Run]:
    """All lines, in order: shown ones together, cut where errors begin and end; folds between them."""
    last = len(found.starts)
    if last > 1 and found.starts[-1] == len(found.text):
        last -= 1  # behind the final end of line
    left = FOLDED_LINES
    edges = sorted({1, last + 1, *cuts, *shown, *(line + 1 for line in shown)} & set(range(1, last + 2)))
    run: list[int] = []
    for start, stop in pairwise(edges):
        if stop - start <= SHORT and (start in shown or left > 0):
            if run and start in cuts:
                yield _Run(kind="shown", start=run[0], stop=start, lines=tuple(run))
                run = []
            if start not in shown:
                left -= stop - start
            run.extend(range(start, stop))
            continue
        if run:
            yield _Run(kind="shown", start=run[0], stop=start, lines=tuple(run))
            run = []
        size = min(stop - start, FOLD_LINES, max(left, 0))
        left -= size
        middle = start + (size if size == stop - start else (size + 1) // 2)
        yield _Run(
            kind="stack" if found.in_event(found.starts[start - 1]) else "noise",
            start=start, stop=stop, lines=range(start, middle),
            tail=range(stop - (size - (middle - start)), stop),
        )  # fmt: skip
    if run:
        yield _Run(kind="shown", start=run[0], stop=run[-1] + 1, lines=tuple(run))


def _lines_of(runs: Iterable[_Run]) -> Iterator[tuple[int, int]]:
    for run in runs:
        limit = SHOWN_LINE if run.kind == "shown" else FOLDED_LINE
        yield from ((line, limit) for line in (*run.lines, *run.tail))


def _kept(report: MatchReport, windows: list[tuple[int, int]]) -> set[int]:
    """The places in the windows that cleaning left: the rest is noise."""
    kept: set[int] = set()
    stops = [stop for _, stop in windows]
    for line in report.lines:
        offsets = line.offsets
        place = bisect_right(stops, offsets[0]) if len(offsets) else len(windows)
        while place < len(windows) and windows[place][0] <= offsets[-1]:
            start, stop = windows[place]
            kept.update(offsets[bisect_left(offsets, start) : bisect_left(offsets, stop)])
            place += 1
    return kept


def _line(found: _Text, number: int, window: tuple[int, int], kept: set[int]) -> PasteLine:
    start, stop = window
    begin, end = found.bounds(number)
    inside = any(first < stop + 1 and start < last for first, last in found.stretches)
    kinds = [("event" if inside else "plain") if place in kept else "noise" for place in range(start, stop)]
    for first, last in found.matched:
        for column in range(max(first, start) - start, min(last, stop) - start):
            if kinds[column] != "noise":
                kinds[column] = "match"
        if start <= first < stop and kinds[first - start] == "match":
            found.anchors.setdefault(first, f"found-{len(found.anchors) + 1}")
    return PasteLine(
        number=number,
        pieces=tuple(_pieces(found, kinds, start)),
        in_event=inside and any(kind in ("event", "match") for kind in kinds),
        cut_start=start > begin,
        cut_end=stop < end,
    )


def _pieces(found: _Text, kinds: list[str], offset: int) -> Iterator[PastePiece]:
    start = 0
    for column in range(1, len(kinds) + 1):
        ended = column == len(kinds) or kinds[column] != kinds[start]
        if ended or (kinds[start] == "match" and offset + column in found.anchors):
            yield PastePiece(
                text=found.text[offset + start : offset + column],
                kind=kinds[start],
                anchor=found.anchors.get(offset + start) if kinds[start] == "match" else None,
            )
            start = column
