"""Strips what terminals, logs and quoting added to a text, keeping every character's place.

A cleaned line is its text and, for each character, the offset of that character in the pasted text. A
character that was written as several (an entity, an escape) has the place of the first of them. Removing
never moves anything, so a span found in cleaned text is exact in what the user sees.

The steps are ordered: colours hide tags, tags and boxes hide prefixes, prefixes hide records, records hold
stacks, and only when all of it is gone do the lines show which of them were broken.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from errorkb.matching.cleaning import (
    boxes,
    escaped,
    flattened,
    html,
    mail,
    margins,
    markup,
    records,
    streams,
    terminal,
    wraps,
)
from errorkb.matching.cleaning.line import Line, split_lines
from errorkb.matching.events import Span

__all__ = ["STEPS", "Line", "Places", "Step", "clean", "split_lines"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """``reason`` says whether a pasted text may need the step; it looks quickly and may be wrong only
    when it says yes. ``take`` does it to all lines."""

    name: str
    reason: Callable[[str], bool]
    take: Callable[[list[Line]], list[Line]]


def _holds(*marks: str) -> Callable[[str], bool]:
    return lambda text: any(mark in text for mark in marks)


def _always(_: str) -> bool:
    return True


STEPS = (
    Step(name="quoted-printable", reason=mail.is_quoted_printable, take=mail.decode_quoted_printable),
    Step(name="carriage returns", reason=_holds("\r"), take=terminal.drop_overwritten),
    Step(name="backspaces", reason=_holds("\b"), take=terminal.drop_overstruck),
    Step(name="escapes", reason=terminal.has_invisible, take=terminal.drop_invisible),
    Step(name="bare colours", reason=_holds("[0m", "[39m"), take=terminal.drop_bare_colours),
    Step(name="odd blanks", reason=terminal.has_odd, take=terminal.make_plain),
    Step(name="stairs", reason=terminal.has_stairs, take=terminal.straighten_stairs),
    Step(name="tags", reason=html.is_marked_up, take=html.drop_tags),
    Step(name="entities", reason=html.has_entities, take=html.decode_entities),
    Step(name="links", reason=markup.has_links, take=markup.drop_links),
    Step(name="back-ticks", reason=_holds("`"), take=markup.drop_backticks),
    Step(name="boxes", reason=boxes.has_boxes, take=boxes.drop_boxes),
    Step(name="line numbers", reason=margins.has_numbers, take=margins.drop_line_numbers),
    Step(name="prefixes", reason=_always, take=margins.drop_prefixes),
    Step(name="boxes behind prefixes", reason=boxes.has_boxes, take=boxes.drop_boxes),
    Step(name="seconds", reason=margins.has_seconds, take=margins.drop_seconds),
    Step(name="names", reason=margins.has_stack, take=margins.drop_names),
    Step(name="records", reason=records.has_records, take=records.open_records),
    Step(name="members", reason=escaped.has_member, take=escaped.unescape_members),
    Step(name="escaped stacks", reason=escaped.has_escaped_stack, take=escaped.unescape_stacks),
    Step(name="fences", reason=_holds("```", "~~~"), take=markup.drop_fences),
    Step(name="bullets", reason=markup.has_stack_marks, take=markup.drop_bullets),
    Step(name="mixed writers", reason=_holds("\n"), take=streams.separate_streams),
    Step(name="flattened tracebacks", reason=_holds("File "), take=flattened.split_flattened),
    Step(name="broken lines", reason=_holds("\n"), take=wraps.join_broken),
    Step(name="full lines", reason=_holds("\n"), take=wraps.join_full),
    Step(name="typographic quotes", reason=_holds("“", "”", "„", "«"), take=markup.straighten_quotes),
)


def clean(text: str) -> list[Line]:
    """The lines of a pasted text without what was added to them. Linear in the text."""
    lines = split_lines(text)
    for step in STEPS:
        if step.reason(text):
            lines = step.take(lines)
    return lines


class Places:
    """Turns offsets into the pasted text into 1-based lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(hit.end() for hit in re.finditer("\n", text))]

    def line(self, offset: int) -> int:
        """The line that holds the offset."""
        return bisect_right(self._starts, offset)

    def column(self, offset: int) -> int:
        """The column of the offset in its line."""
        return offset - self._starts[self.line(offset) - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """From ``start`` to before ``end``; both lie in the text, ``start`` < ``end`` or equal."""
        last = max(start, end - 1)
        return Span(
            start_line=self.line(start),
            start_column=self.column(start),
            end_line=self.line(last),
            end_column=self.column(last) + (end > start),
        )
