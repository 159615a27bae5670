"""schema.json: the record as JSON Schema 2020-12, and the check of each record that goes out."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs

_KEBAB = "^[a-z0-9]+(?:-[a-z0-9]+)*$"
_SEGMENT = "[A-Za-z0-9._-]{1,100}"
_LONGEST = 1 << 20
_MAX_INTEGER = 2**31 - 1


def _text(**more: object) -> dict[str, object]:
    return {"type": "string", "minLength": 1, "maxLength": _LONGEST, **more}


def _maybe_text(*, empty: bool = True) -> dict[str, object]:
    return {"type": ["string", "null"], "minLength": 0 if empty else 1, "maxLength": _LONGEST}


def _maybe_line() -> dict[str, object]:
    return {"type": ["integer", "null"], "minimum": 1, "maximum": _MAX_INTEGER}


def _texts(**item: object) -> dict[str, object]:
    return {"type": "array", "items": _text(**item)}


_PROPERTIES: dict[str, dict[str, object]] = {
    "id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    "repo": {"type": "string", "pattern": rf"^(?!\.\.?/){_SEGMENT}/(?!\.\.?$){_SEGMENT}$"},
    "slug": {"type": "string", "pattern": _KEBAB, "maxLength": 57,
             "description": "unique in its repository; at most 50 characters, and 7 more where it was taken"},
    "errorCode": _maybe_text(empty=False),
    "errorMessage": _text(),
    "messagePattern": _text(description="a regular expression of JavaScript, not anchored"),
    "errorType": {"enum": ["exception", "error_code", "console", "http", "validation", "panic"]},
    "errorClass": _maybe_text(empty=False),
    "httpStatus": {"type": ["integer", "null"], "minimum": 100, "maximum": 599},
    "severity": {"enum": ["critical", "error", "warning", "info"]},
    "filePath": _text(),
    "lineNumber": _maybe_line(),
    "sourceCode": _maybe_text(),
    "sourceCodeStart": _maybe_line(),
    "sourceCodeEnd": _maybe_line(),
    "githubUrl": _text(pattern="^[Hh][Tt][Tt][Pp][Ss]?://"),
    "documentation": _text(),
    "triggerScenarios": _text(),
    "commonSituations": _text(),
    "solutions": _texts(),
    "exampleFix": _maybe_text(),
    "handlingStrategy": {"enum": ["try-catch", "type-guard", "validation", "retry", "fallback", None]},
    "validationCode": _maybe_text(),
    "typeGuard": _maybe_text(),
    "tryCatchPattern": _maybe_text(),
    "preventionTips": _texts(),
    "tags": _texts(pattern=_KEBAB),
    "backgroundTag": _maybe_text(),
    "analyzedSha": {"type": "string", "pattern": "^[0-9a-f]{10,40}$",
                    "description": "40 digits; of an entry from a text page, those of the page"},
    "analyzedAt": {"type": "string",
                   "pattern": r"^[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}(?:\.[0-9]{1,9})?Z$"},
    "schemaVersion": {"const": 2},
}  # fmt: skip

RECORD_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "An error of a repository",
    "type": "object",
    "properties": _PROPERTIES,
    "required": list(_PROPERTIES),
    "additionalProperties": False,
}


def schema_file() -> bytes:
    """The bytes of schema.json."""
    return json.dumps(RECORD_SCHEMA, indent=1, ensure_ascii=False).encode() + b"\n"


def fault(record: Mapping[str, Any]) -> str | None:
    """What of a record is against the schema, in words; None when it keeps it."""
    if _validator().is_valid(record):
        return None
    found = next(iter(_validator().iter_errors(record)))
    where = "/".join(str(part) for part in found.instance_path) or "the record"
    return f"{where}: {found.message:.200}"


@cache
def _validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(RECORD_SCHEMA)
