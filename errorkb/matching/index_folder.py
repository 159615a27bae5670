"""The index on disk: segment files and a manifest that names those in effect. Processes share it.

The manifest is replaced as a whole, so what is half-built is never seen. Files that no manifest names any
more are removed; a process that still maps one keeps it until it lets go.
"""

import json
import mmap
import os
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from uuid import uuid4

from errorkb.locking import locked
from errorkb.matching.segment import Segment

_MANIFEST = "manifest.json"
#: Raised when the form of files or the meaning of rows changes: an older index is then built anew.
VERSION = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """What an index holds. database: names the database it was read from. revision: the base's at that time.
    watermark: rows written by transactions from this number on may not be in it. segments: file names,
    oldest first. version: see ``VERSION``."""

    database: str
    revision: str | None
    watermark: int
    segments: tuple[str, ...]
    version: int = VERSION


class IndexFolder:
    """A folder of one index."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def manifest(self) -> Manifest | None:
        """The manifest in effect; None where there is none of this version, or its files are not there."""
        try:
            values = json.loads((self._path / _MANIFEST).read_bytes())
            manifest = Manifest(**{**values, "segments": tuple(values["segments"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None
        there = all((self._path / name).is_file() for name in manifest.segments)
        return manifest if manifest.version == VERSION and there else None

    def locked(self, *, wait: bool) -> AbstractContextManager[bool]:
        """Keeps other processes from building. Yields False when another one is at it and ``wait`` is not."""
        return locked(self._path / "lock", wait=wait)

    def add(self, data: bytes) -> str:
        """Writes a segment's file and returns its name. No manifest names it yet."""
        name = f"{uuid4().hex}.segment"
        self._write(name, data)
        return name

    def commit(self, manifest: Manifest) -> None:
        """Puts a manifest into effect and removes files that it does not name. The lock must be held."""
        self._write(_MANIFEST, json.dumps(asdict(manifest)).encode())
        for path in self._path.glob("*.segment"):
            if path.name not in manifest.segments:
                path.unlink(missing_ok=True)

    def open(self, name: str) -> Segment:
        """A segment, mapped. Raises OSError when its file is gone, ValueError when it is damaged."""
        with (self._path / name).open("rb") as file:
            return Segment(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))

    def _write(self, name: str, data: bytes) -> None:
        unfinished = self._path / f"{name}.{os.getpid()}"
        unfinished.write_bytes(data)
        unfinished.replace(self._path / name)
