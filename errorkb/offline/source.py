"""A pack as a source of matches."""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from errorkb.client import ClientError
from errorkb.fulltext.query import read
from errorkb.matching.explaining import Similar
from errorkb.matching.finding import Index
from errorkb.matching.index_folder import IndexFolder
from errorkb.offline.cache import INDEX, STORE, WORDS, made
from errorkb.offline.entry import PackEntry
from errorkb.offline.store import Store
from errorkb.offline.words import with_words, write_words


class PackSource:
    """The entries of a pack, from the folder of what was made of it. Close it. Raises ClientError where that
    folder is damaged."""

    def __init__(self, folder: Path, version: str) -> None:
        self.dataset_version: str | None = version
        self._folder = folder
        with self._reading():
            self._store = Store(folder / STORE)

    def close(self) -> None:
        self._store.close()

    @cached_property
    def index(self) -> Index:
        with self._reading():
            folder = IndexFolder(self._folder / INDEX)
            manifest = folder.manifest()
            if manifest is None:
                raise ValueError("its index is not whole")
            segments = tuple(folder.open(name) for name in manifest.segments)
        return Index(revision=manifest.revision, names=manifest.segments, segments=segments)

    def entries(self, ids: list[str]) -> dict[str, PackEntry]:
        with self._reading():
            return self._store.entries(ids)

    def similar(self, message: str, *, limit: int, repo: str | None) -> list[Similar[PackEntry]]:
        """Entries that have most of the message's words."""
        found = dict(self.with_words(message, limit=limit, repo=repo, some=False))
        return [
            Similar(entry=entry, candidate=entry.candidate(), likeness=found[entry.id])
            for entry in self.entries(list(found)).values()
        ]

    def with_code(self, code: str, *, repo: str | None) -> list[PackEntry]:
        """Entries that have exactly this code, in any case of letters; newest first."""
        ids = [found.entry for found in self.index.find_code(code) if repo in (None, found.repo)]
        return sorted(self.entries(ids[:500]).values(), key=lambda one: (-one.analyzed.timestamp(), one.id))

    def with_words(
        self, query: str, *, limit: int, repo: str | None, some: bool = True
    ) -> list[tuple[str, float]]:
        """Ids of entries by words, each with how well it fits, the best first."""
        with self._reading():
            words = made(self._folder / WORDS, lambda fresh: write_words(fresh, self._store.all()))
            # A lone surrogate has no UTF-8.
            asked = read(query.encode("utf-8", "replace").decode())
            return with_words(words, asked, repo=repo, limit=limit, some=some)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, sqlite3.Error, zlib.error) as error:
            told = f"{self._folder} cannot be used ({error}): remove it, and it is made again"
            raise ClientError(told) from None
