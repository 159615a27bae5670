"""Entries found by text, code and raise site, in the segments that are in effect. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from errorkb.matching.candidate import short_name
from errorkb.matching.patterns import plain_quotes
from errorkb.matching.segment import Found, Segment, site_key


@dataclass(frozen=True, kw_only=True)
class Index:
    """The entries of one revision. ``segments``: oldest first."""

    revision: str | None
    names: tuple[str, ...]
    segments: tuple[Segment, ...]

    @property
    def size(self) -> int:
        """About how many entries it has: changed ones count twice until segments are merged."""
        return sum(segment.size for segment in self.segments)

    def find_message(self, message: str) -> list[Found]:
        """Entries whose pattern occurs in the message; those with the most text of their own first.

        Also tried with each run of white space made one blank: terminals and mails wrap lines.
        """
        straight = plain_quotes(message)
        texts = dict.fromkeys((straight, " ".join(straight.split())))
        found: dict[str, Found] = {}
        for text in texts:
            # A lone surrogate has no UTF-8.
            data = text.encode("utf-8", "replace")
            for entry in self._in_effect(s.occurring(data) for s in self.segments):
                found[entry.entry] = entry
        return sorted(found.values(), key=lambda entry: (-entry.weight, entry.entry))

    def find_code(self, code: str) -> list[Found]:
        """Entries with an explicit code."""
        return list(self._in_effect(segment.with_code(code.lower()) for segment in self.segments))

    def find_site(self, error_class: str, file: str) -> list[Found]:
        """Entries of a class that are raised in a file of that name."""
        key = site_key(short_name(error_class), file.replace("\\", "/").rsplit("/", 1)[-1])
        return list(self._in_effect(segment.at_site(key) for segment in self.segments))

    def _in_effect(self, rows_of: Iterable[Iterable[int]]) -> Iterator[Found]:
        for number, rows in enumerate(rows_of):
            segment, later = self.segments[number], self.segments[number + 1 :]
            for row in rows:
                entry = segment.entry(row)
                if not any(one.defines(entry) for one in later):
                    yield segment.found(row)
