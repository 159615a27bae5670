"""A place in a list, as a cursor: opaque to clients, and any of the right form is somewhere in every list."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

#: The first instant that there is; the last number that a cursor has digits for.
EARLIEST, MAX_OFFSET = datetime(1, 1, 1, tzinfo=UTC), 99_999
_MICROSECOND = timedelta(microseconds=1)
_LAST = (datetime.max.replace(tzinfo=UTC) - EARLIEST) // _MICROSECOND
#: The form of a cursor.
PATTERN = "[0-9]{1,18}-[0-9a-f]{16}-[0-9]{1,5}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Behind an entry. instant: its analysis; offset: how many entries were given so far. Each list goes on
    by what it is ordered by."""

    instant: datetime
    id: str
    offset: int

    def cursor(self) -> str:
        """The place as a cursor."""
        return f"{(self.instant - EARLIEST) // _MICROSECOND}-{self.id}-{self.offset}"


def place_of(cursor: str) -> Place:
    """The place that a cursor of the form ``PATTERN`` names."""
    instant, entry, offset = cursor.split("-")
    since = min(int(instant), _LAST) * _MICROSECOND
    return Place(instant=EARLIEST + since, id=entry, offset=int(offset))
