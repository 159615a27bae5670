"""The one shape of a failure."""

from typing import Any

from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

_CODES = {
    400: "bad-request",
    401: "unauthorized",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    410: "gone",
    413: "too-large",
    415: "unsupported-media-type",
}


class Forbidden(exceptions.APIException):
    """401: no token, or none that is in force and allows this."""

    status_code = 401
    default_detail = "A token is needed: Authorization: Bearer …; errorkb token --create NAME makes one."


class Gone(exceptions.APIException):
    """410: the entry is retired; its page has the last known content."""

    status_code = 410
    default_detail = "This entry is retired: its repository no longer has the error. Its page has the rest."


def body(text: str, code: str, status: int) -> dict[str, Any]:
    """What a failed request answers: ``error`` for people, ``code`` for programs."""
    return {"error": text, "code": code, "status": status}


def as_response(exception: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's hook. None leaves the exception to Django: a bug, answered with 500."""
    if isinstance(exception, Http404):
        exception = exceptions.NotFound("There is no entry at this address.")
    if not isinstance(exception, exceptions.APIException):
        return None
    status = exception.status_code
    headers = {}
    if isinstance(exception, exceptions.MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    return Response(
        body(_text(exception.detail), _CODES.get(status, "failed"), status),
        status=status,
        headers=headers,
    )


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
