"""The repository table of a dataset: rows that are taken, and rows that are not."""

import json

import pytest

from ingest.record import RepoFacts
from tests.ingest.packed import dataset, outcome, repo_row, unpack, zipped


def read(table):
    """What is found in a dataset with this table."""
    return unpack(zipped(*dataset({"repos.json": table}).items()))


ROWS = [
    (5, "wrong-type"),
    ({}, "missing-key"),
    ({"repo": None}, "missing-key"),
    ({"repo": 5}, "wrong-type"),
    ({"repo": "noslash"}, "bad-form"),
    ({"repo": "../.."}, "bad-form"),
    (repo_row(stars="12"), "wrong-type"),
    (repo_row(stars=True), "wrong-type"),
    (repo_row(stars=1.0), "wrong-type"),
    (repo_row(stars=-1), "out-of-range"),
    (repo_row(sourceFiles=2**31), "out-of-range"),
    (repo_row(language=5), "wrong-type"),
    (repo_row(description="a\0b"), "unstorable-text"),
    (repo_row(description="\ud800"), "unstorable-text"),
    (repo_row(description="x" * (2 << 20)), "too-large"),
    (repo_row(analyzedSha="AB" * 20), "bad-form"),
    (repo_row(analyzedAt="2026-08-14"), "bad-form"),
]


@pytest.mark.parametrize(("row", "code"), ROWS, ids=[f"{n}-{code}" for n, (_, code) in enumerate(ROWS)])
def test_a_bad_row_is_a_problem_that_names_it(row, code):
    table = json.dumps({"repos": [repo_row(repo="a/b"), row]}).encode()
    found = read(table)
    assert outcome(found) == ["repo a/b", f"dump!repos.json: {code}", "widget-1"]
    assert found[1].reason.startswith("row 2 ")


def test_rows_may_leave_out_all_but_the_name():
    table = json.dumps([{"repo": "a/b", "stars": None}, {"repo": "c/d", "forks": 1}, {"repo": "a/b"}])
    found = read(table.encode())
    assert outcome(found) == [
        "repo a/b",
        "dump!repos.json: unknown-key (warning)",
        "repo c/d",
        "dump!repos.json: duplicate-repo",
        "widget-1",
    ]
    assert found[0] == RepoFacts(repo="a/b")


@pytest.mark.parametrize(
    "table", [b"null", b"{}", b'{"repos": 5}', b"[1", b"", b"1 2", b"[" * 99 + b"]" * 99]
)
def test_a_table_that_is_none_is_one_problem(table):
    found = outcome(read(table))
    assert len(found) == 2
    assert found[0].startswith("dump!repos.json: ")
