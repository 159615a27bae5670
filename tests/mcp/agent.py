"""The official SDK's client, as an agent has it: by a process's standard streams, or over HTTP."""

from contextlib import contextmanager

from anyio.from_thread import start_blocking_portal
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from tests.up.process import BIN, environ


class Agent:
    """A session. Every call waits for its answer."""

    def __init__(self, portal, client):
        self._portal, self.client = portal, client

    def tools(self):
        return self._portal.call(self.client.list_tools).tools

    def call(self, name, **arguments):
        """The answer, whatever it is."""
        return self._portal.call(self.client.call_tool, name, arguments)

    def told(self, name, **arguments):
        """The text and the values of an answer that is no failure."""
        answer = self.call(name, **arguments)
        assert not answer.is_error, answer
        [text] = answer.content
        return text.text, answer.structured_content

    def refused(self, name, **arguments):
        """The text of a failure that the model is told of."""
        answer = self.call(name, **arguments)
        assert answer.is_error, answer
        return answer.content[0].text

    def read(self, address):
        return self._portal.call(self.client.read_resource, address).contents[0].text


@contextmanager
def session(target, mode="auto"):
    """target: an address, or how to start a process. mode: "legacy" is the handshake of before 2026."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(
        Client(target, mode=mode, read_timeout_seconds=60)
    ) as client:  # fmt: skip
        yield Agent(portal, client)


def process(home, *words, **environment):
    """``errorkb mcp`` of a home."""
    chosen = environ(home, **{"ERRORKB_LINGER": "120", **environment})
    return StdioServerParameters(command=str(BIN), args=["mcp", *words], env=chosen)
