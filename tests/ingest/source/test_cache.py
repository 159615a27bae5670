"""What was read before is not read again, and nothing depends on it."""

import sqlite3

import pytest

from ingest.readers.source_tree import cache as caching
from ingest.readers.source_tree import python, reading
from ingest.readers.source_tree.cache import FILE, FactCache
from tests.ingest.source.trees import SHELF, scanned, write


@pytest.fixture
def reads(monkeypatch):
    """How often the language read a file."""
    counted = []

    def read(module, text, real=reading.read):
        counted.append(text)
        return real(module, text)

    monkeypatch.setattr(reading, "read", read)
    return counted


@pytest.fixture
def tree(tmp_path):
    return write(tmp_path / "tree", {"a.py": SHELF, "b.py": SHELF.replace("widget", "gadget")})


def outcome(found):
    _, records, problems = found
    return {message: accepted.digest for message, accepted in records.items()}, problems


def test_only_what_changed_is_read_again(tmp_path, tree, reads):
    first = outcome(scanned(tree, cache=tmp_path))
    assert len(reads) == 2
    assert outcome(scanned(tree, cache=tmp_path)) == first
    assert len(reads) == 2
    write(tree, {"b.py": SHELF.replace("widget", "gizmo")})
    scanned(tree, cache=tmp_path)
    assert len(reads) == 3


def test_a_file_that_could_not_be_read_is_remembered_too(tmp_path, tree, reads):
    write(tree, {"a.py": "def f(:\n"})
    first = outcome(scanned(tree, cache=tmp_path))
    assert outcome(scanned(tree, cache=tmp_path)) == first
    assert len(reads) == 2
    assert first[1][0].code == "not-source"


def test_another_scanner_reads_everything_anew(tmp_path, tree, reads, monkeypatch):
    scanned(tree, cache=tmp_path)
    monkeypatch.setattr("ingest.readers.source_tree.scan.key_of", lambda sha, module: f"{sha}-newer")
    scanned(tree, cache=tmp_path)
    assert len(reads) == 4


def test_what_nobody_asked_for_is_dropped(tmp_path, tree):
    scanned(tree, cache=tmp_path)
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE facts SET used = used - ?", (caching.KEPT_DAYS + 1,))
    database.close()
    write(tree, {"b.py": "raise ValueError('new')\n"})
    scanned(tree, cache=tmp_path)
    with sqlite3.connect(tmp_path / FILE) as database:
        # The one that was asked for again, and the new one.
        assert database.execute("SELECT count(*) FROM facts").fetchone() == (2,)
    database.close()


@pytest.mark.parametrize("content", [b"no database", b"SQLite format 3\0" + bytes(4000)])
def test_a_broken_cache_is_begun_anew(tmp_path, tree, content, reads):
    (tmp_path / FILE).write_bytes(content)
    for _ in range(2):
        assert len(scanned(tree, cache=tmp_path)[1]) == 3
    assert len(reads) == 2


def test_a_locked_cache_is_done_without(tmp_path, tree, monkeypatch):
    monkeypatch.setattr(caching, "_BUSY_SECONDS", 0.05)
    scanned(tree, cache=tmp_path)
    holder = sqlite3.connect(tmp_path / FILE)
    holder.execute("BEGIN EXCLUSIVE")
    write(tree, {"b.py": SHELF.replace("widget", "gizmo")})
    try:
        assert "No gizmo named {name} on the shelf" in scanned(tree, cache=tmp_path)[1]
    finally:
        holder.close()


def test_a_folder_that_cannot_be_is_done_without(tmp_path, tree):
    (tmp_path / "file").write_text("")
    assert scanned(tree, cache=tmp_path / "file" / "home")[1]


def test_broken_facts_are_read_anew(tmp_path):
    with FactCache(tmp_path) as cache:
        cache.put({"k": 1})
        assert cache.get("k") == 1
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE facts SET data = x'00'")
    database.close()
    with FactCache(tmp_path) as cache:
        assert cache.get("k") is None


def test_facts_can_be_kept():
    assert python.NAME == "python"
    with FactCache(None) as cache:
        cache.put({"k": 1})
        assert cache.get("k") is None
