"""The base's entries, found by text, code and raise site; kept on disk, and up to date with the base.

A change of the base gives it a new revision in the same transaction, so one small query tells whether an
index is old. Then only what was written since is read, and becomes a segment of its own. While many entries
are being read the index before goes on answering, except when there is none.
"""

import threading
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from errorkb.matching.finding import Index
from errorkb.matching.index_folder import IndexFolder, Manifest
from errorkb.matching.rows import Standing, count_since, read_rows, standing
from errorkb.matching.segment import parts_of, write_segment

#: Up to this many changed entries a request waits for the new index.
BUILD_IN_REQUEST = 5_000
#: Entries of a segment: what compiling takes of memory stays bounded.
SEGMENT_ROWS = 100_000
#: Segments at the end are made one while they have together no more rows than this.
MERGED_ROWS = 10_000
#: With more segments than these the index is built anew, in the background.
MAX_SEGMENTS = 64


class State(NamedTuple):
    """What the base says of its content; both are None while it has never been filled."""

    revision: str | None = None
    dataset_version: str | None = None


def base_state() -> State:
    """How the base stands now, by one small query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT revision::text, dataset_version FROM errorkb_basestate")
        row = cursor.fetchone()
    return State(*row) if row else State()


class Holder:
    """A process's index, and the one thread that may be renewing it."""

    def __init__(self, path: Path) -> None:
        self._folder = IndexFolder(path)
        self._index: Index | None = None
        self._renewing = threading.Lock()

    def held(self) -> Index:
        """The index as this process has it, without asking whether the base has changed since; the current
        one where it has none yet."""
        return self._index or self.current()

    def current(self) -> Index:
        """The index of the base as it is now or, while much is being read, as it just was."""
        return self.at(base_state().revision)

    def at(self, revision: str | None) -> Index:
        """``current``, where the base's revision has just been asked for."""
        index = self._index
        if index is not None and index.revision == revision:
            return index
        if index is None:
            with self._renewing:
                return self._renewed(wait=True)
        if not self._renewing.acquire(blocking=False):
            return index
        manifest = self._folder.manifest()
        much = manifest is None or (
            manifest.revision != revision
            and count_since(manifest.watermark, BUILD_IN_REQUEST + 1) > BUILD_IN_REQUEST
        )
        if much:
            # The thread releases what was acquired here.
            threading.Thread(target=self._renew_aside, daemon=True, name="index build").start()
            return index
        try:
            return self._renewed(wait=False)
        finally:
            self._renewing.release()

    def _renew_aside(self) -> None:
        try:
            self._renewed(wait=True)
        finally:
            self._renewing.release()
            connection.close()  # this thread's own

    def _renewed(self, *, wait: bool) -> Index:
        """Brings folder and index up to date. Without ``wait``: unless another process is at it."""
        with self._folder.locked(wait=wait) as mine:
            now = standing()
            manifest = self._read()
            is_old = manifest is None or (manifest.revision, manifest.database) != (
                now.revision,
                now.database,
            )
            if mine and is_old:
                manifest = self._written(manifest, now)
            if manifest is not None:
                self._index = self._opened(manifest)
        assert self._index is not None  # noqa: S101 - without one, this process waited and wrote it
        return self._index

    def _read(self) -> Manifest | None:
        """The manifest in effect; None where one of its files is damaged, too."""
        manifest = self._folder.manifest()
        try:
            for name in manifest.segments if manifest else ():
                if self._index is None or name not in self._index.names:
                    self._folder.open(name)
        except (OSError, ValueError):
            return None
        return manifest

    def _opened(self, manifest: Manifest) -> Index:
        held = dict(zip(self._index.names, self._index.segments, strict=True)) if self._index else {}
        segments = tuple(held.get(name) or self._folder.open(name) for name in manifest.segments)
        return Index(revision=manifest.revision, names=manifest.segments, segments=segments)

    def _written(self, manifest: Manifest | None, now: Standing) -> Manifest:
        # A database that went back in time was restored: its transactions tell nothing.
        is_old = (
            manifest is None
            or manifest.database != now.database
            or manifest.watermark > now.watermark
            or len(manifest.segments) > MAX_SEGMENTS
        )
        if manifest is None or is_old:
            kept: tuple[str, ...] = ()
            rows = read_rows()
        else:
            kept, small = self._small(manifest)
            rows = read_rows(since=manifest.watermark, entries=small)
        names = [self._folder.add(write_segment(part)) for part in parts_of(rows, SEGMENT_ROWS)]
        written = Manifest(
            database=now.database, revision=now.revision, watermark=now.watermark, segments=(*kept, *names)
        )
        self._folder.commit(written)
        return written

    def _small(self, manifest: Manifest) -> tuple[tuple[str, ...], list[str]]:
        """The segments to keep, and the entries of small ones at the end, which join what is new."""
        entries: list[str] = []
        kept = list(manifest.segments)
        while kept:
            segment = self._folder.open(kept[-1])
            if len(entries) + segment.size > MERGED_ROWS:
                break
            entries += (f"{entry:016x}" for entry in segment.entries())
            kept.pop()
        return tuple(kept), entries


_holder = Holder(Path(settings.INDEX))


def at(revision: str | None) -> Index:
    """``current``, where the base's revision has just been asked for."""
    return _holder.at(revision)


def held() -> Index:
    """The index as this process has it, without asking whether the base has changed since; the current one
    where it has none yet."""
    return _holder.held()


def current() -> Index:
    """The index of the base as it is now or, while much is being read, as it just was."""
    return _holder.current()
