"""``errorkb ingest`` as people and scripts see it."""

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from errorkb.models import Entry
from tests.ingest.sample import page, values

pytestmark = pytest.mark.django_db


def ingest(*paths, capsys, **options):
    """The exit status, the report of --json, and what else was printed."""
    status = 0
    try:
        call_command("ingest", *map(str, paths), json=True, **options)
    except CommandError as error:
        status = error.returncode
    output = capsys.readouterr().out.splitlines()
    return status, json.loads(output[-1])


def write(folder, name, *records):
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_both_seeds_are_two_new_entries(shared, capsys):
    status, report = ingest(*sorted((shared / "seeds").iterdir()), capsys=capsys)
    assert status == 0
    assert (report["read"], report["new"], report["rejected"]) == (2, 2, 0)
    status, report = ingest(*sorted((shared / "seeds").iterdir()), capsys=capsys)
    assert (status, report["new"], report["unchanged"]) == (0, 0, 2)


def test_one_bad_record_does_not_stop_a_dump(tmp_path, capsys):
    bad = values(errorMessage="bad", severity="dreadful")
    path = write(tmp_path, "dump.jsonl", values(), bad, values(filePath="third.py", slug="third"))
    status, report = ingest(path, capsys=capsys)
    assert status == 1
    assert (report["read"], report["new"], report["rejected"]) == (3, 2, 1)
    assert [(p["file"], p["where"], p["code"]) for p in report["problems"]] == [
        (str(path), "line 2", "not-in-enum")
    ]
    assert "dreadful" in report["problems"][0]["reason"]


def test_more_records_than_a_batch(tmp_path, capsys):
    records = [values(errorMessage=f"message {n}", slug=f"message-{n}") for n in range(1203)]
    status, report = ingest(write(tmp_path, "many.jsonl", *records), capsys=capsys)
    assert (status, report["new"], Entry.objects.count()) == (0, 1203, 1203)


def test_a_folder_is_read_file_by_file(tmp_path, capsys):
    (tmp_path / "deeper").mkdir()
    write(tmp_path / "deeper", "a.jsonl", values())
    (tmp_path / "page.txt").write_text(page(errorMessage="on a page", slug="on-a-page"))
    (tmp_path / ".hidden").write_text("not a dump")
    status, report = ingest(tmp_path, capsys=capsys)
    assert (status, report["new"]) == (0, 2)


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 2), (b"{}", 2), (b"null", 2), (b"\x00\x01\xff", 2), (b"[]", 0)],
    ids=["empty", "braces", "null", "bytes", "empty-array"],
)
def test_nothing_usable_is_status_2_and_an_empty_array_is_none_to_do(tmp_path, capsys, content, status):
    path = tmp_path / "dump.json"
    path.write_bytes(content)
    got, report = ingest(path, capsys=capsys)
    assert got == status
    assert bool(report["problems"]) == bool(status)


def test_a_missing_file_is_named(tmp_path, capsys):
    status, report = ingest(tmp_path / "nowhere.json", capsys=capsys)
    assert status == 2
    assert report["problems"][0]["code"] == "unreadable"
    assert "nowhere.json" in report["problems"][0]["file"]


def test_the_report_for_people_names_place_and_reason(tmp_path, capsys):
    path = write(tmp_path, "dump.jsonl", values(slug="Not-Kebab"))
    with pytest.raises(CommandError):
        call_command("ingest", str(path))
    output = " ".join(capsys.readouterr().out.split())
    assert "line 1 (bad-form)" in output
    assert "1 read: 0 new, 0 changed, 0 unchanged, 1 rejected, 0 warned" in output
