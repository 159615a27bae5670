"""Whether a folder is a whole dataset: every file of it is listed, and is what the manifest lists."""

import hashlib
import json


def files(folder):
    """Relative path → bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def listed(manifest):
    """Relative path → what the manifest says of it."""
    told = manifest["files"]
    entries = [entry for key, entry in told.items() if key != "records"] + told.get("records", [])
    return {entry["path"]: entry for entry in entries}


def assert_whole(folder):
    """Returns the dataset's version."""
    found = files(folder)
    manifest = json.loads(found.pop("manifest.json"))
    told = listed(manifest)
    assert found.keys() == told.keys()
    for path, entry in told.items():
        assert entry["bytes"] == len(found[path]), path
        assert entry["sha256"] == hashlib.sha256(found[path]).hexdigest(), path
    return manifest["datasetVersion"]
