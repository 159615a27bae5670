"""``--help`` and its examples, every one of which runs; completion for the three shells."""

import json
import shutil
import subprocess

import pytest
from django.core.management import get_commands, load_command_class

from errorkb import completion
from errorkb.cli import COMMANDS, PLAIN, plain_parser
from errorkb.examples import EXAMPLES
from tests.cli.base import PROGRAM, RECORDS, TRACEBACK, errorkb
from tests.up.process import BIN, environ

LINES = [line for lines in EXAMPLES.values() for line, _ in lines]


@pytest.fixture
def project(tmp_path):
    """What the examples speak of."""
    (tmp_path / "app.py").write_text(PROGRAM)
    (tmp_path / "error.log").write_text(TRACEBACK)
    (tmp_path / "ci.log").write_text(TRACEBACK)
    (tmp_path / "dump.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    (tmp_path / "Makefile").write_text("test:\n\tpython app.py\n")
    return tmp_path


@pytest.mark.parametrize("line", LINES)
def test_every_example_runs(home, project, line):
    path = f"{BIN.parent}:/usr/bin:/bin"
    done = subprocess.run(
        ["sh", "-c", line.format(id=RECORDS[0]["id"])], cwd=project, capture_output=True, text=True,
        timeout=120, check=False, env=environ(home, PATH=path, ERRORKB_LINGER="120"),
    )  # fmt: skip
    assert (done.returncode != 0) == ("errorkb run" in line), done
    assert ("before you ask for `gear`" in done.stderr) == ("errorkb run" in line)
    assert "errorkb:" not in done.stderr


def test_help_lists_every_command_and_each_shows_its_examples(tmp_path):
    shown = errorkb(tmp_path, "--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    for name in COMMANDS:
        assert f"  {name} " in shown.stdout
    for name in ("match", "lint"):  # one that needs Django, and one that does not
        told = errorkb(tmp_path, name, "--help")
        assert told.returncode == 0
        assert f"examples:\n  {EXAMPLES[name][0][0]}\n" in told.stdout
        assert max(map(len, told.stdout.splitlines())) <= 80


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
