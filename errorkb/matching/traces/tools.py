"""What shells, package managers, containers, clusters and other tools print.

One module a kind of tool; those that need more than a line each come first.
"""

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces import tools_cluster, tools_container, tools_npm
from errorkb.matching.traces.findings import Findings
from errorkb.matching.traces.rules import read_lines
from errorkb.matching.traces.tools_packages import PACKAGES
from errorkb.matching.traces.tools_shell import SHELLS
from errorkb.matching.traces.tools_system import SYSTEM


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of tools among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines)
    tools_npm.read(found)
    tools_container.read(found)
    tools_cluster.read(found)
    read_lines(found, (*PACKAGES, *SHELLS, *SYSTEM))
    return found.events, found.taken
