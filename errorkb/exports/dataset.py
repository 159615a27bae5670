"""What the files of a dataset are called, and what its manifest says. No Django."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

SCHEMA_VERSION = 2
MANIFEST = "manifest.json"
INDEX = "index.json"
INDEX_GZIP = "index.json.gz"
REPOS = "repos.json"
SCHEMA = "schema.json"
BULK = "errors.jsonl.zst"
RETIRED = "retired.json"
RECORDS = "repos"
#: Everything that an export may have at its top: a folder with anything else is somebody's, and not replaced.
TOP = frozenset({MANIFEST, INDEX, INDEX_GZIP, REPOS, SCHEMA, BULK, RETIRED, RECORDS})
#: The longest manifest that is read, in bytes: about 200,000 repositories.
MAX_MANIFEST_BYTES = 32 << 20

_PATH = re.compile(r"(?:(?!\.{1,2}/)[A-Za-z0-9._-]{1,105}/){0,3}(?!\.{1,2}\Z)[A-Za-z0-9._-]{1,105}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_MAX_DEPTH = 4


class ManifestError(ValueError):
    """It is no manifest of a dataset, or lists files that no dataset has; the text says what is wrong."""


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A file of a dataset. path: relative, with `/`. size: bytes; None, like sha256, where nobody told it."""

    path: str
    size: int | None
    sha256: str | None

    def to_json(self) -> dict[str, object]:
        """As it stands in a manifest."""
        return {"path": self.path, "bytes": self.size, "sha256": self.sha256}


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """version: the datasetVersion. files: what is listed, by path. errors: how many live records there are.
    is_whole: False where it has only what changed since an earlier one."""

    version: str
    files: Mapping[str, File]
    errors: int
    is_whole: bool

    @property
    def lists_records(self) -> bool:
        """Whether the files of records are listed; else they follow from the table of repositories."""
        return any(path.startswith(f"{RECORDS}/") for path in self.files)


def record_path(repo: str) -> str:
    """The file of a repository's records."""
    return f"{RECORDS}/{repo}.json"


def is_safe(path: str) -> bool:
    """Whether a path stays in its folder and means the same on every system."""
    return _PATH.fullmatch(path) is not None


def read_manifest(data: bytes) -> Manifest:
    """What a manifest says. Raises ManifestError."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise ManifestError("it is no JSON") from None
    if not isinstance(value, dict) or not isinstance(value.get("files"), dict):
        raise ManifestError("it does not list files")
    version = value.get("datasetVersion")
    if not isinstance(version, str) or not version:
        raise ManifestError("it has no datasetVersion")
    if value.get("schemaVersion") != SCHEMA_VERSION:
        raise ManifestError(
            f"its schemaVersion is {value.get('schemaVersion')!r:.40}; {SCHEMA_VERSION} is read"
        )
    counts = value.get("counts")
    errors = counts.get("errors") if isinstance(counts, dict) else None
    files = {file.path: file for file in _listed(value["files"], 0)}
    return Manifest(
        version=version,
        files=files,
        errors=errors if isinstance(errors, int) else 0,
        is_whole="since" not in value,
    )


def _listed(value: Any, depth: int) -> Iterator[File]:
    children = value.values() if isinstance(value, dict) else value
    for child in children:
        if isinstance(child, dict) and isinstance(child.get("path"), str):
            yield _file(child)
        elif isinstance(child, dict | list) and depth < _MAX_DEPTH:
            yield from _listed(child, depth + 1)


def _file(told: Mapping[str, Any]) -> File:
    # A served manifest may give the address, below which a dataset lies under /data/.
    path = told["path"].removeprefix("/data/")
    if not is_safe(path) or path == MANIFEST:
        raise ManifestError(f"it lists {path!r:.120}, which no dataset has")
    size, sha256 = told.get("bytes"), told.get("sha256")
    if size is not None and (type(size) is not int or size < 0):
        raise ManifestError(f"the size of {path} is {size!r:.40}")
    if sha256 is not None and not (isinstance(sha256, str) and _SHA256.fullmatch(sha256)):
        raise ManifestError(f"the checksum of {path} is {sha256!r:.80}")
    return File(path=path, size=size, sha256=sha256)
