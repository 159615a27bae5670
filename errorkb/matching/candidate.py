"""What ranking reads of an entry, and what it says of it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """What ranking reads of an entry."""

    id: str
    error_code: str | None
    error_message: str
    error_class: str | None
    file_path: str
    line_number: int | None
    source_code_start: int | None
    source_code_end: int | None
    analyzed: datetime
    source_code: str | None = None
    form: str = "json"


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """One piece of evidence: a fixed code, and the detail in words."""

    code: str
    detail: str


def short_name(error_class: str) -> str:
    """``json.decoder.JSONDecodeError`` → ``jsondecodeerror``: what two spellings of a class share."""
    for separator in ("::", "\\", "$", "/"):
        error_class = error_class.replace(separator, ".")
    return error_class.rsplit(".", 1)[-1].lower()
