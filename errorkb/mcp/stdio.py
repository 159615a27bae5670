"""``errorkb mcp``: the server over standard input and output, as a client starts it."""

import signal
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from errorkb.client import Client
from errorkb.questions import asking

HELP = (
    "Serve the knowledge base to an agent by the Model Context Protocol, over standard input and output: an "
    "MCP client starts this command, for which its configuration has "
    '{"mcpServers": {"errorkb": {"command": "errorkb", "args": ["mcp"]}}}. Tools: match_log, search_error, '
    "get_error, list_repos, report_attempt. It ends when its input does."
)
_Told = TypeVar("_Told")


def add_arguments(parser: ArgumentParser) -> None:
    asking.add_server(parser)


def run(options: Mapping[str, Any]) -> int:
    # Whoever stops it wants it gone, and its reading thread would wait for one more line.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stdin.isatty():
        print("errorkb: an MCP client speaks here, a JSON message a line; Ctrl-C ends it", file=sys.stderr)
    # Loads the SDK, which takes most of the time that the command needs to answer.
    import anyio  # noqa: PLC0415

    anyio.run(_serve, options)
    return 0


async def _serve(options: Mapping[str, Any]) -> None:
    import anyio.to_thread  # noqa: PLC0415
    from mcp.server.stdio import stdio_server  # noqa: PLC0415

    from errorkb.mcp.protocol import server  # noqa: PLC0415

    async def ask(question: Callable[[Client], _Told], /) -> _Told:
        # A client that hangs up waits for no answer.
        return await anyio.to_thread.run_sync(partial(asking.ask, options, question), abandon_on_cancel=True)

    ours = server(ask)
    async with stdio_server() as (reading, writing):
        await ours.run(reading, writing, ours.create_initialization_options())
