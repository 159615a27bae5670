"""Batches as rows: made, claimed, advanced, ended. What a process dies in the middle of did not happen.

A chunk is worked on by whoever holds its claim. ``advance`` commits a part only while the claim holds, in
the same transaction that stores the part's entries; a worker that was given up for dead and comes back
finds its claim gone and stops. A chunk whose worker went quiet is queued again by ``sweep``; one that
was claimed ``MAX_ATTEMPTS`` times without getting any further fails and says why.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from errorkb.models import Batch, Chunk, SeenEntry, StoredProblem
from errorkb.models.batch import CANCELLED, COUNTS, DONE, ENDED, FAILED, QUEUED, RUNNING
from errorkb.storable import storable
from ingest.problems import Problem
from ingest.readers.source_tree.scan import Options, Scanned
from ingest.record import Accepted
from ingest.splitting import Part, split

MAX_ATTEMPTS = 3
#: A worker that did not commit or say anything for so long is given up for dead.
QUIET = timedelta(seconds=settings.QUIET_SECONDS)


class ClaimLost(Exception):
    """Somebody else works on the chunk now, or it was cancelled: stop without a trace."""


def create(
    paths: Sequence[Path],
    *,
    direct: bool,
    complete: bool = False,
    forced: bool = False,
    options: Options | None = None,
    title: str = "",
) -> Batch:
    """A batch for files and folders; large files of lines are split so that workers can share them.

    ``options``: how source trees are read. ``title``: what it reads, in words, for the front page.
    """
    options = options or Options()
    with transaction.atomic():
        batch = Batch.objects.create(
            source="\n".join(map(str, paths)), direct=direct, complete=complete, forced=forced, title=title
        )
        parts = []
        for path in paths:
            of_path = list(split(path, whole=direct, options=options))
            parts += of_path
            if not of_path:
                StoredProblem.objects.create(
                    batch=batch, file=str(path), place="file", code="empty", rejects=True,
                    reason="the folder holds no file",
                )  # fmt: skip
        Chunk.objects.bulk_create([_chunk(batch, part, options) for part in parts], batch_size=1000)
        if not parts:
            _end(batch, DONE)
    return batch


def _chunk(batch: Batch, part: Part, options: Options) -> Chunk:
    scan = {"repo": options.repo, "tests": options.tests, "jobs": options.jobs}
    return Chunk(
        batch=batch,
        path=str(part.path),
        size=part.size,
        first_byte=part.first_byte,
        last_byte=part.last_byte,
        first_line=part.first_line,
        modified=part.modified,
        scan=scan if part.is_source else None,
    )


def claim(chunk_id: int) -> Chunk | None:
    """Takes the chunk if it waits to be worked on; None when it is not there, taken or ended."""
    with transaction.atomic():
        waiting = Chunk.objects.select_related("batch").select_for_update(of=("self",))
        chunk = waiting.filter(pk=chunk_id, state=QUEUED).first()
        if chunk is None:
            return None
        if chunk.attempts >= MAX_ATTEMPTS:
            _fail(chunk, f"it was begun {chunk.attempts} times and never got beyond record {chunk.position}")
            return None
        chunk.state, chunk.claim, chunk.heartbeat = RUNNING, uuid4(), timezone.now()
        chunk.attempts += 1
        chunk.save(update_fields=["state", "claim", "heartbeat", "attempts"])
        Batch.objects.filter(pk=chunk.batch_id, state=QUEUED).update(state=RUNNING)
    return chunk


def advance(
    chunk: Chunk, *, read: int, done_bytes: int, counts: dict[str, int], problems: Iterable[Problem]
) -> None:
    """Commits, with the transaction it is called in, that the chunk is ``read`` items further.

    Raises ClaimLost when the chunk is no longer this worker's.
    """
    moved = Chunk.objects.filter(pk=chunk.pk, claim=chunk.claim, state=RUNNING).update(
        position=F("position") + read,
        done_bytes=done_bytes,
        tree_state=chunk.tree_state,
        attempts=1,
        heartbeat=timezone.now(),
        **{name: F(name) + counts[name] for name in COUNTS},
    )
    if not moved:
        raise ClaimLost
    StoredProblem.objects.bulk_create(
        [
            StoredProblem(
                batch_id=chunk.batch_id,
                file=problem.file,
                place=problem.where,
                code=problem.code,
                reason=problem.reason,
                rejects=problem.rejects,
                excerpt=storable(problem.excerpt),
            )
            for problem in problems
        ],
        batch_size=1000,
    )


def beat(chunk: Chunk, done_bytes: int) -> None:
    """Says that the chunk's worker is alive while it reads what is not ready to be committed."""
    alive = Chunk.objects.filter(pk=chunk.pk, claim=chunk.claim, state=RUNNING)
    if not alive.update(heartbeat=timezone.now(), done_bytes=done_bytes):
        raise ClaimLost
    chunk.done_bytes = done_bytes


def saw(chunk: Chunk, records: Iterable[Accepted]) -> None:
    """Notes which entries a complete batch or a scan has."""
    SeenEntry.objects.bulk_create(
        [
            SeenEntry(
                batch_id=chunk.batch_id,
                repo=accepted.record.repo,
                entry=accepted.record.id,
                from_source=accepted.form == "source",
            )
            for accepted in records
        ],
        batch_size=2000,
    )


def finish(chunk: Chunk, scanned: Scanned | None = None) -> bool:
    """Marks the chunk as read to its end; True when it was the batch's last. ``scanned``: what of a
    repository a source tree was."""
    with transaction.atomic():
        # The batch's row is the lock that lets exactly one chunk be the last.
        batch = Batch.objects.select_for_update().get(pk=chunk.batch_id)
        ended = Chunk.objects.filter(pk=chunk.pk, claim=chunk.claim, state=RUNNING).update(
            state=DONE,
            claim=None,
            done_bytes=F("size"),
            scanned=asdict(scanned) if scanned else None,
        )
        if not ended:
            raise ClaimLost
        return batch.state not in ENDED and not batch.chunks.exclude(state__in=ENDED).exists()


def close(batch: Batch) -> None:
    """Ends a batch none of whose chunks is open any more."""
    failed = batch.chunks.filter(state=FAILED).exists()
    _end(batch, FAILED if failed else DONE)


def _end(batch: Batch, state: str) -> None:
    batch.state, batch.finished_at = state, timezone.now()
    batch.save(update_fields=["state", "finished_at"])


def give_back(chunk: Chunk, reason: str, *, later: bool = False) -> None:
    """Puts a chunk back that a worker failed on; after MAX_ATTEMPTS it fails for good.

    ``later``: nothing is wrong with the chunk (the disk is full, the database is away). It is no attempt,
    and the sweeper queues it again after a while.
    """
    with transaction.atomic():
        held = Chunk.objects.select_for_update().filter(pk=chunk.pk, claim=chunk.claim, state=RUNNING).first()
        if held is None:
            return
        if held.attempts >= MAX_ATTEMPTS and not later:
            _fail(held, reason)
        else:
            held.state, held.claim, held.error = QUEUED, None, storable(reason)
            held.told_at = timezone.now() if later else None
            held.attempts -= later
            held.save(update_fields=["state", "claim", "told_at", "error", "attempts"])


def _fail(chunk: Chunk, reason: str) -> None:
    chunk.state, chunk.claim, chunk.error = FAILED, None, storable(reason)
    chunk.save(update_fields=["state", "claim", "error"])
    batch = Batch.objects.select_for_update().get(pk=chunk.batch_id)
    if batch.state not in ENDED and not batch.chunks.exclude(state__in=ENDED).exists():
        close(batch)


def sweep() -> list[int]:
    """Queues chunks again whose worker went quiet; returns the ids of those to tell the broker of."""
    quiet = Q(state=RUNNING, heartbeat__lt=timezone.now() - QUIET, batch__direct=False)
    for chunk in Chunk.objects.filter(quiet):
        give_back(chunk, f"its worker went away after record {chunk.position}")
    waiting = Chunk.objects.filter(state=QUEUED, batch__direct=False, batch__state__in=(QUEUED, RUNNING))
    untold = waiting.filter(Q(told_at=None) | Q(told_at__lt=timezone.now() - QUIET))
    return list(untold.order_by("pk").values_list("pk", flat=True)[:1000])


def unsettled() -> list[int]:
    """Batches whose chunks have all ended: whoever should have ended them died just then."""
    ready = Batch.objects.filter(state__in=(QUEUED, RUNNING), direct=False)
    still_open = Chunk.objects.filter(batch=OuterRef("pk")).exclude(state__in=ENDED)
    return list(ready.exclude(Exists(still_open)).values_list("pk", flat=True))


def told(chunk_id: int) -> None:
    """Notes that the broker was told of a chunk: the sweeper trusts it for a while."""
    Chunk.objects.filter(pk=chunk_id).update(told_at=timezone.now())


def cancel(batch: Batch) -> None:
    """Stops a batch: what is committed stays, its workers stop at their next part."""
    with transaction.atomic():
        held = Batch.objects.select_for_update().get(pk=batch.pk)
        if held.state not in ENDED:
            held.chunks.exclude(state__in=ENDED).update(state=CANCELLED, claim=None)
            _end(held, CANCELLED)


def resume(batch: Batch) -> list[int]:
    """Lets a batch that failed, was cancelled or was left go on where it stopped; returns its chunks."""
    with transaction.atomic():
        held = Batch.objects.select_for_update().get(pk=batch.pk)
        held.chunks.exclude(state=DONE).update(state=QUEUED, claim=None, attempts=0, error="")
        open_chunks = list(held.chunks.filter(state=QUEUED).order_by("pk").values_list("pk", flat=True))
        if open_chunks:
            held.state, held.finished_at = QUEUED, None
            held.save(update_fields=["state", "finished_at"])
    return open_chunks


def discard(batch: Batch) -> None:
    """Removes the uploads of a batch; other files are their owners'."""
    folder = Path(settings.UPLOADS)
    for name in batch.source.splitlines():
        path = Path(name)
        if path.parent == folder:
            path.unlink(missing_ok=True)


def unchanged_file(chunk: Chunk) -> bool:
    """Whether the chunk's file is the one that was queued: ranges and positions hold for it alone."""
    try:
        status = Path(chunk.path).stat()
    except OSError:
        return chunk.modified is None
    return chunk.modified is None or status.st_mtime == chunk.modified
