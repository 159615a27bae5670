"""One parser a language family; each takes cleaned lines and returns the events it understands.

Order: ``PARSERS`` run one after the other, runtimes with stacks first, since a stack is certain, then the
tools that print errors of sources. A parser sees each run of lines that none before it took, as a text of
its own: no line belongs to two events, and spans do not overlap. What is left goes to ``general``.

Most texts hold errors of one language only: each parser's ``reason`` looks for the words that its errors
cannot be without, so that the others cost nothing.
"""

from dataclasses import replace
from itertools import pairwise

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import (
    bundlers,
    compilers,
    dart,
    dotnet,
    dotnet_builds,
    dotnet_powershell,
    dotnet_tests,
    elixir,
    functional,
    general,
    go,
    invocations,
    javascript,
    javascript_lint,
    javascript_tap,
    jvm,
    jvm_builds,
    native,
    php,
    python,
    python_checks,
    records,
    ruby,
    rust,
    scripts,
    sql,
    tools,
    tools_npm,
)
from errorkb.matching.traces.passage import Parser, Passage

PARSERS: tuple[Parser, ...] = (
    # Objects that hold the stack of any runtime, as strings.
    Parser(name="invocations", reason=invocations.may_read, parse=invocations.parse),
    # Runtimes with stacks. PHP says "Uncaught TypeError" as consoles of JavaScript do, and "Fatal error" too.
    Parser(name="python", reason=python.may_read, parse=python.parse),
    Parser(name="php", reason=php.may_read, parse=php.parse),
    # npm prints what Node says, behind its own mark.
    Parser(name="npm", reason=tools_npm.may_read, parse=tools_npm.parse),
    Parser(name="tap", reason=javascript_tap.may_read, parse=javascript_tap.parse),
    Parser(name="javascript", reason=javascript.may_read, parse=javascript.parse),
    Parser(name="jvm", reason=jvm.may_read, parse=jvm.parse),
    Parser(name="dotnet", reason=dotnet.may_read, parse=dotnet.parse),
    Parser(name="dotnet tests", reason=dotnet_tests.may_read, parse=dotnet_tests.parse),
    Parser(name="elixir", reason=elixir.may_read, parse=elixir.parse),
    Parser(name="functional", reason=functional.may_read, parse=functional.parse),
    Parser(name="dart", reason=dart.may_read, parse=dart.parse),
    Parser(name="go", reason=go.may_read, parse=go.parse),
    Parser(name="rust", reason=rust.may_read, parse=rust.parse),
    Parser(name="ruby", reason=ruby.may_read, parse=ruby.parse),
    # Compilers and builds; those of a language before those that read any place with "error:".
    Parser(name="bundlers", reason=bundlers.may_read, parse=bundlers.parse),
    Parser(name="javascript lint", reason=javascript_lint.may_read, parse=javascript_lint.parse),
    Parser(name="python checks", reason=python_checks.may_read, parse=python_checks.parse),
    Parser(name="jvm builds", reason=jvm_builds.may_read, parse=jvm_builds.parse),
    Parser(name="dotnet builds", reason=dotnet_builds.may_read, parse=dotnet_builds.parse),
    Parser(name="dotnet powershell", reason=dotnet_powershell.may_read, parse=dotnet_powershell.parse),
    Parser(name="native", reason=native.may_read, parse=native.parse),
    Parser(name="compilers", reason=compilers.may_read, parse=compilers.parse),
    Parser(name="scripts", reason=scripts.may_read, parse=scripts.parse),
    # Databases and tools, whose words are the most common.
    Parser(name="sql", reason=sql.may_read, parse=sql.parse),
    Parser(name="tools", reason=tools.may_read, parse=tools.parse),
    Parser(name="records", reason=records.may_read, parse=records.parse),
)


def parse(lines: list[Line]) -> list[ErrorEvent]:
    """The events of a text, in the order in which they stand there.

    Lines that no language's parser took are left to the general one.
    """
    events: list[ErrorEvent] = []
    free = [Passage(lines)]
    for parser in PARSERS:
        after: list[Passage] = []
        for passage in free:
            if passage.is_blank or not parser.reason(passage):
                after.append(passage)
                continue
            found, taken = parser.parse(passage)
            events += found
            after += _free_runs(passage, taken)
        free = after
    events += general.parse([line for passage in free for line in passage], alone=not events)
    return sorted(map(_spanning, events), key=lambda event: event.start)


def _spanning(event: ErrorEvent) -> ErrorEvent:
    """The event with a span that holds all of it: the lines of writers that took turns are apart."""
    places = (event.start, event.end, *event.offsets)
    start, end = min(places), max(places)
    return event if (start, end) == (event.start, event.end) else replace(event, start=start, end=end)


def _free_runs(passage: Passage, taken: set[int]) -> list[Passage]:
    """The longest runs of lines of the passage that are not taken."""
    if not taken:
        return [passage]
    borders = [-1, *sorted(taken), len(passage)]
    return [
        Passage(passage[before + 1 : behind]) for before, behind in pairwise(borders) if before + 1 < behind
    ]
