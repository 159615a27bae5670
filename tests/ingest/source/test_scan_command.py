"""``errorkb scan`` as people and scripts see it."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ingest.pipeline import run
from tests.ingest.source.trees import SHELF, commit, install, write


def scan(*paths, capsys, **options):
    """The exit status, the records and what was reported."""
    status = 0
    try:
        call_command("scan", *map(str, paths), **options)
    except CommandError as error:
        status = error.returncode
    output = capsys.readouterr()
    return status, [json.loads(line) for line in output.out.splitlines()], output.err


def test_it_writes_a_record_a_line_and_reports(tmp_path, capsys):
    sha = commit(write(tmp_path, {"a.py": SHELF, "bad.py": "def f(:", "tests/test_a.py": SHELF}))
    status, lines, report = scan(tmp_path, capsys=capsys)
    assert status == 0
    assert [line["record"]["lineNumber"] for line in lines] == [14, 16]
    assert {(line["form"], line["datasetVersion"]) for line in lines} == {("source", None)}
    assert "commonSituations" in lines[0]["derived"]
    for said in ("acme/widgets", sha[:10], "2 Python", "1 tests", "2 places", "2 entries", "bad.py"):
        assert said in report
    assert all(len(line) <= 80 for line in report.splitlines())


def test_its_file_is_whole_or_not_there(tmp_path, capsys):
    write(tmp_path / "app", {"a.py": SHELF})
    out = tmp_path / "out.jsonl"
    status, lines, _ = scan(tmp_path / "app", output=str(out), capsys=capsys)
    assert (status, lines, len(out.read_text().splitlines())) == (0, [], 2)
    before = out.read_text()
    status, _, _ = scan(tmp_path / "app", tmp_path / "nowhere", output=str(out), capsys=capsys)
    assert (status, out.read_text()) == (2, before)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["app", "out.jsonl"]


def test_the_report_as_json(tmp_path, capsys):
    write(tmp_path, {"a.py": SHELF, "b.py": "def f(:"})
    _, _, report = scan(tmp_path, json=True, repo="acme/tools", capsys=capsys)
    told = json.loads(report)
    assert told["trees"][0] | {"sha": None, "repo": "acme/tools", "entries": 2} | {"sha": None} == (
        told["trees"][0] | {"sha": None}
    )
    assert [problem["code"] for problem in told["problems"]] == ["not-source"]


def test_quiet_says_nothing(tmp_path, capsys):
    assert scan(write(tmp_path, {"a.py": SHELF}), quiet=True, capsys=capsys)[2] == ""


def test_packages_are_trees_of_their_own(tmp_path, capsys):
    for name in "abcd":
        install(tmp_path, name, "1", {f"{name}.py": SHELF})
    status, lines, report = scan(tmp_path, capsys=capsys)
    assert (status, len(lines)) == (0, 8)
    assert {line["record"]["repo"] for line in lines} == {f"pypi/{name}" for name in "abcd"}
    assert "4 trees" in report
    assert "pypi/a 1: 1 files, 2 entries" in report


@pytest.mark.parametrize("files", [{}, {"README.md": "# About"}])
def test_nothing_to_read_is_status_2(tmp_path, capsys, files):
    assert scan(write(tmp_path, files), capsys=capsys)[0] == 2


@pytest.mark.parametrize("words", [["--repo", "widgets"], ["--jobs", "0"], ["--jobs", "x"]])
def test_options_that_make_no_sense(tmp_path, words):
    with pytest.raises(CommandError):
        call_command("scan", str(tmp_path), *words)


@pytest.mark.django_db
def test_what_it_writes_is_read_as_a_scan(tmp_path, capsys):
    commit(write(tmp_path / "app", {"a.py": SHELF}))
    scan(tmp_path / "app", output=str(tmp_path / "out.jsonl"), capsys=capsys)
    batch = run([tmp_path / "out.jsonl"])
    assert (batch.counts()["new"], batch.counts()["warned"]) == (2, 0)
    # It is the same as reading the tree itself.
    assert run([tmp_path / "app"]).counts() | {"read": 2} == batch.counts() | {"new": 0, "unchanged": 2}
