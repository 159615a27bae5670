"""Strips what terminals, logs and quoting added to a text, keeping every character's place.

A cleaned line is its text and, for each character, the offset of that character in the pasted text. A
character that was written as several (an entity, an escape) has the place of the first of them. Removing
never moves anything, so a span found in cleaned text is exact in what the user sees.

What was added lies in layers: a prefix around a box around a prefix around a string. So the steps that peel a
layer run in order, from the first again after each that found something, until none finds anything more: the
outermost layer goes first, and what was around a broken line goes before the line is whole again.
Only then do the lines show which writers they are of, and which of them were broken: the last steps run once.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from errorkb.matching.cleaning import (
    boxes,
    cells,
    columns,
    escaped,
    flattened,
    html,
    mail,
    margins,
    markup,
    members,
    names,
    numbers,
    pages,
    records,
    streams,
    terminal,
    wraps,
)
from errorkb.matching.cleaning.line import MAX_LINES, Line, has_many_lines, split_lines
from errorkb.matching.events import Span

__all__ = ["MAX_LINES", "STEPS", "Line", "Places", "Step", "clean", "has_many_lines", "split_lines"]


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


PEELING = (
    # What shows in the layout of the whole text, before anything changes that.
    Step(name="pages", reason=pages.has_page, take=pages.open_pages),
    Step(name="columns", reason=columns.has_columns, take=columns.drop_columns),
    Step(name="lines of usual width", reason=_holds("\n"), take=wraps.join_usual),
    Step(name="shared name", reason=names.has_shared_name, take=names.drop_shared_name),
    Step(name="line numbers", reason=numbers.has_numbers, take=numbers.drop_line_numbers),
    Step(name="margin", reason=margins.has_margin, take=margins.drop_margin),
    Step(name="blocks", reason=margins.has_blocks, take=margins.open_blocks),
    Step(name="indentation", reason=_always, take=margins.drop_indentation),
    Step(name="tables", reason=boxes.has_tables, take=boxes.drop_tables),
    Step(name="continued cells", reason=cells.has_continued_cells, take=cells.join_continued_cells),
    Step(name="cells", reason=cells.has_cells, take=cells.open_cells),
    Step(name="escaped cells", reason=cells.has_escaped_cells, take=cells.open_escaped_cells),
    Step(name="reports", reason=html.has_report, take=html.open_report),
    Step(name="full lines", reason=_holds("\n"), take=wraps.join_full),
    # Characters.
    Step(name="quoted-printable", reason=mail.is_quoted_printable, take=mail.decode_quoted_printable),
    Step(name="carriage returns", reason=_holds("\r"), take=terminal.drop_overwritten),
    Step(name="backspaces", reason=_holds("\b"), take=terminal.drop_overstruck),
    Step(name="escapes", reason=terminal.has_invisible, take=terminal.drop_invisible),
    Step(name="bare colours", reason=terminal.has_bare_colours, take=terminal.drop_bare_colours),
    Step(name="odd blanks", reason=terminal.has_odd, take=terminal.make_plain),
    Step(name="stairs", reason=terminal.has_stairs, take=terminal.straighten_stairs),
    # Lines, and what stands around them.
    Step(name="tags", reason=html.is_marked_up, take=html.drop_tags),
    Step(name="entities", reason=html.has_entities, take=html.decode_entities),
    Step(name="links", reason=markup.has_links, take=markup.drop_links),
    Step(name="back-ticks", reason=_holds("`"), take=markup.drop_backticks),
    Step(name="boxes", reason=boxes.has_boxes, take=boxes.drop_boxes),
    Step(name="prefixes", reason=_always, take=margins.drop_prefixes),
    Step(name="seconds", reason=numbers.has_seconds, take=numbers.drop_seconds),
    Step(name="names", reason=names.has_names, take=names.drop_names),
    Step(name="records", reason=records.has_records, take=records.open_records),
    Step(name="escaped texts", reason=escaped.has_escapes, take=escaped.unescape_texts),
    Step(name="bars for ends of lines", reason=flattened.has_bars, take=flattened.split_at_bars),
    Step(name="members", reason=members.has_member, take=members.unescape_members),
    Step(name="fences", reason=_holds("```", "~~~"), take=markup.drop_fences),
    Step(name="bullets", reason=markup.has_stack_marks, take=markup.drop_bullets),
)
FINISHING = (
    Step(name="mixed writers", reason=_holds("\n"), take=streams.separate_streams),
    Step(name="flattened tracebacks", reason=_holds("File "), take=flattened.split_flattened),
    Step(name="broken lines", reason=wraps.has_broken, take=wraps.join_broken),
    Step(name="full lines", reason=_holds("\n"), take=wraps.join_full),
    Step(name="typographic quotes", reason=_holds("“", "”", "„", "«"), take=markup.straighten_quotes),
    Step(name="levels", reason=_always, take=margins.drop_levels),
)
STEPS = PEELING + FINISHING
#: How often each layer may be found again: deeper is nothing that anybody pastes.
_MAX_ROUNDS = 8


def clean(text: str) -> list[Line]:
    """The lines of a pasted text without what was added to them. Linear in the text."""
    lines = split_lines(text)
    if "\r\n" in text:  # as the lines have it
        text = text.replace("\r\n", "\n")
    at, last = 0, -1
    for _ in range(_MAX_ROUNDS * len(PEELING)):
        step = PEELING[at]
        # The step that changed the lines last leaves nothing to itself.
        taken = step.take(lines) if at != last and step.reason(text) else lines
        at += 1
        if taken != lines:
            lines, text = taken, "\n".join(line.text for line in taken)
            at, last = 0, at - 1  # what is the outermost now, an earlier step may find
        if at == len(PEELING):
            break
    for step in FINISHING:
        taken = step.take(lines) if step.reason(text) else lines
        if taken != lines:
            lines, text = taken, "\n".join(line.text for line in taken)
    return lines


class Places:
    """Turns offsets into the pasted text into 1-based lines and columns."""

    def __init__(self, text: str) -> None:
        self._starts = array("Q", [0])  # a text may have millions of lines
        self._starts.extend(hit.end() for hit in re.finditer("\n", text))

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
