"""One parser a language family; each takes cleaned lines and returns the events it understands."""

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import general, python


def parse(lines: list[Line]) -> list[ErrorEvent]:
    """The events of a text, in the order in which they stand there.

    Lines that no language's parser took are left to the general one.
    """
    events, taken = python.parse(lines)
    rest = [line for number, line in enumerate(lines) if number not in taken]
    events += general.parse(rest, alone=not events)
    return sorted(events, key=lambda event: event.start)
