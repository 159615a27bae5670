"""``errorkb batches``: what was ingested, how far it is, and what was refused."""

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from rich.console import Console
from rich.table import Table

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.models import Batch
from errorkb.models.batch import COUNTS, ENDED
from errorkb.terminal import escape
from ingest import batches
from ingest.pipeline import work_here
from ingest.report import as_json, exit_status, print_report
from ingest.tasks import enqueue

LISTED = 20
_FOLLOW_SECONDS = 1.0


class Command(BaseCommand):
    help = (
        "List the latest batches or, with a number, tell about one: its state, counts and problems. Exit "
        "status with a number: that of its ingest (0, 1 or 2)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("batch", nargs="?", type=int, metavar="NUMBER", help="the batch")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--problems", action="store_true", help="print its problems as JSON Lines")
        what.add_argument("--follow", action="store_true", help="wait until it has ended")
        what.add_argument("--cancel", action="store_true", help="stop it; what is stored stays")
        what.add_argument(
            "--resume", action="store_true",
            help="let it go on where it failed or was stopped: on workers, or here if it ran here",
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", help="print as JSON, a batch a line")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["batch"] is None:
            _list(as_lines=options["json"])
            return
        batch = Batch.objects.filter(pk=options["batch"]).first()
        if batch is None:
            raise Failure(f"there is no batch {options['batch']}; errorkb batches lists them")
        if options["problems"]:
            for problem in batch.problems.order_by("pk").iterator():
                row = as_json(problem) | {"rejects": problem.rejects, "excerpt": problem.excerpt}
                sys.stdout.write(json.dumps(row) + "\n")
            return
        if options["cancel"]:
            batches.cancel(batch)
        elif options["resume"]:
            _resume(batch)
        elif options["follow"]:
            _follow(batch)
        batch.refresh_from_db()
        if options["json"]:
            print(json.dumps(told(batch)))
        else:
            print(f"batch {batch.pk}: {batch.state}, {progress(batch):.0%}")
            print_report(batch, Console(highlight=False))
        status = exit_status(batch)
        if status:
            raise CommandError("", returncode=status)


def told(batch: Batch) -> dict[str, Any]:
    """A batch as one object of JSON."""
    return {
        "batch": batch.pk,
        "state": batch.state,
        "source": batch.source.splitlines(),
        "createdAt": batch.created_at.isoformat(),
        "finishedAt": batch.finished_at.isoformat() if batch.finished_at else None,
        "progress": round(progress(batch), 4),
        **batch.counts(),
        "retired": batch.retired,
    }


def progress(batch: Batch) -> float:
    """How far it is, 0 to 1."""
    if batch.state in ENDED:
        return 1.0
    sizes = list(batch.chunks.values_list("size", "done_bytes"))
    return sum(done for _, done in sizes) / max(1, sum(size for size, _ in sizes))


def _list(*, as_lines: bool) -> None:
    latest = Batch.objects.order_by("-pk")[:LISTED]
    if as_lines:
        for batch in latest:
            print(json.dumps(told(batch)))
        return
    table = Table(box=None, pad_edge=False)
    for title in ("batch", "state", "", *COUNTS[1:5], "source"):
        table.add_column(title, justify="left" if title in ("state", "source") else "right")
    for batch in latest:
        counts = batch.counts()
        numbers = [f"{counts[name]:,}" for name in COUNTS[1:5]]
        source = escape(batch.source.replace("\n", " "))
        table.add_row(str(batch.pk), batch.state, f"{progress(batch):.0%}", *numbers, source)
    Console(highlight=False).print(table)


def _resume(batch: Batch) -> None:
    chunks = batches.resume(batch)
    if not batch.direct:
        enqueue(chunks)
        return
    work_here(batch)


def _follow(batch: Batch) -> None:
    while batch.state not in ENDED:
        time.sleep(_FOLLOW_SECONDS)
        batch.refresh_from_db()
