"""Matching a traceback: bare engines over the same patterns, then ours, the index alone.

Yardsticks: Hyperscan and an RE2 set of all expressions (up to what they compile in a minute or two), and
Python's ``re`` one after another on a sample.
"""

import random
import re
import resource
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import hyperscan
import re2

from bench.measure import medians, table
from bench.templates import templates
from errorkb.matching.clean import clean
from errorkb.matching.dialect import options
from errorkb.matching.finding import Index
from errorkb.matching.index import SEGMENT_ROWS
from errorkb.matching.index_folder import IndexFolder
from errorkb.matching.patterns import pattern_of
from errorkb.matching.searched import row_of
from errorkb.matching.segment import Row, Segment, write_segment
from errorkb.matching.traces import parse

FRAME = '  File "/srv/app/step_{n}.py", line {n}, in step_{n}\n    return step_{n}(value)\n'
#: Beyond so many the bare engines would take minutes to compile.
BARE = 20_000
#: With the errors among them, a log of a megabyte.
LOG_LINES = 13_400
T = TypeVar("T")


def bench(count: int) -> None:
    """Prints what finding candidates takes among so many patterns."""
    made = templates(count)
    print(f"{count:,} patterns: of installed packages, the rest of these with words exchanged")
    rows = _timed("rows", lambda: [_row(number, template) for number, template in enumerate(made)])
    with TemporaryDirectory() as folder:
        index = _index(rows, IndexFolder(Path(folder)))
        message = re.sub(r"\{\w+\}", "gear", made[len(made) // 2])
        paste = "Traceback (most recent call last):\n"
        paste += "".join(FRAME.format(n=n) for n in range(40)) + f"ValueError: {message}\n"
        log = ci_log(made, paste)
        print(f"a traceback of {len(paste):,} characters, a log of {len(log):,} with 50 such errors in it")
        _traceback(index, made, paste)
        _of_log(index, log)


def _row(number: int, template: str) -> Row:
    found = f"{number:016x}", "a/b", pattern_of(template), template, None, "ValueError", "a/b.py", None
    told = 20, None, None, None, datetime(2026, 8, 1, tzinfo=UTC), "json"
    return row_of((*found, *told))


def _index(rows: list[Row], folder: IndexFolder) -> Index:
    with folder.locked(wait=True):
        began = time.perf_counter()
        names = [
            folder.add(write_segment(rows[first : first + SEGMENT_ROWS]))
            for first in range(0, len(rows), SEGMENT_ROWS)
        ]
        built = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    began = time.perf_counter()
    segments: tuple[Segment, ...] = tuple(folder.open(name) for name in names)
    loaded = time.perf_counter() - began
    _timed("a segment of 1,000", lambda: write_segment(rows[:1000]))
    print(f"index: {len(names)} segments built in {built:.1f} s, loaded in {loaded:.3f} s; peak {peak:,} MiB")
    return Index(revision=None, names=tuple(names), segments=segments)


def _traceback(index: Index, made: list[str], paste: str) -> None:
    (event,) = parse(clean(paste))
    data = event.message.encode()
    bare = made[:BARE]
    patterns = [pattern_of(template) for template in bare]
    database = _timed(f"Hyperscan of {len(bare):,}", lambda: _hyperscan(patterns))
    collection = _timed(f"RE2 set of {len(bare):,}", lambda: _re2_set(patterns))
    sample = [re.compile(pattern) for pattern in patterns[-1000:]]
    found: list[int] = []

    def note(number: int, *_: object) -> None:
        found.append(number)

    def loop() -> None:
        for pattern in sample:
            pattern.search(event.message)

    seconds = medians(
        {
            f"Hyperscan, {len(bare):,}, the message": lambda: database.scan(
                data, lambda i, *_: found.append(i)
            ),
            f"RE2 set, {len(bare):,}, the message": lambda: collection.Match(event.message),
            "ours, all, the message": lambda: index.find_message(event.message),
            "clean and parse the paste": lambda: parse(clean(paste)),
            "ours, all, the paste": lambda: [index.find_message(e.message) for e in parse(clean(paste))],
            "Python re, 1,000": loop,
        }
    )
    table("a traceback", seconds, "ours, all, the message")


def _of_log(index: Index, log: str) -> None:
    seconds = medians(
        {
            "clean and parse the log": lambda: parse(clean(log)),
            "ours, all, the log": lambda: [
                index.find_message(message) for message in {e.message for e in parse(clean(log))}
            ],
        }
    )
    table("a log", seconds, "clean and parse the log")


def ci_log(made: list[str], paste: str) -> str:
    """A log of about a megabyte; 50 of its items fail with the stack of ``paste`` and one of the messages."""
    chosen = random.Random(3)
    lines = [f"2026-01-31 10:00:00 INFO worker: item {n} of the queue is done\n" for n in range(LOG_LINES)]
    for place in sorted(chosen.sample(range(LOG_LINES), 50), reverse=True):
        text = re.sub(r"\{\w+\}", "gear", chosen.choice(made)).partition("\n")[0]
        lines.insert(place, paste.rpartition("ValueError: ")[0] + f"ValueError: {text}\n\n")
    return "".join(lines)


def _hyperscan(patterns: list[str]) -> "hyperscan.Database":
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    flags = hyperscan.HS_FLAG_DOTALL | hyperscan.HS_FLAG_UTF8 | hyperscan.HS_FLAG_SINGLEMATCH
    database.compile(
        expressions=[pattern.encode() for pattern in patterns],
        ids=list(range(len(patterns))),
        flags=[flags] * len(patterns),
    )
    return database


def _re2_set(patterns: list[str]) -> "re2.Set":
    chosen = options()
    chosen.max_mem = 2 << 30
    collection = re2.Set.SearchSet(chosen)
    for pattern in patterns:
        collection.Add(pattern)
    collection.Compile()
    return collection


def _timed(name: str, work: Callable[[], T]) -> T:
    began = time.perf_counter()
    result = work()
    print(f"{name}: {time.perf_counter() - began:.2f} s")
    return result
