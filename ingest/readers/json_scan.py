"""Where one JSON value ends and the next begins, found over chunks without decoding.

Brackets are matched outside strings. A byte that can stand nowhere outside a string shows that the
scan has lost its place (a quote is missing somewhere): what follows is not trusted, because text
inside a string could then pass for a record.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ingest.readers.json_value import MAX_DEPTH, MAX_PIECE_LENGTH
from ingest.readers.source import CHUNK_LENGTH, Source

_TOKEN = re.compile(
    rb"""
    "(?:[^"\\]++|\\.)*+"            # a whole string
    | "                             # the start of a string that the buffer does not hold whole
    | [\[\]{}]
    | [^][{}"\s:,0-9+\-.eEtrufalsnNIiy]  # stands in no literal, not even NaN and Infinity
    """,
    re.VERBOSE | re.DOTALL,
)
# JSON's own white space: at any other, a scalar would end before it has begun.
_SCALAR_END = re.compile(rb"[][{},\" \t\r\n]")
_SPACE = re.compile(rb"[ \t\r\n]*")
_OPENS = {ord("]"): ord("["), ord("}"): ord("{")}


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One value: an element of a top-level array when `in_array`, else a value of its own."""

    data: bytes
    in_array: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Break:
    """The end of what can be read; `inside` tells whether a value was begun."""

    code: Literal["cut-off", "not-json", "too-deep", "too-large"]
    reason: str
    inside: bool


def pieces(source: Source, start: bytes = b"") -> Iterator[Piece | Break]:
    """The values of the source after `start`, arrays taken apart; at most one Break, at the end.

    An array that is empty or all read gives nothing of itself. Memory holds one value at most.
    """
    return _Scan(source, start).run()


class _Scan:
    def __init__(self, source: Source, start: bytes) -> None:
        self._source = source
        self._buffer = start
        self._position = 0

    def run(self) -> Iterator[Piece | Break]:
        while (byte := self._next_byte()) is not None:
            values = self._array() if byte == ord("[") else iter((self._value(in_array=False),))
            for value in values:
                yield value
                if isinstance(value, Break):
                    return

    def _array(self) -> Iterator[Piece | Break]:
        self._position += 1
        if self._next_byte() == ord("]"):
            self._position += 1
            return
        while True:
            yield self._value(in_array=True)
            byte = self._next_byte()
            if byte is None:
                yield Break(code="cut-off", reason="the array is not closed; was it cut?", inside=False)
                return
            self._position += 1
            if byte == ord("]"):
                return
            if byte != ord(","):
                reason = f"{chr(byte)!r} stands after an element, instead of a comma or ]"
                yield Break(code="not-json", reason=reason, inside=True)
                return

    def _value(self, *, in_array: bool) -> Piece | Break:
        byte = self._next_byte()
        if byte is None:
            return Break(code="cut-off", reason="a value is missing at the end", inside=False)
        if byte in b",:]}":
            reason = f"{chr(byte)!r} stands where a value is expected"
            return Break(code="not-json", reason=reason, inside=True)
        end = self._structure_end() if byte in b'[{"' else self._scalar_end()
        if isinstance(end, Break):
            return end
        data = self._buffer[self._position : end]
        self._position = end
        return Piece(data=data, in_array=in_array)

    def _structure_end(self) -> int | Break:
        """Where the string, object or array at the position ends in the buffer."""
        opened = bytearray()
        scanned = self._position
        while True:
            for token in _TOKEN.finditer(self._buffer, scanned):
                first = self._buffer[token.start()]
                if first == ord('"'):
                    if len(token[0]) == 1:
                        scanned = token.start()
                        break
                elif first in b"[{":
                    opened.append(first)
                elif first not in b"]}" or not opened or opened.pop() != _OPENS[first]:
                    reason = f"{chr(first)!r} cannot stand here; is a quote or a bracket missing?"
                    return Break(code="not-json", reason=reason, inside=True)
                if not opened:
                    return token.end()
            else:
                scanned = len(self._buffer)
            scanned -= self._position
            fault = self._read_on()
            if fault is not None and len(opened) > MAX_DEPTH:
                reason = f"nested {len(opened)} levels deep and not closed; a record needs 2"
                return Break(code="too-deep", reason=reason, inside=True)
            if fault is not None:
                return fault

    def _scalar_end(self) -> int | Break:
        while not (end := _SCALAR_END.search(self._buffer, self._position)):
            fault = self._read_on()
            if fault is not None:
                return len(self._buffer) if fault.code == "cut-off" else fault
        return end.start()

    def _next_byte(self) -> int | None:
        """The byte after white space, which is dropped; None at the end."""
        while True:
            if space := _SPACE.match(self._buffer, self._position):
                self._position = space.end()
            if self._position < len(self._buffer):
                return self._buffer[self._position]
            self._buffer, self._position = self._source.read(CHUNK_LENGTH), 0
            if not self._buffer:
                return None

    def _read_on(self) -> Break | None:
        """Drops what is read, and doubles the rest, so that long values cost linear time."""
        self._buffer, self._position = self._buffer[self._position :], 0
        held = len(self._buffer)
        if held > MAX_PIECE_LENGTH:
            reason = f"one value is above {MAX_PIECE_LENGTH >> 20} MiB; a record goes up to 4 MiB"
            return Break(code="too-large", reason=reason, inside=True)
        more = self._source.read(max(CHUNK_LENGTH, held))
        if not more:
            reason = "the input ends inside a value; was the dump cut?"
            return Break(code="cut-off", reason=reason, inside=True)
        self._buffer += more
        return None
