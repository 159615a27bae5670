"""Small source trees for tests, and what a scan makes of them."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dulwich import porcelain

from ingest.problems import Problem
from ingest.readers.source_tree.scan import Options, Scan
from ingest.record import Accepted, RawRecord
from ingest.validate import validate

SHELF = '''\
"""A shelf of widgets."""


class WidgetError(Exception):
    """A widget is not as it should be."""


class Shelf:
    """Holds widgets."""

    def find(self, name, count=1):
        """Look a widget up."""
        if name not in self.widgets:
            raise WidgetError(f"No widget named {name} on the shelf")
        if count < 1:
            raise ValueError("count must be at least one")
        return self.widgets[name]
'''
NOON = 1_700_000_000


def write(root: Path, files: Mapping[str, Any], *, time: int = NOON) -> Path:
    """A folder with these files (texts or bytes), each last written at ``time``."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.utime(path, (time, time))
    return root


def commit(
    root: Path, *, remote: str | None = "https://github.com/acme/widgets.git", time: int = NOON
) -> str:
    """Makes a repository of a folder, or commits what changed; the commit's sha."""
    if not (root / ".git").exists():
        porcelain.init(str(root))
        if remote:
            porcelain.remote_add(str(root), "origin", remote)
    paths = [str(path) for path in root.rglob("*") if path.is_file() and ".git" not in path.parts]
    porcelain.add(str(root), paths)
    sha = porcelain.commit(
        str(root), message=b"work", author=b"A <a@b.example>", committer=b"A <a@b.example>",
        author_timestamp=time, commit_timestamp=time, author_timezone=0, commit_timezone=0,
    )  # fmt: skip
    return sha.decode()


def install(
    folder: Path, name: str, version: str, files: dict[str, str], urls: str = "", *, time: int = NOON
):
    """Installs a distribution into a site-packages folder; the folder of its metadata."""
    metadata = f"{name}-{version}.dist-info"
    record = "".join(f"{path},sha256=x,1\n" for path in files) + f"{metadata}/METADATA,,\n"
    told = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: Does things\n{urls}\n"
    write(folder, {**files, f"{metadata}/METADATA": told, f"{metadata}/RECORD": record}, time=time)
    return folder / metadata


def scanned(path: Path, **options):
    """The scan of a path, the accepted records of it by message, and its problems."""
    scan = Scan(path, Options(**options))
    found = list(scan)
    records = {}
    for raw in found:
        if isinstance(raw, RawRecord):
            accepted = validate(raw)
            assert isinstance(accepted, Accepted), accepted
            assert accepted.record.id_recomputes
            records[accepted.record.error_message] = accepted
    return scan, records, [each for each in found if isinstance(each, Problem)]
