"""Archives and datasets that the tests vary, made in memory, and the short way to what is in them."""

import bz2
import gzip
import hashlib
import io
import json
import lzma
import sys
import tarfile
import zipfile
from collections.abc import Callable

from ingest.problems import Problem
from ingest.readers import Limits
from ingest.readers.dump import read_stream
from ingest.record import RawRecord, RepoFacts
from tests.ingest.sample import values

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd.compress,
}
VERSION = "2026-10-01T00:00:00.000Z"


def zstd_with_checksum(data):
    return zstd.compress(data, options={int(zstd.CompressionParameter.checksum_flag): 1})


def zstd_file(path):
    """A file to write bytes to, which it compresses."""
    return zstd.ZstdFile(path, "wb")


def record(number, **changes):
    """The bytes of a record as JSON, and one newline; each number gives another record."""
    changes = {"slug": f"widget-{number}", "errorMessage": f"No widget number {number}"} | changes
    return json.dumps(values(**changes)).encode() + b"\n"


def unpack(data, name="dump", limits=None):
    """What open_dump would find in a file with these bytes."""
    return list(read_stream(io.BytesIO(data), name, limits or Limits()))


def outcome(found):
    """What was found, in short: `widget-1` for a record, `repo a/b`, `member: code` for a problem."""
    return [_short(item) for item in found]


def _short(item):
    if isinstance(item, RawRecord):
        return item.values["slug"]
    if isinstance(item, RepoFacts):
        return f"repo {item.repo}"
    assert isinstance(item, Problem)
    assert item.reason.isprintable()
    return f"{item.file}: {item.code}" + ("" if item.rejects else " (warning)")


def zipped(*members, compression=zipfile.ZIP_DEFLATED):
    """A zip archive of (name or ZipInfo, bytes)."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def tarred(*members, mode="w", **options):
    """A tar archive of (name or TarInfo, bytes)."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode, **options) as archive:
        for name, data in members:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def tar_info(name, **attributes):
    info = tarfile.TarInfo(name)
    for key, value in attributes.items():
        setattr(info, key, value)
    return info


def dataset(files=None, /, *, listed=(), version=VERSION, **changes):
    """The files of a dataset by name; those that `listed` names stand in the manifest as records."""
    held = {
        "repos.json": json.dumps({"repos": [repo_row()], "datasetVersion": version}).encode(),
        "index.json.gz": gzip.compress(b'{"errors": []}', mtime=0),
        "repos/acme/widgets.json": b"[" + record(1).strip() + b"]",
    } | (files or {})
    entries = {"index": entry("index.json.gz", held), "repos": entry("repos.json", held)}
    if listed:
        entries["records"] = [entry(name, held) for name in listed]
    manifest = {
        "schemaVersion": 2,
        "datasetVersion": version,
        "counts": {"repos": 1, "errors": 1},
        "files": entries,
    }
    return {"manifest.json": json.dumps(manifest | changes).encode()} | held


def entry(name, files):
    data = files[name]
    return {"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def repo_row(**changes):
    return {
        "repo": "acme/widgets",
        "description": "Widgets for shelves",
        "language": "Python",
        "stars": 12,
        "sourceFiles": 34,
        "defaultBranch": "trunk",
        "analyzedSha": "ab" * 20,
        "analyzedAt": "2026-08-14T21:57:28.298Z",
        "errorCount": 1,
    } | changes
