"""One name for each request: in its answer, in the body of a failure, and in the log line of one."""

import re
from collections.abc import Callable
from uuid import uuid4

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-Id"
#: What is taken from a client or a proxy: long enough for every usual kind, and nothing that a log, a header
#: or a page could stumble over.
_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class RequestIds:
    """Keeps the id that a request brings, if it is a sane one, or makes one: ``request.request_id``."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        brought = request.headers.get(HEADER, "")
        name = brought if _SANE.fullmatch(brought) else uuid4().hex
        request.request_id = name  # type: ignore[attr-defined] # ours
        response = self._get_response(request)
        response.headers[HEADER] = name
        return response
