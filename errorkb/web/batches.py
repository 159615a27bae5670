"""Batches of an ingest as pages. Nothing here counts further than a list shows."""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import Left, Length
from django.urls import reverse

from errorkb.models import Batch, Chunk, StoredProblem
from errorkb.models.batch import CANCELLED, COUNTS, DONE, FAILED, QUEUED, RUNNING
from errorkb.web.batch_pages import (
    BatchesPage,
    BatchPage,
    BatchRow,
    ChunkRow,
    ProblemCount,
    ProblemRow,
    Progress,
)
from errorkb.web.pages import Moment, Reading
from errorkb.web.rows import LISTED, moment, paginate

LISTED_SOURCES = 3
SHOWN_SOURCES = 8
SHOWN_CHUNKS = 20
SHOWN_EXCERPT = 4_000
#: A batch's problems have fewer codes than this.
CODES = 200
#: Problems that the download reads at a time.
STEP = 500
OPEN = (QUEUED, RUNNING)


def batches_page(number: int) -> BatchesPage:
    """A page of the list; the counts of all its rows are one query."""
    found, pagination = paginate(Batch.objects.order_by("-pk"), number, reverse("batches"), bound=LISTED)
    sums = (
        Chunk.objects.filter(batch__in=found)
        .order_by()
        .values_list("batch")
        .annotate(*(Sum(name, default=0) for name in COUNTS))
    )
    counts = {batch: dict(zip(COUNTS, map(int, values), strict=True)) for batch, *values in sums}
    none = dict.fromkeys(COUNTS, 0)
    rows = tuple(_row(batch, counts.get(batch.pk, none), LISTED_SOURCES) for batch in found)
    return BatchesPage(rows=rows, pagination=pagination)


def batch_page(batch: Batch, *, kind: str | None, code: str | None, number: int) -> BatchPage:
    """A batch with one page of its problems, of all kinds and codes unless one is asked for."""
    is_open = batch.state in OPEN
    address = batch.get_absolute_url()
    found, pagination = paginate(
        _problems(batch, kind, code), number, address, bound=LISTED, kind=kind, code=code
    )
    failed = batch.chunks.filter(Q(state=FAILED) | Q(state__in=OPEN) & ~Q(error="")).order_by("pk")
    chunks = list(failed[: SHOWN_CHUNKS + 1])
    return BatchPage(
        row=_row(batch, batch.counts(), SHOWN_SOURCES),
        is_open=is_open,
        is_direct=batch.direct,
        is_complete=batch.complete,
        progress=_progress(batch),
        last_sign=_last_sign(batch) if is_open else None,
        commands=tuple(_commands(batch)),
        chunks=tuple(_chunk(chunk) for chunk in chunks[:SHOWN_CHUNKS]),
        more_chunks=len(chunks) > SHOWN_CHUNKS,
        kind=kind,
        code=code,
        problem_counts=tuple(_problem_counts(batch, kind, code)),
        problems=tuple(_problem(problem) for problem in found),
        pagination=pagination,
        all_url=address,
        download_url=reverse("batch-problems", args=[batch.pk]),
    )


def reading() -> Reading | None:
    """The latest import that has a title; None: there is none."""
    batch = Batch.objects.exclude(title="").order_by("-pk").first()
    if batch is None:
        return None
    parts = batch.chunks.aggregate(total=Count("pk"), done=Count("pk", filter=Q(state=DONE)))
    counts = batch.counts()
    return Reading(
        title=batch.title,
        url=batch.get_absolute_url(),
        is_open=batch.state in OPEN,
        done=parts["done"],
        total=parts["total"],
        entries=counts["new"] + counts["changed"] + counts["unchanged"],
    )


def problem_lines(batch: Batch) -> Iterator[str]:
    """All problems of a batch as JSON Lines, as ``errorkb batches NUMBER --problems`` prints them.

    They are read by their keys, some at a time: no cursor stays open while a reader takes its time.
    """
    last = 0
    while rows := list(batch.problems.filter(pk__gt=last).order_by("pk")[:STEP]):
        for problem in rows:
            told = {
                "file": problem.file,
                "where": problem.place,
                "code": problem.code,
                "reason": problem.reason,
                "rejects": problem.rejects,
                "excerpt": problem.excerpt,
            }
            yield json.dumps(told) + "\n"
        last = rows[-1].pk


def _row(batch: Batch, counts: dict[str, int], listed: int) -> BatchRow:
    sources = batch.source.splitlines()
    retired = (("retired", batch.retired),) if batch.complete else ()
    return BatchRow(
        number=batch.pk,
        url=batch.get_absolute_url(),
        state=batch.state,
        sources=tuple(sources[:listed]),
        more_sources=max(0, len(sources) - listed),
        counts=(*counts.items(), *retired),
        created=moment(batch.created_at),
        finished=moment(batch.finished_at) if batch.finished_at else None,
    )


def _progress(batch: Batch) -> Progress:
    sums = batch.chunks.aggregate(done=Sum("done_bytes", default=0), total=Sum("size", default=0))
    done, total = int(sums["done"]), int(sums["total"])
    if batch.state == DONE:
        done = total
    percent = min(100, 100 * done // total) if total else 100 * (batch.state == DONE)
    return Progress(done=done, total=total, percent=percent)


def _last_sign(batch: Batch) -> Moment | None:
    last = batch.chunks.aggregate(last=Max("heartbeat"))["last"]
    return moment(last) if last else None


def _commands(batch: Batch) -> Iterator[tuple[str, str]]:
    command = f"errorkb batches {batch.pk}"
    if batch.state in OPEN:
        yield "Stop it; what is stored stays", f"{command} --cancel"
        if batch.direct:  # what was left to workers goes on by itself
            yield "Let it go on where it stopped, if its process is gone", f"{command} --resume"
    elif batch.state in (FAILED, CANCELLED):
        yield "Let it go on where it stopped", f"{command} --resume"


def _chunk(chunk: Chunk) -> ChunkRow:
    return ChunkRow(
        path=chunk.path,
        lines=f"from line {chunk.first_line:,}" if chunk.first_line > 1 else None,
        state=chunk.state,
        error=chunk.error,
    )


def _problems(batch: Batch, kind: str | None, code: str | None) -> Any:
    """Rejected ones first, by code, the latest first: one index answers, whatever is asked for."""
    rows = batch.problems.order_by("-rejects", "-code", "-id")
    if kind:
        rows = rows.filter(rejects=kind == "rejected")
    if code:
        rows = rows.filter(code=code)
    return rows.defer("excerpt").annotate(
        shown=Left("excerpt", SHOWN_EXCERPT), excerpt_length=Length("excerpt")
    )


def _problem(problem: Any) -> ProblemRow:
    return ProblemRow(
        file=problem.file,
        place=problem.place,
        code=problem.code,
        reason=problem.reason,
        rejects=problem.rejects,
        excerpt=problem.shown,
        is_cut=problem.excerpt_length > SHOWN_EXCERPT,
    )


def _problem_counts(batch: Batch, kind: str | None, code: str | None) -> Iterator[ProblemCount]:
    """Each code that there is, found by stepping through the index from code to code."""
    for rejects in (True, False):
        rows = StoredProblem.objects.filter(batch=batch, rejects=rejects)
        this_kind = "rejected" if rejects else "warning"
        found = ""
        for _ in range(CODES):
            following = rows.filter(code__gt=found).order_by("code").values_list("code", flat=True).first()
            if following is None:
                break
            found = following
            number = rows.filter(code=found).order_by()[: LISTED + 1].count()
            yield ProblemCount(
                url=f"{batch.get_absolute_url()}?kind={this_kind}&code={found}",
                code=found,
                rejects=rejects,
                number=min(number, LISTED),
                more=number > LISTED,
                chosen=(kind in (this_kind, None)) and code == found,
            )
