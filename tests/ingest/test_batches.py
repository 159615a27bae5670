"""Batches: what dies in the middle did not happen, nothing happens twice, and somebody always goes on."""

import errno
import json
import os

import pytest
from django.db import OperationalError
from django.utils import timezone

from errorkb.models import Batch, Chunk, Entry, StoredProblem
from errorkb.models.batch import COUNTS
from ingest import batches, parts, pipeline, splitting
from tests.ingest.sample import values

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Parts of three items and ranges of a few lines: what matters shows with few records."""
    monkeypatch.setattr(parts, "PART_ITEMS", 3)
    monkeypatch.setattr(splitting, "RANGE", 4000)


def lines(count, bad=()):
    return [
        "{]" if number in bad else json.dumps(values(errorMessage=f"message {number}", slug=f"m-{number}"))
        for number in range(1, count + 1)
    ]


@pytest.fixture
def dump(tmp_path):
    path = tmp_path / "dump.jsonl"
    path.write_text("\n".join(lines(20, bad={7, 18})) + "\n")
    return path


def counts(batch):
    told = batch.counts()
    return told["read"], told["new"], told["unchanged"], told["rejected"]


def places(batch):
    return [problem.place for problem in batch.problems.filter(rejects=True).order_by("pk")]


def work_all(batch):
    for chunk in batch.chunks.order_by("pk").values_list("pk", flat=True):
        pipeline.work(chunk)
    batch.refresh_from_db()


def test_a_direct_batch_keeps_counts_and_problems(dump):
    batch = pipeline.run([dump])
    assert (batch.state, counts(batch)) == ("done", (20, 18, 0, 2))
    assert places(batch) == ["line 7", "line 18"]


def test_a_large_file_is_shared_and_its_lines_keep_their_numbers(dump):
    batch = batches.create([dump], direct=False)
    assert batch.chunks.count() > 3
    work_all(batch)
    assert (batch.state, counts(batch)) == ("done", (20, 18, 0, 2))
    assert sorted(places(batch)) == ["line 18", "line 7"]
    assert Entry.objects.count() == 18


class Died(BaseException):
    """As sudden as a process that is killed: nothing catches it."""


@pytest.fixture
def dying(monkeypatch):
    """Makes the worker die before or in the middle of its nth part."""

    def after(parts):
        real = batches.advance
        left = [parts]

        def advance(*args, **kwargs):
            real(*args, **kwargs)
            left[0] -= 1
            if left[0] < 0:
                raise Died  # the transaction is open: what it did is undone

        monkeypatch.setattr(batches, "advance", advance)
        return lambda: monkeypatch.setattr(batches, "advance", real)

    return after


@pytest.mark.parametrize("parts", [0, 1, 2, 3])
def test_a_chunk_goes_on_where_its_dead_worker_stopped(dump, dying, parts):
    batch = batches.create([dump], direct=False)
    alive = dying(parts)
    with pytest.raises(Died):
        work_all(batch)
    alive()
    stored = Entry.objects.count()
    dead = Chunk.objects.get(state="running")
    assert stored == sum(Chunk.objects.values_list("new", flat=True))
    assert batches.sweep() == sorted(batch.chunks.filter(state="queued").values_list("pk", flat=True))
    for waiting in batches.sweep():
        batches.told(waiting)
    assert batches.sweep() == []  # the broker has them
    Chunk.objects.filter(pk=dead.pk).update(heartbeat=timezone.now() - 2 * batches.QUIET)
    assert dead.pk in batches.sweep()
    work_all(batch)
    assert (batch.state, counts(batch)) == ("done", (20, 18, 0, 2))
    assert sorted(places(batch)) == ["line 18", "line 7"]


def test_a_worker_that_was_given_up_cannot_commit_any_more(dump):
    batch = batches.create([dump], direct=False)
    first = batch.chunks.earliest("pk")
    late = batches.claim(first.pk)
    assert late is not None
    Chunk.objects.filter(pk=first.pk).update(heartbeat=timezone.now() - 2 * batches.QUIET)
    batches.sweep()
    work_all(batch)
    before = counts(batch)
    with pytest.raises(batches.ClaimLost):
        batches.advance(late, read=1, done_bytes=0, counts=dict.fromkeys(COUNTS, 1), problems=[])
    assert counts(batch) == before


def test_a_batch_whose_last_worker_died_before_it_ended_it_is_settled(dump, monkeypatch):
    batch = batches.create([dump], direct=False)
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "settle", lambda batch: None)
        work_all(batch)
    assert batch.state == "running"
    assert batches.unsettled() == [batch.pk]
    pipeline.settle(batch.pk)
    batch.refresh_from_db()
    assert batch.state == "done"
    assert batches.unsettled() == []


def test_a_task_that_runs_twice_changes_nothing(dump):
    batch = batches.create([dump], direct=False)
    work_all(batch)
    work_all(batch)
    assert counts(batch) == (20, 18, 0, 2)


def test_a_poison_chunk_stops_and_says_why(dump, monkeypatch):
    batch = batches.create([dump], direct=False)

    def boom(*args):
        raise RuntimeError("bad chunk")

    monkeypatch.setattr(parts, "complete", boom)
    for _ in range(batches.MAX_ATTEMPTS):
        for chunk in batch.chunks.order_by("pk").values_list("pk", flat=True):
            with pytest.raises(RuntimeError):
                pipeline.work(chunk)
    batch.refresh_from_db()
    assert batch.state == "failed"
    assert set(batch.chunks.values_list("state", "error")) == {("failed", "RuntimeError: bad chunk")}
    monkeypatch.undo()
    batches.resume(batch)
    work_all(batch)
    assert (batch.state, counts(batch)) == ("done", (20, 18, 0, 2))


@pytest.mark.parametrize("error", [OperationalError("No space left"), OSError(errno.ENOSPC, "No space left")])
def test_a_full_disk_is_no_fault_of_the_chunk(dump, monkeypatch, error):
    """Three attempts while the disk was full made a batch fail that had nothing wrong with it."""
    batch = batches.create([dump], direct=False)
    chunk = batch.chunks.all()[0]

    def full(*_):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "_read", full)
        for _ in range(batches.MAX_ATTEMPTS + 2):
            with pytest.raises(type(error)):
                pipeline.work(chunk.pk)
    chunk.refresh_from_db()
    assert chunk.state == "queued"
    assert "No space left" in chunk.error
    assert batches.sweep() == [other.pk for other in batch.chunks.exclude(pk=chunk.pk)]  # not at once
    work_all(batch)
    assert batch.counts()["new"] == 18


def test_a_worker_waits_until_a_full_disk_takes_its_chunk_back(dump, monkeypatch):
    """A chunk that could not even be given back stayed claimed, and the sweeper took its worker for dead."""
    batch = batches.create([dump], direct=False)
    chunk = batch.chunks.all()[0]
    give_back = batches.give_back
    refusals = iter([OperationalError("No space left"), OperationalError("No space left"), None])

    def full(*_):
        raise OperationalError("No space left")

    def refused_twice(*arguments, **options):
        if refusal := next(refusals):
            raise refusal
        give_back(*arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "_read", full)
        patched.setattr(batches, "give_back", refused_twice)
        patched.setattr(pipeline, "RETRY_SECONDS", 0)
        with pytest.raises(OperationalError):
            pipeline.work(chunk.pk)
    chunk.refresh_from_db()
    assert (chunk.state, chunk.attempts) == ("queued", 0)


def test_a_cancelled_batch_stops_and_can_be_resumed(dump):
    batch = batches.create([dump], direct=False)
    pipeline.work(batch.chunks.earliest("pk").pk)
    batches.cancel(batch)
    work_all(batch)
    assert batch.state == "cancelled"
    assert batch.counts()["read"] < 20
    batches.resume(batch)
    work_all(batch)
    assert (batch.state, counts(batch)) == ("done", (20, 18, 0, 2))


def test_a_file_that_changed_after_it_was_queued_is_not_half_read(dump):
    batch = batches.create([dump], direct=False)
    os.utime(dump, (1, 1))
    work_all(batch)
    assert set(StoredProblem.objects.values_list("code", flat=True)) == {"file-changed"}
    assert not Entry.objects.exists()


def test_the_raw_record_is_kept_with_its_problem(tmp_path):
    bad = values(severity="dreadful\0")
    path = tmp_path / "dump.json"
    path.write_text(json.dumps(bad))
    batch = pipeline.run([path])
    excerpt = json.loads(batch.problems.earliest("pk").excerpt)
    assert excerpt == bad


class TestRetiring:
    """A complete dump retires what its repositories no longer have."""

    @pytest.fixture
    def base(self, tmp_path):
        path = tmp_path / "all.jsonl"
        path.write_text("\n".join(lines(10)))
        pipeline.run([path])
        return tmp_path / "next.jsonl"

    def live(self):
        return Entry.objects.live().count()

    def test_only_with_the_flag(self, base):
        base.write_text("\n".join(lines(9)))
        pipeline.run([base])
        assert self.live() == 10
        batch = pipeline.run([base], is_complete=True)
        assert (self.live(), batch.retired) == (9, 1)

    def test_not_more_than_the_share_unless_forced(self, base):
        base.write_text("\n".join(lines(3)))
        batch = pipeline.run([base], is_complete=True)
        assert (self.live(), batch.retired) == (10, 0)
        assert "7 of 10" in batch.problems.get(code="retirement-refused").reason
        assert pipeline.run([base], is_complete=True, forced=True).retired == 7
        assert self.live() == 3

    def test_not_when_a_record_was_rejected(self, base):
        base.write_text("\n".join(lines(10, bad={10})))
        batch = pipeline.run([base], is_complete=True)
        assert (self.live(), batch.retired) == (10, 0)

    def test_not_in_repositories_that_the_dump_does_not_have(self, base):
        base.write_text(json.dumps(values(repo="acme/gadgets")))
        pipeline.run([base], is_complete=True)
        assert self.live() == 11


def test_the_raw_line_that_is_no_json_is_kept_with_its_problem(tmp_path):
    path = tmp_path / "dump.jsonl"
    path.write_bytes(b'{"id": oops}\n{"neither": 1}\n\xff\n')
    batch = pipeline.run([path])
    kept = [problem.excerpt for problem in batch.problems.order_by("pk")]
    assert kept == ['{"id": oops}', '{"neither": 1}', "\ufffd"]


def test_two_batches_of_the_same_entries_end_alike_in_either_order(tmp_path):
    ends = set()
    for order in (0, 1):
        Batch.objects.all().delete()
        Entry.objects.all().delete()
        paths = []
        for name, time in (("a", "2026-01-01T00:00:00.000Z"), ("b", "2026-02-01T00:00:00.000Z")):
            path = tmp_path / f"{name}.jsonl"
            path.write_text(
                "\n".join(json.dumps(values(documentation=name, analyzedAt=time, filePath=f"f{n}.py",
                                            slug=f"s-{n}")) for n in range(5))
            )  # fmt: skip
            paths.append(path)
        for path in paths[:: -1 if order else 1]:
            pipeline.run([path])
        ends.add(tuple(Entry.objects.order_by("pk").values_list("pk", "documentation")))
    assert len(ends) == 1


def test_an_interrupted_ingest_is_resumed_where_it_stopped(dump, monkeypatch):
    batch = batches.create([dump], direct=True)

    def interrupt(chunk):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pipeline.work_here(batch, interrupt)
    assert (batch.state, batch.counts()["read"]) == ("cancelled", 3)
    batches.resume(batch)
    pipeline.work_here(batch)
    assert (batch.state, counts(batch)) == ("done", (20, 18, 0, 2))
