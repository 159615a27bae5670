"""Fills what a text page leaves out, from what it carries; JSON records are never completed.

What is computed (slug, pattern) is what a JSON dump would most likely say, what is guessed
(errorType, the snippet's span, the permalink) is the best reading of the page, and what is unknown
(httpStatus, tags, backgroundTag) stays empty. All of it is named in `derived`, so that a JSON dump
of the same entry fills it in later.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote

from errorkb.matching.patterns import literals, pattern_of
from ingest.record import FIELDS, SCHEMA_VERSION, ErrorType, RawRecord, compute_slug

# The words that throw, or hand an error on, in the languages that dumps come from.
_THROWS = re.compile(
    r"""\b(?: raise | throw | panic | fail | fatal | abort | die | bail | reject | Err | Errorf
          | errors\.New | console\.(?:error|warn) | trigger_error )\b
        | \b(?:new\s+)?[A-Z]\w*(?:Error|Exception)\b""",
    re.VERBOSE,
)
# How far above the line with the message its throw may begin.
_REACH = 6
# In a shorter piece of a message nothing tells it from other text.
_LEAST_PIECE = 4

# The first that fits decides: (what, pattern, type).
_TYPES: tuple[tuple[str, re.Pattern[str], ErrorType], ...] = (
    ("errorCode", re.compile(r"."), "error_code"),
    ("throw", re.compile(r"\bpanic\b"), "panic"),
    ("throw", re.compile(r"\bconsole\.(?:error|warn)\b"), "console"),
    ("errorClass", re.compile(r"(?i)http"), "http"),
    ("errorClass", re.compile(r"(?i)validat"), "validation"),
)


def complete(raw: RawRecord) -> RawRecord:
    """The record with all 31 fields, when it comes from a text page; else the record itself, as it is where
    an export has it complete.

    Values of a page are texts, numbers or null as its reader makes them; unsound ones (a bad id, an
    unknown severity) are left for `validate` to reject.
    """
    if raw.form != "text" or FIELDS.keys() <= raw.values.keys():
        return raw
    values = dict(raw.values)
    message = _text(values, "errorMessage")
    throw = find_throw(values)
    start, end = _span(values, throw)
    values |= {
        # An id is a legal slug for a message with neither letters nor digits.
        "slug": compute_slug(_text(values, "errorCode") or message) or values.get("id"),
        "messagePattern": pattern_of(message),
        "errorType": _error_type(values, throw),
        "httpStatus": None,
        "sourceCodeStart": start,
        "sourceCodeEnd": end,
        "githubUrl": _permalink(values, start, end),
        "tags": [],
        "backgroundTag": None,
        "schemaVersion": SCHEMA_VERSION,
    }
    added = values.keys() - raw.values.keys()
    return replace(raw, values=values, derived=raw.derived | added)


def find_throw(values: Mapping[str, object]) -> int | None:
    """The line of the snippet that throws (0-based), or None when none stands out.

    It is the line with a throwing word at or just above the longest piece of the message, or above
    the code; without such a piece, the only line that throws. Of several the one nearest to the
    middle, because snippets are cut around the throw.
    """
    lines = _text(values, "sourceCode").splitlines()
    pieces = sorted(literals(_text(values, "errorMessage")), key=len, reverse=True)[:1]
    for piece in (*(piece.strip() for piece in pieces), _text(values, "errorCode")):
        if len(piece) < _LEAST_PIECE:
            continue
        hits = [index for index, line in enumerate(lines) if piece in line]
        # A message broken over lines of source shows its beginning only.
        hits = hits or [index for index, line in enumerate(lines) if _begins(piece, line)]
        if hits:
            middle = len(lines) // 2
            return min((_throw_above(lines, hit) for hit in hits), key=lambda i: abs(i - middle))
    throwing = [index for index, line in enumerate(lines) if _THROWS.search(line)]
    return throwing[0] if len(throwing) == 1 else None


def _begins(piece: str, line: str) -> bool:
    beginning = piece[:20]
    return len(beginning) == 20 and beginning in line


def _throw_above(lines: list[str], hit: int) -> int:
    for index in range(hit, max(hit - _REACH, -1), -1):
        if _THROWS.search(lines[index]):
            return index
    return hit


def _span(values: Mapping[str, object], throw: int | None) -> tuple[int | None, int | None]:
    line = values.get("lineNumber")
    if throw is None or not isinstance(line, int) or line <= throw:
        return None, None
    start = line - throw
    return start, start + len(_text(values, "sourceCode").splitlines()) - 1


def _error_type(values: Mapping[str, object], throw: int | None) -> ErrorType:
    lines = _text(values, "sourceCode").splitlines()
    clues = {
        "errorCode": _text(values, "errorCode"),
        "errorClass": _text(values, "errorClass"),
        "throw": lines[throw] if throw is not None else "",
    }
    for clue, pattern, error_type in _TYPES:
        if pattern.search(clues[clue]):
            return error_type
    return "exception"


def _permalink(values: Mapping[str, object], start: int | None, end: int | None) -> str:
    repo, sha = _text(values, "repo"), _text(values, "analyzedSha")
    path = quote(_text(values, "filePath"), errors="replace")
    line = values.get("lineNumber")
    anchor = f"#L{start}-L{end}" if start is not None else f"#L{line}" if line is not None else ""
    return f"https://github.com/{repo}/blob/{sha}/{path}{anchor}"


def _text(values: Mapping[str, object], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) else ""
