"""A pulled dataset on disk: what it is, and its records. No Django, no database."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from errorkb.exports.dataset import (
    BULK,
    MANIFEST,
    MAX_MANIFEST_BYTES,
    REPOS,
    Manifest,
    ManifestError,
    read_manifest,
    record_path,
)

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


class PackError(ValueError):
    """There is no pack, or it is damaged; the text is one line that says what to do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pack:
    """A whole dataset in a folder, which is replaced as a whole: whoever opened it earlier may find its files
    gone, and opens it again."""

    folder: Path
    manifest: Manifest

    def records(self) -> Iterator[dict[str, Any]]:
        """Its live records, 31 fields each, one at a time. PackError where a file is gone or damaged."""
        return (envelope["record"] for envelope in self.envelopes())

    def envelopes(self) -> Iterator[dict[str, Any]]:
        """The same with what the base knew beside each: ``record`` and, where the dataset tells them,
        ``datasetVersion`` and ``form``. PackError as above."""
        try:
            yield from self._from_bulk() if BULK in self.manifest.files else self._from_repos()
        except (OSError, EOFError, ValueError, KeyError, TypeError, zstd.ZstdError) as error:
            raise PackError(f"{self.folder} is damaged ({error}): errorkb pull fetches it anew") from None

    def _from_bulk(self) -> Iterator[dict[str, Any]]:
        with zstd.ZstdFile(self.folder / BULK) as lines:
            for line in lines:
                envelope = json.loads(line)
                if envelope.get("retiredAt") is None:
                    yield envelope

    def _from_repos(self) -> Iterator[dict[str, Any]]:
        for path in self.record_files():
            yield from ({"record": record} for record in json.loads((self.folder / path).read_bytes()))

    def repositories(self) -> list[dict[str, Any]]:
        """Its table of repositories. PackError where that is gone or damaged."""
        try:
            return _rows((self.folder / REPOS).read_bytes())
        except (OSError, ValueError) as error:
            raise PackError(f"{self.folder} is damaged ({error}): errorkb pull fetches it anew") from None

    def record_files(self) -> list[str]:
        """The files of the repositories' records, by name."""
        if self.manifest.lists_records:
            return sorted(path for path in self.manifest.files if path.startswith("repos/"))
        return repository_files((self.folder / REPOS).read_bytes())


def open_pack(folder: Path) -> Pack:
    """The pack of a folder. Raises PackError."""
    try:
        with (folder / MANIFEST).open("rb") as file:
            data = file.read(MAX_MANIFEST_BYTES + 1)
        if len(data) > MAX_MANIFEST_BYTES:
            raise ManifestError("it is too long")
        manifest = read_manifest(data)
    except OSError as error:
        reason = f"{folder} has no pack ({error.strerror}): errorkb pull URL fetches one"
        raise PackError(reason) from None
    except ManifestError as error:
        raise PackError(f"{folder / MANIFEST}: {error}: errorkb pull fetches it anew") from None
    return Pack(folder=folder, manifest=manifest)


def repository_files(table: bytes) -> list[str]:
    """The files of records that a table of repositories stands for. Raises ValueError."""
    return sorted({record_path(row["repo"]) for row in _rows(table) if row.get("errorCount") != 0})


def _rows(table: bytes) -> list[dict[str, Any]]:
    value = json.loads(table)
    rows = value.get("repos") if isinstance(value, dict) else value
    if not isinstance(rows, list):
        raise ValueError(f"{REPOS} is no list of repositories")
    return [row for row in rows if isinstance(row, dict) and isinstance(row.get("repo"), str)]
