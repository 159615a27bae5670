"""Pages of other sites may read, and ask what a text says; what needs a token they may not."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

#: What programs alone do.
_CLOSED = ("/api/ingest",)
_EXPOSED = "ETag, Last-Modified, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
_ALLOWED = "Content-Type, If-Modified-Since, If-None-Match, X-Request-Id"
#: Seconds for which a browser need not ask again whether it may ask.
_LASTING = 86_400


class CrossOrigin:
    """Adds the headers by which browsers let a page of another site see an answer, failures too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if not request.path.startswith("/api/") or request.path in _CLOSED:
            return response
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = _EXPOSED
        if request.method == "OPTIONS" and "Allow" in response.headers:
            response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
            response.headers["Access-Control-Allow-Headers"] = _ALLOWED
            response.headers["Access-Control-Max-Age"] = str(_LASTING)
        return response
