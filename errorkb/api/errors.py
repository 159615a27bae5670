"""The one shape of a failure: problem details (RFC 9457), with the ``error`` that programs read before.

``type`` leads to the kind's line on the page of the API, ``code`` is its word, ``detail`` and ``error`` say
what is wrong with this very request, and ``instance`` is the address that was asked for.
"""

from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.utils.encoding import escape_uri_path
from rest_framework import exceptions
from rest_framework.response import Response

MEDIA_TYPE = "application/problem+json"
#: Where each kind is described.
DOCS = "/api/docs/"
#: The kinds of failure: word and title.
KINDS = {
    "bad-request": "The request makes no sense",
    "unauthorized": "A token is needed",
    "not-found": "Nothing is at this address",
    "method-not-allowed": "The address takes other methods",
    "not-acceptable": "There is no answer in this form",
    "gone": "The entry is retired",
    "too-large": "The body is too long",
    "unsupported-media-type": "The body is in no form that is read here",
    "too-many-requests": "Too many requests",
    "server-error": "The server failed",
    "unavailable": "The server cannot answer yet",
    "empty": "The base is empty",
    "being-built": "The export is being built",
    "exports-failed": "The exports cannot be kept",
    "failed": "The request failed",
}
#: The kind of each status.
CODES = {
    400: "bad-request",
    401: "unauthorized",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    410: "gone",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
    500: "server-error",
    503: "unavailable",
}


class Forbidden(exceptions.APIException):
    """401: no token, or none that is in force and allows this."""

    status_code = 401
    default_detail = "A token is needed: Authorization: Bearer …; errorkb token --create NAME makes one."


class Gone(exceptions.APIException):
    """410: the entry is retired; its page has the last known content."""

    status_code = 410
    default_detail = "This entry is retired: its repository no longer has the error. Its page has the rest."


class Unavailable(exceptions.APIException):
    """503: what the answer is made of is being built. ``wait``: seconds after which to ask again."""

    status_code = 503
    default_detail = "The index of this base is being built for the first time. Ask again."
    wait = 10


def body(request: HttpRequest, text: str, code: str, status: int) -> dict[str, Any]:
    """What a failed request answers."""
    told = {
        "type": f"{DOCS}#{code}",
        "title": KINDS[code],
        "status": status,
        "detail": text,
        "instance": escape_uri_path(request.path),
        "error": text,
        "code": code,
    }
    if request_id := getattr(request, "request_id", None):
        told["requestId"] = request_id
    return told


def failure(request: HttpRequest, text: str, code: str, status: int) -> JsonResponse:
    """The answer to a request that failed outside of the API's views."""
    return JsonResponse(body(request, text, code, status), status=status, content_type=MEDIA_TYPE)


def as_response(exception: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's hook. None leaves the exception to Django: a bug, answered with 500."""
    if isinstance(exception, Http404):
        exception = exceptions.NotFound("There is no entry at this address.")
    if not isinstance(exception, exceptions.APIException):
        return None
    status, headers = exception.status_code, {}
    if isinstance(exception, exceptions.MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    if isinstance(exception, Forbidden):
        headers["WWW-Authenticate"] = "Bearer"
    if wait := getattr(exception, "wait", None):
        headers["Retry-After"] = str(int(wait))
    told = body(context["request"], _text(exception.detail), CODES.get(status, "failed"), status)
    return Response(told, status=status, headers=headers, content_type=MEDIA_TYPE)


def _text(detail: Any) -> str:
    """Validation errors as one line: field: reason; field: reason."""
    if isinstance(detail, dict):
        parts = (
            _text(value) if key == "non_field_errors" else f"{key}: {_text(value)}"
            for key, value in detail.items()
        )
        return "; ".join(parts)
    if isinstance(detail, list):
        return " ".join(_text(value) for value in detail)
    return str(detail)
