"""The page of the API: a typed object, made of the description."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from errorkb.api.errors import CODES, KINDS
from errorkb.api.schema.samples import ENTRY_ID, ORIGIN
from errorkb.web.highlight import code_lines
from errorkb.web.pages import CodeLine

#: What highlighting goes by.
_FILES = {"Shell": "example.sh", "Python": "example.py"}


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """What may stand in an address or in a body. ``takes``: its type and bounds in words."""

    name: str
    takes: str
    is_required: bool
    told: str


@dataclass(frozen=True, kw_only=True)
class Example:
    """A request as code. ``id``: of its element, unique on the page. ``by``: curl or Python."""

    id: str
    title: str
    by: str
    lines: tuple[CodeLine, ...]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a request may end with. ``example``: a body of it, where it has one."""

    status: str
    told: str
    example: tuple[CodeLine, ...]


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One method of one address."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    bodies: tuple[str, ...]
    body_fields: tuple[Parameter, ...]
    scope: str | None  # what a token must allow
    examples: tuple[Example, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True, kw_only=True)
class Group:
    """Operations of one subject."""

    title: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of failure; ``statuses``: those that it has here."""

    code: str
    title: str
    statuses: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ApiPage:
    """The whole page. ``origin``: of this server, without a slash at the end."""

    origin: str
    groups: tuple[Group, ...]
    kinds: tuple[Kind, ...]


def api_page(description: dict[str, Any], *, origin: str, entry_id: str | None) -> ApiPage:
    """The page of a description. ``entry_id``: of an entry of this base, for the examples."""
    groups: dict[str, list[Operation]] = {tag["name"]: [] for tag in description["tags"]}
    reader = _Reader(description, origin, entry_id or ENTRY_ID)
    for path, methods in description["paths"].items():
        for method, told in methods.items():
            groups[told["tags"][0]].append(reader.operation(path, method.upper(), told))
    return ApiPage(
        origin=origin,
        groups=tuple(Group(title=title, operations=tuple(found)) for title, found in groups.items()),
        kinds=tuple(
            Kind(
                code=code,
                title=title,
                statuses=tuple(status for status, kind in CODES.items() if kind == code),
            )
            for code, title in KINDS.items()
        ),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    description: dict[str, Any]
    origin: str
    entry_id: str

    def operation(self, path: str, method: str, told: dict[str, Any]) -> Operation:
        """One method of one address."""
        name = told["operationId"]
        content = told.get("requestBody", {}).get("content", {})
        return Operation(
            id=name.replace("_", "-"),
            method=method,
            path=path,
            summary=told["summary"],
            description=told["description"],
            parameters=tuple(
                Parameter(
                    name=one["name"],
                    takes=_takes(one["schema"]),
                    is_required=one.get("required", False),
                    told=one.get("description", ""),
                )
                for one in told.get("parameters", ())
            ),
            bodies=tuple(content),
            body_fields=tuple(self._fields(content)),
            scope=next((one["token"][0] for one in told.get("security", ())), None),
            examples=tuple(
                Example(
                    id=f"{name.replace('_', '-')}-{sample['lang'].lower()}",
                    title=sample["label"],
                    by="curl" if sample["lang"] == "Shell" else sample["lang"],
                    lines=code_lines(self._here(sample["source"]), file_path=_FILES[sample["lang"]]),
                )
                for sample in told["x-codeSamples"]
            ),
            answers=tuple(self._answer(status, one) for status, one in told["responses"].items()),
        )

    def _fields(self, content: dict[str, Any]) -> Iterator[Parameter]:
        schema = content.get("application/json", {}).get("schema", {})
        if "$ref" in schema:
            schema = self.description["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        for name, one in schema.get("properties", {}).items():
            is_required = name in schema.get("required", ())
            yield Parameter(
                name=name, takes=_takes(one), is_required=is_required, told=one.get("description", "")
            )

    def _answer(self, status: str, told: dict[str, Any]) -> Answer:
        for content in told.get("content", {}).values():
            for one in content.get("examples", {}).values():
                if status.startswith("2"):
                    return Answer(status=status, told=told["description"], example=_shown(one["value"]))
        return Answer(status=status, told=told["description"], example=())

    def _here(self, code: str) -> str:
        return code.replace(ORIGIN, self.origin).replace(ENTRY_ID, self.entry_id)


def _shown(value: Any) -> tuple[CodeLine, ...]:
    return code_lines(json.dumps(value, indent=2, ensure_ascii=False), file_path="example.json")


def _takes(schema: dict[str, Any]) -> str:
    """A type with its bounds, in words."""
    if "enum" in schema:
        words = ", ".join(f"`{word}`" for word in schema["enum"])
    elif "minimum" in schema:
        words = f"{schema['minimum']} to {schema['maximum']}"
    elif schema.get("type") == "array":
        words = f"a list of {schema['minItems']} to {schema['maxItems']}"
    else:
        words = "text"
    default = schema.get("default")
    return words if default in (None, "") else f"{words}; by default `{json.dumps(default).strip(chr(34))}`"
