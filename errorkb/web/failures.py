"""Pages and answers for what went wrong outside of any view."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from errorkb.api.errors import failure
from errorkb.web.pages import FailurePage


def _fail(request: HttpRequest, status: int, title: str, text: str, code: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return failure(request, text, code, status)
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


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    """429: the client has used its quota up, and has another in so many seconds."""
    text = f"This is more than one client may ask for in a minute: ask again in {seconds} s."
    response = _fail(request, 429, "Too many requests", text, "too-many-requests")
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "no-store"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500: without database and without context, since either may be what failed."""
    if request.path.startswith("/api/"):
        text = "The server failed on this request; its log says more."
        return failure(request, text, "server-error", 500)
    return HttpResponse(render_to_string("500.html"), status=500)
