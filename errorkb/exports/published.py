"""What is served under /data/: an export of each revision that somebody asks for, in a folder of its own.

A pointer names the folder in effect and is replaced last, so nothing half-built is served, and a request that
began with one build ends with it. A small base is exported when it is asked for; a large one by the beat,
once nothing is being ingested, while the build before goes on being served. A base that nobody asks for is
never exported: the first request leaves a mark.
"""

import contextlib
import hashlib
import json
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from errorkb.exports.dataset import MANIFEST, File, read_manifest
from errorkb.exports.snapshot import Empty, Part, Snapshot, snapshot
from errorkb.exports.versions import remember
from errorkb.exports.write import Written, write_dataset
from errorkb.locking import locked
from errorkb.matching.index import base_state
from errorkb.models import Batch, Entry
from errorkb.models.batch import ENDED

#: Up to this many entries a request waits for its export: a second or so.
BUILD_IN_REQUEST = 2_000
#: While batches run, a large base is exported once in so many seconds; most times they end before.
STALE_SECONDS = 3600
#: Raised when the form of the files changes: what older code built is then built anew.
FORM = 1
_POINTER = "served.json"
_BUILDS = "served"
_WANTED = "wanted"


class BeingBuilt(Exception):
    """There will be an export; there is none yet."""


class NothingYet(Exception):
    """The base is empty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Build:
    """An export in effect. revision: the base's that it is of. folder: where it lies."""

    revision: str
    folder: Path

    @property
    def files(self) -> Mapping[str, File]:
        """Its files by path, the manifest among them."""
        return _files(self.folder)


class Published:
    """The exports of a folder, which web processes and workers share."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def current(self) -> Build | None:
        """The build in effect, whatever the base has become since."""
        try:
            told = json.loads((self.path / _POINTER).read_bytes())
            build = Build(revision=told["revision"], folder=self.path / _BUILDS / told["build"])
            is_ours = told["form"] == FORM and (build.folder / MANIFEST).is_file()
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return build if is_ours else None

    def asked(self) -> Build:
        """The build to answer a request with. Raises BeingBuilt, NothingYet and OSError."""
        revision = base_state().revision
        build = self.current()
        if build and build.revision == revision:
            return build
        if revision is None:
            raise NothingYet
        self.path.mkdir(parents=True, exist_ok=True)
        (self.path / _WANTED).touch()
        if Entry.objects.all()[: BUILD_IN_REQUEST + 1].count() <= BUILD_IN_REQUEST:
            self.build(wait=build is None)
            build = self.current()
        if build is None:
            raise BeingBuilt
        return build

    def refresh(self) -> None:
        """Builds, if somebody asks for exports, the base has changed, and it has settled."""
        if not (self.path / _WANTED).exists():
            return
        build = self.current()
        revision = base_state().revision
        if revision is None or (build and build.revision == revision):
            return
        if build and Batch.objects.exclude(state__in=ENDED).exists():
            age = time.time() - (self.path / _POINTER).stat().st_mtime
            if age < STALE_SECONDS:
                return
        with contextlib.suppress(NothingYet):
            self.build(wait=False)

    def build(self, *, wait: bool) -> Written | None:
        """Exports the base as it is; None where that is done, or without ``wait`` being done by another
        process. Raises NothingYet and OSError."""
        with locked(self.path / "lock", wait=wait) as mine:
            if not mine:
                return None
            before = self.current()
            try:
                with snapshot(Part()) as base:
                    if before and before.revision == base.standing.revision:
                        return None
                    return self._put(base)
            except Empty:
                raise NothingYet from None

    def _put(self, base: Snapshot) -> Written:
        name = uuid4().hex
        folder = self.path / _BUILDS / name
        folder.mkdir(parents=True)
        try:
            written = write_dataset(folder, base)
            pointer = {"form": FORM, "revision": base.standing.revision, "build": name}
            unfinished = self.path / f"{_POINTER}.{name}"
            unfinished.write_text(json.dumps(pointer))
            unfinished.replace(self.path / _POINTER)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        # The lock is held: whatever else lies here is old, or of a build that was killed.
        for other in (self.path / _BUILDS).iterdir():
            if other.name != name:
                shutil.rmtree(other, ignore_errors=True)
        remember(self.path, written.version, base.standing)
        return written


@lru_cache(maxsize=2)
def _files(folder: Path) -> Mapping[str, File]:
    """A build never changes, so its manifest is read once."""
    data = (folder / MANIFEST).read_bytes()
    manifest = File(path=MANIFEST, size=len(data), sha256=hashlib.sha256(data).hexdigest())
    return {**read_manifest(data).files, MANIFEST: manifest}
