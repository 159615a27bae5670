"""``pytest --errorkb`` in a process of its own, against a real base."""

import subprocess
import sys

import pytest

from tests.cli.base import RECORDS
from tests.up.process import environ

TESTS = """
class WidgetError(Exception): pass

def test_known():
    raise WidgetError("No widget named gear on the shelf")

def test_unknown():
    assert "plugh" == "xyzzy"

def test_good():
    pass

class Hostile(Exception):
    def __str__(self):
        raise RuntimeError("no text")

def test_hostile():
    raise Hostile
"""
TOLD = [
    "No widget named {name} on the shelf (",
    "Solution: List the shelf before you ask for `gear`.",
    RECORDS[0]["githubUrl"],
]


@pytest.fixture
def run(tmp_path):
    (tmp_path / "test_it.py").write_text(TESTS)

    def pytest_process(home, *words, **environment):
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-W", "error",
             "-p", "no:cacheprovider",
             "--rootdir", str(tmp_path), "-c", "/dev/null", str(tmp_path), *words],
            cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
            env=environ(home, ERRORKB_LINGER="120", COLUMNS="100", **environment),
        )  # fmt: skip

    return pytest_process


def test_a_known_failure_ends_with_its_entry_and_others_as_before(run, home):
    done = run(home, "--errorkb")
    assert (done.returncode, done.stderr) == (1, "")
    assert "3 failed, 1 passed" in done.stdout
    lines = done.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip("- ") == "errorkb")
    assert lines[at + 1].startswith(TOLD[0])
    assert TOLD[1] in lines[at + 1 : at + 5]
    assert TOLD[2] in lines[at + 1 : at + 5]
    assert sum(line.strip("- ") == "errorkb" for line in lines) == 1


def test_it_is_shown_even_where_captured_output_is_not(run, home):
    assert TOLD[1] in run(home, "--errorkb", "--show-capture=no").stdout


def test_it_is_off_unless_it_is_asked_for(run, home):
    lines = run(home).stdout.splitlines()
    # pytest lists its plugins, this one among them, and names the folder of the test.
    said = [line for line in lines if not line.startswith(("plugins:", "rootdir:"))]
    assert not any("errorkb" in line.replace("errorkb-test", "") for line in said)


def test_a_server_is_asked(run, tmp_path, server):
    done = run(tmp_path / "none", "--errorkb-server", server)
    assert f"{server}/acme/widgets/no-widget-named/" in done.stdout


def test_without_a_base_the_run_is_as_it_was_and_one_line_says_so(run, tmp_path):
    done = run(tmp_path / "none", "--errorkb")
    assert (done.returncode, done.stderr) == (1, "")
    assert "3 failed, 1 passed" in done.stdout
    told = [line for line in done.stdout.splitlines() if line.startswith("errorkb: ")]
    assert len(told) == 1
    assert told[0].startswith(f"errorkb: there is no base in {tmp_path / 'none'}")
    assert not (tmp_path / "none").exists()


def test_a_file_that_cannot_be_collected_is_explained_too(run, home, tmp_path):
    (tmp_path / "test_it.py").write_text(TESTS + '\nraise WidgetError("No widget named bolt on the shelf")\n')
    done = run(home, "--errorkb")
    assert done.returncode == 2
    assert "before you ask for `bolt`." in done.stdout
