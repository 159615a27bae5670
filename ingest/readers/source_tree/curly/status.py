"""HTTP statuses as code of Java, Kotlin and C# names them."""

import re
from http import HTTPStatus

_NAMED = re.compile(
    r"(?:HttpStatus|HttpStatusCode|Status|StatusCodes|HttpServletResponse|HttpURLConnection)\."
    r"(?:SC_|HTTP_|Status\d{3})?(?P<name>[A-Za-z_]{2,40})\b"
)
_ANNOTATED = re.compile(
    r"@ResponseStatus\s*\([^()]{0,200}?\b(?P<status>(?:HttpStatus\.)?[A-Z][A-Z_]{2,40})\b"
)
_NUMBER = re.compile(r"[45]\d\d\Z")
_WEB_CLASS = re.compile(r"Http|Web|Status|ApiException")
_WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")
# What names of other libraries are called in Python's table.
_OTHER = {
    "NOT_AUTHORIZED": "UNAUTHORIZED",
    "NOT_AUTH": "UNAUTHORIZED",
    "INTERNAL_ERROR": "INTERNAL_SERVER_ERROR",
    "UNAVAILABLE": "SERVICE_UNAVAILABLE",
    "BAD_METHOD": "METHOD_NOT_ALLOWED",
    "PAYLOAD_TOO_LARGE": "REQUEST_ENTITY_TOO_LARGE",
}


def status_named(expression: str) -> int | None:
    """`HttpStatus.NOT_FOUND`, `HttpStatusCode.NotFound`, `StatusCodes.Status404NotFound`, `SC_NOT_FOUND` →
    404; None for what is no failure."""
    hit = _NAMED.search(expression)
    return _status(hit["name"]) if hit else None


def status_annotated(modifiers: str) -> int | None:
    """The status of Spring's `@ResponseStatus(…)` in the modifiers of a class."""
    hit = _ANNOTATED.search(modifiers)
    return _status(hit["status"].rpartition(".")[2]) if hit else None


def status_among(error_class: str, expressions: list[str]) -> int | None:
    """The status that an error is created with: one by name, or a number for a class of the web."""
    for expression in expressions:
        status = status_named(expression)
        if status is None and _NUMBER.match(expression) and _WEB_CLASS.search(error_class):
            status = int(expression)
        if status is not None:
            return status
    return None


def _status(name: str) -> int | None:
    upper = _WORD_START.sub("_", name).upper()
    status = HTTPStatus.__members__.get(_OTHER.get(upper, upper))
    return int(status) if status is not None and status >= 400 else None
