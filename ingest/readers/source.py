"""Bytes with a display name: what every reader of a dump's form reads from."""

from typing import Protocol

HEAD_LENGTH = 1 << 16
CHUNK_LENGTH = 1 << 16
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Damaged(Exception):
    """Raised by a stream whose bytes end early, do not decode or are too many.

    Its text is for a person; code: the problem that it becomes.
    """

    def __init__(self, reason: str = "", code: str = "damaged") -> None:
        super().__init__(reason or "the bytes end early")
        self.code = code


class SupportsRead(Protocol):
    """A binary stream; `read` returns at most so many bytes, and none only at the end."""

    def read(self, size: int, /) -> bytes: ...


class Source:
    """Reads a binary stream ahead a little, so that its form can be told from its head.

    A stream that raises Damaged looks as if it ended there, with `damage` saying why: readers
    hand on every whole record before the damage, and whoever drives them reports it. What unpacks
    the bytes of a source uses `pull`, which hands the damage on.
    A UTF-8 byte order mark at the start is skipped.
    """

    def __init__(self, stream: SupportsRead, name: str) -> None:
        self.name = name
        self.damage: Damaged | None = None
        self._stream = stream
        self._buffer = b""
        self._position = 0
        self.head = self._read_head()
        """The first bytes, at most HEAD_LENGTH; reading does not take them away."""

    def read(self, size: int) -> bytes:
        """At most `size` bytes, fewer only at the end."""
        pieces: list[bytes] = []
        while size > 0 and (piece := self._take(size)):
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def pull(self, size: int) -> bytes:
        """At most `size` bytes, fewer only at the end; raises the damage once all before it is read."""
        data = self.read(size)
        if not data and size > 0 and self.damage is not None:
            raise self.damage
        return data

    def readline(self, limit: int) -> bytes:
        """Up to and with the next newline, at most `limit` bytes; nothing at the end."""
        pieces: list[bytes] = []
        while limit > 0 and self._fill():
            newline = self._buffer.find(b"\n", self._position, self._position + limit)
            if newline >= 0:
                pieces.append(self._take(newline + 1 - self._position))
                break
            pieces.append(self._take(limit))
            limit -= len(pieces[-1])
        return b"".join(pieces)

    def _take(self, size: int) -> bytes:
        if not self._fill():
            return b""
        piece = self._buffer[self._position : self._position + size]
        self._position += len(piece)
        return piece

    def _fill(self) -> bool:
        if self._position >= len(self._buffer):
            self._buffer, self._position = self._next_chunk(), 0
        return bool(self._buffer)

    def _next_chunk(self) -> bytes:
        if self.damage is not None:
            return b""
        try:
            return self._stream.read(CHUNK_LENGTH)
        except Damaged as damage:
            self.damage = damage
            return b""

    def _read_head(self) -> bytes:
        head = b""
        while len(head) < HEAD_LENGTH and (chunk := self._next_chunk()):
            head += chunk
        self._buffer = head.removeprefix(BYTE_ORDER_MARK)
        return self._buffer[:HEAD_LENGTH]
