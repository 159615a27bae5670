"""README.md is held to what the program does."""

import argparse
import re
import shlex
from pathlib import Path

import pytest
from django.core.management import load_command_class
from django.core.management.base import CommandError

from errorkb.cli import COMMANDS, usage
from ingest.problems import CODES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
APPS = {"ingest": "ingest", "batches": "ingest", "scan": "ingest", "lint": "ingest"}


def command_lines():
    """Each ``errorkb …`` line of the README's shell blocks, as words after ``errorkb``."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in "\n".join(blocks).splitlines():
        hit = re.search(r"\.venv/bin/errorkb\s+([^|]*)", line)
        if hit:
            yield shlex.split(hit[1], comments=True)


@pytest.mark.parametrize("words", list(command_lines()), ids=" ".join)
def test_every_command_line_is_one_that_the_program_takes(words):
    command = load_command_class(APPS.get(words[0], "errorkb"), words[0])
    try:
        command.create_parser("errorkb", words[0]).parse_args(words[1:])
    except (CommandError, argparse.ArgumentError, SystemExit) as error:
        pytest.fail(str(error))


def test_every_command_is_shown():
    assert {words[0] for words in command_lines()} == set(COMMANDS)
    assert all(f"  {name}" in usage() for name in COMMANDS)


def test_every_setting_is_documented_and_every_documented_setting_is_read():
    source = "\n".join(
        path.read_text() for folder in ("errorkb", "ingest") for path in (ROOT / folder).rglob("*.py")
    )
    read = set(re.findall(r"environ(?:\.get)?[\[(]\s*\"(\w+)\"", source))
    read -= {"XDG_DATA_HOME", "DJANGO_SETTINGS_MODULE", "GITHUB_WORKSPACE"}  # the systems', not ours
    table = README[README.index("## Settings") : README.index("### Your own Postgres")]
    documented = {name for row in re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
                  for name in re.findall(r"`(\w+)`", row)}  # fmt: skip
    assert documented == read


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake (\w+)", README))
    assert {"run", "test", "lint", "bench"} <= named <= targets


def test_every_file_that_is_named_exists():
    for name in re.findall(r"\]\(((?!http)[^)]+)\)|`(samples/|LICENSE)`", README):
        path = "".join(name)
        assert (ROOT / path).exists(), path


def test_every_problem_code_is_used_by_the_program():
    source = "\n".join(path.read_text() for folder in ("ingest", "errorkb/matching")
                       for path in (ROOT / folder).rglob("*.py"))  # fmt: skip
    unused = [code for code in CODES if source.count(f'"{code}"') < 2]
    assert unused == []
