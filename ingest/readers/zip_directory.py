"""The directory of a zip archive, read in pieces and judged before any member is.

The standard library reads the directory whole, however large it is, and believes it; here each
entry must agree with the header of its member, and members may not share bytes.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from ingest.readers.limits import Meter
from ingest.readers.source import Damaged

LOCAL_MAGIC, ENTRY_MAGIC = b"PK\x03\x04", b"PK\x01\x02"
_END_MAGIC, _END64_MAGIC, _LOCATOR_MAGIC = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_END = struct.Struct("<4s4H2LH")
_END64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
# The directory is held while its members are read, so that its names must have an end.
MAX_NAME_LENGTH = 1024
_MAX_COMMENT_LENGTH = 0xFFFF
_FULL32, _FULL16 = 0xFFFFFFFF, 0xFFFF
_ZIP64_EXTRA = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One member as a header describes it.

    raw_name: its bytes, those of a longer name than may be cut off. packed, size: bytes in the
    archive and unpacked. crc: of what it unpacks to. mode: that of Unix, or 0. offset: where its own
    header stands. start: where its bytes do, once that header was read, else -1.
    """

    raw_name: bytes
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    mode: int
    offset: int
    start: int = -1

    @property
    def name(self) -> str:
        """The name as text: UTF-8, also where it is not said, else the old code page."""
        try:
            return self.raw_name.decode()
        except UnicodeDecodeError:
            return self.raw_name.decode("cp437")

    @property
    def encrypted(self) -> bool:
        """Whether its bytes, or its header, are encrypted in any of the known ways."""
        return bool(self.flags & 0x2041)

    @property
    def sizes_follow(self) -> bool:
        """Whether a descriptor with the sizes stands behind the bytes."""
        return bool(self.flags & 8)

    @property
    def size_unknown(self) -> bool:
        """Whether this is a member's own header, and only the descriptor has the sizes."""
        return self.start >= 0 and self.sizes_follow and not self.packed


@dataclass(frozen=True, kw_only=True, slots=True)
class Directory:
    """Entries in the order of the directory; stated: how many it says that there are."""

    entries: list[Entry]
    stated: int
    offset: int


def read_directory(stream: BinaryIO, meter: Meter) -> Directory:
    """The directory of a zip archive; Damaged when it is not there, is cut or wrong."""
    place, size, stated, end = _find(stream)
    if place + size > end:
        raise Damaged("the directory of the zip archive is not where it should be")
    entries = []
    position = place
    while position < place + size:
        meter.count_member()
        entry, length = _entry_at(stream, position)
        entries.append(entry)
        position += length
    if position != place + size:
        raise Damaged("the directory of the zip archive is longer than it says")
    return Directory(entries=entries, stated=stated, offset=place)


def local_entry(stream: BinaryIO, offset: int) -> Entry | None:
    """The entry that a member's own header gives; None when there is none."""
    fixed = _at(stream, offset, _LOCAL.size)
    if len(fixed) < _LOCAL.size or not fixed.startswith(LOCAL_MAGIC):
        return None
    _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _LOCAL.unpack(fixed)
    rest = stream.read(name_length + extra_length)
    if len(rest) < name_length + extra_length:
        return None
    wide = _wide(rest[name_length:], [size, packed])
    return Entry(
        raw_name=rest[:name_length],
        flags=flags,
        method=method,
        crc=crc,
        packed=wide[1],
        size=wide[0],
        mode=0,
        offset=offset,
        start=offset + _LOCAL.size + len(rest),
    )


def overlapping(directory: Directory) -> set[int]:
    """The offsets of members that share bytes with another: so a small file could unpack to a huge one.

    Those that would reach into the directory are left out; they are wrong in themselves.
    """
    found: set[int] = set()
    last, end = -1, 0
    for entry in sorted(directory.entries, key=lambda entry: entry.offset):
        # Fields that only its own header has make a member longer still, by up to 64 KiB.
        until = entry.offset + _LOCAL.size + len(entry.raw_name) + entry.packed
        if until > directory.offset:
            continue
        if last >= 0 and entry.offset < end:
            found |= {last, entry.offset}
        if until > end:
            last, end = entry.offset, until
    return found


def _find(stream: BinaryIO) -> tuple[int, int, int, int]:
    """Where the directory begins, its length, its number of entries, and where its end record is."""
    length = stream.seek(0, 2)
    tail_start = max(0, length - _END.size - _MAX_COMMENT_LENGTH)
    tail = _at(stream, tail_start, length - tail_start)
    index = _end_record(tail)
    if index is None:
        raise Damaged("the directory of the zip archive is missing, as if it were cut")
    _, disk, _, _, stated, size, place, _ = _END.unpack_from(tail, index)
    end = tail_start + index
    if _FULL32 in (size, place) or stated == _FULL16:
        wide = _find64(stream, end)
        if wide is not None:
            return wide
    if disk not in (0, _FULL16):
        raise Damaged("it is one of several parts of a zip archive; join them first")
    return place, size, stated, end


def _end_record(tail: bytes) -> int | None:
    """Where the end record is: the last one whose comment fills the file, else the last one."""
    last = None
    index = len(tail)
    while (index := tail.rfind(_END_MAGIC, 0, index)) >= 0:
        room = len(tail) - index - _END.size
        if room >= 0:
            comment_length = _END.unpack_from(tail, index)[-1]
            if comment_length == room:
                return index
            last = index if last is None and comment_length < room else last
    return last


def _find64(stream: BinaryIO, end: int) -> tuple[int, int, int, int] | None:
    locator = _at(stream, end - _LOCATOR.size, _LOCATOR.size) if end >= _LOCATOR.size else b""
    if len(locator) < _LOCATOR.size or not locator.startswith(_LOCATOR_MAGIC):
        return None
    place64 = _LOCATOR.unpack(locator)[2]
    record = _at(stream, place64, _END64.size) if place64 < end else b""
    if len(record) < _END64.size or not record.startswith(_END64_MAGIC):
        raise Damaged("the directory of the zip archive is not where it should be")
    *_, stated, size, place = _END64.unpack(record)
    return place, size, stated, place64


def _entry_at(stream: BinaryIO, position: int) -> tuple[Entry, int]:
    fixed = _at(stream, position, _ENTRY.size)
    if len(fixed) < _ENTRY.size or not fixed.startswith(ENTRY_MAGIC):
        raise Damaged("the directory of the zip archive holds an entry that is none")
    fields = _ENTRY.unpack(fixed)
    flags, method, crc, packed, size = fields[3], fields[4], *fields[7:10]
    lengths = fields[10:13]
    rest = stream.read(sum(lengths))
    if len(rest) < sum(lengths):
        raise Damaged("the directory of the zip archive ends early, as if it were cut")
    extra = rest[lengths[0] : lengths[0] + lengths[1]]
    size, packed, offset = _wide(extra, [size, packed, fields[16]])
    entry = Entry(
        raw_name=rest[: min(lengths[0], MAX_NAME_LENGTH + 1)],
        flags=flags,
        method=method,
        crc=crc,
        packed=packed,
        size=size,
        mode=fields[15] >> 16,
        offset=offset,
    )
    return entry, _ENTRY.size + len(rest)


def _wide(extra: bytes, values: list[int]) -> list[int]:
    """The values, those that did not fit into 32 bits taken from the extra field, in their order."""
    content = dict(_extras(extra)).get(_ZIP64_EXTRA, b"")
    numbers = iter(struct.unpack(f"<{len(content) // 8}Q", content[: len(content) // 8 * 8]))
    return [next(numbers, value) if value == _FULL32 else value for value in values]


def _extras(extra: bytes) -> Iterator[tuple[int, bytes]]:
    position = 0
    while position + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, position)
        yield kind, extra[position + 4 : position + 4 + length]
        position += 4 + length


def _at(stream: BinaryIO, position: int, length: int) -> bytes:
    stream.seek(position)
    return stream.read(length)
