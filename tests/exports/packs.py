"""Datasets that are made without a base, and are whole."""

import gzip
import hashlib
import json
import sys
from pathlib import Path

from tests.ingest.sample import values

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

VERSION = "2026-10-01T00:00:00.000000001Z"


def write(folder: Path, files: dict[str, bytes], version: str = VERSION, **changes) -> None:
    """A dataset of these files; the manifest lists all."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    entries = {name: entry(name, data) for name, data in files.items()}
    listed: dict[str, object] = {
        key: entries[name]
        for key, name in (("index", "index.json"), ("repos", "repos.json"), ("bulk", "errors.jsonl.zst"))
        if name in entries
    }
    records = [told for name, told in sorted(entries.items()) if name.startswith("repos/")]
    manifest = {
        "schemaVersion": 2,
        "datasetVersion": version,
        "counts": {"repos": len(records), "errors": len(records)},
        "files": listed | {"records": records},
    } | changes
    (folder / "manifest.json").write_text(json.dumps(manifest))


def entry(name: str, data: bytes) -> dict[str, object]:
    return {"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def dataset_files(count: int = 3, said: str = "said") -> dict[str, bytes]:
    """The files of a dataset with a repository for each of ``count`` records."""
    records = [values(repo=f"acme/w{number}", documentation=f"{said} {number}") for number in range(count)]
    lines = [json.dumps({"record": record, "datasetVersion": None, "form": "json"}) for record in records]
    retired = {
        "record": values(repo="acme/gone"),
        "datasetVersion": None,
        "retiredAt": "2026-01-01T00:00:00Z",
    }
    table = [{"repo": record["repo"], "errorCount": 1} for record in records]
    return {
        "index.json": json.dumps({"errors": [record["id"] for record in records]}).encode(),
        "repos.json": json.dumps([*table, {"repo": "acme/none", "errorCount": 0}]).encode(),
        "errors.jsonl.zst": zstd.compress("\n".join([*lines, json.dumps(retired)]).encode()),
        **{f"repos/{record['repo']}.json": json.dumps([record]).encode() for record in records},
    }


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)
