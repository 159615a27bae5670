"""The files of a dataset: what is in them, and that the same base gives the same bytes."""

import gzip
import hashlib
import json
import sys

import pytest

from errorkb.exports.snapshot import Empty, Part, snapshot
from errorkb.models import Entry
from ingest.record import RepoFacts
from ingest.store import save
from tests.exports.exported import changes, export, manifest
from tests.exports.whole import assert_whole, files
from tests.ingest.sample import accepted, values

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

pytestmark = pytest.mark.django_db
VERSION = "2026-08-15T22:17:37.221Z"


def bulk(folder):
    return [
        json.loads(line) for line in zstd.decompress((folder / "errors.jsonl.zst").read_bytes()).splitlines()
    ]


def named(message, **more):
    return accepted(errorMessage=message, messagePattern=message, slug=message, **more)


def test_it_works(tmp_path):
    save(
        [accepted(dataset_version=VERSION)], [RepoFacts(repo="acme/widgets", description="Widgets", stars=3)]
    )
    written = export(tmp_path / "out")
    assert assert_whole(tmp_path / "out") == written.version
    assert written.version.startswith("2026-08-15T22:17:37.221")
    told = manifest(tmp_path / "out")
    assert told["counts"] == {"repos": 1, "errors": 1, "retired": 0}
    assert told["schemaVersion"] == 2
    found = files(tmp_path / "out")
    assert json.loads(found["repos/acme/widgets.json"]) == [values()]
    (row,) = json.loads(found["repos.json"])
    assert (row["repo"], row["description"], row["stars"], row["errorCount"]) == (
        "acme/widgets",
        "Widgets",
        3,
        1,
    )
    index = json.loads(found["index.json"])
    assert index.keys() == {"schemaVersion", "datasetVersion", "errors"}
    assert index["datasetVersion"] == written.version
    assert index["errors"] == [
        {"id": values()["id"], "repo": "acme/widgets", "slug": "no-widget-named", "code": None,
         "msg": values()["errorMessage"], "pattern": values()["messagePattern"], "type": "exception",
         "cls": "WidgetError", "tags": ["shelf"], "sev": "error"}
    ]  # fmt: skip
    assert bulk(tmp_path / "out") == [{"record": values(), "datasetVersion": VERSION, "form": "json"}]


def test_the_index_is_packed_too_and_names_the_raw_one(tmp_path):
    save([accepted()])
    export(tmp_path / "out")
    raw = (tmp_path / "out" / "index.json").read_bytes()
    packed = manifest(tmp_path / "out")["files"]["indexGzip"]
    assert gzip.decompress((tmp_path / "out" / "index.json.gz").read_bytes()) == raw
    assert packed["encoding"] == "gzip"
    assert (packed["rawBytes"], packed["rawSha256"]) == (len(raw), hashlib.sha256(raw).hexdigest())
    assert manifest(tmp_path / "out")["files"]["index"]["sha256"] == packed["rawSha256"]


def test_the_same_base_gives_the_same_bytes(tmp_path):
    save([named(f"no-{number}", repo=f"acme/w{number % 3}") for number in range(20)])
    export(tmp_path / "one")
    export(tmp_path / "two")
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_any_change_of_content_gives_another_version(tmp_path):
    save([accepted(dataset_version=VERSION)])
    versions = [export(tmp_path / "1").version]
    save([named("another")])
    versions.append(export(tmp_path / "2").version)
    Entry.objects.filter(slug="another").update(retired_at="2026-01-01T00:00:00Z")
    versions.append(export(tmp_path / "3").version)
    save([], [RepoFacts(repo="acme/widgets", description="told")])
    versions.append(export(tmp_path / "4").version)
    assert len(set(versions)) == 4
    assert {version[:23] for version in versions} == {VERSION[:23]}


def test_without_a_version_of_dumps_the_latest_analysis_counts(tmp_path):
    save([accepted()])
    assert export(tmp_path / "out").version.startswith("2026-08-14T21:57:28.298")


@pytest.mark.parametrize(
    "version", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-01-01T00:00:00.123456789Z"]
)
def test_versions_that_a_database_would_not_take(tmp_path, version):
    save([accepted(dataset_version=version)])
    assert export(tmp_path / "out").version[:4] == version[:4]


def test_an_entry_against_the_schema_is_left_out_and_told_of(tmp_path):
    save([accepted(), named("bad")])
    Entry.objects.filter(slug="bad").update(severity="loud")
    written = export(tmp_path / "out")
    ((entry, why),) = written.faults
    assert Entry.objects.get(id=entry).slug == "bad"
    assert why.startswith("severity: ")
    assert written.errors == len(bulk(tmp_path / "out")) == 1
    assert_whole(tmp_path / "out")


def test_one_repository(tmp_path):
    save([accepted(), accepted(repo="b/c")])
    assert export(tmp_path / "out", Part(repo="b/c")).errors == 1
    assert sorted(files(tmp_path / "out")) == [
        "errors.jsonl.zst", "index.json", "index.json.gz", "manifest.json", "repos.json",
        "repos/b/c.json", "schema.json",
    ]  # fmt: skip


def test_what_changed_names_what_was_retired_and_passes_for_no_whole_dataset(tmp_path):
    save([named("old"), named("gone"), accepted(repo="b/c")])
    with snapshot(Part()) as base:
        state = base.standing
    Entry.objects.filter(slug="old").update(documentation="said anew")
    Entry.objects.filter(slug="gone").update(retired_at="2026-01-01T00:00:00Z")
    written = changes(tmp_path / "out", Part(written_since=state.watermark))
    # All of this test is one transaction, which is later than the state: nothing is left out.
    assert (written.errors, written.retired) == (2, 1)
    (gone,) = json.loads((tmp_path / "out" / "retired.json").read_bytes())
    assert gone == {"id": Entry.objects.get(slug="gone").id, "repo": "acme/widgets",
                    "retiredAt": "2026-01-01T00:00:00+00:00"}  # fmt: skip
    assert_whole(tmp_path / "out")
    assert manifest(tmp_path / "out")["since"] == "then"
    assert not (tmp_path / "out" / "index.json").exists()
    assert not (tmp_path / "out" / "repos").exists()


def test_an_empty_base(tmp_path):
    with pytest.raises(Empty):
        export(tmp_path / "out")
