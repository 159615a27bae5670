"""Some of the base's entries as one file that any number of processes map: found by text, code and site.

A file is written once and never changed. A later segment that defines an entry anew, or says that it is gone,
overrules earlier ones. Rows are numbered from 0. Of every row with text one required piece is its *key*; all
keys are one Hyperscan database of literals, which compiles in a hundredth of the time that expressions take.
A key that occurs makes its rows candidates, and a row is found where all of its pieces stand in order and,
where they do not say all, its expression matches. Expressions that require nothing are a database of their
own. Nothing that occurs is missed: a property test holds the result equal to trying every expression.
"""

import hashlib
import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

import hyperscan
import re2

from errorkb.matching.dialect import options
from errorkb.matching.engine import compile_expressions, compile_literals, loaded
from errorkb.matching.packing import packed, starts, unpacked
from errorkb.matching.required import NOTHING, Required

#: Bytes of a piece that are searched for. Longer keys cost more and tell apart little more.
KEY_LENGTH = 32
#: Kinds of rows.
_GONE, _SILENT, _PIECES, _EXPRESSION = b"g", b"s", b"p", b"x"


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """What is known of an entry for finding it. entry: 16 hex digits. weight: letters and digits of literal
    text. expression: in the syntax of ``dialect``; None where only code or site can find it. code: lower
    case. site: see ``site_key``. gone: the entry is not to be found any more. facts: what is read of the
    entry when it was found, kept as it is."""

    entry: str
    repo: str = ""
    weight: int = 0
    expression: str | None = None
    requires: Required = NOTHING
    code: str | None = None
    site: str | None = None
    gone: bool = False
    facts: bytes = b""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """An entry that was found. weight, facts: as in ``Row``."""

    entry: str
    repo: str
    weight: int
    facts: bytes


def write_segment(rows: Sequence[Row]) -> bytes:
    """The file of the rows; no two of them are of one entry."""
    keys: dict[bytes, list[int]] = {}
    bare: list[int] = []
    codes: list[tuple[int, int]] = []
    sites: list[tuple[int, int]] = []
    records: list[bytes] = []
    for number, row in enumerate(rows):
        records.append(_record(row))
        if row.gone:
            continue
        if row.code:
            codes.append((_hash(row.code), number))
        if row.site:
            sites.append((_hash(row.site), number))
        if key := _key(row.requires):
            keys.setdefault(key, []).append(number)
        elif row.expression is not None:
            bare.append(number)
    literals = list(keys)
    expressions, refused = compile_expressions([(n, rows[n].expression or "") for n in bare])
    parts = {
        "entries": array("Q", (int(row.entry, 16) for row in rows)).tobytes(),
        "sorted": array("Q", sorted(int(row.entry, 16) for row in rows)).tobytes(),
        "weights": array("I", (min(row.weight, 2**32 - 1) for row in rows)).tobytes(),
        "offsets": starts(map(len, records)),
        "records": b"".join(records),
        "fact_starts": starts(len(row.facts) for row in rows),
        "facts": b"".join(row.facts for row in rows),
        "key_starts": starts(len(keys[key]) for key in literals),
        "key_rows": array("Q", (row for key in literals for row in keys[key])).tobytes(),
        "literals": compile_literals(literals),
        "expressions": expressions,
        "refused": array("Q", refused).tobytes(),
        **_sorted_table("codes", codes),
        **_sorted_table("sites", sites),
    }
    return packed(len(rows), parts)


def parts_of(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """The rows, so many at a time: those of one segment."""
    iterator = iter(rows)
    while part := list(islice(iterator, size)):
        yield part


def site_key(short_class: str, file_name: str) -> str:
    """How a raise site is looked up: by the class without its package, and the name of the file alone."""
    return f"{short_class}\0{file_name}"


class Segment:
    """A segment's file, mapped or in memory. Safe to use from several threads."""

    def __init__(self, data: "memoryview | bytes") -> None:
        """Raises ValueError when the data is no segment of this version."""
        self.size, self._parts = unpacked(memoryview(data))
        self._entries = self._parts["entries"].cast("Q")
        self._sorted = self._parts["sorted"].cast("Q")
        self._least, self._greatest = (self._sorted[0], self._sorted[-1]) if self.size else (0, -1)
        self._weights = self._parts["weights"].cast("I")
        self._offsets = self._parts["offsets"].cast("Q")
        self._fact_starts = self._parts["fact_starts"].cast("Q")
        self._key_starts = self._parts["key_starts"].cast("Q")
        self._key_rows = self._parts["key_rows"].cast("Q")
        self._refused = list(self._parts["refused"].cast("Q"))
        self._literals = loaded(self._parts["literals"])
        self._expressions = loaded(self._parts["expressions"])
        self._local = threading.local()

    def occurring(self, text: bytes) -> Iterator[int]:
        """The rows whose expression occurs in a text in UTF-8."""
        for key in self.keys(text):
            for row in self._key_rows[self._key_starts[key] : self._key_starts[key + 1]]:
                if self._fits(row, text):
                    yield row
        yield from self._scan("expressions", self._expressions, text)
        yield from (row for row in self._refused if _matches(self._expression(row), text))

    def keys(self, text: bytes) -> list[int]:
        """The keys that occur in a text in UTF-8: the one scan that all of ``occurring`` rests on."""
        return self._scan("literals", self._literals, text)

    def with_code(self, code: str) -> Iterator[int]:
        """The rows with a code, which is given in lower case."""
        return self._looked_up("codes", code)

    def at_site(self, site: str) -> Iterator[int]:
        """The rows of a raise site."""
        return self._looked_up("sites", site)

    def defines(self, entry: int) -> bool:
        """Whether an entry, by its number, stands here, found or gone."""
        if not self._least <= entry <= self._greatest:  # of a segment made at the same time, as most are
            return False
        return self._sorted[bisect_left(self._sorted, entry)] == entry

    def entries(self) -> Iterator[int]:
        """The numbers of all entries that stand here."""
        return iter(self._entries)

    def entry(self, row: int) -> int:
        """The number of a row's entry."""
        return self._entries[row]

    def found(self, row: int) -> Found:
        """The entry of a row."""
        repo = self._record(row)[1]
        return Found(
            entry=f"{self._entries[row]:016x}",
            repo=repo.decode("utf-8", "replace"),
            weight=self._weights[row],
            facts=bytes(self._parts["facts"][self._fact_starts[row] : self._fact_starts[row + 1]]),
        )

    def _record(self, row: int) -> list[bytes]:
        return bytes(self._parts["records"][self._offsets[row] : self._offsets[row + 1]]).split(b"\0")

    def _expression(self, row: int) -> bytes:
        return self._record(row)[2]

    def _fits(self, row: int, text: bytes) -> bool:
        _, _, expression, sides, *pieces = self._record(row)
        requires = Required(tuple(pieces), exact=not expression, leads=b"l" in sides, trails=b"t" in sides)
        return requires.fits(text) and (not expression or _matches(expression, text))

    def _looked_up(self, table: str, key: str) -> Iterator[int]:
        wanted = _hash(key)
        hashes = self._parts[f"{table}_hashes"].cast("Q")
        rows = self._parts[f"{table}_rows"].cast("Q")
        at = bisect_left(hashes, wanted)
        while at < len(hashes) and hashes[at] == wanted:
            yield rows[at]
            at += 1

    def _scan(self, name: str, database: "hyperscan.Database | None", text: bytes) -> list[int]:
        if database is None:
            return []
        found: list[int] = []
        database.scan(text, _collect, context=found, scratch=self._scratch(name, database))
        return found

    def _scratch(self, name: str, database: "hyperscan.Database") -> "hyperscan.Scratch":
        # Scratch space must not be shared by scans that run at the same time.
        spaces: dict[str, hyperscan.Scratch] = self._local.__dict__
        if name not in spaces:
            spaces[name] = hyperscan.Scratch(database)
        return spaces[name]


def _collect(identifier: int, start: int, end: int, flags: int, found: Any) -> None:
    found.append(identifier)  # returning anything true would end the scan


@lru_cache(maxsize=4096)
def _compiled(expression: bytes) -> "re2._Regexp[bytes]":
    return re2.compile(expression, options())


def _matches(expression: bytes, text: bytes) -> bool:
    return _compiled(expression).search(text) is not None


def _key(requires: Required) -> bytes | None:
    """The beginning of the piece with the most letters: what is least likely to stand in any text."""
    if not requires.pieces or any(b"\0" in piece for piece in requires.pieces):
        return None
    return max(requires.pieces, key=lambda piece: (sum(map(_is_letter, piece)), len(piece)))[:KEY_LENGTH]


def _is_letter(byte: int) -> bool:
    return byte >= 0x80 or chr(byte).isalnum()


def _record(row: Row) -> bytes:
    kind = _GONE if row.gone else _SILENT if row.expression is None else _PIECES
    sides = b"l" * row.requires.leads + b"t" * row.requires.trails
    pieces = () if _key(row.requires) is None else row.requires.pieces
    expression = b"" if row.requires.exact and pieces else (row.expression or "").encode("utf-8", "replace")
    return b"\0".join((kind, row.repo.encode("utf-8", "replace"), expression, sides, *pieces))


def _hash(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def _sorted_table(name: str, pairs: list[tuple[int, int]]) -> dict[str, bytes]:
    pairs.sort()
    return {
        f"{name}_hashes": array("Q", (key for key, _ in pairs)).tobytes(),
        f"{name}_rows": array("Q", (row for _, row in pairs)).tobytes(),
    }
