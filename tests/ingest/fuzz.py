"""Mutated dumps, for as long as one likes: python -m tests.ingest.fuzz --seconds 300 [--seed 1]

Takes the dumps that lie beside the repository, where they do, and archives of its own; flips, cuts,
splices and inserts bytes, before or after packing; and reads each. What raises, takes long or gives
something malformed is written to a file, and named.
"""

import argparse
import io
import random
import re
import sys
import tempfile
import time
from pathlib import Path

from ingest.problems import CODES, Problem, escape
from ingest.readers import Limits
from ingest.readers.dump import read_stream
from ingest.record import RepoFacts
from tests.ingest.packed import PACKERS, dataset, record, tarred, zipped
from tests.ingest.sample import SHARED, judge, page

MAX_SEED_LENGTH = 200_000
LIMITS = Limits(max_bytes=20_000_000, ratio_floor=4_000_000, max_members=2_000)
SLOW_SECONDS = 10
WHERE = re.compile(r"file|(?:line|record|page) [1-9][0-9]*")

# Bytes that mean something to some reader.
WORDS = [
    *(b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\6\6", b"PK\6\7", b"PK\7\x08", b"\x01\x00\x08\x00"),
    *(b"\x1f\x8b\x08", b"BZh9", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b"\xff" * 4, bytes(4), bytes(512)),
    *(b"ustar\0", b"ustar  \0", b"\x80" + b"\xff" * 11, b"77777777777\0", b"x", b"g", b"L", b"S"),
    *(b"Error message\n", b"30 path=\n", b"11 size=0\n", b"../", b"/", b"\\"),
    *(b"{", b"}", b"[", b"]", b'"', b",", b":", b"\n", b"\\u0000", b"\\ud800", b"NaN", b"1e999", b"null"),
    *(b"manifest.json", b"repos.json", b"index.json", b'"sha256":', b'"path":', b'"files":'),
    *(b'"datasetVersion":', b"\xef\xbb\xbf", b"\xff\xfe", b"\xc2\xb7", b" \xc2\xb7 error"),
]  # fmt: skip


def seeds() -> list[bytes]:
    """The dumps to begin with, smallest first."""
    two = [("a.json", record(1)), ("b/c.jsonl", record(2) + record(3))]
    files = list(dataset(listed=["repos/acme/widgets.json"]).items())
    found = [
        record(1) + record(2),
        page().encode(),
        zipped(*two),
        tarred(*two),
        tarred(*files),
        zipped(*files),
    ]
    found += [pack(found[0]) for pack in PACKERS.values()] + [pack(found[3]) for pack in PACKERS.values()]
    dumps = SHARED / "dumps"
    found += [path.read_bytes() for path in dumps.rglob("*") if path.is_file() and path.name[0].isdigit()]
    return sorted((seed for seed in found if 0 < len(seed) <= MAX_SEED_LENGTH), key=len)


class Fuzzer:
    """A stream of inputs; the same seed gives the same ones."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - nothing is secret
        self._seeds = seeds()

    def next_input(self) -> bytes:
        """One mutated dump, sometimes packed after it was mutated."""
        data = self._random.choice(self._seeds)
        for _ in range(self._random.choice((1, 1, 2, 3, 8))):
            data = self._mutated(data)
        while self._random.random() < 0.3:
            data = self._packed(data)
        return data if self._random.random() < 0.7 else self._mutated(data)

    def _mutated(self, data: bytes) -> bytes:
        at = self._random.randrange(len(data) + 1)
        # Headers and directories stand at the ends.
        if self._random.random() < 0.3:
            at = self._random.choice((at % 600, max(0, len(data) - at % 300))) % (len(data) + 1)
        length = self._random.choice((1, 1, 2, 4, 16, 200, 5000))
        kind = self._random.randrange(6)
        if kind == 0:
            return data[:at]
        if kind == 1 and at < len(data):
            return data[:at] + bytes([data[at] ^ 1 << self._random.randrange(8)]) + data[at + 1 :]
        if kind == 2:
            other = self._random.choice(self._seeds)
            start = self._random.randrange(len(other))
            return (
                data[:at] + other[start : start + length * 20] + data[at + self._random.choice((0, length)) :]
            )
        if kind == 3:
            return data[:at] + data[at + length :]
        if kind == 4:
            return data[:at] + data[at : at + length] * 2 + data[at + length :]
        word = self._random.choice([*WORDS, self._random.randbytes(length % 17)])
        return data[:at] + word + data[at + self._random.choice((0, len(word))) :]

    def _packed(self, data: bytes) -> bytes:
        kind = self._random.randrange(6)
        if kind < len(PACKERS):
            return list(PACKERS.values())[kind](data)
        files = dataset(
            {"a.json": data, self._random.choice(("repos.json", "index.json", "manifest.json")): data}
        )
        members = [("a.json", data), ("b.json", record(5))] if kind % 2 else list(files.items())
        made: bytes = zipped(*members) if self._random.random() < 0.5 else tarred(*members)
        return made


def check(data: bytes) -> None:
    """Reads an input and holds what comes out to what readers promise; whatever raises is a fault."""
    started = time.monotonic()
    found = []
    for item in read_stream(io.BytesIO(data), "dump", LIMITS):
        found.append(item)
        assert time.monotonic() - started < SLOW_SECONDS, "slow"
    kept, told = judge(item for item in found if not isinstance(item, RepoFacts))
    for problem in told:
        assert isinstance(problem, Problem)
        assert problem.code in CODES
        assert WHERE.fullmatch(problem.where), problem.where
        assert problem.reason == escape(problem.reason)
        assert problem.file == escape(problem.file)
    for accepted in kept:
        assert accepted.file.startswith("dump")


def main() -> int:
    parser = argparse.ArgumentParser(description="Reads mutated dumps.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    fuzzer = Fuzzer(options.seed)
    until = time.monotonic() + options.seconds
    count = faults = 0
    while time.monotonic() < until:
        data = fuzzer.next_input()
        count += 1
        try:
            check(data)
        except Exception as error:  # every kind of exception is what is looked for
            faults += 1
            path = Path(tempfile.gettempdir(), f"fuzz-{options.seed}-{count}")
            path.write_bytes(data)
            print(f"{path}: {type(error).__name__}: {error}", flush=True)
    print(f"{count:,} inputs with seed {options.seed}, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
