"""Celery tasks, thin over the pipeline. They carry ids only, and each may run twice or be lost.

A task that is lost is made again by the sweeper, which runs every ``SWEEP_SECONDS`` on the beat.
"""

from collections.abc import Iterable

from celery.schedules import schedule
from django.conf import settings

from errorkb.celery import app
from ingest import batches
from ingest.pipeline import settle, work

SWEEP_SECONDS = max(1, settings.QUIET_SECONDS // 8)

app.conf.beat_schedule = {
    "sweep": {
        "task": "ingest.sweep",
        "schedule": schedule(SWEEP_SECONDS),
        "options": {"expires": SWEEP_SECONDS},
    }
}


# Acknowledged at once: a task that comes again finds its chunk claimed, and it is the sweeper that gives a
# dead worker's chunk back. Late acknowledgement would only meet the broker's time limit for long chunks.
@app.task(name="ingest.chunk")
def read_chunk(chunk_id: int) -> None:
    """Works on a chunk, if nobody else does."""
    work(chunk_id)


@app.task(name="ingest.sweep")
def sweep() -> None:
    """Queues what waits for a worker: chunks that went quiet, and tasks that a broker lost."""
    enqueue(batches.sweep())
    for batch in batches.unsettled():
        settle(batch)


def enqueue(chunk_ids: Iterable[int]) -> None:
    """Tells workers about chunks. Raises kombu's OperationalError without a broker."""
    for chunk_id in chunk_ids:
        read_chunk.delay(chunk_id)
        batches.told(chunk_id)
