"""An entry in the other forms: ``<slug>.json`` and ``<slug>.md`` beside its page, or by Accept at the page's
own address, and ``<slug>.png`` for those who show a link as a picture."""

import json
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from errorkb.api.serializers import envelope
from errorkb.models import Entry
from errorkb.published.negotiated import Form
from errorkb.published.picture import picture
from errorkb.reports.markdown_page import page
from errorkb.reports.told import Entry as ToldEntry
from errorkb.web.entry import retired_on
from errorkb.web.kept import kept
from errorkb.web.states import entry_state


@require_safe
@kept(entry_state)
def twin(request: HttpRequest, owner: str, name: str, slug: str, form: str) -> HttpResponseBase:
    """The entry in a form that its address names; at an old address, the way to the present one."""
    repo = f"{owner}/{name}"
    row = Entry.objects.filter(repo=repo, slug=slug).first()
    if row is None:
        moved = get_object_or_404(
            Entry.objects.only("repo_id", "slug"), aliases__repo=repo, aliases__slug=slug
        )
        response: HttpResponse = HttpResponsePermanentRedirect(twin_url(moved, form))
        # As with pages: an entry may take an old slug back.
        response.headers["Cache-Control"] = "no-cache"
        return response
    return _picture(row) if form == "png" else shown_as(request, row, cast(Form, form))


def twin_url(entry: Entry, form: str) -> str:
    """The address of the entry in a form: json, md or png."""
    return f"{entry.get_absolute_url().rstrip('/')}.{form}"


def shown_as(request: HttpRequest, entry: Entry, form: Form) -> HttpResponse:
    """The entry as JSON or Markdown. A retired one is as it was last known, with 410."""
    answer = _json(entry) if form == "json" else _markdown(request, entry)
    answer.status_code = 410 if entry.retired_at else 200
    answer.headers["Access-Control-Allow-Origin"] = "*"
    # The page is what people should find.
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Link"] = f'<{request.build_absolute_uri(entry.get_absolute_url())}>; rel="canonical"'
    return answer


def _json(entry: Entry) -> HttpResponse:
    told = envelope(entry)
    if retired := retired_on(entry):
        told["retired"] = retired
    return HttpResponse(json.dumps(told, ensure_ascii=False), content_type="application/json")


def _markdown(request: HttpRequest, entry: Entry) -> HttpResponse:
    told = ToldEntry(values=entry.record(), url=request.build_absolute_uri(entry.get_absolute_url()))
    text = page(told, form=entry.form, retired=retired_on(entry))
    return HttpResponse(text, content_type="text/markdown; charset=utf-8")


def _picture(entry: Entry) -> HttpResponse:
    made = picture(
        repo=entry.repo_id,
        severity=entry.severity,
        heading=entry.error_code or entry.error_class or "",
        message=entry.error_message,
        place=entry.file_path,
    )
    return HttpResponse(made, content_type="image/png", status=410 if entry.retired_at else 200)
