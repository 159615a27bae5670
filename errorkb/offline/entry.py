"""An entry of a pack, and what matcher and search read of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from errorkb.fulltext.documents import COLUMNS
from errorkb.matching.candidate import Candidate
from errorkb.matching.searched import FIELDS, candidate_of, row_of
from errorkb.matching.segment import Row


@dataclass(frozen=True, kw_only=True, slots=True)
class PackEntry:
    """record: its 31 fields. form: json, text or source. Its attributes are those of a base's entry."""

    record: Mapping[str, Any]
    dataset_version: str | None
    form: str

    @property
    def id(self) -> str:
        return str(self.record["id"])

    @property
    def repo_id(self) -> str:
        return str(self.record["repo"])

    @property
    def slug(self) -> str:
        return str(self.record["slug"])

    @property
    def error_code(self) -> str | None:
        code: str | None = self.record["errorCode"]
        return code

    @property
    def error_message(self) -> str:
        return str(self.record["errorMessage"])

    @property
    def error_class(self) -> str | None:
        error_class: str | None = self.record["errorClass"]
        return error_class

    @property
    def analyzed(self) -> datetime:
        moment = datetime.fromisoformat(self.record["analyzedAt"])
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def get_absolute_url(self) -> str:
        return f"/{self.repo_id}/{self.slug}/"

    def envelope(self) -> dict[str, Any]:
        """The entry as the API gives it."""
        return {"record": self.record, "datasetVersion": self.dataset_version}

    def candidate(self) -> Candidate:
        """What ranking reads."""
        return candidate_of(tuple(self._values(FIELDS).values()))

    def row(self) -> Row:
        """How the matcher finds it. Raises KeyError, TypeError and ValueError where the record is none."""
        return row_of(tuple(self._values(FIELDS).values()))

    def document(self) -> dict[str, Any]:
        """What the search reads of it."""
        return self._values(COLUMNS)

    def _values(self, names: Iterable[str]) -> dict[str, Any]:
        """Values by the names of a base's columns. A pack has live entries only, and knows no doubts."""
        beside = {
            "form": self.form,
            "analyzed_instant": self.analyzed,
            "marks": [],
            "retired_at": None,
        }
        return {name: beside[name] if name in beside else self.record[_key(name)] for name in names}


def _key(column: str) -> str:
    """``error_code`` → ``errorCode``"""
    first, *rest = column.split("_")
    return first + "".join(word.capitalize() for word in rest)
