"""The form of a segment's file: a header, then named parts of bytes that can be mapped as arrays."""

import json
import struct
from array import array
from collections.abc import Iterable, Mapping

_MAGIC = b"errorkb segment 1\n"
_LENGTH = struct.Struct("<Q")


def starts(lengths: Iterable[int]) -> bytes:
    """Where each of some neighbours begins, and where the last one ends, from their lengths."""
    starts = array("Q", [0])
    for length in lengths:
        starts.append(starts[-1] + length)
    return starts.tobytes()


def packed(rows: int, parts: dict[str, bytes]) -> bytes:
    """The file of some named parts. A header names where each lies; parts begin at multiples of eight."""
    places: dict[str, tuple[int, int]] = {}
    # The header's own length depends on the places; a generous fixed one does not.
    header_length = 4096
    position = (len(_MAGIC) + _LENGTH.size + header_length + 7) // 8 * 8
    for name, part in parts.items():
        places[name] = position, position + len(part)
        position = (position + len(part) + 7) // 8 * 8
    header = json.dumps({"rows": rows, "parts": places}).encode().ljust(header_length)
    data = bytearray(position)
    opening = _MAGIC + _LENGTH.pack(header_length) + header
    data[: len(opening)] = opening
    for name, part in parts.items():
        first, last = places[name]
        data[first:last] = part
    return bytes(data)


def unpacked(view: memoryview) -> tuple[int, Mapping[str, memoryview]]:
    """The number of rows and the parts. Raises ValueError when this is no such file, or not all of it."""
    start = len(_MAGIC) + _LENGTH.size
    if view.nbytes < start or bytes(view[: len(_MAGIC)]) != _MAGIC:
        raise ValueError("no segment of this version")
    (length,) = _LENGTH.unpack(view[len(_MAGIC) : start])
    header = json.loads(bytes(view[start : start + length]))
    if view.nbytes < max(last for _, last in header["parts"].values()):
        raise ValueError("the segment is cut off")
    return header["rows"], {name: view[first:last] for name, (first, last) in header["parts"].items()}
