"""Where the words of a query stand in a text, and the passage that has most of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from errorkb.fulltext.asking import is_common
from errorkb.fulltext.query import Query
from errorkb.fulltext.tokens import HUMP, NAME, PART, stem, words

#: So much of a text is looked through, in characters.
READ = 2000
#: So many places of words are tried as the beginning of a passage.
_TRIED = 50
#: What may stand between two words of one name.
_JOINTS = "_-.:/\\$"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands in a text, from ``start`` to ``end``; ``word`` is its number in the query."""

    start: int
    end: int
    word: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """The words of a query by their number: under the stem of each part, and whole without joints."""

    stems: Mapping[str, int]
    names: Mapping[str, int]

    def places(self, text: str) -> Iterator[Place]:
        """Where the words stand, in order; linear in the text."""
        for name in NAME.finditer(text):
            for part in PART.finditer(text, name.start(), name.end()):
                humps = list(HUMP.finditer(text, part.start(), part.end()))
                whole = "".join(hump[0] for hump in humps).lower()
                if whole in self.names:
                    yield Place(part.start(), part.end(), self.names[whole])
                    continue
                for hump in humps:
                    root = stem(hump[0].lower())
                    if root in self.stems:
                        yield Place(hump.start(), hump.end(), self.stems[root])

    def spans(self, text: str) -> list[tuple[int, int]]:
        """What is to be marked: places, those of one name joined."""
        joined: list[tuple[int, int]] = []
        for place in self.places(text):
            if joined and not text[joined[-1][1] : place.start].strip(_JOINTS):
                joined[-1] = (joined[-1][0], place.end)
            else:
                joined.append((place.start, place.end))
        return joined

    def missing_in(self, text: str) -> frozenset[int]:
        """The words that a text does not have."""
        return frozenset(self.names.values()) - {place.word for place in self.places(text[:READ])}

    def passage(self, texts: Iterable[str], words: Collection[int], limit: int) -> str | None:
        """About ``limit`` characters of the text that has most of these words, where most of them stand; None
        where no text has any."""
        best: tuple[int, str, int] = (0, "", 0)
        for text in texts:
            places = [place for place in self.places(text[:READ]) if place.word in words][:_TRIED]
            for number, first in enumerate(places):
                last = first.start + limit * 2 // 3
                has = len({place.word for place in places[number:] if place.end <= last})
                if has > best[0]:
                    best = (has, text, first.start)
        has, text, start = best
        return _cut(text, start, limit) if has else None


def wanted(query: Query) -> Wanted:
    """What a query looks for; words that say nothing only where it has no others."""
    tokens = [token for clause in query.wanted for token in clause.text.split()]
    tokens = [token for token in tokens if not is_common(token)] or tokens
    stems: dict[str, int] = {}
    names: dict[str, int] = {}
    for number, parts in enumerate(map(words, tokens)):
        if parts:
            names.setdefault("".join(parts), number)
        for part in parts:
            stems.setdefault(stem(part), number)
    return Wanted(stems=stems, names=names)


def _cut(text: str, start: int, limit: int) -> str:
    """``limit`` characters around a place, from a blank to a blank."""
    if len(text) <= limit:
        return text
    begin = max(0, start - limit // 4)
    if begin:
        begin = text.find(" ", begin, start) + 1 or start
    end = min(len(text), begin + limit - 2)
    if end < len(text):
        end = max(text.rfind(" ", start + 1, end), 0) or end
    return ("…" if begin else "") + text[begin:end].strip() + ("…" if end < len(text) else "")
