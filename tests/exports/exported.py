"""Exports of the present base, for tests."""

import json

from errorkb.exports.snapshot import Part, snapshot
from errorkb.exports.write import write_changes, write_dataset


def export(folder, part=None):
    folder.mkdir()
    with snapshot(part or Part()) as base:
        return write_dataset(folder, base)


def changes(folder, part, since="then"):
    folder.mkdir()
    with snapshot(part) as base:
        return write_changes(folder, base, since)


def manifest(folder):
    return json.loads((folder / "manifest.json").read_bytes())
