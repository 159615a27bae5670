"""A folder takes its place as a whole, or not at all."""

import os
import time

import pytest

from errorkb.exports import placing
from errorkb.exports.placing import NotReplaceable, check_replaceable, replacing


def dataset(folder):
    folder.mkdir()
    (folder / "manifest.json").write_text("{}")
    return folder


@pytest.mark.parametrize("can_exchange", [True, False])
def test_it_replaces_what_was_there(tmp_path, monkeypatch, can_exchange):
    if not can_exchange:
        monkeypatch.setattr(placing, "_exchanged", lambda one, other: False)
    target = dataset(tmp_path / "out")
    (target / "repos.json").write_text("old")
    with replacing(target) as fresh:
        (fresh / "manifest.json").write_text("new")
        assert (target / "repos.json").read_text() == "old"
    assert [path.name for path in target.iterdir()] == ["manifest.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert target.stat().st_mode & 0o777 == 0o777 & ~placing._mask()


def test_what_fails_leaves_what_was_there_and_nothing_beside_it(tmp_path):
    target = dataset(tmp_path / "out")

    def fail():
        with replacing(target) as fresh:
            (fresh / "manifest.json").write_text("new")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert (target / "manifest.json").read_text() == "{}"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_first_of_all(tmp_path):
    with replacing(tmp_path / "deep" / "out") as fresh:
        (fresh / "manifest.json").write_text("new")
    assert (tmp_path / "deep" / "out" / "manifest.json").read_text() == "new"


def test_what_a_dead_writer_left_is_removed_and_what_a_living_one_writes_is_not(tmp_path):
    dead = tmp_path / ".out.dead.partial"
    dead.mkdir()
    os.utime(dead, (time.time() - 3600,) * 2)
    with replacing(tmp_path / "out") as living:
        os.utime(living, (time.time() - 3600,) * 2)
        with replacing(tmp_path / "out"):
            assert living.exists()
        assert not dead.exists()


REFUSED = [
    ({"notes.txt": "mine"}, "not empty"),
    ({"manifest.json": "{}", "notes.txt": "mine"}, "holds notes.txt"),
]


@pytest.mark.parametrize(("files", "words"), REFUSED)
def test_a_folder_that_holds_anything_else_is_not_touched(tmp_path, files, words):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(NotReplaceable, match=words):
        check_replaceable(tmp_path)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(NotReplaceable, match="no folder"):
        check_replaceable(tmp_path / "out")


def test_new_and_empty_folders_and_exports_may_be_replaced(tmp_path):
    (tmp_path / "empty").mkdir()
    for target in (tmp_path / "new", tmp_path / "empty", dataset(tmp_path / "old")):
        check_replaceable(target)
