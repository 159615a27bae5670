"""What reading a large dump takes: python -m tests.ingest.memory FORM MEBIBYTES

Writes a dump of so many mebibytes of records in a form, reads it with open_dump, and prints JSON:
records, seconds, and by how many mebibytes the process grew at most.
"""

import bz2
import gzip
import io
import json
import lzma
import resource
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ingest.readers import open_dump
from ingest.record import RawRecord
from tests.ingest.packed import record, zstd_file

MIB = 1 << 20
OPENERS: dict[str, Callable[[Path], Any]] = {
    "gz": lambda path: gzip.GzipFile(path, "wb", compresslevel=1),
    "bz2": lambda path: bz2.BZ2File(path, "wb"),
    "xz": lambda path: lzma.LZMAFile(path, "wb", preset=1),  # noqa: SIM115 - write() closes it
    "zst": zstd_file,
}
FORMS = ["jsonl", "gz", "bz2", "xz", "zst", "zip", "zip-stored", "tar", "tar.gz", "array.gz"]


def lines(size: int) -> Iterator[bytes]:
    """Records as lines, together about so many bytes; each pads its text with digits that pack badly."""
    number = 0
    while size > 0:
        digits = str(pow(3, number % 5000 + 1500, 10**1500))
        line = record(number, documentation=digits)
        size -= len(line)
        number += 1
        yield line


def write(path: Path, form: str, size: int) -> None:
    """Writes the dump, in little memory too."""
    if form in OPENERS:
        with OPENERS[form](path) as file:
            file.writelines(lines(size))
    elif form == "array.gz":
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(b"[")
            for index, line in enumerate(lines(size)):
                file.write(b"," * (index > 0) + line.strip())
            file.write(b"]")
    elif form.startswith("zip"):
        method = zipfile.ZIP_STORED if form == "zip-stored" else zipfile.ZIP_DEFLATED
        with (
            zipfile.ZipFile(path, "w", method) as archive,
            archive.open("a.jsonl", "w", force_zip64=True) as file,
        ):
            for line in lines(size):
                file.write(line)
    elif form.startswith("tar"):
        data = sum(map(len, lines(size)))
        with tarfile.open(path, "w:gz" if form == "tar.gz" else "w") as tar:
            info = tarfile.TarInfo("a.jsonl")
            info.size = data
            tar.addfile(info, io.BufferedReader(Pieces(lines(size))))
    else:
        with path.open("wb") as file:
            file.writelines(lines(size))


class Pieces(io.RawIOBase):
    """A stream over pieces of bytes."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        self._rest = self._rest or next(self._pieces, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


def peak() -> int:
    """The most bytes that the process has held in memory."""
    status = Path("/proc/self/status")
    if status.exists():
        # getrusage would tell of the process that started this one.
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    form, size = sys.argv[1], int(sys.argv[2]) * MIB
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "dump")
        write(path, "jsonl", MIB)
        assert sum(isinstance(item, RawRecord) for item in open_dump(path))
        write(path, form, size)
        before, started = peak(), time.monotonic()
        records = sum(isinstance(item, RawRecord) for item in open_dump(path))
        seconds = round(time.monotonic() - started, 2)
        grown = round((peak() - before) / MIB, 1)
    print(
        json.dumps(
            {"form": form, "records": records, "seconds": seconds, "grown": grown, "peak": peak() // MIB}
        )
    )


if __name__ == "__main__":
    main()
