"""The error record: 31 fields, and what is computed from them. Standard library only."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ingest.problems import Problem

Form = Literal["json", "text", "source"]
ErrorType = Literal["exception", "error_code", "console", "http", "validation", "panic"]
Severity = Literal["critical", "error", "warning", "info"]
HandlingStrategy = Literal["try-catch", "type-guard", "validation", "retry", "fallback"]

ERROR_TYPES = frozenset({"exception", "error_code", "console", "http", "validation", "panic"})
SEVERITIES = frozenset({"critical", "error", "warning", "info"})
HANDLING_STRATEGIES = frozenset({"try-catch", "type-guard", "validation", "retry", "fallback"})

SCHEMA_VERSION = 2
SLUG_LENGTH = 50
SLUG_SUFFIX_LENGTH = 6

# camelCase as in dumps -> snake_case as here, in the order of the contract.
FIELDS: dict[str, str] = {
    "id": "id",
    "repo": "repo",
    "slug": "slug",
    "errorCode": "error_code",
    "errorMessage": "error_message",
    "messagePattern": "message_pattern",
    "errorType": "error_type",
    "errorClass": "error_class",
    "httpStatus": "http_status",
    "severity": "severity",
    "filePath": "file_path",
    "lineNumber": "line_number",
    "sourceCode": "source_code",
    "sourceCodeStart": "source_code_start",
    "sourceCodeEnd": "source_code_end",
    "githubUrl": "github_url",
    "documentation": "documentation",
    "triggerScenarios": "trigger_scenarios",
    "commonSituations": "common_situations",
    "solutions": "solutions",
    "exampleFix": "example_fix",
    "handlingStrategy": "handling_strategy",
    "validationCode": "validation_code",
    "typeGuard": "type_guard",
    "tryCatchPattern": "try_catch_pattern",
    "preventionTips": "prevention_tips",
    "tags": "tags",
    "backgroundTag": "background_tag",
    "analyzedSha": "analyzed_sha",
    "analyzedAt": "analyzed_at",
    "schemaVersion": "schema_version",
}
LISTS = ("solutions", "preventionTips", "tags")
INTEGERS = ("httpStatus", "lineNumber", "sourceCodeStart", "sourceCodeEnd", "schemaVersion")
TEXTS = tuple(name for name in FIELDS if name not in (*INTEGERS, *LISTS))
NULLABLE = frozenset(
    {
        *("errorCode", "errorClass", "httpStatus", "handlingStrategy", "backgroundTag"),
        *("lineNumber", "sourceCode", "sourceCodeStart", "sourceCodeEnd"),
        *("exampleFix", "validationCode", "typeGuard", "tryCatchPattern"),
    }
)
NEVER_EMPTY = (*(name for name in TEXTS if name not in NULLABLE), "errorCode", "errorClass")
ENUMS = {
    "errorType": ERROR_TYPES,
    "severity": SEVERITIES,
    "handlingStrategy": HANDLING_STRATEGIES,
}
MAX_INTEGER = 2**31 - 1
RANGES = {
    "httpStatus": (100, 599),
    "lineNumber": (1, MAX_INTEGER),
    "sourceCodeStart": (1, MAX_INTEGER),
    "sourceCodeEnd": (1, MAX_INTEGER),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class TextForm:
    """The form that a text must have as a whole, and the words for it."""

    pattern: re.Pattern[str]
    words: str
    is_time: bool = False

    def fits(self, text: str) -> bool:
        """Whether the text has the form; a time must also be one that there is."""
        if not self.pattern.fullmatch(text):
            return False
        if self.is_time:
            try:
                datetime.fromisoformat(text)
            except ValueError:
                return False
        return True


_KEBAB = TextForm(
    pattern=re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*"),
    words="lowercase words with single hyphens between",
)
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?"
# GitHub allows 39 and 100 characters; a name also goes into addresses and indexes.
_SEGMENT = r"(?!\.\.?(?:/|\Z))[A-Za-z0-9._-]{1,100}"

FORMS: dict[str, TextForm] = {
    "id": TextForm(pattern=re.compile(r"[0-9a-f]{16}"), words="16 lowercase hex digits"),
    "repo": TextForm(pattern=re.compile(f"{_SEGMENT}/{_SEGMENT}"), words="owner/name"),
    "slug": _KEBAB,
    "tags": _KEBAB,
    "analyzedSha": TextForm(pattern=re.compile(r"[0-9a-f]{40}"), words="40 lowercase hex digits"),
    "analyzedAt": TextForm(
        pattern=re.compile(rf"{_TIME}Z", re.ASCII),
        words="a time in UTC like 2026-08-14T21:57:28.298Z",
        is_time=True,
    ),
}
PAGE_SHA = TextForm(pattern=re.compile(r"[0-9a-f]{10,40}"), words="the first 10 digits of the sha")
ZONED_TIME = TextForm(
    pattern=re.compile(rf"{_TIME}(?:Z|[+-]\d\d:\d\d)", re.ASCII),
    words="a time with its zone, like 2026-08-15T22:17:37.221Z",
    is_time=True,
)

MAX_TEXT_LENGTH = 1 << 20  # bytes of UTF-8
MAX_RECORD_LENGTH = 4 << 20  # bytes of canonical JSON in UTF-8
MAX_SNIPPET_LINES = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorRecord:
    """One error of one repository, as a dump gave it; nothing is normalised.

    id: 16 lowercase hex digits. repo: `owner/name`. slug: lowercase kebab.
    error_message: the template with its placeholders. message_pattern: JavaScript dialect.
    line_number, source_code_start, source_code_end: 1-based lines of file_path, inclusive.
    source_code: at most 40 lines. analyzed_sha: 40 hex digits, from a text page the first ten.
    analyzed_at: ISO 8601 in UTC, the text that came in.
    """

    id: str
    repo: str
    slug: str
    error_code: str | None
    error_message: str
    message_pattern: str
    error_type: ErrorType
    error_class: str | None
    http_status: int | None
    severity: Severity
    file_path: str
    line_number: int | None
    source_code: str | None
    source_code_start: int | None
    source_code_end: int | None
    github_url: str
    documentation: str
    trigger_scenarios: str
    common_situations: str
    solutions: tuple[str, ...]
    example_fix: str | None
    handling_strategy: HandlingStrategy | None
    validation_code: str | None
    type_guard: str | None
    try_catch_pattern: str | None
    prevention_tips: tuple[str, ...]
    tags: tuple[str, ...]
    background_tag: str | None
    analyzed_sha: str
    analyzed_at: str
    schema_version: int

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "ErrorRecord":
        """The record of values that `validate` has checked; a key that is absent means null."""
        fields: dict[str, Any] = {snake: values.get(camel) for camel, snake in FIELDS.items()}
        for name in LISTS:
            fields[FIELDS[name]] = tuple(values[name])
        return cls(**fields)

    def to_json(self) -> dict[str, object]:
        """The 31 camelCase keys in the order of the contract; lists as lists."""
        values = {camel: getattr(self, snake) for camel, snake in FIELDS.items()}
        return {key: list(value) if key in LISTS else value for key, value in values.items()}

    @property
    def id_recomputes(self) -> bool:
        """Whether the id is the one that repo, code or message, and path give."""
        computed = compute_id(self.repo, self.error_code, self.error_message, self.file_path)
        return self.id == computed


@dataclass(frozen=True, kw_only=True, slots=True)
class RawRecord:
    """A record as a reader found it, its values unchecked.

    values: camelCase, of any JSON type. file, where: as in Problem. form: what it was read from.
    dataset_version: the value beside the record; None when there is none or it is null.
    derived: camelCase names of the fields that the form could not carry, or only in part.
    retired_at, slug_before: what an export says beside the record; None when it does not.
    """

    values: Mapping[str, object]
    file: str
    where: str
    form: Form
    dataset_version: object = None
    derived: frozenset[str] = frozenset()
    retired_at: object = None
    slug_before: object = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RepoFacts:
    """What a dataset or a source tree tells of a repository; None is what it does not tell.

    repo: `owner/name`. stars, source_files: from 0. analyzed_sha, analyzed_at: as in a record. form: what
    told it.
    """

    repo: str
    description: str | None = None
    language: str | None = None
    stars: int | None = None
    source_files: int | None = None
    default_branch: str | None = None
    analyzed_sha: str | None = None
    analyzed_at: str | None = None
    form: Form = "json"


Found = RawRecord | RepoFacts | Problem
"""What readers hand on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Accepted:
    """A record that keeps the contract, with what the store needs to know about it.

    digest: see `digest`; of the record as it first came in, where an export tells with which slug that was.
    dataset_version: an ISO 8601 time with a zone, or None.
    derived: camelCase names of fields that were derived, are partial or unknown.
    warnings: quality marks; none of them rejects.
    retired_at: when its repository lost it, as dataset_version; None: it is live.
    """

    record: ErrorRecord
    digest: str
    dataset_version: str | None
    form: Form
    derived: frozenset[str]
    warnings: tuple[Problem, ...]
    file: str
    where: str
    retired_at: str | None = None


def canonical_json(record: ErrorRecord) -> str:
    """JSON with sorted keys, no spaces, and non-ASCII characters as they are."""
    return json.dumps(
        record.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest(record: ErrorRecord) -> str:
    """SHA-256 of the canonical JSON in UTF-8, 64 hex digits."""
    return hashlib.sha256(canonical_json(record).encode()).hexdigest()


def compute_id(repo: str, error_code: str | None, error_message: str, file_path: str) -> str:
    """The 16 hex digits that name an error; texts with lone surrogates raise UnicodeEncodeError."""
    named = "\x01".join((repo, error_code or error_message, file_path))
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def compute_slug(text: str) -> str:
    """The slug of a code or message; empty when the text has neither a-z nor 0-9."""
    hyphened = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return hyphened[:SLUG_LENGTH].strip("-")


def numbered_slug(slug: str, entry: str) -> str:
    """The slug of an entry (its id) whose own is another entry's."""
    return f"{slug[:SLUG_LENGTH]}-{entry[:SLUG_SUFFIX_LENGTH]}"


def sound_values(values: Mapping[str, object]) -> dict[str, Any]:
    """Those of the camelCase values that are fields and have the type of their field."""
    return {name: value for name, value in values.items() if name in FIELDS and _fits(name, value)}


def _fits(name: str, value: object) -> bool:
    if value is None:
        return name in NULLABLE
    if name in LISTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    # type(), because true is an int to isinstance().
    return type(value) is (int if name in INTEGERS else str)
