"""A server's dataset → a pack on disk, which is replaced as a whole or not at all. No Django.

What the pack has already, by its checksum, is not fetched again. Everything that the manifest lists is
verified; of a dataset whose manifest lists no files of records, these are found by its table of repositories
and must be arrays of objects.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from errorkb.exports.dataset import (
    BULK,
    MANIFEST,
    MAX_MANIFEST_BYTES,
    REPOS,
    File,
    Manifest,
    ManifestError,
    is_safe,
    read_manifest,
)
from errorkb.exports.fetching import Server, TooLong
from errorkb.exports.pack import Pack, PackError, open_pack, repository_files
from errorkb.exports.placing import check_replaceable, replacing

#: A dataset that is replaced on the server while it is pulled is begun again so many times.
TRIES = 3
#: What a pull may bring, in bytes, unless it is told otherwise.
MAX_BYTES = 16 << 30
_PIECE = 1 << 20

#: Called after each file with how many bytes are there, and how many there will be (0: not known).
Watch = Callable[[int, int], object]


class PullError(RuntimeError):
    """Nothing was changed; the text is one line that says why."""


class _Other(Exception):
    """A file is not what the manifest lists: the server has another dataset by now, or it is damaged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pulled:
    """What a pull did. fetched, kept: files. size: bytes that were fetched, uncompressed."""

    version: str
    errors: int
    fetched: int
    kept: int
    size: int


def pull(server: Server, target: Path, *, max_bytes: int = MAX_BYTES, watch: Watch | None = None) -> Pulled:
    """Brings a pack up to date. Raises PullError, FetchError, NotReplaceable and OSError."""
    check_replaceable(target)
    for attempt in range(TRIES):
        data = server.read(MANIFEST, MAX_MANIFEST_BYTES)
        manifest = _manifest(data)
        try:
            return _Pull(server, target, manifest, max_bytes, watch).run(data)
        except _Other as other:
            if attempt == TRIES - 1:
                raise PullError(f"{other} is not what the manifest lists, {TRIES} times in a row") from None
    raise AssertionError


def _manifest(data: bytes) -> Manifest:
    try:
        manifest = read_manifest(data)
    except ManifestError as error:
        raise PullError(f"{MANIFEST} of the server: {error}") from None
    if not manifest.is_whole:
        raise PullError(
            "the server has only what changed since an earlier dataset; errorkb ingest reads that"
        )
    if REPOS not in manifest.files and BULK not in manifest.files:
        raise PullError(f"{MANIFEST} of the server lists no records")
    return manifest


class _Pull:
    """One attempt, of one manifest."""

    def __init__(
        self, server: Server, target: Path, manifest: Manifest, max_bytes: int, watch: Watch | None
    ) -> None:
        self._server = server
        self._target = target
        self._manifest = manifest
        self._left = max_bytes
        self._watch = watch
        self._fetched = self._kept = self._size = self._done = 0
        self._total = sum(file.size or 0 for file in manifest.files.values())

    def run(self, data: bytes) -> Pulled:
        kept = dict(self._there())
        self._check_room(
            sum(file.size or 0 for path, file in self._manifest.files.items() if path not in kept)
        )
        with replacing(self._target) as fresh:
            for path, file in self._manifest.files.items():
                place = _place(fresh, path)
                if path in kept:
                    _link(kept[path], place)
                    self._kept += 1
                    self._advance(file.size or 0)
                else:
                    self._fetch(file, place)
            for path in self._unlisted(fresh):
                self._fetch(File(path=path, size=None, sha256=None), _place(fresh, path))
                _check_records(fresh / path, path)
            (fresh / MANIFEST).write_bytes(data)
        return Pulled(
            version=self._manifest.version,
            errors=self._manifest.errors,
            fetched=self._fetched,
            kept=self._kept,
            size=self._size,
        )

    def _there(self) -> Iterator[tuple[str, Path]]:
        """The files that the pack has already, just as they are listed."""
        try:
            old: Pack = open_pack(self._target)
        except PackError:
            return
        for path, file in self._manifest.files.items():
            known = old.manifest.files.get(path)
            place = self._target / path
            if known and file.sha256 and known.sha256 == file.sha256 and _sum(place) == file.sha256:
                yield path, place

    def _check_room(self, needed: int) -> None:
        if needed > self._left:
            raise PullError(
                f"it takes {needed:,} bytes, more than the {self._left:,} that --max-bytes allows"
            )
        folder = next(folder for folder in self._target.absolute().parents if folder.exists())
        if needed > (free := shutil.disk_usage(folder).free):
            raise PullError(f"it takes {needed:,} bytes, and {folder} has {free:,} left")

    def _fetch(self, file: File, place: Path) -> None:
        digest, size = hashlib.sha256(), 0
        limit = self._left if file.size is None else min(file.size, self._left)
        with place.open("wb") as out:

            def take(piece: bytes) -> None:
                nonlocal size
                digest.update(piece)
                size += len(piece)
                out.write(piece)

            try:
                self._server.fetch(file.path, limit, take)
            except TooLong:
                if limit == file.size:
                    raise _Other(file.path) from None
                raise
        if file.size not in (None, size) or file.sha256 not in (None, digest.hexdigest()):
            raise _Other(file.path)
        self._left -= size
        self._size += size
        self._fetched += 1
        self._advance(size)

    def _advance(self, size: int) -> None:
        self._done += size
        if self._watch:
            self._watch(self._done, max(self._total, self._done))

    def _unlisted(self, fresh: Path) -> list[str]:
        if self._manifest.lists_records or BULK in self._manifest.files:
            return []
        try:
            paths = repository_files((fresh / REPOS).read_bytes())
        except ValueError as error:
            raise PullError(f"{REPOS} of the server: {error}") from None
        if bad := next((path for path in paths if not is_safe(path)), None):
            raise PullError(f"{REPOS} of the server names {bad!r:.120}, which is no repository")
        return paths


def _check_records(place: Path, path: str) -> None:
    try:
        value = json.loads(place.read_bytes())
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise PullError(f"{path} of the server is no array of records")


def _place(folder: Path, path: str) -> Path:
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _link(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:  # not every file system has links
        shutil.copyfile(old, new)


def _sum(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
