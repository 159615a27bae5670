"""Names and words of a text, as they are looked up.

``torch.cuda.OutOfMemoryError`` is found by ``torch``, ``cuda``, ``memory``, ``OutOfMemoryError`` and as a
whole, ``device_map`` by ``device``, ``map``, ``device_map`` and ``DeviceMap``. Words of prose also by their
stem.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

#: A name: words that signs of names join.
NAME = re.compile(r"[^\W_]+(?:(?:::|[_.:/\\$-])[^\W_]+)*")
_JOINTS = re.compile(r"::|[.:/\\$]")
#: What stands between two of its stronger joints.
PART = re.compile(r"[^.:/\\$]+")
# Words of a name without joints: OutOf|Memory|HTTP|Server|2, and letters that have no case.
HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
#: Longer names and names of more words are noise (hashes, paths of machines); they are found by their words.
_LONGEST, _MOST_WORDS = 80, 8
_STEMMED = re.compile(r"[a-z]{4,30}")


@dataclass(frozen=True, slots=True)
class Token:
    """What is looked up, and the number of the word at which it stands; the words of a name have numbers of
    their own, its whole the number of its first. is_stem: it does not stand there itself."""

    text: str
    position: int
    is_stem: bool = False


def english() -> TextAnalyzer:
    """How prose is read: lower case, stems."""
    builder = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.remove_long(40))
    return builder.filter(Filter.lowercase()).filter(Filter.stemmer("english")).build()


_ENGLISH = english()


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of a word in lower case; of what is none, itself."""
    return _ENGLISH.analyze(word)[0] if _STEMMED.fullmatch(word) else word


def prose(text: str) -> list[str]:
    """The stems of a text."""
    return _ENGLISH.analyze(text)


def words(name: str) -> list[str]:
    """The words of a name, in lower case."""
    return [hump.lower() for hump in HUMP.findall(name)]


def tokens(text: str) -> Iterator[Token]:
    """Everything that a text is found by."""
    position = 0
    for hit in NAME.finditer(text):
        first = position
        parts = [(part, words(part)) for part in _JOINTS.split(hit[0])]
        for part, humps in parts:
            if 1 < len(humps) <= _MOST_WORDS and len(part) <= _LONGEST:
                yield Token("".join(humps), position)
            for hump in humps:
                yield Token(hump, position)
                if (root := stem(hump)) != hump:
                    yield Token(root, position, is_stem=True)
                position += 1
        if len(parts) > 1 and position - first <= _MOST_WORDS and len(hit[0]) <= _LONGEST:
            yield Token("".join(hump for _, humps in parts for hump in humps), first)
