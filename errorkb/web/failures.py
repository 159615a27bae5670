"""Pages and answers for what went wrong outside of any view."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from errorkb.api.errors import body
from errorkb.web.pages import FailurePage


def _fail(request: HttpRequest, status: int, title: str, text: str, code: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse(body(text, code, status), status=status)
    page = FailurePage(status=status, title=title, text=text)
    return render(request, "failure.html", {"page": page}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: Django could not read the request (an unknown host name, a form beyond its limits)."""
    text = "The server could not read this request."
    return _fail(request, 400, "Bad request", text, "bad-request")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: no page, or no entry, stands at this address."""
    text = "There is no page and no entry at this address."
    return _fail(request, 404, "Not found", text, "not-found")


def server_error(request: HttpRequest) -> HttpResponse:
    """500: without database and without context, since either may be what failed."""
    if request.path.startswith("/api/"):
        text = "The server failed on this request; its log says more."
        return JsonResponse(body(text, "server-error", 500), status=500)
    return HttpResponse(render_to_string("500.html"), status=500)
