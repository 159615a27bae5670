"""``errorkb mcp`` as the process that a client starts."""

import json
import signal
import subprocess

import pytest

from tests.cli.base import RECORDS, TRACEBACK, errorkb
from tests.mcp.agent import process, session
from tests.up.process import BIN, environ

HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"},
    },
}  # fmt: skip
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
ODD = ["", "nonsense", "{", "[]", "null", '{"jsonrpc": "2.0"}', '{"jsonrpc": "1.0", "id": 9, "method": "x"}',
       "[" * 50_000, '"\ud800"', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', "\x00\xff"]  # fmt: skip


@pytest.fixture
def started(home):
    running = subprocess.Popen(
        [BIN, "mcp"], env=environ(home, ERRORKB_LINGER="120"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="surrogatepass",
    )  # fmt: skip
    yield running
    running.kill()
    running.communicate()


def say(running, *lines):
    for line in lines:
        running.stdin.write(f"{line if isinstance(line, str) else json.dumps(line)}\n")
    running.stdin.flush()


def heard(running, number):
    """The answer of this id; every line before it must be a message, too."""
    for line in running.stdout:
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        if message.get("id") == number:
            return message
    raise AssertionError("it ended")


def test_it_survives_lines_that_are_none(started):
    say(started, HELLO, *ODD, LIST)
    assert heard(started, 1)["result"]["serverInfo"]["name"] == "errorkb"
    assert len(heard(started, 2)["result"]["tools"]) == 5


def test_it_ends_when_its_input_does(started):
    say(started, HELLO)
    heard(started, 1)
    rest, errors = started.communicate(timeout=20)
    assert (started.returncode, rest, errors) == (0, "", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_when_it_is_told_to(started, number):
    say(started, HELLO)
    heard(started, 1)
    started.send_signal(number)
    assert started.wait(timeout=10) == -number


def test_it_asks_another_machine_s_base(up, token, tmp_path):
    with session(process(tmp_path / "none", "--server", up)) as agent:
        _, values = agent.told("match_log", text=TRACEBACK)
        assert values["entries"][0]["url"] == f"{up}/acme/widgets/no-widget-named/"
        assert "--scope report" in agent.refused("report_attempt", id=RECORDS[0]["id"], outcome="worked")
    with session(process(tmp_path / "none", "--server", up, ERRORKB_TOKEN=token)) as agent:
        agent.told("report_attempt", id=RECORDS[0]["id"], outcome="partly")


def test_it_asks_a_pack(up, tmp_path):
    pulled = errorkb(tmp_path / "none", "pull", up, str(tmp_path / "pack"))
    assert pulled.returncode == 0, pulled.stderr
    with session(process(tmp_path / "none", "--pack", str(tmp_path / "pack"))) as agent:
        assert agent.told("match_log", text=TRACEBACK)[1]["entries"][0]["id"] == RECORDS[0]["id"]
        text, values = agent.told("get_error", id=RECORDS[0]["id"])
        assert (values["outcomes"], "Solutions reported: not known." in text) == (None, True)
        assert "to a base only" in agent.refused("report_attempt", id=RECORDS[0]["id"], outcome="worked")


def test_what_keeps_it_from_answering_is_told_to_the_agent(tmp_path):
    with session(process(tmp_path / "none")) as agent:
        assert "errorkb up makes one" in agent.refused("match_log", text="x")
    with session(process(tmp_path / "none", "--server", "http://127.0.0.1:1")) as agent:
        assert "nothing listens there" in agent.refused("search_error", query="x")


def test_help_names_the_tools(tmp_path):
    shown = errorkb(tmp_path, "mcp", "--help")
    assert shown.returncode == 0
    assert "match_log" in shown.stdout
