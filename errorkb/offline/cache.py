"""What is made of a pack, in a folder beside it: kept while the pack is the same, and shared by processes."""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from errorkb.exports.dataset import MANIFEST
from errorkb.exports.pack import Pack, PackError
from errorkb.fulltext import documents
from errorkb.locking import locked
from errorkb.matching import index_folder
from errorkb.matching.index_folder import IndexFolder, Manifest
from errorkb.matching.segment import parts_of, write_segment
from errorkb.offline.entry import PackEntry
from errorkb.offline.store import write_store

#: Raised when what is made of a pack changes: an older cache is then made anew.
VERSION = 1
STORE, INDEX, WORDS = "entries", "index", "words"
#: Entries of a segment: what making one takes of memory stays bounded.
SEGMENT_ROWS = 100_000


@contextlib.contextmanager
def made_of(pack: Pack) -> Iterator[Path]:
    """The folder of what was made of a pack, for the length of a block. Raises PackError and OSError.

    Where nothing can be written beside the pack it is made in a temporary folder, each time.
    """
    place, key = pack.folder.with_name(f".{pack.folder.name}.index"), _key(pack)
    with contextlib.suppress(OSError):
        place.mkdir(exist_ok=True)
    if os.access(place, os.W_OK) or (place / key).is_dir():
        yield made(place / key, lambda fresh: _make(pack, fresh))
        return
    with tempfile.TemporaryDirectory(prefix="errorkb-") as folder:
        yield made(Path(folder) / key, lambda fresh: _make(pack, fresh))


def made(folder: Path, make: Callable[[Path], object]) -> Path:
    """A folder that is there as a whole or not at all: ``make`` fills another one, which takes its name."""
    if folder.is_dir():
        return folder
    fresh = folder.with_name(f"{folder.name}.partial")
    with locked(folder.with_name("lock"), wait=True):
        if not folder.is_dir():
            shutil.rmtree(fresh, ignore_errors=True)
            fresh.mkdir()
            make(fresh)
            fresh.rename(folder)
    return folder


def _key(pack: Pack) -> str:
    """Names a pack by its manifest, which has the checksums of all its files."""
    digest = hashlib.sha256((pack.folder / MANIFEST).read_bytes()).hexdigest()[:16]
    return f"{digest}-{VERSION}.{index_folder.VERSION}.{documents.VERSION}"


def _make(pack: Pack, fresh: Path) -> None:
    for path in fresh.parent.iterdir():
        if path.is_dir() and path != fresh:  # of the pack that stood here before
            shutil.rmtree(path, ignore_errors=True)
    if sys.stderr.isatty():
        print(f"errorkb: reading {pack.folder}, once …", file=sys.stderr)
    folder = IndexFolder(fresh / INDEX)
    (fresh / INDEX).mkdir()
    entries = write_store(fresh / STORE, map(_entry, pack.envelopes()))
    try:
        rows = (entry.row() for entry in entries)
        segments = tuple(folder.add(write_segment(part)) for part in parts_of(rows, SEGMENT_ROWS))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, PackError):
            raise
        raise PackError(f"{pack.folder} holds what is no record ({error!r:.200})") from None
    version = pack.manifest.version
    folder.commit(Manifest(database="", revision=version, watermark=0, segments=segments))


def _entry(envelope: dict[str, object]) -> PackEntry:
    record, version = envelope["record"], envelope.get("datasetVersion")
    if not isinstance(record, dict):
        raise TypeError("a record is an object")
    return PackEntry(
        record=record,
        dataset_version=None if version is None else str(version),
        form=str(envelope.get("form", "json")),
    )
