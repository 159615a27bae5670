"""Compressed bytes → bytes, a little at a time: gzip, bzip2, xz and Zstandard, told by their content.

Members (frames) that follow each other are read as one. Damage loses nothing that was whole before
it: decoders drop what they made in the call that fails, so the calls are small, or are repeated in
small steps.
"""

import bz2
import lzma
import re
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ingest.readers.limits import Meter
from ingest.readers.source import CHUNK_LENGTH, Damaged, Source

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# xz and Zstandard say how much of the past they refer to; `xz -9` takes 65 MiB, `zstd --long` 128.
MAX_WINDOW_LOG = 27
MAX_MEMORY = 160 << 20
# So many bytes are asked of a decoder that drops them when it fails: less than a record.
STEP_LENGTH = 512
_MAGIC_LENGTH = 10


class Decoder(Protocol):
    """One compressed stream, as bz2, lzma and zstd have it."""

    @property
    def eof(self) -> bool: ...

    @property
    def needs_input(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int) -> bytes: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Codec:
    """One form of compression. begins: matches the start of its streams, or never."""

    name: str
    begins: re.Pattern[bytes]
    make: Callable[[], Decoder]
    step: int = STEP_LENGTH


class _Inflater:
    """A Decoder over zlib, which makes again in single steps what it lost by failing."""

    def __init__(self, window_bits: int) -> None:
        self._zlib = zlib.decompressobj(window_bits)
        self._fault: zlib.error | None = None
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        if self._fault is not None:
            raise self._fault
        data = self._zlib.unconsumed_tail + data
        before = self._zlib.copy()
        try:
            made = self._zlib.decompress(data, max_length)
        except zlib.error as error:
            self._fault, self.needs_input = error, False
            return _one_by_one(before, data)
        self.needs_input = not self._zlib.unconsumed_tail and len(made) < max_length
        return made


def _one_by_one(decoder: "zlib._Decompress", data: bytes) -> bytes:
    made = bytearray()
    try:
        for index in range(len(data)):
            made += decoder.decompress(data[index : index + 1])
    except zlib.error:
        pass
    return bytes(made)


def _zstd_decoder() -> Decoder:
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: MAX_WINDOW_LOG})


_NEVER = re.compile(rb"(?!)")
GZIP = Codec(
    name="gzip",
    begins=re.compile(rb"\x1f\x8b\x08"),
    make=lambda: _Inflater(16 + zlib.MAX_WBITS),
    step=CHUNK_LENGTH,
)
DEFLATE = Codec(name="deflate", begins=_NEVER, make=lambda: _Inflater(-zlib.MAX_WBITS), step=CHUNK_LENGTH)
BZIP2 = Codec(
    name="bzip2",
    # After the level comes the mark of a block, or that of the end when there is none.
    begins=re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    make=bz2.BZ2Decompressor,
)
XZ = Codec(
    name="xz",
    begins=re.compile(rb"\xfd7zXZ\0"),
    make=lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_MEMORY),
)
# A frame, or one that is to be skipped.
ZSTD = Codec(name="zstd", begins=re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"), make=_zstd_decoder)
CODECS = (GZIP, BZIP2, XZ, ZSTD)
# bz2 reports bytes that do not decode as OSError and ValueError.
_FAULTS = (zlib.error, lzma.LZMAError, zstd.ZstdError, OSError, ValueError, EOFError, MemoryError)


def codec_of(head: bytes) -> Codec | None:
    """The compression of a source that begins so, or None."""
    return next((codec for codec in CODECS if codec.begins.match(head)), None)


class Decompressed:
    """The bytes that a source unpacks to; raises Damaged after all that came before the damage.

    single: the source holds one stream, and what follows it is not looked at (as in a zip).
    """

    def __init__(self, source: Source, codec: Codec, meter: Meter, *, single: bool = False) -> None:
        self._source = source
        self._codec = codec
        self._meter = meter
        self._single = single
        self._decoder = codec.make()
        self._input = b""
        self._taken = 0
        self._damage: Damaged | None = None
        self._ended = False

    @property
    def taken(self) -> int:
        """Bytes of the source up to the end of the stream, once a single one is read."""
        return self._taken - len(self._decoder.unused_data)

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, fewer only at the end or before damage."""
        pieces: list[bytes] = []
        wanted = size
        while wanted > 0 and self._damage is None and not self._ended:
            try:
                piece = self._step(wanted)
            except Damaged as damage:
                self._damage = damage
                break
            if piece:
                pieces.append(piece)
            wanted -= len(piece)
        if not pieces and size > 0 and self._damage is not None:
            raise self._damage
        return b"".join(pieces)

    def _step(self, wanted: int) -> bytes:
        if self._decoder.eof and not self._begin_next():
            self._ended = True
            return b""
        data = b""
        if self._decoder.needs_input:
            data = self._input or self._source.pull(CHUNK_LENGTH)
            self._taken += len(data)
            self._input = b""
            if not data:
                raise Damaged(f"the {self._codec.name} data end early, as if the file were cut")
        try:
            made = self._decoder.decompress(data, min(wanted, self._codec.step))
        except _FAULTS as error:
            raise Damaged(f"the {self._codec.name} data do not decode ({error})") from None
        self._meter.count_unpacked(len(made))
        return made

    def _begin_next(self) -> bool:
        """Goes on to the stream that follows the one that has ended; False when none does."""
        if self._single:
            return False
        rest = self._decoder.unused_data
        # Files may be padded with zeros to a length that a medium likes.
        while not (rest := rest.lstrip(b"\0")) and (rest := self._source.pull(CHUNK_LENGTH)):
            pass
        if not rest:
            return False
        if len(rest) < _MAGIC_LENGTH:
            rest += self._source.pull(CHUNK_LENGTH)
        if not self._codec.begins.match(rest):
            raise Damaged(f"the {self._codec.name} data end, and other bytes follow")
        self._decoder = self._codec.make()
        self._input = rest
        return True
