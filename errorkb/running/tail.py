"""The end of what a command printed."""

from collections import deque

#: Bytes that are kept: errors stand at the end.
LIMIT = 256 << 10


class Tail:
    """Keeps the last LIMIT bytes, in whole pieces as they came."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._pieces: deque[bytes] = deque()
        self._size = 0

    def add(self, data: bytes) -> None:
        self._pieces.append(data)
        self._size += len(data)
        while self._size - len(self._pieces[0]) >= self._limit:
            self._size -= len(self._pieces.popleft())

    def text(self) -> str:
        """What was kept, as text."""
        return b"".join(self._pieces)[-self._limit :].decode("utf-8", "replace")
