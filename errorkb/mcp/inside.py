"""A client of the base of this very process: the API's views are called, and nothing goes over a wire.

The request that is being answered has passed the middleware already, so its views are called without it.
"""

import io
import urllib.request
from email.message import Message
from typing import Any
from urllib.parse import urlsplit
from urllib.response import addinfourl

from django.core.handlers.exception import convert_exception_to_response
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.urls import resolve

from errorkb.client import Client, HttpClient
from errorkb.models.token import bearer


def client_of(request: HttpRequest) -> Client:
    """A client that asks in the name of whoever made the request; pages are where the request came to."""
    here = f"{request.scheme}://{request.get_host()}"
    # None of urllib's own handlers but those for answers: nothing may be fetched from elsewhere.
    opener = urllib.request.OpenerDirector()
    for handler in (
        _Views(request),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
    ):
        opener.add_handler(handler)
    token = bearer(request.headers.get("Authorization", ""))
    return HttpClient(name="the base", base=here, pages=here, opener=opener, token=token)


class _Views(urllib.request.BaseHandler):
    """Answers a request by the view of its path."""

    def __init__(self, asked_by: HttpRequest) -> None:
        self._asked_by = asked_by

    def http_open(self, asked: urllib.request.Request) -> addinfourl:
        return self._answer(asked)

    https_open = http_open

    def _answer(self, asked: urllib.request.Request) -> addinfourl:
        request = WSGIRequest(self._environment(asked))
        vars(request)["request_id"] = getattr(self._asked_by, "request_id", None)
        # A failure becomes an answer, and a line of the log, as it would from outside.
        answered: Any = convert_exception_to_response(_viewed)(request)
        body, no_headers = io.BytesIO(answered.content), Message()
        answer = addinfourl(body, no_headers, asked.full_url, answered.status_code)
        answer.msg = ""  # type: ignore[attr-defined] # HTTPErrorProcessor asks for it
        return answer

    def _environment(self, asked: urllib.request.Request) -> dict[str, Any]:
        body = asked.data if isinstance(asked.data, bytes) else b""
        parts = urlsplit(asked.full_url)
        kept = ("REMOTE_ADDR", "HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "wsgi.url_scheme")
        environment = {name: self._asked_by.META[name] for name in kept if name in self._asked_by.META}
        return environment | {
            "REQUEST_METHOD": asked.get_method(),
            "PATH_INFO": parts.path,
            "QUERY_STRING": parts.query,
            "CONTENT_TYPE": asked.get_header("Content-type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_ACCEPT": "application/json",
            "HTTP_AUTHORIZATION": asked.get_header("Authorization", ""),
            "wsgi.input": io.BytesIO(body),
        }


def _viewed(request: HttpRequest) -> Any:
    """The rendered answer of a path's view."""
    found = request.resolver_match = resolve(request.path_info)
    answer = found.func(request, *found.args, **found.kwargs)
    return answer.render() if hasattr(answer, "render") else answer
