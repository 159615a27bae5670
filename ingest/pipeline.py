"""Chunks of batches → stored entries and problems. Everything else here is one step of this flow.

A thread reads and judges while the database stores the part before: the two take about as long. A part
is one transaction: its entries, its problems and how far the chunk is are committed together.
"""

import contextlib
import errno
import queue
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from psycopg import errors

from errorkb.models import Batch, Chunk
from errorkb.models.batch import COUNTS, DONE, ENDED
from ingest import batches
from ingest.chunks import ChunkReader
from ingest.parts import Changed, Part, parts
from ingest.problems import Problem
from ingest.readers import Limits
from ingest.readers.source_tree.scan import Options, Scanned
from ingest.retiring import retire
from ingest.store import Outcome, save

#: How often a part is tried when another writer came in between.
TRIES = 5
#: While a part takes longer to read, its worker says so many times a minute that it is alive, in seconds.
BEAT_SECONDS = 2.0
#: A worker that has a chunk to give back asks the database again after so many seconds.
RETRY_SECONDS = 0.25
_UNAVAILABLE = (OperationalError, InterfaceError)

#: Called after each part with the chunk as it is now.
Watch = Callable[[Chunk], None]


def run(
    paths: Iterable[Path],
    watch: Watch | None = None,
    *,
    is_complete: bool = False,
    forced: bool = False,
    options: Options | None = None,
) -> Batch:
    """Ingests files and folders (source trees, or their files in order of their names) here and now.

    A path that is not there, or cannot be read, is a problem like any other. ``is_complete`` says that
    the paths hold every entry of each repository in them: what they lack is retired. ``options``: how source
    trees are read.
    """
    batch = batches.create(list(paths), direct=True, complete=is_complete, forced=forced, options=options)
    work_here(batch, watch)
    return batch


def work_here(batch: Batch, watch: Watch | None = None) -> None:
    """Works on every chunk of a batch, one after another. An interrupt leaves it cancelled, to be resumed."""
    try:
        for chunk in list(batch.chunks.order_by("pk").values_list("pk", flat=True)):
            work(chunk, watch)
    except KeyboardInterrupt:
        batches.cancel(batch)
        raise
    finally:
        batch.refresh_from_db()


def work(chunk_id: int, watch: Watch | None = None) -> None:
    """Reads a chunk to its end, if it is there to be claimed, and ends the batch if it was the last."""
    chunk = batches.claim(chunk_id)
    if chunk is None:
        return
    try:
        scanned = _read(chunk, watch)
        last = batches.finish(chunk, scanned)
    except batches.ClaimLost:
        return
    except Exception as error:
        # Whatever it is, the chunk must not stay claimed; the failure itself goes on to the log.
        _give_back(chunk, error)
        raise
    if last:
        settle(chunk.batch_id)


def _give_back(chunk: Chunk, error: Exception) -> None:
    """A worker waits until the database takes the chunk back: left to the sweeper, it would count as one that
    kills its workers. Whoever sits before a command does not wait."""
    reason = f"{type(error).__name__}: {error}"
    deadline = time.monotonic() + (0 if chunk.batch.direct else batches.QUIET.total_seconds())
    while True:
        try:
            batches.give_back(chunk, reason, later=_is_of_the_machine(error))
        except _UNAVAILABLE:
            if time.monotonic() >= deadline:
                raise
            if not connection.in_atomic_block:  # a caller's transaction is not this function's to break
                connection.close_if_unusable_or_obsolete()
            time.sleep(RETRY_SECONDS)
        else:
            return


def _is_of_the_machine(error: Exception) -> bool:
    """Whether it would have met any chunk: a full disk, a database that stops or does not answer."""
    return isinstance(error, _UNAVAILABLE) or (
        isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    )


def settle(batch_id: int) -> None:
    """Ends a batch none of whose chunks is open: retires what a complete dump or a source tree lacks. Once,
    whoever calls."""
    with transaction.atomic():
        batch = Batch.objects.select_for_update().get(pk=batch_id)
        if batch.state in ENDED or batch.chunks.exclude(state__in=ENDED).exists():
            return
        retire(batch)
        batches.close(batch)
    if batch.state == DONE:
        batches.discard(batch)


def _read(chunk: Chunk, watch: Watch | None) -> Scanned | None:
    """Reads to the end and stores; what of a repository a source tree was, if it was one."""
    reader = ChunkReader(chunk, limits(), settings.HOME)
    try:
        if not batches.unchanged_file(chunk):
            raise Changed
        _store_parts(chunk, reader, watch)
    except Changed:
        reason = "it changed after it was queued: ingest it again"
        problem = Problem(file=chunk.path, where="file", code="file-changed", reason=reason, rejects=True)
        _commit(chunk, Part(problems=[problem]))
        return None
    return reader.scanned


def _store_parts(chunk: Chunk, reader: ChunkReader, watch: Watch | None) -> None:
    handed: queue.Queue[Part | BaseException | None] = queue.Queue(maxsize=2)
    stop = threading.Event()

    def produce() -> None:
        try:
            for part in parts(chunk, reader):
                handed.put(part)
                if stop.is_set():
                    return
            handed.put(None)
        except BaseException as error:
            handed.put(error)

    thread = threading.Thread(target=produce, name=f"chunk {chunk.pk}", daemon=True)
    thread.start()
    try:
        while (part := _next(handed, chunk, reader, watch)) is not None:
            if isinstance(part, BaseException):
                raise part
            chunk.tree_state = reader.tree_state
            _commit(chunk, part)
            if watch:
                watch(chunk)
    finally:
        stop.set()
        while thread.is_alive():
            with contextlib.suppress(queue.Empty):  # it may wait for room in the queue
                handed.get_nowait()
            thread.join(timeout=0.01)


def _next(
    handed: "queue.Queue[Part | BaseException | None]",
    chunk: Chunk,
    reader: ChunkReader,
    watch: Watch | None,
) -> Part | BaseException | None:
    """The next part. While it is being read, the chunk says how far that is: a large source tree is read
    whole before its first record."""
    while True:
        try:
            return handed.get(timeout=BEAT_SECONDS)
        except queue.Empty:
            if reader.done_bytes > chunk.done_bytes:
                batches.beat(chunk, reader.done_bytes)
                if watch:
                    watch(chunk)


def _commit(chunk: Chunk, part: Part) -> None:
    for attempt in range(TRIES):
        try:
            with transaction.atomic():
                outcome = save(part.accepted, part.facts)
                _advance(chunk, part, outcome)
        except DatabaseError as error:
            # Two writers claimed one id, or waited for each other: the one that lost tries again.
            again = isinstance(error.__cause__, errors.DeadlockDetected | errors.UniqueViolation)
            if not again or attempt == TRIES - 1:
                raise
        else:
            break
    chunk.position += part.read
    chunk.done_bytes = part.done_bytes


def _advance(chunk: Chunk, part: Part, outcome: Outcome) -> None:
    doubted = sum(not problem.rejects for problem in outcome.problems)
    counts = dict.fromkeys(COUNTS, 0) | {
        "read": part.records,
        "new": outcome.new,
        "changed": outcome.changed,
        "unchanged": outcome.unchanged,
        "rejected": part.rejected + outcome.rejected,
        "warned": part.warned + doubted,
    }
    problems = [*part.problems, *outcome.problems]
    batches.advance(chunk, read=part.read, done_bytes=part.done_bytes, counts=counts, problems=problems)
    if chunk.batch.complete or chunk.scan is not None:
        batches.saw(chunk, part.accepted)
    for name, value in counts.items():
        setattr(chunk, name, getattr(chunk, name) + value)


def limits() -> Limits:
    """The bounds of one source, from the settings."""
    return Limits(
        max_bytes=settings.MAX_DUMP_BYTES,
        max_ratio=settings.MAX_DUMP_RATIO,
        max_members=settings.MAX_DUMP_MEMBERS,
    )
