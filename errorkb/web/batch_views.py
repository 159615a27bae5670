"""Views of imports. They only read: starting, stopping and resuming is the command line's."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from errorkb.models import Batch
from errorkb.web.batches import batch_page, batches_page, problem_lines
from errorkb.web.forms import PageForm, ProblemsForm


@require_safe
def batches(request: HttpRequest) -> HttpResponse:
    """Every ingest, the newest first."""
    form = PageForm(request.GET)
    form.is_valid()  # a page number that makes no sense is as good as none
    page = batches_page(form.cleaned_data.get("page") or 1)
    return render(request, "batches.html", {"page": page})


@require_safe
def batch(request: HttpRequest, batch_id: int) -> HttpResponse:
    """One ingest, its progress and its problems."""
    row = get_object_or_404(Batch, pk=batch_id)
    form = ProblemsForm(request.GET)
    form.is_valid()
    page = batch_page(
        row,
        kind=form.cleaned_data.get("kind") or None,
        code=form.cleaned_data.get("code") or None,
        number=form.cleaned_data.get("page") or 1,
    )
    return render(request, "batch.html", {"page": page})


@require_safe
def problems(request: HttpRequest, batch_id: int) -> HttpResponseBase:
    """All problems of an ingest as JSON Lines."""
    row = get_object_or_404(Batch, pk=batch_id)
    return StreamingHttpResponse(
        problem_lines(row),
        content_type="application/x-ndjson; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="batch-{row.pk}-problems.jsonl"',
            "X-Robots-Tag": "noindex",
        },
    )
