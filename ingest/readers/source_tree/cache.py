"""What was read of files before: facts by the content of the file, so that only what changed is read again.

A key names the content, the language and the scanner: another scanner, or Python, reads everything anew. The
cache is a convenience: when it cannot be used, files are read.
"""

import hashlib
import pickle
import sqlite3
import sys
import time
import zlib
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Self

FILE = "scans.sqlite"
#: Facts that nothing asked for in so many days are dropped.
KEPT_DAYS = 60
_DAY = 86400
_BUSY_SECONDS = 5.0
_TABLE = "CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, used INTEGER NOT NULL, data BLOB NOT NULL)"


class FactCache:
    """Facts in a file of a folder, for the length of a block; ``folder`` None: nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._database: sqlite3.Connection | None = None
        self._today = int(time.time() // _DAY)
        self._used: set[str] = set()

    def __enter__(self) -> Self:
        if self._folder is not None:
            self._open(self._folder / FILE)
        return self

    def __exit__(self, *raised: object) -> None:
        if self._database is None:
            return
        with suppress(sqlite3.Error), closing(self._database), self._database:
            self._database.executemany(
                "UPDATE facts SET used = ? WHERE key = ? AND used < ?",
                ((self._today, key, self._today) for key in self._used),
            )
            self._database.execute("DELETE FROM facts WHERE used < ?", (self._today - KEPT_DAYS,))
        self._database = None

    def get(self, key: str) -> Any:
        """What was kept under a key, or None."""
        if self._database is None:
            return None
        try:
            row = self._database.execute("SELECT data FROM facts WHERE key = ?", (key,)).fetchone()
            # The file is this user's own, as the programs are; nothing from a scanned tree is unpickled.
            found = pickle.loads(zlib.decompress(row[0])) if row else None  # noqa: S301
        except (sqlite3.Error, zlib.error, pickle.UnpicklingError, AttributeError, ImportError, EOFError):
            return None
        if row:
            self._used.add(key)
        return found

    def put(self, facts: Mapping[str, Any]) -> None:
        """Keeps facts by their keys."""
        if self._database is None:
            return
        rows = [
            (key, self._today, zlib.compress(pickle.dumps(value, protocol=5), 1))
            for key, value in facts.items()
        ]
        with suppress(sqlite3.Error), self._database:
            self._database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _connected(path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # locked, or the disk is full
                return
            with suppress(OSError, sqlite3.Error):  # it is no database: begin a new one
                path.unlink(missing_ok=True)
                self._database = _connected(path)
        except OSError:
            return


def _connected(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_BUSY_SECONDS)
    try:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=OFF")
        with database:
            database.execute(_TABLE)
    except sqlite3.Error:
        database.close()
        raise
    return database


def key_of(content_sha256: str, module: str) -> str:
    """The key of a file's facts."""
    return f"{content_sha256}-{module}-{fingerprint()}"


@cache
def fingerprint() -> str:
    """Names this scanner: its own source, the interpreter and the grammars."""
    digest = hashlib.sha256(repr((sys.version_info, *_grammars())).encode())
    folder = Path(__file__).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _grammars() -> list[str]:
    names = ["go", "java", "javascript", "typescript", "rust", "c-sharp", "ruby", "php", "kotlin"]
    found = []
    for name in ["tree-sitter", *(f"tree-sitter-{name}" for name in names)]:
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return found
