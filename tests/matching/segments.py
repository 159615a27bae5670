"""Segments of bare expressions."""

from collections.abc import Sequence

from errorkb.matching.required import required
from errorkb.matching.segment import Row, Segment, write_segment


def rows_of(expressions: Sequence[str]) -> list[Row]:
    """A row for each, its entry named by its position."""
    return [
        Row(entry=f"{n:016x}", repo="a/b", weight=n, expression=expression, requires=required(expression))
        for n, expression in enumerate(expressions)
    ]


def segment_of(*expressions: str) -> Segment:
    return Segment(write_segment(rows_of(expressions)))


def occurring(segment: Segment, text: str) -> list[int]:
    """Positions of the expressions that occur."""
    return sorted(segment.occurring(text.encode("utf-8", "replace")))
