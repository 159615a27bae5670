"""Tar archives, also compressed as a whole: one way through, each member read in its place."""

from collections.abc import Iterator
from typing import BinaryIO

from ingest.problems import Problem
from ingest.readers.archive import Member, Names, broken, display_name, is_clutter, refusal
from ingest.readers.compressed import Decompressed, codec_of
from ingest.readers.limits import Meter
from ingest.readers.source import CHUNK_LENGTH, Damaged, Source
from ingest.readers.tar_header import (
    BLOCK_LENGTH,
    MAX_EXTENSION_LENGTH,
    Header,
    decode_name,
    parse_header,
    parse_pax,
    pax_size,
)

_FILES = (b"0", b"\0", b"7")
_DIRECTORY = b"5"
_LABEL = b"V"
_LONG_NAME, _LONG_LINK = b"L", b"K"
_PAX, _PAX_OF_ALL = b"x", b"g"
_SPARSE = b"S"
_CUT = "the tar archive ends early, as if it were cut"
_OTHERS = {
    b"1": "a hard link; pack the file itself",
    b"2": "a symbolic link; pack the file that it points to",
    b"3": "a character device",
    b"4": "a block device",
    b"6": "a named pipe",
    b"M": "the rest of a file from another volume",
    _SPARSE: "a sparse file; pack it without --sparse",
}


def tar_members(stream: BinaryIO, archive: str, meter: Meter) -> Iterator[Member | Problem]:
    """The files of a tar archive in their order, and what is wrong with other members."""
    stream.seek(0)
    source = Source(meter.watch(stream), archive)
    codec = codec_of(source.head)
    if codec is not None:
        source = Source(Decompressed(source, codec, meter), archive)
    yield from _Walk(source, archive, meter).run()


class _Content:
    """The bytes of one member; the walk leaves what was not read of them behind."""

    def __init__(self, source: Source, size: int) -> None:
        self._source = source
        self.size = size
        self.left = size

    def read(self, size: int, /) -> bytes:
        wanted = min(size, self.left)
        data = self._source.pull(wanted)
        self.left -= len(data)
        if wanted and not data:
            raise Damaged(_CUT)
        return data


class _Walk:
    def __init__(self, source: Source, archive: str, meter: Meter) -> None:
        self._source = source
        self._archive = archive
        self._meter = meter
        self._names = Names(archive)
        self._pax_of_all: dict[str, str] = {}
        self._found_file = False

    def run(self) -> Iterator[Member | Problem]:
        try:
            while (found := self._next()) is not None:
                header, attributes = found
                content = _Content(self._source, header.size)
                item = self._item(header, attributes, content)
                if item is not None:
                    self._found_file = True
                    yield item
                if self._meter.crossed is not None:
                    raise self._meter.crossed
                self._leave(content)
        except Damaged as damage:
            yield broken(self._archive, damage)
            return
        if not self._found_file:
            reason = "the tar archive holds no file"
            yield Problem(file=self._archive, where="file", code="empty", reason=reason, rejects=True)

    def _item(self, header: Header, attributes: dict[str, str], content: _Content) -> Member | Problem | None:
        if header.kind in (_LABEL, _DIRECTORY) or self._is_old_directory(header):
            return None
        name, refused = self._names.judge(header.name)
        if refused is not None:
            return refused
        kind = header.kind
        if any(key.startswith("GNU.sparse.") for key in attributes):
            kind = _SPARSE
        if kind not in _FILES:
            words = _OTHERS.get(kind, f"a member of the unknown kind {kind!r}")
            return refusal(self._archive, header.name, "no-file", f"it is {words}")
        if is_clutter(name):
            return None
        return Member(name=name, file=display_name(self._archive, name), stream=content)

    def _is_old_directory(self, header: Header) -> bool:
        return header.kind in _FILES and header.size == 0 and header.name.endswith("/")

    def _next(self) -> tuple[Header, dict[str, str]] | None:
        """The header of the next member with its pax attributes; None at the end."""
        attributes: dict[str, str] = {}
        long_name = None
        while True:
            header = self._header(inside=bool(attributes) or long_name is not None)
            if header is None:
                return None
            # Extensions count as well, so that no chain of them goes on for ever.
            self._meter.count_member()
            if header.kind == _PAX:
                attributes = parse_pax(self._extension(header))
            elif header.kind == _PAX_OF_ALL:
                self._pax_of_all |= parse_pax(self._extension(header))
            elif header.kind == _LONG_NAME:
                long_name = decode_name(self._extension(header).partition(b"\0")[0])
            elif header.kind == _LONG_LINK:
                self._extension(header)
            else:
                break
        attributes = self._pax_of_all | attributes
        more = header.more and header.kind == _SPARSE
        while more:
            more = self._block()[504] == 1
        size = pax_size(attributes["size"]) if "size" in attributes else header.size
        name = attributes.get("path") or long_name or header.name
        return Header(name=name, kind=header.kind, size=size, more=False), attributes

    def _header(self, *, inside: bool) -> Header | None:
        ended = False
        while True:
            block = self._source.read(BLOCK_LENGTH)
            if not block.strip(b"\0") and len(block) == BLOCK_LENGTH:
                # Blocks of zeros end an archive; another one may follow.
                ended = True
                continue
            if not block.strip(b"\0") and ended and not inside and self._source.damage is None:
                return None
            if len(block) < BLOCK_LENGTH or (ended and inside):
                ends = "the tar archive ends without its end mark, as if it were cut"
                raise self._source.damage or Damaged(ends)
            return parse_header(block)

    def _block(self) -> bytes:
        block = self._source.read(BLOCK_LENGTH)
        if len(block) < BLOCK_LENGTH:
            raise self._source.damage or Damaged(_CUT)
        return block

    def _extension(self, header: Header) -> bytes:
        if header.size > MAX_EXTENSION_LENGTH:
            raise Damaged(f"the tar archive holds a header of {header.size:,} bytes")
        data = bytearray()
        for _ in range(0, header.size, BLOCK_LENGTH):
            data += self._block()
        return bytes(data[: header.size])

    def _leave(self, content: _Content) -> None:
        """Goes behind a member and its padding."""
        padding = -content.size % BLOCK_LENGTH
        while content.left:
            content.read(CHUNK_LENGTH)
        if len(self._source.read(padding)) < padding:
            raise self._source.damage or Damaged(_CUT)
