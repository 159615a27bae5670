"""The Model Context Protocol's own inspector, as it is published, lists and calls every tool.

Its version and the node that it needs are pinned with their checksums in inspector/package-lock.json.
"""

import json
import platform
import subprocess
from pathlib import Path

import pytest

from tests.cli.base import RECORDS, TRACEBACK, errorkb, fill
from tests.npm import installed
from tests.up.process import BIN, Up, environ, processes_of

HERE = Path(__file__).parent
CPU = {"x86_64": "x64", "aarch64": "arm64"}
ID = RECORDS[0]["id"]
#: How each tool is called, and what its text must say.
CALLS = [
    ("match_log", [f"text={TRACEBACK}", "limit=2"], ID),
    ("search_error", ["query=404"], "No entry found."),
    ("search_error", ["query=ENOENT", "repo=acme/widgets"], "exact-code"),
    ("get_error", [f"id={ID}"], RECORDS[0]["solutions"][0]),
    ("get_error", [f"id={ID}", "full=true"], "messagePattern"),
    ("list_repos", ["query=widgets"], "acme/widgets: 3 errors"),
    ("report_attempt", [f"id={ID}", "outcome=worked", "note=at once"], "Stored: worked."),
]


@pytest.fixture(scope="module")
def inspector(tmp_path_factory):
    """The inspector's command line: node and its script."""
    modules = installed(HERE / "inspector", tmp_path_factory.mktemp("inspector"))
    cpu = CPU.get(platform.machine(), "")
    brought = modules / f"node-{platform.system().lower()}-{cpu}" / "bin" / "node"
    script = modules / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"
    return [str(brought if brought.exists() else "node"), str(script), "--cli"]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("inspected") / "home"
    fill(home)
    yield home
    for process in processes_of(home):
        process.kill()


@pytest.fixture(scope="module")
def over_http(home):
    """How the inspector is pointed at a server, with a token for what writes."""
    token = errorkb(home, "token", "--create", "inspector", "--scope", "report").stdout.strip()
    running = Up(home, "--port", "0", "--workers", "1", "--no-worker", ERRORKB_SCAN="0")
    assert running.url, running.lines
    yield [f"{running.url}mcp", "--transport", "http", "--header", f"Authorization: Bearer {token}"]
    running.stop()


@pytest.fixture(scope="module")
def over_stdio(home):
    """How the inspector is told to start the command."""
    return [str(BIN), "mcp", "-e", f"ERRORKB_HOME={home}", "-e", "ERRORKB_LINGER=120"]


@pytest.fixture(params=["over_stdio", "over_http"])
def inspect(request, inspector, home, tmp_path):
    """Runs the inspector; exit status and JSON."""
    target = request.getfixturevalue(request.param)

    def run(*words):
        done = subprocess.run(
            [*inspector, *target, *words], env=environ(home, HOME=str(tmp_path)), capture_output=True,
            text=True, timeout=120, check=False,
        )  # fmt: skip
        return done.returncode, json.loads(done.stdout or "null"), done.stderr

    return run


def test_it_lists_the_tools_and_finds_no_fault_in_their_schemas(inspect):
    status, told, errors = inspect("--method", "tools/list", "--strict")
    assert (status, errors) == (0, "")
    assert {tool["name"] for tool in told["tools"]} == {name for name, _, _ in CALLS}
    assert all(tool["outputSchema"] and tool["annotations"] for tool in told["tools"])


def test_it_calls_every_tool(inspect):
    for name, arguments, said in CALLS:
        words = ["--method", "tools/call", "--tool-name", name]
        status, told, errors = inspect(*words, "--tool-arg", *arguments)
        assert status == 0, (name, told, errors)
        assert said in told["content"][0]["text"]
        assert told["structuredContent"]


def test_a_failure_is_one_that_it_knows(inspect):
    words = ["--method", "tools/call", "--tool-name", "get_error", "--tool-arg", f"id={'0' * 16}"]
    status, told, errors = inspect(*words)
    assert (status, told["isError"]) == (5, True)
    assert "match_log and search_error give ids" in told["content"][0]["text"]
    assert "tool_is_error" in errors


def test_it_reads_an_entry(inspect):
    status, told, _ = inspect("--method", "resources/read", "--uri", f"errorkb://errors/{ID}")
    assert status == 0
    assert json.loads(told["contents"][0]["text"])["record"] == RECORDS[0]
