"""A source tree as a dump: found in order, whole, whatever lies in it."""

import os
from typing import Any

import pytest

from ingest.problems import Problem
from ingest.readers.source_tree import reading
from ingest.readers.source_tree.scan import Options, Scan, Scanned, scan
from ingest.record import RawRecord, RepoFacts
from tests.ingest.source.trees import SHELF, commit, scanned, write

BAD: dict[str, tuple[Any, str]] = {
    "syntax.py": ("def f(:\n", "line 1"),
    "nul.py": (b"x = 1\0", "NUL"),
    "latin.py": (b"x = '\xe9'\n", "encoding"),
    "named.py": (b"# -*- coding: klingon -*-\n", "klingon"),
}


def test_records_come_in_the_order_of_paths_and_lines(tmp_path):
    write(tmp_path, {"b.py": SHELF, "a/z.py": SHELF, "a.py": SHELF})
    places = [
        (raw.values["filePath"], raw.values["lineNumber"])
        for raw in scan(tmp_path)
        if isinstance(raw, RawRecord)
    ]
    assert places == sorted(places)
    assert len(places) == 6


def test_first_comes_what_is_known_of_the_repository(tmp_path):
    sha = commit(write(tmp_path, {"a.py": SHELF, "pyproject.toml": '[project]\ndescription = "Shelves"'}))
    facts = next(iter(scan(tmp_path)))
    assert facts == RepoFacts(
        repo="acme/widgets", description="Shelves", language="Python", source_files=1, analyzed_sha=sha,
        analyzed_at="2023-11-14T22:13:20.000Z", form="source",
    )  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_source_is_a_problem_and_costs_only_itself(tmp_path, name):
    content, said = BAD[name]
    write(tmp_path, {"a.py": SHELF, name: content, "z.py": SHELF.replace("widget", "gadget")})
    found, records, problems = scanned(tmp_path)
    assert len(records) == 3
    assert [(each.code, each.where, each.rejects) for each in problems] == [("not-source", "file", False)]
    assert problems[0].file == str(tmp_path / name)
    assert said in problems[0].reason
    assert found.scanned.unread == (name,)


def test_python_says_its_encoding(tmp_path):
    text = "# -*- coding: latin-1 -*-\nraise ValueError('caf\xe9 is closed')\n"
    _, records, _ = scanned(
        write(tmp_path, {"a.py": text.encode("latin-1"), "b.py": b"\xef\xbb\xbf" + SHELF.encode()})
    )
    assert "caf\xe9 is closed" in records
    assert len(records) == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_must_not_be_read(tmp_path):
    write(tmp_path, {"a.py": SHELF, "b.py": SHELF})
    (tmp_path / "b.py").chmod(0)
    _, records, problems = scanned(tmp_path)
    assert len(records) == 2
    assert problems[0].code == "not-source"


def test_a_folder_without_source_says_so(tmp_path):
    (problem,) = scan(tmp_path)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.rejects) == ("empty", True)


def test_processes_read_what_one_process_reads(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "WORTH_PROCESSES", 0)
    monkeypatch.setattr(reading, "BUNDLE", 1000)
    write(
        tmp_path,
        {f"m{n}.py": SHELF.replace("widget", f"widget{n}") for n in range(8)} | {"bad.py": "def f(:"},
    )
    one, many = list(scan(tmp_path)), list(scan(tmp_path, Options(jobs=2)))
    assert one == many
    assert len(one) == 1 + 1 + 16


class Fatal(str):
    """A text that ends the process that it is handed to."""

    __slots__ = ()

    def __reduce__(self):
        return os._exit, (1,)


def test_a_file_that_kills_its_process_costs_only_itself():
    texts = [SHELF, SHELF, Fatal("x"), SHELF, SHELF]
    sources = [
        reading.Source(path=str(number), module="python", key=str(number), text=text)
        for number, text in enumerate(texts)
    ]
    found = {source.path: facts.reason for source, facts in reading.read_all(sources, jobs=2)}
    assert found == {"0": None, "1": None, "2": "the process that read it died", "3": None, "4": None}


def test_how_far_it_is(tmp_path):
    write(tmp_path, {"a.py": SHELF, "b.py": SHELF})
    found = Scan(tmp_path, Options())
    assert (found.done_bytes, found.total_bytes) == (0, 2 * len(SHELF))
    seen = []
    found.on_read = lambda: seen.append(found.done_bytes)
    list(found)
    assert seen == [len(SHELF), 2 * len(SHELF)]


def test_the_state_names_the_files_as_they_are(tmp_path):
    write(tmp_path, {"a.py": SHELF})
    before = Scan(tmp_path, Options()).state
    assert Scan(tmp_path, Options()).state == before
    write(tmp_path, {"b.py": ""})
    assert Scan(tmp_path, Options()).state != before


@pytest.mark.parametrize(
    ("path", "covered"),
    [("app/a.py", True), ("app/deep/a.py", True), ("application/a.py", False), ("one.py", True),
     ("one.pyw", False), ("app/bad.py", False), ("app/tests/a.py", False)],
)  # fmt: skip
def test_what_a_scan_covers(path, covered):
    paths, unread = ("app/", "one.py"), ("app/bad.py",)
    told = Scanned(repo="a/b", paths=paths, unread=unread, analyzed_at="", tests=False)
    assert told.covers(path) is covered
