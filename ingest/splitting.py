"""A path as the parts that workers share: files of lines in ranges, source trees tree by tree (a folder of
installed packages has many), everything else file by file."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ingest.readers import is_dataset
from ingest.readers.source_tree.origins import is_source, trees
from ingest.readers.source_tree.scan import Options, size_of

#: A range of lines is about so many bytes.
RANGE = 16 << 20
_BLOCK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Part:
    """A file or, with ``last_byte``, a range of whole lines of one. Bytes count from 0, lines from 1.

    ``is_source``: a source tree, whose size is that of its sources.
    """

    path: Path
    size: int
    first_byte: int = 0
    last_byte: int | None = None
    first_line: int = 1
    modified: float | None = None
    is_source: bool = False


def split(path: Path, *, whole: bool, options: Options | None = None) -> Iterator[Part]:
    """The parts of a source tree, of a file, or of a folder's files, in order of their names.

    ``whole``: nobody shares the work, so no file is split. ``options``: how source is read. What is not
    there is a part all the same: whoever reads it says so.
    """
    if is_source(path):
        yield from _trees(path, options or Options())
        return
    if path.is_dir() and not is_dataset(path):
        hidden_left_out = (file for file in sorted(path.rglob("*")) if file.is_file())
        for file in hidden_left_out:
            if not any(name.startswith(".") for name in file.relative_to(path).parts):
                yield from _file(file, whole=whole)
        return
    yield from _file(path, whole=whole)


def _trees(path: Path, options: Options) -> Iterator[Part]:
    found = list(trees(path))
    for tree in found:
        try:
            size = size_of(tree, options)
        except OSError:
            size = 0
        # Of many packages, one that has nothing to read is passed over; of one, the report says so.
        if size or len(found) == 1:
            yield Part(path=tree, size=size, is_source=True)


def _file(path: Path, *, whole: bool) -> Iterator[Part]:
    try:
        status = path.stat()
        size, modified = (0, None) if path.is_dir() else (status.st_size, status.st_mtime)
    except OSError:
        yield Part(path=path, size=0)
        return
    if whole or size <= 2 * RANGE or not _is_lines(path):
        yield Part(path=path, size=size, modified=modified)
        return
    with path.open("rb") as stream:
        first_byte, first_line = 0, 1
        while first_byte < size:
            last_byte, lines = _next_border(stream, first_byte, size)
            yield Part(
                path=path,
                size=last_byte - first_byte,
                first_byte=first_byte,
                last_byte=last_byte,
                first_line=first_line,
                modified=modified,
            )
            first_byte, first_line = last_byte, first_line + lines


def _is_lines(path: Path) -> bool:
    """JSON Lines begin with whole objects, one a line."""
    with path.open("rb") as stream:
        heads = [stream.readline(_BLOCK) for _ in range(3)]
    return all(line.startswith(b"{") and line.rstrip().endswith(b"}") for line in heads)


def _next_border(stream: BinaryIO, first_byte: int, size: int) -> tuple[int, int]:
    """The byte behind the line that ends the range, and how many lines the range has."""
    stream.seek(first_byte)
    lines = 0
    end = first_byte
    while end < size and end - first_byte < RANGE:
        block = stream.read(min(_BLOCK, RANGE - (end - first_byte)))
        lines += block.count(b"\n")
        end += len(block)
    while end < size:  # to the end of the line that the range ends in
        rest = stream.readline(_BLOCK)
        end += len(rest)
        if rest.endswith(b"\n"):
            lines += 1
            break
    return end, lines
