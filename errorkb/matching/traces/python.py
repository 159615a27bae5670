"""Python's errors in all the forms in which runtimes, test runners, notebooks and pages print them.

Each form is a module with ``parse`` of its own; this is the one door to them. A form sees the lines that
none before it took; those that one took are empty for the next.
"""

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
from errorkb.matching.traces.passage import Parser, Passage, passage_of
from errorkb.matching.traces.python_parts import MAX_MESSAGE_LINES

__all__ = ["FORMS", "MAX_MESSAGE_LINES", "parse"]

#: Forms that have marks of their own come first: a plain traceback may be part of them.
FORMS: tuple[Parser, ...] = (
    Parser(name="boxes", reason=rich_boxes.may_read, parse=rich_boxes.parse),
    Parser(name="notebooks", reason=notebooks.may_read, parse=notebooks.parse),
    Parser(name="pytest", reason=pytest_sections.may_read, parse=pytest_sections.parse),
    Parser(name="pages", reason=debug_page.may_read, parse=debug_page.parse),
    Parser(name="faults", reason=faults.may_read, parse=faults.parse),
    Parser(name="tracebacks", reason=python_tracebacks.may_read, parse=python_tracebacks.parse),
)


#: How a summary cuts a message.
_CUT = "..."


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return any(form.reason(passage) for form in FORMS)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    events: list[ErrorEvent] = []
    taken: set[int] = set()
    passage = passage_of(lines)
    for form in FORMS:
        if not form.reason(passage):
            continue
        found, numbers = form.parse(passage)
        events += found
        taken |= numbers
        if numbers and form is not FORMS[-1]:
            passage = Passage(
                line.cut(len(line.text)) if number in numbers else line for number, line in enumerate(passage)
            )
    return sorted(_less_retold(events), key=lambda event: event.start), taken


def _less_retold(events: list[ErrorEvent]) -> list[ErrorEvent]:
    """The events without the lines of a summary that tell again, perhaps cut, what others tell."""
    placed: dict[str, list[str]] = {}
    for event in events:
        if event.frames or event.relation:
            placed.setdefault(_short(event), []).append(event.message)
    kept: list[ErrorEvent] = []
    for event in events:
        told = placed.setdefault(_short(event), [])
        if not (event.frames or event.relation):
            if _is_retold(event.message, told):
                continue
            told.append(event.message)
        kept.append(event)
    return kept


def _is_retold(message: str, placed: list[str]) -> bool:
    opening = message.removesuffix(_CUT)
    return any(told.startswith(opening) and (opening or not told) for told in placed)


def _short(event: ErrorEvent) -> str:
    return (event.error_class or "").rpartition(".")[2]
