"""A batch as the report that its ingest ends with, for people and for programs."""

import json
from typing import TextIO

from django.db.models import QuerySet
from rich.console import Console

from errorkb.models import Batch, StoredProblem
from errorkb.models.batch import COUNTS, FAILED
from errorkb.terminal import escape

#: So many problems are printed; --json gives them all.
SHOWN_PROBLEMS = 40


def exit_status(batch: Batch) -> int:
    """0 nothing was refused, 1 something was and something is stored, 2 nothing is stored."""
    counts = batch.counts()
    if not batch.problems.filter(rejects=True).exists() and batch.state != FAILED:
        return 0
    return 1 if counts["new"] + counts["changed"] + counts["unchanged"] else 2


def write_json(batch: Batch, out: TextIO) -> None:
    """The report as one line of JSON; problems are written as they are read."""
    head = json.dumps(batch.counts())
    out.write(f'{head[:-1]}, "problems": [')
    for number, problem in enumerate(_problems(batch).iterator()):
        out.write(f"{', ' if number else ''}{json.dumps(as_json(problem))}")
    out.write("]}\n")


def as_json(problem: StoredProblem) -> dict[str, str]:
    """A problem as reports list it."""
    return {"file": problem.file, "where": problem.place, "code": problem.code, "reason": problem.reason}


def print_report(batch: Batch, console: Console) -> None:
    """The problems, then the six numbers."""
    problems = _problems(batch)
    for problem in problems[:SHOWN_PROBLEMS]:
        kind = "[red]rejected[/]" if problem.rejects else "[yellow]warning[/] "
        console.print(f"{kind} {escape(problem.file)}, {problem.place} ({problem.code})")
        console.print(f"         {escape(problem.reason)}")
    hidden = problems.count() - SHOWN_PROBLEMS
    if hidden > 0:
        console.print(f"… and {hidden:,} more: errorkb batches {batch.pk} --problems lists them all")
    for chunk in batch.chunks.exclude(error="").order_by("pk")[:SHOWN_PROBLEMS]:
        console.print(f"[red]stopped[/]  {escape(chunk.path)}: {escape(chunk.error)}")
    counts = batch.counts()
    told = ", ".join(f"{counts[name]:,} {name}" for name in COUNTS[1:])
    retired = f", {batch.retired:,} retired" if batch.complete else ""
    console.print(f"{counts['read']:,} read: {told}{retired}")


def _problems(batch: Batch) -> QuerySet[StoredProblem, StoredProblem]:
    return batch.problems.order_by("pk")
