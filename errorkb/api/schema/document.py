"""The API's description as a whole: made once in a process."""

import json
from functools import cache
from typing import Any

from errorkb.api.schema.shapes import SHAPES

#: Where values of an operation's answer lead: another operation, its parameter, the value's place.
_LINKS = {
    "errors": [(other, "entry_id", "errors/0/id") for other in ("error", "history", "related", "outcomes")],
    "search": [("error", "entry_id", "matches/0/id")],
    "match": [("error", "entry_id", "matches/0/id")],
    "related": [("error", "entry_id", "related/0/error/id")],
    "ingest": [("batch", "batch_id", "batch")],
}


@cache
def description() -> dict[str, Any]:
    """The description as OpenAPI 3.1."""
    from drf_spectacular.generators import SchemaGenerator  # noqa: PLC0415 - it reads all views

    told: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return told


@cache
def as_json() -> bytes:
    """The description in JSON."""
    return json.dumps(description(), indent=1, ensure_ascii=False).encode() + b"\n"


@cache
def as_yaml() -> bytes:
    """The description in YAML."""
    import yaml  # noqa: PLC0415 - hardly anybody asks for it

    told = json.loads(as_json())
    return yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=100).encode()


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's hook: what it does not know of shapes, tokens and operations."""
    components = result["components"]
    components["schemas"] = {**components.get("schemas", {}), **SHAPES}
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "errorkb token --create NAME makes one."}
    }
    for operation in (one for methods in result["paths"].values() for one in methods.values()):
        _complete(operation)
    return result


def _complete(operation: dict[str, Any]) -> None:
    """A body has to be there, a list in an address has commas, and an answer leads to other operations."""
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
    for parameter in operation.get("parameters", ()):
        if parameter["schema"].get("type") == "array":
            parameter |= {"style": "form", "explode": False}
    for other, parameter, place in _LINKS.get(operation["operationId"], ()):
        answer = next(told for status, told in operation["responses"].items() if status.startswith("2"))
        link = {"operationId": other, "parameters": {parameter: f"$response.body#/{place}"}}
        answer.setdefault("links", {})[other] = link
