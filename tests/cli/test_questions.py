"""match, search, show and explain against a real base: here, and through a server."""

import json
import os
import subprocess

import pytest

from tests.cli.base import RECORDS, TRACEBACK, errorkb
from tests.up.process import BIN, environ

WIDGET, ENOENT, RUSTY = RECORDS


def test_match_explains_what_a_program_printed(home):
    done = errorkb(home, "match", text=TRACEBACK)
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout.splitlines()
    assert shown[0] == "confirmed  No widget named {name} on the shelf"
    assert shown[1] == f"  acme/widgets · WidgetError · {WIDGET['id']}"
    assert "  name = gear" in shown
    assert "  1. List the shelf before you ask for `gear`." in shown
    assert "  2. Order gear." in shown
    assert done.stdout.count("\x1b") == 0


def test_a_reader_that_went_away_is_no_failure(home):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        command: list[str | os.PathLike[str]] = [BIN, "match"]
        done = subprocess.run(command, input=TRACEBACK, stdout=gone, stderr=subprocess.PIPE, text=True,
                              env=environ(home), timeout=60, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_match_of_nothing_known_is_1_and_says_what_was_read(home):
    done = errorkb(home, "match", text="QuuxError: plugh xyzzy 4711\n")
    assert done.returncode == 1
    assert done.stdout.startswith("No entry explains this (")
    assert "line 1: QuuxError: plugh xyzzy 4711" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match", "/no/such/file"), "errorkb: /no/such/file: No such file or directory"),
        (("match", "--server", "ftp://x"), "errorkb: 'ftp://x' is no server's address"),
        (("match", "--server", "http://127.0.0.1:1"), "errorkb: http://127.0.0.1:1 does not answer: nothing"),
        (("show", "xyz"), "errorkb: 'xyz' is no id: 16 hexadecimal digits"),
        (("show", "0" * 16), "errorkb: no entry 0000000000000000"),
        (("search", " "), "errorkb: there is nothing to search for"),
        (("explain", ""), "errorkb: there is no code to explain"),
        (("run",), "errorkb: there is no command to run"),
        (("nosuch",), "errorkb: no command 'nosuch'"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_cannot_be_done_is_2_and_one_line(home, words, said):
    done = errorkb(home, *words)
    assert done.returncode == 2
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_wrong_use_is_2(home):
    assert errorkb(home, "match", "--limit", "26").returncode == 2
    assert errorkb(home, "match", "--format", "xml").returncode == 2


def test_a_home_without_a_base_stays_one(tmp_path):
    done = errorkb(tmp_path / "fresh", "match", text=TRACEBACK)
    assert done.returncode == 2
    assert done.stderr.startswith(f"errorkb: there is no base in {tmp_path / 'fresh'}: errorkb up makes one")
    assert not (tmp_path / "fresh").exists()


def test_explain_names_the_entries_of_a_code_or_class_only(home):
    def ids(*words):
        done = errorkb(home, "explain", "--json", *words)
        assert done.returncode == (0 if done.stdout else 1)
        return {json.loads(line)["id"] for line in done.stdout.splitlines()}

    assert ids("enoent") == {ENOENT["id"]}
    assert ids("WidgetError") == {WIDGET["id"], RUSTY["id"]}
    assert ids("widgets.errors.WidgetError") == {WIDGET["id"], RUSTY["id"]}
    assert ids("widget") == set()
    assert len(ids("WidgetError", "--limit", "1")) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("match",),
        ("match", "--format", "markdown"),
        ("match", "--format", "sarif"),
        ("search", "widget"),
        ("search", "widget", "--json"),
        ("show", WIDGET["id"]),
        ("show", WIDGET["id"], "--json"),
        ("explain", "ENOENT"),
        ("explain", "nothing"),
    ],
    ids=" ".join,
)
def test_a_server_is_asked_for_the_same(home, server, words):
    here = errorkb(home, *words, text=TRACEBACK)
    there = errorkb(home / "none", *words, text=TRACEBACK, ERRORKB_SERVER=server)
    assert (there.returncode, there.stderr) == (here.returncode, here.stderr)
    # A server has pages to lead to; without one the source is what can be read.
    page, source = f"{server}/{WIDGET['repo']}/{WIDGET['slug']}/", WIDGET["githubUrl"]
    assert there.stdout.replace(page, source) == here.stdout


def test_json_is_what_the_api_answers(home):
    shown = json.loads(errorkb(home, "show", WIDGET["id"], "--json").stdout)
    assert shown == {"record": WIDGET, "datasetVersion": None}
    answer = json.loads(errorkb(home, "match", "--json", text=TRACEBACK).stdout)
    assert answer["matches"][0]["captures"] == {"name": "gear"}
    found = json.loads(errorkb(home, "search", "--json", "ENOENT").stdout)
    assert (found["matches"][0]["id"], found["matches"][0]["matchType"]) == (ENOENT["id"], "exact-code")


def test_the_reader_of_a_pipe_may_go_away(home):
    done = subprocess.run(
        ["/bin/sh", "-c", f"{BIN} show {WIDGET['id']} | true"], env=environ(home, ERRORKB_LINGER="120"),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
