"""``errorkb export``: what somebody at a terminal meets."""

import json
import re

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction

from errorkb.exports.versions import remember
from errorkb.models import Entry, Repo
from ingest.store import save
from tests.exports.exported import manifest
from tests.exports.whole import assert_whole, files
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def exports(settings, tmp_path):
    settings.EXPORTS = str(tmp_path / "exports")
    return tmp_path / "exports"


def summary(capsys, *words):
    call_command("export", *words, "--json")
    return json.loads(capsys.readouterr().out)


def refused(*words):
    with pytest.raises(CommandError) as error:
        call_command("export", *words)
    assert error.value.returncode == 2
    return str(error.value)


def test_it_writes_and_replaces(tmp_path, capsys):
    save([accepted()])
    call_command("export", str(tmp_path / "out"))
    told = capsys.readouterr().out
    version = assert_whole(tmp_path / "out")
    assert told.startswith("1 entries of 1 repositories, 0 retired, ")
    assert f"dataset version {version}" in told
    save([accepted(repo="b/c")])
    told = summary(capsys, str(tmp_path / "out"))
    assert (told["errors"], told["repos"], told["leftOut"]) == (2, 2, [])
    assert told["datasetVersion"] == assert_whole(tmp_path / "out") != version
    assert [path.name for path in tmp_path.iterdir() if path.name != "exports"] == ["out"]


def test_quiet_is_quiet(tmp_path, capsys):
    save([accepted()])
    call_command("export", str(tmp_path / "out"), "--quiet")
    assert capsys.readouterr() == ("", "")


def test_an_empty_base(tmp_path):
    assert "the base is empty" in refused(str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_folder_of_somebody_else(tmp_path):
    save([accepted()])
    (tmp_path / "notes.txt").write_text("mine")
    assert "not empty" in refused(str(tmp_path))
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_folder_that_cannot_be(tmp_path):
    save([accepted()])
    (tmp_path / "file").write_text("")
    told = refused(str(tmp_path / "file" / "out"))
    assert f"{tmp_path}/file: File exists" in told
    assert "as it was" in told


def test_a_repository_that_is_not_there(tmp_path):
    save([accepted()])
    assert "no repository 'a/b'" in refused(str(tmp_path / "out"), "--repo", "a/b")
    Repo.objects.create(name="a/b")
    assert refused(str(tmp_path / "out"), "--repo", "a/b").startswith("a/b has no entries: ")


def test_entries_that_were_left_out_are_told_and_end_with_1(tmp_path, capsys):
    save([accepted(), accepted(repo="b/c")])
    Entry.objects.filter(repo="b/c").update(severity="loud")
    with pytest.raises(CommandError) as error:
        call_command("export", str(tmp_path / "out"))
    assert error.value.returncode == 1
    assert re.search(r"left out [0-9a-f]{16}: severity: ", capsys.readouterr().err)
    assert_whole(tmp_path / "out")


def test_since_a_time(tmp_path, capsys):
    save([accepted(), accepted(repo="b/c")])
    Entry.objects.filter(repo="b/c").update(changed_at="2020-01-01T00:00:00Z")
    told = summary(capsys, str(tmp_path / "out"), "--since", "2020-01-01T00:00:00Z")
    assert (told["errors"], told["retired"]) == (1, 0)
    assert manifest(tmp_path / "out")["since"] == "2020-01-01T00:00:00Z"
    Entry.objects.filter(repo="b/c").update(retired_at="2020-01-01T00:00:01Z")
    told = summary(capsys, str(tmp_path / "out"), "--since", "2020-01-01T00:00:00+00:00")
    assert (told["errors"], told["retired"]) == (1, 1)


@pytest.mark.parametrize("since", ["yesterday", "2026-01-01", "2026-01-01T00:00:00", ""])
def test_since_what_is_no_time(tmp_path, since):
    save([accepted()])
    assert "neither" in refused(str(tmp_path / "out"), f"--since={since}")


def test_since_a_version_that_was_never_exported(tmp_path):
    save([accepted()])
    told = refused(str(tmp_path / "out"), "--since", "2026-01-01T00:00:00.000123456Z")
    assert "no dataset 2026-01-01T00:00:00.000123456Z" in told


def commit(*records):
    with transaction.atomic():
        save(records)


@pytest.mark.django_db(transaction=True)
def test_since_a_version(tmp_path, capsys):
    commit(accepted(), accepted(repo="b/c"))
    version = summary(capsys, str(tmp_path / "out"))["datasetVersion"]
    assert summary(capsys, str(tmp_path / "none"), "--since", version)["errors"] == 0
    commit(accepted(repo="d/e"))
    Entry.objects.filter(repo="b/c").update(retired_at="2020-01-01T00:00:00Z")
    told = summary(capsys, str(tmp_path / "more"), "--since", version)
    assert (told["errors"], told["retired"]) == (1, 1)
    assert [row["repo"] for row in json.loads(files(tmp_path / "more")["repos.json"])] == ["b/c", "d/e"]
    # It says where it leads to, so the next one can begin there.
    assert told["datasetVersion"] == summary(capsys, str(tmp_path / "out"))["datasetVersion"]
    assert summary(capsys, str(tmp_path / "last"), "--since", told["datasetVersion"])["errors"] == 0


def test_a_version_of_another_database_or_a_later_state_tells_nothing(tmp_path, exports):
    from errorkb.matching.rows import Standing, standing  # noqa: PLC0415

    save([accepted()])
    version = "2026-01-01T00:00:00.000123456Z"
    now = standing()
    remember(exports, version, Standing(database="other", revision=None, watermark=1))
    remember(
        exports, version, Standing(database=now.database, revision=None, watermark=now.watermark + 99999)
    )
    assert "no dataset" in refused(str(tmp_path / "out"), "--since", version)
