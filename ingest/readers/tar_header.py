"""The headers of tar archives: ustar, the extensions of GNU, and pax.

The standard library reads a pax header or a long name whole, however large the archive says that it
is; here they are bounded.
"""

import re
from dataclasses import dataclass

from ingest.readers.source import Damaged

BLOCK_LENGTH = 512
# Of a pax header or a long name: far more than one that names a file.
MAX_EXTENSION_LENGTH = 1 << 20

_MAGIC = slice(257, 265)
_CHECKSUM = slice(148, 156)
_PAX_LENGTH = re.compile(rb"([0-9]{1,7}) ")


@dataclass(frozen=True, kw_only=True, slots=True)
class Header:
    """One block. kind: the type flag. size: bytes of content that follow. more: whether a sparse
    file's map goes on in the next block."""

    name: str
    kind: bytes
    size: int
    more: bool


def is_tar(head: bytes) -> bool:
    """Whether a source that begins so is a tar archive: its first block has its own checksum."""
    return len(head) >= BLOCK_LENGTH and head[0] != 0 and _sound(head[:BLOCK_LENGTH])


def parse_header(block: bytes) -> Header:
    """The header that a block is; Damaged when it is none."""
    if not _sound(block):
        raise Damaged("the tar archive holds a block that is no header")
    name = _text(block[:100])
    # The GNU form has other fields where the prefix would be.
    if block[_MAGIC].startswith(b"ustar\0") and (prefix := _text(block[345:500])):
        name = f"{prefix}/{name}"
    size = _number(block[124:136])
    if size is None or size < 0:
        raise Damaged("the tar archive gives a member no size")
    return Header(name=name, kind=block[156:157], size=size, more=block[482] == 1)


def parse_pax(data: bytes) -> dict[str, str]:
    """The records of a pax header; Damaged when they are none."""
    found = {}
    position = 0
    while position < len(data):
        length = _PAX_LENGTH.match(data, position)
        end = position + int(length[1]) if length else 0
        if length is None or end <= length.end() or end > len(data) or data[end - 1] != ord("\n"):
            raise Damaged("the tar archive holds a pax header that is none")
        key, _, value = data[length.end() : end - 1].partition(b"=")
        found[decode_name(key)] = decode_name(value)
        position = end
    return found


def pax_size(text: str) -> int:
    """The size that a pax header gives; Damaged when it is none."""
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII):
        raise Damaged("the tar archive gives a member no size")
    return int(text)


def decode_name(raw: bytes) -> str:
    """A name as text; bytes that are no UTF-8 are read as Latin-1, so that each name stays another."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _sound(block: bytes) -> bool:
    stated = _number(block[_CHECKSUM])
    rest = block[: _CHECKSUM.start] + b" " * 8 + block[_CHECKSUM.stop :]
    # Some old writers summed signed characters.
    return stated == sum(rest) or stated == sum(byte - 256 * (byte > 127) for byte in rest)


def _text(field: bytes) -> str:
    return decode_name(field.partition(b"\0")[0])


def _number(field: bytes) -> int | None:
    """Octal digits, or a number to the base of 256 after the mark of GNU; None when neither."""
    if field[0] & 0x80:
        return int.from_bytes(bytes([field[0] & 0x7F]) + field[1:], "big") if field[0] == 0x80 else -1
    digits = field.partition(b"\0")[0].strip(b" ")
    if not digits:
        return 0
    return int(digits, 8) if re.fullmatch(rb"[0-7]+", digits) else None
