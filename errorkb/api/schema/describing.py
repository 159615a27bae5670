"""Operations as drf-spectacular wants them told."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from errorkb.api.errors import CODES, KINDS, MEDIA_TYPE
from errorkb.api.schema.operation import Operation
from errorkb.api.schema.parts import example, ref
from errorkb.api.schema.samples import ENTRY_ID, code_samples
from errorkb.api.schema.shapes import SHAPES

#: Path, pattern, method and view.
Endpoint = tuple[str, str, str, Any]

#: What any request may end with, whatever it asks for.
_ALWAYS = (406, 429, 500)
_IN_PATH = {
    "entry_id": OpenApiParameter(
        "entry_id", {"type": "string", "pattern": "^[0-9a-f]{16}$"}, OpenApiParameter.PATH,
        required=True, description="the entry's id", examples=[OpenApiExample("sample", ENTRY_ID)],
    ),
    "batch_id": OpenApiParameter(
        "batch_id", {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}, OpenApiParameter.PATH,
        required=True, description="the import's number", examples=[OpenApiExample("sample", 1)],
    ),
}  # fmt: skip
_HEADERS = {
    "X-Request-Id": "names the request; sent with one, the answer has the same",
    "RateLimit": "what is left of the client's quota",
    "RateLimit-Policy": "the quota",
}
_TAG = {"ETag": "names the content: If-None-Match asks whether it is still the same"}
_DATE = {"Last-Modified": "when the content came to be: If-Modified-Since asks whether it is still the same"}


def described(endpoints: list[Endpoint]) -> list[Endpoint]:
    """drf-spectacular's hook: reads the operations that the views are marked with."""
    for _, _, method, view in endpoints:
        marked = getattr(view.cls, method.lower())
        if not hasattr(marked, "kwargs"):
            _extended(marked.operation)(marked)
    return endpoints


def _extended(operation: Operation) -> Callable[[Any], Any]:
    is_read = operation.body is None
    headers = _HEADERS | (_TAG if is_read else {}) | (_DATE if operation.is_dated else {})
    parameters: list[Any] = [operation.query] if operation.query else []
    parameters += [_IN_PATH[operation.path]] if operation.path else []
    parameters += [_header(name, told, [operation.status]) for name, told in headers.items()]
    parameters += [_header("Retry-After", "seconds after which to ask again", [429])]
    return extend_schema(
        operation_id=operation.id,
        tags=[operation.tag],
        summary=operation.summary,
        description=operation.description,
        parameters=parameters,
        request=operation.body,
        responses=_responses(operation),
        auth=[{"token": [operation.scope]}] if operation.scope else [],  # type: ignore[list-item] # as it goes out
        extensions={"x-codeSamples": code_samples(operation.sample)},
    )


def _responses(operation: Operation) -> dict[Any, Any]:
    responses: dict[Any, Any] = {(operation.status, "application/json"): _response(operation.answers)}
    refused = {*operation.refuses, *_ALWAYS}
    refused |= {400} if operation.query or operation.body else set()
    refused |= {404} if operation.path else set()
    if operation.body is None:
        responses[304] = OpenApiResponse(description="The client has this content already.")
    responses |= {(status, MEDIA_TYPE): _problem(status) for status in sorted(refused)}
    if operation.query:
        responses[414] = OpenApiResponse(description="The address is longer than a web server reads.")
    return responses


def _header(name: str, told: str, statuses: list[int]) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=told, response=statuses)


def _response(shape: str) -> OpenApiResponse:
    value = OpenApiExample("example", example(SHAPES, ref(shape)), response_only=True)
    return OpenApiResponse(ref(shape), SHAPES[shape]["description"], [value])


def _problem(status: int) -> OpenApiResponse:
    return OpenApiResponse(ref("Problem"), f"{KINDS[CODES[status]]}.")
