"""The full-text index: kept on disk, shared by all processes, and brought up to date when it is asked.

As with the matcher's index, the base's revision tells whether it is old, and only what was written since is
read. A new index is built in a folder of its own and put into effect as a whole.
"""

import json
import os
import shutil
import threading
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import tantivy
from django.conf import settings
from django.db import connection

from errorkb.fulltext.documents import COLUMNS, VERSION, document, schema
from errorkb.locking import locked
from errorkb.matching.index import BUILD_IN_REQUEST
from errorkb.matching.rows import Standing, count_since, standing
from errorkb.models import Entry

_STATE = "state.json"
#: Bytes of documents that are held before they are written, and how many are read from the base at a time.
HEAP_BYTES, CHUNK = 128_000_000, 2000


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """What is in effect. folder: its name. The rest as in the matcher's manifest."""

    database: str
    revision: str | None
    watermark: int
    folder: str
    version: int = VERSION


class Holder:
    """A process's view of the index, and the one thread that may be renewing it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state: State | None = None
        self._index: tantivy.Index | None = None
        self._renewing = threading.Lock()

    @property
    def state(self) -> State | None:
        """What this process's view was made of; None while there is none."""
        return self._state

    def at(self, revision: str | None) -> tantivy.Index | None:
        """The index of this revision of the base; while much is being read, as it was before. None while the
        first is being built."""
        if self._state is not None and self._state.revision == revision:
            return self._index
        if not self._renewing.acquire(blocking=False):
            return self._index
        state = self._read()
        if self._is_much(state, revision):
            threading.Thread(target=self._renew_aside, daemon=True, name="full-text index").start()
            return self._index
        try:
            self._renew(wait=False)
            return self._index
        finally:
            self._renewing.release()

    def _is_much(self, state: State | None, revision: str | None) -> bool:
        if state is not None and state.revision == revision:
            return False
        since = state.watermark if state else 0
        return count_since(since, BUILD_IN_REQUEST + 1) > BUILD_IN_REQUEST

    def _renew_aside(self) -> None:
        try:
            self._renew(wait=True)
        finally:
            self._renewing.release()
            connection.close()  # this thread's own

    def _renew(self, *, wait: bool) -> None:
        """Brings folder and process up to date; without ``wait``, unless another process is at it."""
        with locked(self._path / "lock", wait=wait) as mine:
            now = standing()
            state = self._read()
            if mine and (state is None or (state.revision, state.database) != (now.revision, now.database)):
                state = self._written(state, now)
            if state is not None and state != self._state:
                self._open(state)

    def _open(self, state: State) -> None:
        if self._index is None or self._state is None or self._state.folder != state.folder:
            self._index = tantivy.Index.open(str(self._path / state.folder))
        self._index.reload()
        self._state = state

    def _written(self, state: State | None, now: Standing) -> State:
        # A database that went back in time was restored: its transactions tell nothing.
        is_new = state is None or state.database != now.database or state.watermark > now.watermark
        if state is None or is_new:
            folder = uuid4().hex
            (self._path / folder).mkdir(parents=True)
            index = tantivy.Index(schema(), str(self._path / folder))
            rows = Entry.objects.live()
        else:
            folder = state.folder
            index = tantivy.Index.open(str(self._path / folder))
            rows = Entry.objects.filter(written__gte=state.watermark)
        _add(index, rows.values(*COLUMNS).order_by("pk").iterator(CHUNK), fresh=is_new)
        written = State(database=now.database, revision=now.revision, watermark=now.watermark, folder=folder)
        self._commit(written)
        return written

    def _read(self) -> State | None:
        """The state in effect; None where there is none of this version, or its files are not there."""
        try:
            state = State(**json.loads((self._path / _STATE).read_bytes()))
        except (OSError, ValueError, TypeError):
            return None
        there = (
            tantivy.Index.exists(str(self._path / state.folder))
            if (self._path / state.folder).is_dir()
            else False
        )
        return state if state.version == VERSION and there else None

    def _commit(self, state: State) -> None:
        unfinished = self._path / f"{_STATE}.{os.getpid()}"
        unfinished.write_text(json.dumps(asdict(state)))
        unfinished.replace(self._path / _STATE)
        for folder in self._path.iterdir():
            if folder.is_dir() and folder.name != state.folder:
                shutil.rmtree(folder, ignore_errors=True)


def _add(index: tantivy.Index, rows: Iterable[dict[str, Any]], *, fresh: bool) -> None:
    # One thread writes: the entries' order, and with it ties, stay those of their ids.
    writer = index.writer(HEAP_BYTES, 1)
    for values in rows:
        if not fresh:
            writer.delete_documents_by_term("id", values["id"])
        if values["retired_at"] is None:
            writer.add_document(document(values))
    writer.commit()
    writer.wait_merging_threads()


_holder = Holder(Path(settings.INDEX) / "fulltext")


def at(revision: str | None) -> tantivy.Index | None:
    """The index of this revision of the base or, while much is being read, as it was before; None while the
    first is being built."""
    return _holder.at(revision)


def state() -> State | None:
    """What the index that ``at`` gave last was made of: it changes with all that the index holds."""
    return _holder.state
