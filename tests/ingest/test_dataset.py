"""Datasets as folders and as archives: versions, checksums, the repository table, the index."""

import gzip
import json
from dataclasses import replace

import pytest

from ingest.readers import is_dataset, open_dump
from ingest.record import RawRecord, RepoFacts
from tests.ingest.packed import (
    VERSION,
    dataset,
    entry,
    outcome,
    record,
    tarred,
    unpack,
    zipped,
)
from tests.ingest.sample import page

RECORDS = "repos/acme/widgets.json"


def in_folder(files, tmp_path):
    for name, data in files.items():
        path = tmp_path / "dump" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    found = list(open_dump(tmp_path / "dump"))
    prefix = f"{tmp_path}/"
    return [relabelled(item, prefix) for item in found]


def relabelled(item, prefix):
    if isinstance(item, RepoFacts):
        return item
    return replace(item, file=item.file.removeprefix(prefix).replace("dump/", "dump!"))


def in_zip(files, _):
    return unpack(zipped(*files.items()))


def in_tar(files, _):
    return unpack(gzip.compress(tarred(*files.items())))


def in_tar_backwards(files, _):
    return unpack(tarred(*reversed(files.items())))


forms = pytest.mark.parametrize("read", [in_folder, in_zip, in_tar, in_tar_backwards])


@forms
def test_it_works(read, tmp_path):
    found = read(dataset(), tmp_path)
    assert sorted(outcome(found)) == ["repo acme/widgets", "widget-1"]
    (kept,) = (item for item in found if isinstance(item, RawRecord))
    assert kept.dataset_version == VERSION
    assert kept.file == f"dump!{RECORDS}"
    (facts,) = (item for item in found if isinstance(item, RepoFacts))
    assert facts == RepoFacts(
        repo="acme/widgets",
        description="Widgets for shelves",
        language="Python",
        stars=12,
        source_files=34,
        default_branch="trunk",
        analyzed_sha="ab" * 20,
        analyzed_at="2026-08-14T21:57:28.298Z",
    )


def test_it_may_lie_in_a_folder_of_the_archive():
    files = {f"top/{name}": data for name, data in dataset(listed=[RECORDS]).items()}
    outside = ("other.json", record(7))
    found = unpack(zipped(*files.items(), outside))
    assert outcome(found) == ["repo acme/widgets", "widget-1", "widget-7"]
    assert [item.dataset_version for item in found[1:]] == [VERSION, None]


@forms
def test_a_version_beside_the_record_stays(read, tmp_path):
    envelope = {"record": json.loads(record(1)), "datasetVersion": "2025-01-01T00:00:00.000Z"}
    found = read(dataset({RECORDS: json.dumps([envelope]).encode()}), tmp_path)
    (kept,) = (item for item in found if isinstance(item, RawRecord))
    assert kept.dataset_version == "2025-01-01T00:00:00.000Z"


@forms
def test_of_a_record_file_with_another_checksum_nothing_is_read(read, tmp_path):
    files = dataset({"more.jsonl": record(2)}, listed=[RECORDS, "more.jsonl"])
    files[RECORDS] = files[RECORDS].replace(b"The shelf", b"A shelf  ")
    found = outcome(read(files, tmp_path))
    assert sorted(found) == [f"dump!{RECORDS}: checksum", "repo acme/widgets", "widget-2"]


@forms
def test_a_file_of_another_size_is_not_read(read, tmp_path):
    files = dataset()
    files["manifest.json"] = files["manifest.json"].replace(b'"bytes": ', b'"bytes": 1')
    found = outcome(read(files, tmp_path))
    assert sorted(found) == [
        "dump!index.json.gz: checksum (warning)",
        "dump!repos.json: checksum",
        "widget-1",
    ]


@forms
def test_a_failing_index_is_a_warning(read, tmp_path):
    files = dataset()
    files["index.json.gz"] = gzip.compress(b"{}", mtime=0)
    assert "dump!index.json.gz: checksum (warning)" in outcome(read(files, tmp_path))


@forms
def test_a_failing_table_of_repositories_is_not_read(read, tmp_path):
    files = dataset()
    files["repos.json"] = files["repos.json"].replace(b"12", b"99")
    assert sorted(outcome(read(files, tmp_path))) == ["dump!repos.json: checksum", "widget-1"]


@forms
def test_listed_files_that_are_not_there_are_told_of(read, tmp_path):
    files = dataset(listed=[RECORDS])
    for name in ("index.json.gz", "repos.json", RECORDS):
        del files[name]
    found = outcome(read(files, tmp_path))
    expected = ["missing-file (warning)", "missing-file", "missing-file"]
    assert [item.partition(": ")[2] for item in found if "missing" in item] == expected


def test_the_plain_layout_of_the_index_is_read():
    files = dataset({"index.json": b'{"errors": []}'}, files={})
    entries = {"index": entry("index.json", files), "repos": entry("repos.json", files)}
    files = dataset({"index.json": b'{"errors": []}'}, files=entries)
    assert outcome(in_zip(files, None)) == ["repo acme/widgets", "widget-1"]
    files["index.json"] = b"{}"
    assert "dump!index.json: checksum (warning)" in outcome(in_zip(files, None))


@pytest.mark.parametrize("kind", ["index", "repos"])
def test_record_files_are_read_whatever_the_manifest_calls_them(kind):
    files = dataset(files={kind: {"path": RECORDS}})
    assert outcome(in_zip(files, None)) == ["repo acme/widgets", "widget-1"]


@pytest.mark.parametrize(
    "listing",
    [
        lambda item: [item],
        lambda item: {"acme/widgets": item},
        lambda item: {item["path"]: {"sha256": item["sha256"]}},
        lambda item: [{**item, "path": f"./{item['path']}", "sha256": item["sha256"].upper()}],
        lambda item: [{**item, "path": f"/data/{item['path']}"}],
    ],
    ids=["list", "by-repo", "by-path", "other-spelling", "address"],
)
def test_record_files_may_be_listed_in_any_of_these_ways(listing):
    files = dataset()
    listed = {"records": listing(entry(RECORDS, files))}
    files = dataset(files=listed)
    assert outcome(in_zip(files, None)) == ["repo acme/widgets", "widget-1"]
    files[RECORDS] = files[RECORDS].replace(b"shelf", b"SHELF")
    assert outcome(in_zip(files, None)) == ["repo acme/widgets", f"dump!{RECORDS}: checksum"]


@pytest.mark.parametrize("wrong", ["", "abc", 5, [], "0" * 64])
def test_a_checksum_that_is_none_fails(wrong):
    files = dataset()
    listed = {"records": [entry(RECORDS, files) | {"sha256": wrong}]}
    assert outcome(in_zip(dataset(files=listed), None)) == ["repo acme/widgets", f"dump!{RECORDS}: checksum"]


def test_a_damaged_member_that_is_listed_is_not_read():
    data = zipped(*dataset(listed=[RECORDS]).items())
    at = data.index(RECORDS.encode()) + len(RECORDS) + 40
    broken = data[:at] + b"\xff\xff" + data[at + 2 :]
    assert outcome(unpack(broken)) == ["repo acme/widgets", f"dump!{RECORDS}: checksum"]


def test_names_that_leave_the_folder_are_not_opened(tmp_path):
    (tmp_path / "secret.json").write_bytes(record(9))
    listed = {"records": [{"path": "../secret.json"}, {"path": "/etc/passwd", "sha256": "0"}]}
    found = outcome(in_folder(dataset(files=listed), tmp_path))
    assert found.count("dump: missing-file") + found.count(f"{tmp_path}/dump: missing-file") == 2
    assert "widget-9" not in found


def test_a_record_file_may_be_compressed_or_a_page(tmp_path):
    files = dataset({"repos/acme/b.json.gz": gzip.compress(record(2)), "a.txt": page().encode()})
    found = in_folder(files, tmp_path)
    assert len([item for item in found if isinstance(item, RawRecord)]) == 3
    assert all(item.dataset_version == VERSION for item in found if isinstance(item, RawRecord))


def test_hidden_files_are_left_out_but_those_of_repositories(tmp_path):
    hidden = {".git/config": b"x", ".gitignore": b"x", "repos/acme/._widgets.json": b"x"}
    files = dataset(hidden | {"repos/acme/.github.json": b"[" + record(2) + b"]"})
    assert sorted(outcome(in_folder(files, tmp_path))) == ["repo acme/widgets", "widget-1", "widget-2"]


@pytest.mark.parametrize("version", ["yesterday", 5, "2026-10-01"])
def test_a_version_that_is_none_is_told_of_and_not_used(version):
    found = in_zip(dataset(version=version), None)
    assert outcome(found) == ["dump!manifest.json: dataset-version", "repo acme/widgets", "widget-1"]
    assert found[-1].dataset_version is None


def test_another_schema_is_a_warning():
    found = outcome(in_zip(dataset(schemaVersion=3), None))
    assert found == ["dump!manifest.json: schema-version (warning)", "repo acme/widgets", "widget-1"]


@pytest.mark.parametrize(
    ("manifest", "code"),
    [(b'{"files": ', "cut-off"), (b"\xff", "not-utf8"), (b'{"files": {}, "files": {}}', "duplicate-key")],
)
def test_a_broken_manifest_is_a_problem_and_the_rest_is_read(manifest, code):
    found = outcome(in_zip(dataset() | {"manifest.json": manifest}, None))
    assert found == [f"dump!manifest.json: {code}", "repo acme/widgets", "widget-1"]


@pytest.mark.parametrize("files", [5, "x"])
def test_files_that_are_none_are_a_problem(files):
    found = outcome(in_zip(dataset(files=files), None))
    assert found[0] == "dump!manifest.json: manifest"
    assert found[-1] == "widget-1"


def test_another_file_of_that_name_is_a_dump_like_others():
    assert outcome(in_zip({"manifest.json": record(1), "repos.json": record(2)}, None)) == [
        "widget-1",
        "widget-2",
    ]


def test_a_cut_dataset_is_told_of_without_what_is_missing():
    data = tarred(*dataset(listed=[RECORDS]).items())
    at = data.index(b'"slug"')
    assert outcome(unpack(data[:at]))[-1] == "dump: damaged"
    assert not any("missing" in item for item in outcome(unpack(data[:at])))


def test_only_a_folder_with_a_manifest_is_a_dataset(tmp_path):
    assert not is_dataset(tmp_path)
    assert not is_dataset(tmp_path / "nowhere")
    (tmp_path / "manifest.json").mkdir()
    assert not is_dataset(tmp_path)
    with pytest.raises(OSError, match="directory"):
        list(open_dump(tmp_path))


def test_a_file_that_cannot_be_opened_is_a_problem(tmp_path, monkeypatch):
    folder = tmp_path / "dump"
    in_folder(dataset(), tmp_path)
    opened = type(folder).open

    def refusing(path, *arguments):
        if path.name == "widgets.json":
            raise PermissionError(13, "Permission denied")
        return opened(path, *arguments)

    monkeypatch.setattr(type(folder), "open", refusing)
    problems = outcome(open_dump(folder))
    assert problems == [f"{folder / RECORDS}: unreadable", "repo acme/widgets"]
