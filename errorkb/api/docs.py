"""``/api/schema/`` and ``/api/docs/``: the description, for programs and for people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from errorkb.api.docs_page import api_page
from errorkb.api.schema import document
from errorkb.api.schema.samples import ENTRY_ID
from errorkb.models import Entry

# Browsers show these; what OpenAPI calls its own, they offer to store.
_JSON, _YAML = "application/json", "application/yaml"
_OPENAPI_YAML = "application/vnd.oai.openapi"


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """OpenAPI 3.1: JSON, or YAML where that is asked for (``?format=yaml``, or by Accept)."""
    asked = request.GET.get("format", "")
    if asked == "yaml" or (not asked and _prefers_yaml(request)):
        response = HttpResponse(document.as_yaml(), content_type=_YAML)
    else:
        response = HttpResponse(document.as_json(), content_type=_JSON)
    response.headers["Vary"] = "Accept"
    return response


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every operation, with examples that run as they are."""
    told = api_page(
        document.description(), origin=request.build_absolute_uri("/").rstrip("/"), entry_id=_entry_id()
    )
    return render(request, "api.html", {"page": told})


def _prefers_yaml(request: HttpRequest) -> bool:
    return request.get_preferred_type([_JSON, _YAML, _OPENAPI_YAML]) in (_YAML, _OPENAPI_YAML)


def _entry_id() -> str | None:
    """The sample that examples ask for or, in a base without it, the latest entry."""
    live = Entry.objects.live()
    if live.filter(pk=ENTRY_ID).exists():
        return ENTRY_ID
    return live.newest().values_list("pk", flat=True).first()
