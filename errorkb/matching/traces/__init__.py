"""One parser a language family; each takes cleaned lines and returns the events it understands.

Order: ``PARSERS`` run one after the other, runtimes with stacks first, since a stack is certain, then the
tools that print errors of sources. A parser sees each run of lines that none before it took, as a text of
its own: no line belongs to two events, and spans do not overlap. What is left goes to ``general``.
"""

from collections.abc import Callable, Iterator

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import (
    bundlers,
    compilers,
    dotnet,
    dotnet_builds,
    dotnet_powershell,
    general,
    go,
    javascript,
    javascript_lint,
    jvm,
    jvm_builds,
    native,
    php,
    python,
    records,
    ruby,
    rust,
    sql,
    tools,
)

Parser = Callable[[list[Line]], tuple[list[ErrorEvent], set[int]]]

PARSERS: tuple[Parser, ...] = (
    # Runtimes with stacks. PHP says "Uncaught TypeError" as consoles of JavaScript do, and "Fatal error" too.
    python.parse,
    php.parse,
    javascript.parse,
    jvm.parse,
    dotnet.parse,
    go.parse,
    rust.parse,
    ruby.parse,
    # Compilers and builds; those of a language before those that read any place with "error:".
    bundlers.parse,
    javascript_lint.parse,
    jvm_builds.parse,
    dotnet_builds.parse,
    dotnet_powershell.parse,
    native.parse,
    compilers.parse,
    # Databases and tools, whose words are the most common.
    sql.parse,
    tools.parse,
    records.parse,
)


def parse(lines: list[Line]) -> list[ErrorEvent]:
    """The events of a text, in the order in which they stand there.

    Lines that no language's parser took are left to the general one.
    """
    events: list[ErrorEvent] = []
    taken: set[int] = set()
    for parser in PARSERS:
        for start, stop in list(_free_runs(len(lines), taken)):
            found, numbers = parser(lines[start:stop])
            events += found
            taken.update(start + number for number in numbers)
    rest = [line for number, line in enumerate(lines) if number not in taken]
    events += general.parse(rest, alone=not events)
    return sorted(events, key=lambda event: event.start)


def _free_runs(count: int, taken: set[int]) -> Iterator[tuple[int, int]]:
    """The longest runs of lines that are not taken: first number, and the number behind the last."""
    start = 0
    for number in sorted(taken):
        if start < number:
            yield start, number
        start = number + 1
    if start < count:
        yield start, count
