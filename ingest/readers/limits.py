"""How much a source may unpack to, so that a bomb ends as a problem and not as a full machine."""

from dataclasses import dataclass

from ingest.readers.source import Damaged, SupportsRead


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Bounds of one source: a file, with everything that is packed in it.

    max_bytes: bytes that may come out of decompression. max_ratio: so many bytes may come out for
    each byte of the file; it holds only once more than `ratio_floor` bytes are out, because small
    files of much the same text pack very well. max_members: members of an archive, also those that
    are directories or are refused.
    """

    max_bytes: int = 64 << 30
    max_ratio: int = 250
    ratio_floor: int = 64 << 20
    max_members: int = 100_000


class Meter:
    """What one pass over a source has used of its limits; a limit that is crossed raises Damaged.

    All decompression of the source counts together: many small bombs are one large one.
    crossed: what was raised, so that whoever walks the source can stop.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.crossed: Damaged | None = None
        self._read = 0
        self._unpacked = 0
        self._members = 0

    def watch(self, stream: SupportsRead) -> SupportsRead:
        """The stream of the file itself, whose bytes the unpacked ones are compared with."""
        return _Watched(stream, self)

    def count_read(self, size: int) -> None:
        """Counts bytes that came from the file."""
        self._read += size

    def count_unpacked(self, size: int) -> None:
        """Counts bytes that came out of decompression."""
        self._unpacked += size
        limits = self.limits
        if self._unpacked > limits.max_bytes:
            self._cross(f"it unpacks to more than {limits.max_bytes:,} bytes", "ERRORKB_MAX_DUMP_BYTES")
        if self._unpacked > max(limits.ratio_floor, self._read * limits.max_ratio):
            found = f"it unpacks to more than {limits.max_ratio:,} times its size"
            self._cross(found, "ERRORKB_MAX_DUMP_RATIO")

    def count_member(self) -> None:
        """Counts a member of an archive."""
        self._members += 1
        if self._members > self.limits.max_members:
            found = f"it has more than {self.limits.max_members:,} members"
            self._cross(found, "ERRORKB_MAX_DUMP_MEMBERS")

    def _cross(self, found: str, variable: str) -> None:
        self.crossed = Damaged(f"{found}; if you trust it, set {variable} higher", code="over-limit")
        raise self.crossed


class _Watched:
    def __init__(self, stream: SupportsRead, meter: Meter) -> None:
        self._stream = stream
        self._meter = meter

    def read(self, size: int, /) -> bytes:
        data = self._stream.read(size)
        self._meter.count_read(len(data))
        return data
