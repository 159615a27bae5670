"""Celery tasks, thin over the pipeline. A task may run twice: ingest of the same dump changes nothing."""

import logging
from pathlib import Path
from typing import Any

from errorkb.celery import app
from ingest.pipeline import run

log = logging.getLogger(__name__)


@app.task(name="ingest.path", acks_late=True, reject_on_worker_lost=True)
def ingest_path(path: str) -> dict[str, Any]:
    """Ingests one file or folder that the worker can see; returns and logs the report."""
    report = run([Path(path)])
    counts = report.counts()
    log.warning("ingested %s: %s", path, ", ".join(f"{n} {what}" for what, n in counts.items()))
    for problem in report.problems[:100]:
        log.warning("%s, %s (%s): %s", problem.file, problem.where, problem.code, problem.reason)
    return counts
