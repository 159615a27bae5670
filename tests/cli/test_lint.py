"""``errorkb lint``: what an ingest would say, without a base."""

import json

import pytest

from tests.cli.base import errorkb
from tests.ingest.sample import values

GOOD = json.dumps(values())
DOUBTED = json.dumps(values(filePath="/widgets/shelf.py"))
REFUSED = json.dumps(values(severity="bad"))


@pytest.mark.parametrize(
    ("name", "content", "words", "status", "codes"),
    [
        ("good.jsonl", GOOD, (), 0, []),
        ("doubt.jsonl", DOUBTED, (), 0, ["hostile-path"]),
        ("doubt.jsonl", DOUBTED, ("--strict",), 1, ["hostile-path"]),
        ("mixed.jsonl", f"{GOOD}\n{REFUSED}\n", (), 1, ["not-in-enum"]),
        ("bad.jsonl", f"{REFUSED}\n{{]\n", (), 2, ["not-in-enum", "not-json"]),
        ("empty.json", "", (), 2, ["empty"]),
        ("clash.jsonl", f"{GOOD}\n{json.dumps(values(id=values()['id'], filePath='x.py'))}\n", (), 1,
         ["id-mismatch", "id-conflict"]),
    ],
)  # fmt: skip
def test_it_says_what_an_ingest_would(tmp_path, name, content, words, status, codes):  # noqa: PLR0917 - a table
    file = tmp_path / name
    file.write_text(content)
    done = errorkb(tmp_path / "home", "lint", "--format", "json", *words, str(file))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, [one["code"] for one in told]) == (status, codes), done.stderr
    assert all(one["file"] == str(file) for one in told)
    assert not (tmp_path / "home" / "postgres").exists()


def test_people_and_github_are_told_the_place(tmp_path):
    (tmp_path / "mixed.jsonl").write_text(f"{GOOD}\n{REFUSED}\n")
    done = errorkb(tmp_path / "home", "lint", "mixed.jsonl", cwd=tmp_path)
    assert done.stdout.splitlines()[0] == "rejected mixed.jsonl, line 2 (not-in-enum)"
    assert done.stdout.splitlines()[-1] == "2 records: 1 rejected, 0 warnings"
    done = errorkb(tmp_path / "home", "lint", "--format", "github", "mixed.jsonl", cwd=tmp_path)
    assert done.stdout.startswith("::error file=mixed.jsonl,line=2,title=not-in-enum::line 2: severity is ")


def test_what_is_no_dump_is_2(tmp_path):
    (tmp_path / "x.py").write_text("raise ValueError('x')\n")
    for words, said in ((["/no/such"], "/no/such is not there"), (["x.py"], "errorkb scan reads it")):
        done = errorkb(tmp_path / "home", "lint", *words, cwd=tmp_path)
        assert (done.returncode, said in done.stderr) == (2, True), done
