"""Zip archives: the members that the directory lists, each checked against its own header.

Without a directory (the archive was cut, or the directory is wrong) the members are read in the
order in which they stand, as far as they do.
"""

import stat
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from ingest.problems import Problem
from ingest.readers.archive import Member, Names, broken, display_name, is_clutter, plain_name, refusal
from ingest.readers.compressed import BZIP2, DEFLATE, XZ, ZSTD, Decompressed
from ingest.readers.limits import Meter
from ingest.readers.source import CHUNK_LENGTH, Damaged, Source, SupportsRead
from ingest.readers.zip_directory import (
    ENTRY_MAGIC,
    LOCAL_MAGIC,
    Directory,
    Entry,
    local_entry,
    overlapping,
    read_directory,
)

_STORED = 0
_CODECS = {8: DEFLATE, 12: BZIP2, 93: ZSTD, 95: XZ}
_ENCRYPTED_METHOD = 99
# A descriptor is 12 to 24 bytes long, and may begin with a mark.
_DESCRIPTOR_LENGTHS = (12, 16, 20, 24)


def zip_members(stream: BinaryIO, archive: str, meter: Meter) -> Iterator[Member | Problem]:
    """The files of a zip archive in the order of its directory, and what is wrong with others."""
    walk = _Walk(stream, archive, meter)
    try:
        directory = read_directory(stream, meter)
    except Damaged as damage:
        if damage is meter.crossed:
            yield broken(archive, damage)
        else:
            yield from walk.in_place(damage)
        return
    yield from walk.listed(directory)


class _Slice:
    """Bytes of the file between two places; raises Damaged where the file ends before."""

    def __init__(self, stream: BinaryIO, start: int, end: int | None) -> None:
        self._stream = stream
        self._position = start
        self._end = end
        self.cut = False

    def read(self, size: int, /) -> bytes:
        wanted = size if self._end is None else min(size, self._end - self._position)
        if wanted <= 0:
            return b""
        self._stream.seek(self._position)
        data = self._stream.read(wanted)
        self._position += len(data)
        if not data:
            self.cut = True
            raise Damaged("the zip archive ends early, as if it were cut")
        return data


class _Checked:
    """The unpacked bytes of a member; raises Damaged after them when they are not those stated."""

    def __init__(self, stream: SupportsRead, packed: _Slice, entry: Entry) -> None:
        self._stream = stream
        self._packed = packed
        self._entry = entry
        self._crc = 0
        self._size = 0
        self._damage: Damaged | None = None

    @property
    def end_of_archive(self) -> Damaged | None:
        """The damage after which no further member can be found, if it came to that."""
        return self._damage if self._packed.cut or self._entry.size_unknown else None

    def read(self, size: int, /) -> bytes:
        try:
            data = self._stream.read(size)
            self._check(data)
        except Damaged as damage:
            self._damage = damage
            raise
        return data

    def _check(self, data: bytes) -> None:
        entry = self._entry
        if entry.size_unknown:
            return
        self._crc = zlib.crc32(data, self._crc)
        self._size += len(data)
        if self._size > entry.size or (not data and self._size < entry.size):
            raise Damaged(f"it does not unpack to the {entry.size:,} bytes that the zip archive states")
        if not data and self._crc != entry.crc:
            raise Damaged("the checksum of the zip archive for it is another")


class _Walk:
    def __init__(self, stream: BinaryIO, archive: str, meter: Meter) -> None:
        self._stream = stream
        self._archive = archive
        self._meter = meter
        self._names = Names(archive)
        self._found_file = False
        self._ends: list[int] = []

    def listed(self, directory: Directory) -> Iterator[Member | Problem]:
        """The members of the directory."""
        shared = overlapping(directory)
        for entry in directory.entries:
            item = self._listed_item(entry, directory, shared)
            if item is not None:
                self._found_file = True
                yield item
            if self._meter.crossed is not None:
                yield broken(self._archive, self._meter.crossed)
                return
        if directory.stated & 0xFFFF != len(directory.entries) & 0xFFFF:
            reason = f"its directory says {directory.stated:,} members and lists {len(directory.entries):,}"
            yield self._disagrees(reason)
        hidden = self._hidden(directory)
        if hidden is not None:
            yield self._disagrees(f"a member at byte {hidden:,} is not in its directory, and was not read")
        elif not self._found_file:
            reason = "the zip archive holds no file"
            yield Problem(file=self._archive, where="file", code="empty", reason=reason, rejects=True)

    def in_place(self, damage: Damaged) -> Iterator[Member | Problem]:
        """The members in the order in which they stand, then the damage."""
        length = self._stream.seek(0, 2)
        offset = 0
        while 0 <= offset < length and (entry := local_entry(self._stream, offset)) is not None:
            try:
                self._meter.count_member()
            except Damaged as crossed:
                yield broken(self._archive, crossed)
                return
            inner: Decompressed | None = None
            content: _Checked | None = None
            item = self._judge(entry)
            # Where the sizes follow, only what is compressed tells its own end.
            if item is None and (entry.method != _STORED or not entry.size_unknown):
                inner, content = self._open(entry, entry.start)
                name = plain_name(entry.name)
                if not is_clutter(name):
                    yield Member(name=name, file=display_name(self._archive, name), stream=content)
            elif isinstance(item, Problem):
                yield item
            stop = self._meter.crossed or (content.end_of_archive if content is not None else None)
            if stop is not None:
                yield broken(self._archive, stop)
                return
            offset = self._after(entry, inner, content)
        yield broken(self._archive, damage)

    def _listed_item(self, entry: Entry, directory: Directory, shared: set[int]) -> Member | Problem | None:
        item = self._judge(entry)
        if item is not None:
            return item if isinstance(item, Problem) else None
        name = plain_name(entry.name)
        own = local_entry(self._stream, entry.offset) if entry.offset < directory.offset else None
        fault = _fault(entry, own, directory.offset)
        if entry.offset in shared:
            fault = "it shares bytes with another member"
        if fault is not None or own is None:
            reason = f"{fault}; nothing of it was read"
            return refusal(self._archive, entry.name, "archive-disagrees", reason)
        self._ends.append(own.start + entry.packed)
        if is_clutter(name):
            return None
        _, content = self._open(entry, own.start)
        return Member(name=name, file=display_name(self._archive, name), stream=content)

    def _judge(self, entry: Entry) -> Problem | str | None:
        """Why a member is refused, that it is a directory, or None for a file to read."""
        kind = stat.S_IFMT(entry.mode)
        if (entry.raw_name.endswith(b"/") or kind == stat.S_IFDIR) and entry.size == 0:
            return "directory"
        _, refused = self._names.judge(entry.name)
        if refused is not None:
            return refused
        if kind not in (0, stat.S_IFREG):
            words = "a symbolic link" if kind == stat.S_IFLNK else "a device or a pipe"
            return refusal(self._archive, entry.name, "no-file", f"it is {words}; pack the file itself")
        if entry.encrypted or entry.method == _ENCRYPTED_METHOD:
            reason = "it is encrypted; pack it without a password"
            return refusal(self._archive, entry.name, "encrypted", reason)
        if entry.method != _STORED and entry.method not in _CODECS:
            reason = f"it is compressed by method {entry.method}; use deflate"
            return refusal(self._archive, entry.name, "unknown-compression", reason)
        return None

    def _open(self, entry: Entry, start: int) -> tuple[Decompressed | None, _Checked]:
        packed = _Slice(self._stream, start, None if entry.size_unknown else start + entry.packed)
        watched = self._meter.watch(packed)
        if entry.method == _STORED:
            return None, _Checked(watched, packed, entry)
        inner = Decompressed(Source(watched, self._archive), _CODECS[entry.method], self._meter, single=True)
        return inner, _Checked(inner, packed, entry)

    def _after(self, entry: Entry, inner: Decompressed | None, content: _Checked | None) -> int:
        """Where the next member's header should be; -1 when that cannot be told."""
        end = entry.start + entry.packed
        if entry.size_unknown:
            if inner is None or content is None or not _is_read(content):
                return -1
            end = entry.start + inner.taken
        if not entry.sizes_follow:
            return end
        return next((end + n for n in _DESCRIPTOR_LENGTHS if self._magic(end + n)), -1)

    def _hidden(self, directory: Directory) -> int | None:
        """Where a member stands that the directory does not list: at the start, or behind another."""
        listed = {entry.offset for entry in directory.entries}
        if directory.offset > 0 and 0 not in listed:
            return 0
        for end in self._ends:
            places = (end, *(end + n for n in _DESCRIPTOR_LENGTHS))
            if listed.isdisjoint(places):
                found = (place for place in places if place < directory.offset and self._magic(place))
                if (hidden := next(found, None)) is not None:
                    return hidden
        return None

    def _magic(self, offset: int) -> bool:
        self._stream.seek(offset)
        return self._stream.read(4) in (LOCAL_MAGIC, ENTRY_MAGIC)

    def _disagrees(self, reason: str) -> Problem:
        return Problem(
            file=self._archive, where="file", code="archive-disagrees", reason=reason, rejects=True
        )


def _is_read(content: _Checked) -> bool:
    """Reads what is left of a member; whether it came to its end."""
    try:
        while content.read(CHUNK_LENGTH):
            pass
    except Damaged:
        return False
    return True


def _fault(entry: Entry, own: Entry | None, end: int) -> str | None:
    """How an entry of the directory disagrees with the member's own header."""
    if own is None:
        return "its place in the zip archive holds no member"
    if own.raw_name != entry.raw_name:
        return f"its own header names it otherwise: {own.name[:60]}"
    if own.method != entry.method or own.encrypted != entry.encrypted:
        return "its own header says that it is packed otherwise"
    if not own.sizes_follow and (own.size, own.packed) != (entry.size, entry.packed):
        return "its own header gives other sizes"
    if own.start + entry.packed > end:
        return "it is longer than the zip archive"
    return None
