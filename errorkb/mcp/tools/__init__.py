"""The tools, in the order in which an agent uses them."""

from typing import Any

from errorkb.mcp.tool import Tool
from errorkb.mcp.tools import get_error, list_repos, match_log, report_attempt, search_error

TOOLS: tuple[Tool[Any], ...] = (
    match_log.TOOL,
    search_error.TOOL,
    get_error.TOOL,
    list_repos.TOOL,
    report_attempt.TOOL,
)
