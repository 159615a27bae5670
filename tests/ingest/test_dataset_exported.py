"""What an export says beside its records, and which of its files hold nothing more."""

import gzip
import json

import pytest

from errorkb.models import Entry
from ingest.complete import complete
from ingest.problems import Problem
from ingest.record import Accepted, RawRecord, digest
from ingest.store import save
from ingest.validate import validate
from tests.ingest.packed import VERSION, entry, outcome, record, unpack, zipped
from tests.ingest.sample import accepted, page, read, values

BESIDE = "2026-01-02T03:04:05.678901+00:00"


def line(beside, **changes):
    return json.dumps({"record": values(**changes), "datasetVersion": None} | beside).encode() + b"\n"


def judged(beside, **changes):
    (raw,) = read(line(beside, **changes))
    return validate(complete(raw))


def exported(**manifest):
    """The files of an export of two records, one of them retired; the manifest lists all."""
    gone = {"record": values(slug="gone", errorMessage="gone"), "datasetVersion": None, "retiredAt": BESIDE}
    files = {
        "errors.jsonl.zst": line({"form": "source", "derived": ["slug"]}) + json.dumps(gone).encode(),
        "index.json": b'{"errors": []}',
        "index.json.gz": gzip.compress(b'{"errors": []}', mtime=0),
        "repos.json": b"[]",
        "schema.json": b'{"type": "object"}',
        "retired.json": b'[{"id": "0123456789abcdef"}]',
        "repos/acme/widgets.json": b"[" + record(1).strip() + b"]",
    }
    listed: dict[str, object] = {
        "index": entry("index.json", files),
        "indexGzip": entry("index.json.gz", files),
        "repos": entry("repos.json", files),
        "schema": entry("schema.json", files),
        "retired": entry("retired.json", files),
        "bulk": entry("errors.jsonl.zst", files),
    }
    listed["records"] = [entry("repos/acme/widgets.json", files)]
    told = {"schemaVersion": 2, "datasetVersion": VERSION, "files": listed} | manifest
    return {"manifest.json": json.dumps(told).encode()} | files


def test_of_an_export_the_bulk_file_is_read_and_nothing_else():
    found = unpack(zipped(*exported().items()))
    assert outcome(found) == ["no-widget-named", "gone"]
    assert [(item.form, item.dataset_version, item.retired_at) for item in found] == [
        ("source", None, None),
        ("json", None, BESIDE),
    ]  # fmt: skip


def test_a_copy_that_fails_is_a_warning_and_a_bulk_file_that_fails_is_a_problem():
    files = exported() | {"schema.json": b"{}", "repos/acme/widgets.json": b"[]"}
    found = unpack(zipped(*files.items()))
    assert sorted(outcome(found)) == [
        "dump!repos/acme/widgets.json: checksum (warning)",
        "dump!schema.json: checksum (warning)",
        "gone",
        "no-widget-named",
    ]
    found = unpack(zipped(*(exported() | {"errors.jsonl.zst": b"x"}).items()))
    assert outcome(found) == ["dump!errors.jsonl.zst: checksum"]


def test_without_a_bulk_file_the_records_are_read():
    files = exported()
    manifest = json.loads(files["manifest.json"])
    del manifest["files"]["bulk"], files["errors.jsonl.zst"]
    files["manifest.json"] = json.dumps(manifest).encode()
    (found,) = (item for item in unpack(zipped(*files.items())) if isinstance(item, RawRecord))
    assert (found.values["slug"], found.dataset_version) == ("widget-1", VERSION)


def test_a_page_comes_back_as_it_was_and_not_as_it_would_be_read_today():
    (raw,) = read(page().encode())
    done = complete(raw)
    told = {"form": "text", "derived": sorted(done.derived)}
    changed = dict(done.values) | {"slug": "as-it-was"}
    (again,) = read(json.dumps({"record": changed, "datasetVersion": None, **told}).encode())
    assert complete(again) == again
    judged_again = validate(complete(again))
    assert isinstance(judged_again, Accepted)
    assert (judged_again.derived, judged_again.record.slug) == (done.derived, "as-it-was")


@pytest.mark.parametrize(
    "beside", [{"form": "yaml"}, {"form": 5}, {"derived": 5}, {"form": "text", "derived": {}}]
)
def test_what_makes_no_sense_beside_a_record_says_nothing(beside):
    form = beside.get("form")
    assert judged(beside).form == ("text" if form == "text" else "json")
    assert judged(beside).derived == frozenset()


@pytest.mark.parametrize("time", ["yesterday", 5, True, "2026-01-02", "", []])
def test_a_retirement_at_no_time_is_rejected(time):
    (problem,) = judged({"retiredAt": time})
    assert isinstance(problem, Problem)
    assert problem.code == "bad-form"
    assert "retiredAt" in problem.reason


def test_the_digest_is_that_of_the_record_as_it_first_came_in():
    plain = accepted()
    suffixed = f"{plain.record.slug}-{plain.record.id[:6]}"
    told = judged({"slug": plain.record.slug}, slug=suffixed)
    assert (told.record.slug, told.digest) == (suffixed, plain.digest)


@pytest.mark.parametrize("before", ["another", "No Widget", "", 5, None, ["a"]])
def test_a_slug_that_it_cannot_have_had_changes_nothing(before):
    told = judged({"slug": before})
    assert told.digest == digest(told.record)


@pytest.mark.django_db
def test_an_export_that_says_so_retires_and_one_that_does_not_brings_back():
    live, gone = judged({}), judged({"retiredAt": BESIDE})
    save([live])
    assert save([gone]).changed == 1
    retired_at = Entry.objects.get().retired_at
    assert retired_at is not None
    assert retired_at.isoformat() == BESIDE
    assert save([gone]).unchanged == 1
    assert save([live]).changed == 1
    assert Entry.objects.get().retired_at is None
    assert Entry.objects.get().versions.count() == 0


@pytest.mark.django_db
def test_an_older_import_does_not_retire_a_newer_one():
    save([judged({}, analyzedAt="2026-09-01T00:00:00Z")])
    save([judged({"retiredAt": BESIDE}, analyzedAt="2026-08-01T00:00:00Z")])
    assert Entry.objects.get().retired_at is None
