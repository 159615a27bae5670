"""A snapshot → the files of a dataset, in one pass and flat memory."""

import gzip
import hashlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from errorkb.api.serializers import repository
from errorkb.exports.dataset import (
    BULK,
    INDEX,
    INDEX_GZIP,
    MANIFEST,
    REPOS,
    RETIRED,
    SCHEMA,
    SCHEMA_VERSION,
    File,
    record_path,
)
from errorkb.exports.schema import fault, schema_file
from errorkb.exports.snapshot import Exported, Snapshot

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

#: Called now and then with how many entries were written.
Watch = Callable[[int], None]
_WATCHED = 1000
_BULK_LEVEL = 6
_PIECE = 1 << 20


class CaseError(OSError):
    """Two repositories need one file, because the file system does not tell upper from lower case."""


@dataclass(kw_only=True)
class Written:
    """What was written. repos, errors: live ones. faults: (id, why) of entries that were left out, because
    they do not keep the schema."""

    version: str
    repos: int = 0
    errors: int = 0
    retired: int = 0
    files: dict[str, File] = field(default_factory=dict)
    faults: list[tuple[str, str]] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Bytes of all listed files."""
        return sum(file.size or 0 for file in self.files.values())


class _Sink:
    """A new file that is summed up while it is written."""

    def __init__(self, folder: Path, path: str) -> None:
        self.path = path
        self._digest = hashlib.sha256()
        self._size = 0
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._file = place.open("xb")
        except FileExistsError:
            raise CaseError(f"{path} stands there already under another spelling") from None

    def write(self, data: Any) -> int:
        self._digest.update(data)
        self._size += len(data)
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    @property
    def file(self) -> File:
        return File(path=self.path, size=self._size, sha256=self._digest.hexdigest())


class _Folder:
    """The folder of a dataset that is being written."""

    def __init__(self, path: Path, version: str) -> None:
        self.path = path
        self.written = Written(version=version)

    @contextmanager
    def sink(self, path: str) -> Iterator[_Sink]:
        sink = _Sink(self.path, path)
        try:
            yield sink
        finally:
            sink.close()
        self.written.files[path] = sink.file

    @contextmanager
    def array(self, path: str, before: str = "", after: str = "") -> Iterator[Callable[[str], None]]:
        """A file with a JSON array, an element a line; ``before`` and ``after`` stand around it."""
        with self.sink(path) as sink:
            separator = f"{before}[\n"

            def add(element: str) -> None:
                nonlocal separator
                sink.write(f"{separator}{element}".encode())
                separator = ",\n"

            yield add
            end = f"{separator}]" if separator.endswith("[\n") else "\n]"
            sink.write(f"{end}{after}\n".encode())

    @contextmanager
    def bulk(self) -> Iterator[Callable[[str], None]]:
        with self.sink(BULK) as sink:
            file = zstd.ZstdFile(sink, "wb", level=_BULK_LEVEL)
            with file:
                yield lambda line: _ignore(file.write(f"{line}\n".encode()))


def write_dataset(folder: Path, base: Snapshot, watch: Watch | None = None) -> Written:
    """Writes a whole dataset into an empty folder. Raises OSError."""
    place = _Folder(folder, base.version)
    head = f'{{"schemaVersion":{SCHEMA_VERSION},"datasetVersion":{_json(base.version)},"errors":'
    with place.array(INDEX, head, "}") as index, place.array(REPOS) as table, place.bulk() as bulk:
        for repo in base.repos:
            with ExitStack() as stack:
                records: Callable[[str], None] | None = None
                before = place.written.errors
                for entry in _sound(base, repo.name, place.written, watch):
                    text = _json(entry.record)
                    bulk(_envelope(entry, text))
                    if entry.retired_at is None:
                        # A repository without live entries has no file.
                        records = records or stack.enter_context(place.array(record_path(repo.name)))
                        records(text)
                        index(_json(_index_row(entry.record)))
            place.written.repos += records is not None
            table(_json(repository(repo, place.written.errors - before)))
    _write_schema(place)
    packed = _pack_index(place)
    return _write_manifest(place, {INDEX_GZIP: packed})


def write_changes(folder: Path, base: Snapshot, since: str, watch: Watch | None = None) -> Written:
    """Writes what changed: a dataset without index and files of repositories, so that nobody takes it for a
    whole one. Raises OSError."""
    place = _Folder(folder, base.version)
    with place.array(REPOS) as table, place.bulk() as bulk, place.array(RETIRED) as retired:
        for repo in base.repos:
            before = place.written.errors
            for entry in _sound(base, repo.name, place.written, watch):
                bulk(_envelope(entry, _json(entry.record)))
                if entry.retired_at is not None:
                    retired(
                        _json({"id": entry.record["id"], "repo": repo.name, "retiredAt": entry.retired_at})
                    )
            place.written.repos += 1
            table(_json(repository(repo, place.written.errors - before)))
    _write_schema(place)
    return _write_manifest(place, {}, since=since)


def _sound(base: Snapshot, repo: str, written: Written, watch: Watch | None) -> Iterator[Exported]:
    """The entries that keep the schema, counted."""
    for entry in base.entries(repo):
        if why := fault(entry.record):
            written.faults.append((entry.record["id"], why))
            continue
        written.errors += entry.retired_at is None
        written.retired += entry.retired_at is not None
        yield entry
        if watch and (written.errors + written.retired) % _WATCHED == 0:
            watch(written.errors + written.retired)


def _index_row(record: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": record["id"],
        "repo": record["repo"],
        "slug": record["slug"],
        "code": record["errorCode"],
        "msg": record["errorMessage"],
        "pattern": record["messagePattern"],
        "type": record["errorType"],
        "cls": record["errorClass"],
        "tags": record["tags"],
        "sev": record["severity"],
    }


def _envelope(entry: Exported, text: str) -> str:
    beside: dict[str, object] = {"datasetVersion": entry.dataset_version, "form": entry.form}
    beside |= {"derived": entry.derived} if entry.derived else {}
    beside |= {"slug": entry.slug_before} if entry.slug_before is not None else {}
    beside |= {"retiredAt": entry.retired_at} if entry.retired_at is not None else {}
    return f'{{"record":{text},{_json(beside)[1:]}'


def _write_schema(place: _Folder) -> None:
    with place.sink(SCHEMA) as sink:
        sink.write(schema_file())


def _pack_index(place: _Folder) -> dict[str, object]:
    """Writes the compressed index beside the plain one; returns what its reader must know of it."""
    with (
        place.sink(INDEX_GZIP) as sink,
        (place.path / INDEX).open("rb") as plain,
        # Neither a name nor a time in it: the same index gives the same bytes.
        gzip.GzipFile("", "wb", 6, _stream(sink), mtime=0) as packed,
    ):
        shutil.copyfileobj(plain, packed, _PIECE)
    raw = place.written.files[INDEX]
    return {"encoding": "gzip", "rawBytes": raw.size, "rawSha256": raw.sha256}


def _stream(sink: _Sink) -> BinaryIO:
    return sink  # type: ignore[return-value] # it only writes


def _write_manifest(place: _Folder, more: dict[str, dict[str, object]], since: str | None = None) -> Written:
    written = place.written
    keys = {INDEX: "index", INDEX_GZIP: "indexGzip", REPOS: "repos", SCHEMA: "schema", BULK: "bulk",
            RETIRED: "retired"}  # fmt: skip
    files: dict[str, object] = {}
    for path, key in keys.items():
        if path in written.files:
            files[key] = written.files[path].to_json() | more.get(path, {})
    files["records"] = [file.to_json() for path, file in sorted(written.files.items()) if path not in keys]
    manifest: dict[str, object] = {"schemaVersion": SCHEMA_VERSION, "datasetVersion": written.version}
    manifest |= {"since": since} if since is not None else {}
    manifest |= {"counts": {"repos": written.repos, "errors": written.errors, "retired": written.retired}}
    manifest |= {"files": files}
    (place.path / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False) + "\n", encoding="utf-8")
    return written


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _ignore(_: object) -> None:
    """For callables that return what nobody wants."""
