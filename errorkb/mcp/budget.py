"""How long an answer may be. An agent pays for every token of it, whether it reads it or not.

No tokenizer is asked: three bytes of UTF-8 count as a token, which is more than code, prose and CJK text cost
with those in use.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from errorkb.wording import plain, shortened

BYTES = 3
#: Tokens of a short answer, and of the longest.
DEFAULT, FEWEST, MOST = 1500, 300, 50_000
#: Tokens of a row beside its texts: its names, numbers and quotes.
ROW = 40
#: A shorter rest of a text says nothing.
REST = 20


def tokens(text: str) -> int:
    """How many tokens a text counts as."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES)


class Measured(Protocol):
    """An answer that knows its length in tokens."""

    @property
    def tokens(self) -> int: ...


Made = TypeVar("Made", bound=Measured)
Item = TypeVar("Item")


class Budget:
    """What is left to be said, in tokens, and what was left out for want of room, in words."""

    def __init__(self, allowed: int) -> None:
        self.left = allowed
        self._missing: dict[str, int] = {}

    @property
    def left_out(self) -> list[str]:
        """How much of what: ``12 characters of a title``, ``3 entries``."""
        return [f"{count:,} {name}" for name, count in self._missing.items()]

    def text(self, text: str, *, name: str, most: int = MOST, least: int = 0) -> str:
        """The text made plain, cut to what is left and to ``most`` tokens, but not below ``least``.

        name: what it is called where a cut is told.
        """
        text = plain(text)
        cut = _cut(text, max(min(self.left, most), least))
        self.left -= tokens(cut)
        self.leave_out(len(text) - len(cut), f"characters of {name}")
        return cut

    def leave_out(self, count: int, name: str) -> None:
        """Notes that so many of something are not told."""
        if count > 0:
            self._missing[name] = self._missing.get(name, 0) + count

    def rows(self, items: Iterable[Item], *, name: str) -> Iterator[Item]:
        """The items as long as there is room for another; the number of the others is told."""
        rest = list(items)
        for number, item in enumerate(rest):
            if number and self.left < ROW:
                self.leave_out(len(rest) - number, name)
                return
            self.left -= ROW
            yield item


def fitted(make: Callable[[Budget], Made], allowed: int) -> Made:
    """The longest answer that counts as at most ``allowed`` tokens, made anew with less until it does."""
    share = allowed
    while True:
        made = make(Budget(share))
        if made.tokens <= allowed or share <= 0:
            return made
        share = share * 3 // 4 - 10


def _cut(text: str, room: int) -> str:
    if tokens(text) <= room:
        return text
    if room < REST:
        return ""
    head = text.encode("utf-8", "replace")[: room * BYTES].decode("utf-8", "ignore")
    return shortened(head + "…", len(head))
