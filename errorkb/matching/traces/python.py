"""Python's errors in all the forms in which runtimes, test runners, notebooks and pages print them.

Each form is a module with ``parse`` of its own; this is the one door to them. A form sees the lines that
none before it took; those that one took are empty for the next.
"""

from collections.abc import Callable

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import (
    debug_page,
    faults,
    notebooks,
    pytest_sections,
    python_tracebacks,
    rich_boxes,
)
from errorkb.matching.traces.python_parts import MAX_MESSAGE_LINES

__all__ = ["FORMS", "MAX_MESSAGE_LINES", "parse"]

#: Forms that have marks of their own come first: a plain traceback may be part of them.
FORMS: tuple[Callable[[list[Line]], tuple[list[ErrorEvent], set[int]]], ...] = (
    rich_boxes.parse,
    notebooks.parse,
    pytest_sections.parse,
    debug_page.parse,
    faults.parse,
    python_tracebacks.parse,
)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    events: list[ErrorEvent] = []
    taken: set[int] = set()
    for form in FORMS:
        found, numbers = form(lines)
        events += found
        taken |= numbers
        if numbers:
            lines = [
                line.cut(len(line.text)) if number in numbers else line for number, line in enumerate(lines)
            ]
    return sorted(events, key=lambda event: event.start), taken
