"""The entries of a pack by their ids, in one file. Records are compressed: many are long."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from errorkb.offline.entry import PackEntry

_CREATE = (
    "CREATE TABLE entry (id TEXT PRIMARY KEY, form TEXT, version TEXT, record BLOB NOT NULL) WITHOUT ROWID"
)


def write_store(path: Path, entries: Iterable[PackEntry]) -> Iterator[PackEntry]:
    """Writes the file while the entries pass through; it is whole when they have ended."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        # It is made anew where it was not finished: nothing need be safe before that.
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute(_CREATE)
        database.execute("BEGIN")
        for entry in entries:
            record = zlib.compress(json.dumps(entry.record).encode(), 1)
            values = (entry.id, entry.form, entry.dataset_version, record)
            database.execute("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)", values)
            yield entry
        database.execute("COMMIT")


class Store:
    """A file of entries, opened for reading. Close it. Raises sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)

    def close(self) -> None:
        self._database.close()

    def entries(self, ids: Iterable[str]) -> dict[str, PackEntry]:
        """Those that are there, in the order of ``ids``; at most some hundreds."""
        wanted = list(dict.fromkeys(ids))
        places = ", ".join("?" * len(wanted))
        rows = self._database.execute(f"SELECT * FROM entry WHERE id IN ({places})", wanted)  # noqa: S608
        found = {row[0]: _entry(row) for row in rows}
        return {entry: found[entry] for entry in wanted if entry in found}

    def all(self) -> Iterator[PackEntry]:
        """Every entry, by id."""
        return map(_entry, self._database.execute("SELECT * FROM entry ORDER BY id"))


def _entry(row: tuple[str, str, str | None, bytes]) -> PackEntry:
    _, form, version, record = row
    return PackEntry(record=json.loads(zlib.decompress(record)), dataset_version=version, form=form)
