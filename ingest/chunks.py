"""The items of a chunk, from where it stands on."""

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from errorkb.models import Chunk
from ingest.readers import Limits, open_dump, read_stream
from ingest.readers.source_tree.scan import Options, Scan, Scanned
from ingest.record import Found, RepoFacts


class ChunkReader:
    """Iterates over what a chunk holds beyond its position. Raises OSError when it cannot be read.

    ``done_bytes`` says about how far into the chunk the reading is. ``cache`` is where scans of source keep
    what they read. Once a source tree was read to its end, ``scanned`` says what of its repository that was.
    """

    def __init__(self, chunk: Chunk, limits: Limits, cache: Path | None = None) -> None:
        self._chunk = chunk
        self._limits = limits
        self._cache = cache
        self._stream: BinaryIO | None = None
        self._scan: Scan | None = None

    def __enter__(self) -> Self:
        path = Path(self._chunk.path)
        if self._chunk.scan is not None:
            options = Options(cache=self._cache, **self._chunk.scan)
            self._scan = Scan(path, options)
        elif not path.is_dir():
            self._stream = path.open("rb")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is not None:
            self._stream.close()

    def __iter__(self) -> Iterator[Found]:
        return islice(self._items(), self._chunk.position, None)

    @property
    def done_bytes(self) -> int:
        """Bytes of the chunk that were taken from its file or files, at most all."""
        if self._scan is not None:
            return min(self._scan.done_bytes, self._chunk.size)
        if self._stream is None or self._stream.closed:
            return 0
        return max(0, min(self._stream.tell() - self._chunk.first_byte, self._chunk.size))

    @property
    def scanned(self) -> Scanned | None:
        """What a scan has seen; None for a dump."""
        return self._scan.scanned if self._scan else None

    @property
    def tree_state(self) -> str:
        """Names the files of a source tree as they are; empty for a dump."""
        return self._scan.state if self._scan else ""

    def _items(self) -> Iterator[Found]:
        chunk = self._chunk
        if self._scan is not None:
            yield from self._scan
            return
        if self._stream is None:
            yield from open_dump(Path(chunk.path), self._limits)
            return
        if chunk.last_byte is None:
            yield from read_stream(self._stream, chunk.path, self._limits)
            return
        part = _Range(self._stream, chunk.first_byte, chunk.last_byte)
        for item in read_stream(part, chunk.path, self._limits):  # type: ignore[arg-type] # it only reads
            yield _moved(item, chunk.first_line - 1)


class _Range:
    """The bytes of a stream from one to before another."""

    def __init__(self, stream: BinaryIO, first: int, last: int) -> None:
        self._stream = stream
        self._left = last - first
        stream.seek(first, os.SEEK_SET)

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(data)
        return data

    def seekable(self) -> bool:
        return False


def _moved(item: Found, lines: int) -> Found:
    """The item with its place counted from the start of the file."""
    if isinstance(item, RepoFacts):
        return item
    word, _, number = item.where.partition(" ")
    if word != "line" or not number.isdigit():
        return item
    return replace(item, where=f"line {int(number) + lines}")
