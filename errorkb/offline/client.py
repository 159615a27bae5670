"""A pack as a client: it gives the API's answers to the questions that a pack can answer."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from errorkb.api.answers import match_report, search_match
from errorkb.client import ClientError
from errorkb.exports.pack import Pack, PackError, open_pack
from errorkb.matching.explaining import explain
from errorkb.offline.cache import made_of
from errorkb.offline.entry import PackEntry
from errorkb.offline.source import PackSource


@contextlib.contextmanager
def opened(folder: Path) -> Iterator["PackClient"]:
    """A client of the pack of a folder, for the length of a block. Raises ClientError."""
    with contextlib.ExitStack() as stack:
        try:
            pack = open_pack(folder.absolute())
            made = stack.enter_context(made_of(pack))
        except PackError as error:
            raise ClientError(str(error)) from None
        except OSError as error:
            raise ClientError(f"{folder}: {error.strerror or error}") from None
        source = stack.enter_context(contextlib.closing(PackSource(made, pack.manifest.version)))
        yield PackClient(pack=pack, source=source)


@dataclass(frozen=True, kw_only=True, slots=True)
class PackClient:
    """Asks one pack. Every method raises ClientError and gives the API's JSON."""

    pack: Pack
    source: PackSource
    pages: str | None = None

    @property
    def name(self) -> str:
        return str(self.pack.folder)

    def match(self, text: str, *, limit: int = 5, repo: str | None = None) -> dict[str, Any]:
        return match_report(explain(text, self.source, limit=limit, repo=repo))

    def search(self, query: str, *, limit: int = 5, repo: str | None = None) -> dict[str, Any]:
        rows: dict[str, dict[str, Any]] = {}

        def add(entry: PackEntry, score: float, match_type: str) -> None:
            rows.setdefault(entry.id, search_match(entry, score, match_type))

        for entry in self.source.with_code(query.strip(), repo=repo)[:limit]:
            add(entry, 1.0, "exact-code")
        for found in explain(query, self.source, limit=limit, repo=repo).matches:
            if found.verdict.match_type == "pattern":
                add(found.entry, found.verdict.score, "pattern")
        scores = dict(self.source.with_words(query, repo=repo, limit=limit))
        for entry in self.source.entries(list(scores)).values():
            add(entry, scores[entry.id] / 2, "fuzzy")
        return {"matches": list(rows.values())[:limit], "datasetVersion": self.source.dataset_version}

    def entry(self, entry_id: str) -> dict[str, Any] | None:
        found = self.source.entries([entry_id]).get(entry_id) if entry_id.isascii() else None
        return found.envelope() if found else None

    def repos(self) -> dict[str, Any]:
        try:
            rows = self.pack.repositories()
        except PackError as error:
            raise ClientError(str(error)) from None
        return {"repos": rows, "datasetVersion": self.source.dataset_version}

    def attempts(self, entry_id: str) -> dict[str, Any] | None:
        raise ClientError(f"{self.name} is a pack: what was tried is known to a base only")

    def report(self, entry_id: str, *, outcome: str, note: str) -> dict[str, Any] | None:
        raise ClientError(f"{self.name} is a pack: what was tried can be told to a base only")
