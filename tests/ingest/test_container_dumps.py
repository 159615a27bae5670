"""Every packed dump and every dataset that lies beside the repository, held to what is expected."""

import json

import pytest

from ingest.problems import Problem
from ingest.readers import is_dataset, open_dump
from ingest.record import RepoFacts
from tests.ingest.sample import judge
from tests.ingest.test_dumps import DUMPS, PACKED, assert_equal, merged


def cases():
    if not (DUMPS / "expected.jsonl").exists():
        skip = pytest.mark.skip(reason="the dumps do not lie beside the repository")
        return [pytest.param({}, marks=skip, id="none")]
    rows = [json.loads(line) for line in (DUMPS / "expected.jsonl").read_text().splitlines()]
    return [
        pytest.param(row, id=row["file"])
        for row in rows
        if row["file"].endswith(PACKED) or (DUMPS / row["file"]).is_dir()
    ]


@pytest.mark.parametrize("row", cases())
def test_packed_dump(row):
    path = DUMPS / row["file"]
    found = list(open_dump(path))
    facts = [item for item in found if isinstance(item, RepoFacts)]
    kept, told = judge(item for item in found if not isinstance(item, RepoFacts))
    stored, conflicts = merged(kept)
    told += conflicts

    assert set(stored) == set(row["accepted"])
    assert not stored.keys() & set(row["absent"])
    rejected = {(p.file, p.where) for p in told if p.rejects and p.where != "file"}
    assert len(rejected) in row.get("rejected_any_of", [row["rejected"]])
    assert_equal(row, stored)
    assert_told(row, told)
    assert_repos(row, facts)


def assert_told(row, told):
    refused = [problem for problem in told if problem.rejects]
    assert bool(refused) == bool(row["problems"]), refused
    for problem in row["problems"]:
        kind, _, name = problem["where"].partition(" ")
        if kind == "member":
            assert any(p.file.endswith(f"!{name}") for p in refused)


def assert_repos(row, facts):
    names = {"description": "description", "language": "language", "stars": "stars"}
    names |= {"sourceFiles": "source_files", "defaultBranch": "default_branch"}
    told = {fact.repo: fact for fact in facts}
    for repo, fields in row.get("repos", {}).items():
        for key, snake in names.items():
            assert getattr(told[repo], snake) == fields[key]
    assert not told.keys() & row.get("repos_not", {}).keys()


@pytest.mark.parametrize("row", [case for case in cases() if not is_dataset(DUMPS / case.id)])
def test_cut_anywhere_it_never_raises_and_is_told_of(row, tmp_path):
    data = (DUMPS / row["file"]).read_bytes()
    cut = tmp_path / "cut"
    for length in range(1, len(data), max(1, len(data) // 40)):
        cut.write_bytes(data[:length])
        problems = [p for p in open_dump(cut) if isinstance(p, Problem) and p.rejects]
        end_marks = data[:length].endswith(bytes(512)) or not data[length:].strip(b"\0")
        assert problems or end_marks, length


def test_the_folder_with_a_manifest_is_the_dataset():
    if not DUMPS.exists():
        pytest.skip("the dumps do not lie beside the repository")
    assert is_dataset(DUMPS / "107-dataset-folder")
    assert not is_dataset(DUMPS)
    assert not is_dataset(DUMPS / "008-dataset.zip")
