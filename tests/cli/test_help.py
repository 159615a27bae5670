"""``--help``, the page of all commands, and their examples, every one of which runs; completion."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from errorkb import completion, reference
from errorkb.cli import COMMANDS, PLAIN, parser_of, plain_parser
from errorkb.examples import EXAMPLES, SHOWN
from tests.cli.base import PROGRAM, RECORDS, TRACEBACK, errorkb, fill
from tests.up.process import BIN, Up, environ

ROOT = Path(__file__).resolve().parent.parent.parent
#: Commands that write: they get a base of their own.
WRITING = ("up", "ingest", "token", "export")


@pytest.fixture
def project(tmp_path):
    """What the examples speak of."""
    (tmp_path / "app.py").write_text(PROGRAM)
    (tmp_path / "error.log").write_text(TRACEBACK)
    (tmp_path / "ci.log").write_text(TRACEBACK)
    (tmp_path / "dump.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    (tmp_path / "Makefile").write_text("test:\n\tpython app.py\n")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "shop.py").write_text(PROGRAM)
    return tmp_path


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The home of a base that commands may change."""
    folder = tmp_path_factory.mktemp("own") / "home"
    fill(folder)
    return folder


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "up"])
def test_every_example_runs(home, own, server, project, name):
    if name == "match":
        assert errorkb(home, "pull", server).returncode == 0  # one of them asks a pack
    chosen = environ(
        own if name in WRITING else home, PATH=f"{BIN.parent}:/usr/bin:/bin", ERRORKB_LINGER="120"
    )
    for line, _ in EXAMPLES[name]:
        done = subprocess.run(
            ["sh", "-c", line.format(id=RECORDS[0]["id"], server=server, batch=1)], cwd=project, env=chosen,
            capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert (done.returncode != 0) == ("errorkb run" in line), done
        assert ("before you ask for `gear`" in done.stderr) == ("errorkb run" in line)
        assert "errorkb:" not in done.stderr


@pytest.mark.parametrize("line", [line for line, _ in EXAMPLES["up"]])
def test_a_server_starts_as_its_examples_say(own, line):
    words = shlex.split(line.replace("8080", "0"))[2:]
    running = Up(own, *words, PORT="0")
    try:
        assert running.url, running.lines
        assert running.get("/healthz") == "ok\n"
    finally:
        running.stop()


def test_the_page_of_all_commands_is_what_they_say_now():
    assert (ROOT / "docs" / "commands.md").read_text() == reference.page(), "make docs writes it"


def test_help_lists_every_command(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = errorkb(tmp_path, "--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    for name in COMMANDS:
        assert f"  {name} " in shown.stdout
    for name in ("match", "lint"):  # one that needs Django, and one that does not
        told = errorkb(tmp_path, name, "--help")
        assert (told.returncode, told.stdout) == (0, parser_of(name).format_help())


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_80_columns_and_has_the_examples(monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "80")
    told = parser_of(name).format_help()
    assert max(map(len, told.splitlines())) <= 80
    for line, purpose in EXAMPLES.get(name, ()):
        assert f"  {line.format(**SHOWN)}\n      {purpose}\n" in told


def test_manage_py_has_the_same_options():
    for name in PLAIN:
        ours = plain_parser(name)
        theirs = load_command_class(get_commands()[name], name).create_parser("errorkb", name)
        words = {word for action in ours._actions for word in action.option_strings}
        assert words == {word for action in theirs._actions for word in action.option_strings
                         if action.help != "==SUPPRESS=="}  # fmt: skip
        assert ours.epilog == theirs.epilog


@pytest.fixture(scope="module")
def scripts():
    shapes = completion.shapes()
    return {shell: getattr(completion, shell)(shapes) for shell in completion.SHELLS}


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_a_shell_can_read_its_script(scripts, shell, tmp_path):
    for name in COMMANDS:
        assert name in scripts[shell]
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not here")
    (tmp_path / "script").write_text(scripts[shell])
    subprocess.run([shell, "-n", str(tmp_path / "script")], check=True)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["errorkb", "ma"], ["match"]),
        (["errorkb", "match", "--for"], ["--format"]),
        (["errorkb", "match", "--format", "s"], ["sarif"]),
        (["errorkb", "completion", ""], ["bash", "zsh", "fish"]),
        (["errorkb", "lint", "dum"], ["dump.jsonl"]),
        (["errorkb", "nosuch", "x"], []),
    ],
)
def test_bash_completes(scripts, project, typed, offered):
    words = " ".join(f"'{word}'" for word in typed)
    typing = f"COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; _errorkb; echo ${{COMPREPLY[@]}}"
    line = f"{scripts['bash']}\n{typing}"
    done = subprocess.run(["bash", "-c", line], cwd=project, capture_output=True, text=True, check=True)
    assert (done.stdout.split(), done.stderr) == (offered, "")
