"""What ranking reads of an entry, and what it says of it."""

import json
import re
from dataclasses import astuple, dataclass

# A name that is called or defined, behind a blank.
_CALLED = re.compile(r" ([^\s().]{2,200})\(")
#: So many names of a snippet are kept.
MAX_NAMES = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """What ranking reads of an entry. analyzed: seconds since 1970. named: functions that the snippet names.
    form: what it was read from."""

    id: str
    error_code: str | None
    error_message: str
    error_class: str | None
    file_path: str
    line_number: int | None
    source_code_start: int | None
    source_code_end: int | None
    analyzed: float
    named: tuple[str, ...] = ()
    form: str = "json"

    def packed(self) -> bytes:
        """All but the id, as the index keeps it."""
        return json.dumps(astuple(self)[1:], ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )

    @classmethod
    def unpacked(cls, entry: str, data: bytes) -> "Candidate":
        """The candidate that was ``packed``."""
        code, message, error_class, file, line, start, end, analyzed, named, form = json.loads(data)
        return cls(
            id=entry,
            error_code=code,
            error_message=message,
            error_class=error_class,
            file_path=file,
            line_number=line,
            source_code_start=start,
            source_code_end=end,
            analyzed=analyzed,
            named=tuple(named),
            form=form,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """One piece of evidence: a fixed code, and the detail in words."""

    code: str
    detail: str


def named_in(source_code: str | None) -> tuple[str, ...]:
    """The functions that a snippet calls or defines, each once."""
    return tuple(dict.fromkeys(_CALLED.findall(source_code or "")))[:MAX_NAMES]


def short_name(error_class: str) -> str:
    """``json.decoder.JSONDecodeError`` → ``jsondecodeerror``: what two spellings of a class share."""
    for separator in ("::", "\\", "$", "/"):
        error_class = error_class.replace(separator, ".")
    return error_class.rsplit(".", 1)[-1].lower()
