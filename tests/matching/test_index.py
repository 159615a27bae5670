"""The index on disk follows the base: for this process, for others, after restarts and after damage."""

import threading

import pytest
from django.utils import timezone

from errorkb.matching import index
from errorkb.models import BaseState, Entry
from ingest.store import renew_revision
from tests.matching.base import entry_of

pytestmark = pytest.mark.django_db


def found(holder, message):
    return [one.entry for one in holder.current().find_message(message)]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "index"


@pytest.fixture
def holder(folder):
    return index.Holder(folder)


def test_a_new_entry_is_found_at_once_and_only_it_is_read(holder, django_assert_max_num_queries):
    first = entry_of("the first ship is lost")
    assert found(holder, "the first ship is lost") == [first.id]
    second = entry_of("the second ship is lost")
    assert found(holder, "the second ship is lost") == [second.id]
    assert found(holder, "the first ship is lost") == [first.id]
    with django_assert_max_num_queries(1):  # nothing changed: one question says so
        holder.current()


def test_what_says_too_little_is_found_where_it_is_raised_and_not_by_its_text(holder):
    record = entry_of("{a} in {b}", errorClass="CrewError", filePath="ships/crew.py")
    assert found(holder, "rats in Vasa") == []
    assert [one.entry for one in holder.current().find_site("CrewError", "/srv/ships/crew.py")] == [record.id]


def test_a_changed_entry_is_found_by_its_new_text_alone(holder):
    record = entry_of("the ship {name} is lost")
    assert found(holder, "the ship Vasa is lost") == [record.id]
    Entry.objects.update(message_pattern="the boat (.+?) is lost", error_message="the boat {name} is lost")
    renew_revision()
    assert found(holder, "the ship Vasa is lost") == []
    assert found(holder, "the boat Vasa is lost") == [record.id]


def test_a_retired_entry_is_not_found_and_a_live_one_again_is(holder):
    record = entry_of("the ship is lost", errorCode="E77")
    assert found(holder, "the ship is lost") == [record.id]
    Entry.objects.update(retired_at=timezone.now())
    renew_revision()
    assert found(holder, "the ship is lost") == []
    assert holder.current().find_code("e77") == []
    Entry.objects.update(retired_at=None)
    renew_revision()
    assert found(holder, "the ship is lost") == [record.id]
    assert [one.entry for one in holder.current().find_code("e77")] == [record.id]


def test_another_process_takes_what_is_there(holder, folder, monkeypatch):
    record = entry_of("the ship is lost")
    assert found(holder, "the ship is lost") == [record.id]
    monkeypatch.setattr(index, "write_segment", None)  # it must not have to write
    assert found(index.Holder(folder), "the ship is lost") == [record.id]


def test_another_process_goes_on_where_the_first_stopped(holder, folder):
    first = entry_of("the first ship is lost")
    assert found(holder, "the first ship is lost") == [first.id]
    other = index.Holder(folder)
    second = entry_of("the second ship is lost")
    assert found(other, "the second ship is lost") == [second.id]
    assert found(holder, "the second ship is lost") == [second.id]
    assert found(holder, "the first ship is lost") == [first.id]


@pytest.mark.parametrize("damage", ["cut", "other bytes", "gone", "manifest"])
def test_a_damaged_index_is_built_anew(holder, folder, damage):
    record = entry_of("the ship is lost")
    holder.current()
    (segment,) = folder.glob("*.segment")
    if damage == "cut":
        segment.write_bytes(segment.read_bytes()[:-100])
    elif damage == "other bytes":
        segment.write_bytes(b"x" * 5000)
    elif damage == "gone":
        segment.unlink()
    else:
        (folder / "manifest.json").write_text('{"segments": 3}')
    assert found(index.Holder(folder), "the ship is lost") == [record.id]


def test_an_index_of_another_database_is_not_used(holder, folder):
    entry_of("the ship is lost")
    holder.current()
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"database": "', '"database": "9'))
    Entry.objects.all().delete()
    assert found(index.Holder(folder), "the ship is lost") == []


def test_a_database_that_was_set_back_is_read_anew(holder, folder):
    entry_of("the ship is lost")
    holder.current()
    Entry.objects.all().delete()
    BaseState.objects.update(revision=0)
    manifest = folder / "manifest.json"
    text = manifest.read_text()
    start = text.index('"watermark": ') + len('"watermark": ')
    manifest.write_text(f"{text[:start]}9{text[start:]}")
    assert found(holder, "the ship is lost") == []


def test_small_segments_become_one(holder, folder):
    records = [entry_of(f"the ship number {word} is lost") for word in ("one", "two", "three")]
    for record in records:
        Entry.objects.filter(pk=record.id).update(changed_at=timezone.now())
        renew_revision()
        holder.current()
    assert len(list(folder.glob("*.segment"))) == 1
    assert found(holder, "the ship number two is lost") == [records[1].id]


def test_large_segments_are_left_alone(holder, folder, monkeypatch):
    monkeypatch.setattr(index, "MERGED_ROWS", 1)
    monkeypatch.setattr(index, "SEGMENT_ROWS", 2)
    records = [entry_of(f"the ship number {word} is lost") for word in ("one", "two", "three")]
    holder.current()
    assert len(list(folder.glob("*.segment"))) == 2
    fourth = entry_of("the ship number four is lost")
    assert found(holder, "the ship number four is lost") == [fourth.id]
    for record, word in zip(records, ("one", "two", "three"), strict=True):
        assert found(holder, f"the ship number {word} is lost") == [record.id]


def test_while_much_is_read_the_index_before_answers(holder, monkeypatch):
    monkeypatch.setattr(index, "BUILD_IN_REQUEST", 0)
    record = entry_of("the ship is lost")
    assert found(holder, "the ship is lost") == [record.id]  # there was none: it waits
    started = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread.name))
    entry_of("the boat is lost")
    assert found(holder, "the boat is lost") == []
    assert started == ["index build"]


def test_lookups_by_site(holder):
    record = entry_of("lost {key}", errorClass="a.b.LostError", filePath="lib/sea/ships.py")
    assert [one.entry for one in holder.current().find_site("LostError", "C:\\x\\ships.py")] == [record.id]
    assert holder.current().find_site("LostError", "boats.py") == []


def test_an_empty_base_has_an_empty_index(holder):
    assert holder.current().size == 0
