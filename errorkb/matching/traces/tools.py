"""What shells, package managers, containers, clusters and other tools print.

One module a kind of tool; those that need more than a line each come first.
"""

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import tools_cluster, tools_container
from errorkb.matching.traces.findings import Findings
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match, read_lines
from errorkb.matching.traces.tools_packages import PACKAGES
from errorkb.matching.traces.tools_shell import SHELLS
from errorkb.matching.traces.tools_system import SYSTEM

_RULES = (*PACKAGES, *SHELLS, *SYSTEM)


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return (
        passage.has('"Status"', *tools_container.MARKS)
        or (passage.has("Error: ") and passage.has("╷", "│", " line "))
        or may_match(passage, (*tools_container.RULES, *tools_cluster.RULES, *_RULES))
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of tools among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines)
    tools_container.read(found)
    tools_cluster.read(found)
    read_lines(found, _RULES)
    return found.events, found.taken
