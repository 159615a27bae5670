"""Source in the base: read again, moved, gone, and beside what dumps tell."""

import json
import time
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from errorkb.models import Chunk, Entry, EntryVersion, Repo, SeenEntry, StoredProblem
from ingest import batches, parts, pipeline
from ingest.pipeline import run
from ingest.readers.source_tree import python
from ingest.readers.source_tree.scan import Options
from tests.ingest.sample import values
from tests.ingest.source.trees import NOON, SHELF, commit, install, write

pytestmark = pytest.mark.django_db
MESSAGE = "No widget named {name} on the shelf"
MANY = "".join(f"def f{n}():\n    raise ValueError('number {n} is odd')\n" for n in range(20))


def live():
    return set(Entry.objects.live().values_list("error_message", flat=True))


def counts(batch):
    told = batch.counts()
    return {name: told[name] for name in ("new", "changed", "unchanged", "rejected")} | {
        "retired": batch.retired
    }


def codes(batch):
    return list(batch.problems.values_list("code", flat=True))


@pytest.fixture
def tree(tmp_path):
    commit(
        write(
            tmp_path / "w", {"app/shelf.py": SHELF, "app/other.py": "raise LookupError('no such key here')\n"}
        )
    )
    return tmp_path / "w"


def test_a_tree_is_stored_with_its_form(tree):
    batch = run([tree])
    assert counts(batch) == {"new": 3, "changed": 0, "unchanged": 0, "rejected": 0, "retired": 0}
    assert (batch.state, codes(batch)) == ("done", [])
    entry = Entry.objects.get(error_message=MESSAGE)
    assert (entry.form, entry.repo_id, entry.file_path) == ("source", "acme/widgets", "app/shelf.py")
    assert "commonSituations" in entry.derived
    repo = Repo.objects.get(name="acme/widgets")
    assert (repo.language, repo.source_files, repo.analyzed_sha) == ("Python", 2, entry.analyzed_sha)
    assert not SeenEntry.objects.exists()


def test_the_same_tree_again_writes_nothing(tree):
    run([tree])
    before = list(Entry.objects.order_by("pk").values_list("pk", "changed_at"))
    assert counts(run([tree])) == {"new": 0, "changed": 0, "unchanged": 3, "rejected": 0, "retired": 0}
    assert list(Entry.objects.order_by("pk").values_list("pk", "changed_at")) == before
    assert not EntryVersion.objects.exists()


def test_at_a_newer_commit_lines_move_and_what_is_gone_is_retired(tree):
    run([tree])
    known = Entry.objects.get(error_message=MESSAGE)
    write(tree, {"app/shelf.py": "# moved\n" + SHELF.replace("at least one", "positive")})
    sha = commit(tree, time=NOON + 60)
    assert counts(run([tree])) == {"new": 1, "changed": 2, "unchanged": 0, "rejected": 0, "retired": 1}
    moved = Entry.objects.get(pk=known.pk)
    assert (known.line_number, moved.line_number, moved.analyzed_sha) == (14, 15, sha)
    assert live() == {MESSAGE, "no such key here", "count must be positive"}
    # What comes back is live again.
    write(tree, {"app/shelf.py": SHELF})
    commit(tree, time=NOON + 120)
    run([tree])
    assert "count must be at least one" in live()


def test_an_older_state_retires_nothing_of_a_newer(tree, tmp_path):
    write(tree, {"app/new.py": "raise ValueError('this is brand new')\n"})
    commit(tree, time=NOON + 60)
    run([tree])
    commit(write(tmp_path / "old", {"app/shelf.py": SHELF}))
    run([tmp_path / "old"])
    assert "this is brand new" in live()


def test_only_what_was_read_can_be_gone(tree):
    run([tree])
    (tree / "app/other.py").unlink()
    (tree / "app/shelf.py").write_text("def f(:\n")
    write(tree, {"lib/x.py": "raise ValueError('a third thing')\n"})
    assert counts(run([tree / "lib"]))["retired"] == 0
    assert counts(run([tree]))["retired"] == 1
    # A file that cannot be read may still raise what it raised.
    assert live() == {MESSAGE, "count must be at least one", "a third thing"}


def test_a_share_is_refused_unless_forced(tmp_path):
    write(tmp_path / "w", {"a.py": MANY})
    run([tmp_path / "w"])
    write(tmp_path / "w", {"a.py": "x = 1\n"}, time=NOON + 1)
    batch = run([tmp_path / "w"])
    assert (batch.retired, codes(batch)) == (0, ["retirement-refused"])
    assert "20 of 20" in StoredProblem.objects.get().reason
    assert run([tmp_path / "w"], forced=True).retired == 20


def test_tests_that_were_read_once_are_not_gone_when_they_are_not_asked_for(tmp_path):
    write(tmp_path / "w", {"a.py": SHELF, "tests/test_a.py": "raise ValueError('only in a test')\n"})
    run([tmp_path / "w"], options=Options(tests=True))
    run([tmp_path / "w"])
    assert "only in a test" in live()


class TestBesideDumps:
    """Who wrote more counts, in any order; neither retires what the other told."""

    @pytest.fixture
    def dump(self, tree, tmp_path):
        record = values(errorMessage=MESSAGE, filePath="app/shelf.py", documentation="Written by hand.",
                        analyzedAt="2001-01-01T00:00:00.000Z", slug="by-hand")  # fmt: skip
        (tmp_path / "dump.json").write_text(json.dumps(record))
        return tmp_path / "dump.json"

    @pytest.mark.parametrize("dump_first", [True, False])
    def test_a_dump_counts_whatever_the_dates(self, tree, dump, dump_first):
        for path in [dump, tree] if dump_first else [tree, dump]:
            run([path])
        entry = Entry.objects.get(error_message=MESSAGE)
        assert (entry.form, entry.documentation) == ("json", "Written by hand.")
        assert entry.versions.count() == 1

    def test_a_scan_never_retires_what_a_dump_told(self, tree, dump):
        run([dump])
        write(tree, {"app/shelf.py": "x = 1\n"}, time=NOON + 60)
        run([tree], forced=True)
        assert live() == {MESSAGE, "no such key here"}

    def test_a_complete_dump_never_retires_what_a_scan_told(self, tree, dump):
        run([tree])
        run([dump], is_complete=True, forced=True)
        assert len(live()) == 3

    def test_what_a_dump_tells_of_the_repository_stays(self, tree, dump):
        run([dump])
        known = {
            "description": "By hand",
            "analyzed_sha": "ab" * 20,
            "analyzed_at": "2026-08-14T21:57:28.298Z",
        }
        Repo.objects.filter(name="acme/widgets").update(**known)
        run([tree])
        repo = Repo.objects.get(name="acme/widgets")
        # What it did not tell is filled in.
        assert {name: getattr(repo, name) for name in known} == known
        assert (repo.language, repo.source_files) == ("Python", 2)


def test_equal_addresses_are_numbered_without_a_word(tmp_path):
    batch = run([write(tmp_path / "w", {"a.py": SHELF, "b.py": SHELF})])
    assert codes(batch) == []
    assert len(set(Entry.objects.values_list("slug", flat=True))) == 4


def test_packages_are_parts_that_workers_share(tmp_path):
    folder = tmp_path / "site-packages"
    for name in "ab":
        install(folder, name, "1", {f"{name}.py": SHELF})
    install(folder, "data", "1", {"data.txt": "x"})
    batch = batches.create([folder], direct=False, title="installed packages")
    assert [chunk.path.rpartition("/")[2] for chunk in batch.chunks.order_by("pk")] == [
        "a-1.dist-info", "b-1.dist-info",
    ]  # fmt: skip
    assert {chunk.size for chunk in batch.chunks.all()} == {len(SHELF)}
    for chunk in batch.chunks.values_list("pk", flat=True):
        pipeline.work(chunk)
    batch.refresh_from_db()
    assert (batch.state, batch.counts()["new"], batch.title) == ("done", 4, "installed packages")


def test_a_chunk_goes_on_where_its_dead_worker_stopped_unless_the_tree_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "PART_ITEMS", 5)
    write(tmp_path / "w", {"a.py": MANY})
    real = pipeline._commit
    committed: list[Any] = []

    def die(chunk, part):
        if committed:
            raise RuntimeError("killed")
        real(chunk, part)
        committed.append(part)

    for change, ends in (({}, ("done", 20, [])), ({"b.py": SHELF}, ("done", 4, ["file-changed"]))):
        Entry.objects.all().delete()
        committed.clear()
        batch = batches.create([tmp_path / "w"], direct=False)
        chunk = batch.chunks.get()
        with monkeypatch.context() as patch:
            patch.setattr(pipeline, "_commit", die)
            with pytest.raises(RuntimeError):
                pipeline.work(chunk.pk)
        assert Entry.objects.count() == 4
        write(tmp_path / "w", change)
        pipeline.work(chunk.pk)
        batch.refresh_from_db()
        assert (batch.state, Entry.objects.live().count(), codes(batch)) == ends


def test_a_long_reading_says_that_it_is_alive(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline, "BEAT_SECONDS", 0.05)
    write(tmp_path / "w", {f"m{n}.py": f"raise ValueError('number {n} is odd')\n" for n in range(5)})

    def slow(text, real=python.read):
        time.sleep(0.15)
        return real(text)

    monkeypatch.setattr(python, "read", slow)
    batch = batches.create([tmp_path / "w"], direct=True)
    seen = []
    pipeline.work_here(batch, lambda chunk: seen.append(chunk.done_bytes))
    assert len(set(seen)) > 2
    assert seen == sorted(seen)
    assert Chunk.objects.get().done_bytes == Chunk.objects.get().size


def test_a_tree_that_went_away_is_a_problem(tmp_path):
    write(tmp_path / "w", {"a.py": SHELF})
    batch = batches.create([tmp_path / "w"], direct=False)
    (tmp_path / "w/a.py").unlink()
    (tmp_path / "w").rmdir()
    pipeline.work(batch.chunks.get().pk)
    assert codes(batch) == ["unreadable"]


def test_the_command_reads_source_too(tree, capsys):
    call_command("ingest", str(tree), repo="acme/tools", json=True)
    assert json.loads(capsys.readouterr().out)["new"] == 3
    assert set(Entry.objects.values_list("repo", flat=True)) == {"acme/tools"}
    call_command("ingest", str(tree), force=True, quiet=True)
    with pytest.raises(CommandError):
        call_command("ingest", "x.json", force=True)
