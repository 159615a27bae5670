"""Which state of the base each exported version was, so that ``--since VERSION`` leaves nothing out."""

import json
import re
from datetime import datetime
from pathlib import Path

from errorkb.exports.snapshot import Part
from errorkb.matching.rows import Standing

_FILE = "versions.jsonl"
#: A version of an export has nine digits after the second; no other time is likely to.
_VERSION = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z", re.ASCII)


class UnknownVersion(ValueError):
    """Nothing is known of this version; the text says what to do."""


def remember(folder: Path, version: str, state: Standing) -> None:
    """Notes that a version was exported of this state. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {"version": version, "database": state.database, "watermark": state.watermark}
    with (folder / _FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(told) + "\n")


def changed_since(folder: Path, since: str, state: Standing, repo: str | None = None) -> Part:
    """What changed since a version or a time. Raises UnknownVersion.

    A version stands for the state that it was exported of: what was written later counts, and may be counted
    twice where it was being written just then. A time stands for itself.
    """
    if _VERSION.fullmatch(since):
        watermark = _watermark(folder, since, state)
        if watermark is None:
            raise UnknownVersion(
                f"no dataset {since} was exported of this base (or its {_FILE} in {folder} is gone): "
                "give a time, or export the whole base"
            )
        return Part(repo=repo, written_since=watermark)
    try:
        time = datetime.fromisoformat(since)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise UnknownVersion(f"{since!r} is neither a dataset's version nor a time like 2026-08-15T22:17:37Z")
    return Part(repo=repo, changed_since=time)


def _watermark(folder: Path, version: str, state: Standing) -> int | None:
    """The earliest state with this version: what came after it may have come back to it."""
    try:
        lines = (folder / _FILE).read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    for line in lines:
        try:
            told = json.loads(line)
        except ValueError:
            continue  # a line that a killed process did not finish
        # Of a database that was set back, later numbers tell nothing.
        if (told["version"], told["database"]) == (version, state.database):
            return int(told["watermark"]) if told["watermark"] <= state.watermark else None
    return None
