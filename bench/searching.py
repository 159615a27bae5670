"""Searching a large base: the page with its facets, the bare list, suggestions, and the yardsticks.

Messages and prose are real templates with words exchanged, so that words are as common and as rare as they
are in life. A thousand queries of all kinds, every tenth of them somewhere deep in its pages. Everything that
is compared answers the same query in turn.
"""

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import base
from bench.words import CLASSES
from bench.yardsticks import PlainPostgres, PlainTantivy
from errorkb.embedded import Server
from errorkb.fulltext.query import read
from errorkb.fulltext.results import find
from errorkb.fulltext.suggesting import suggest
from errorkb.home import home

QUERIES, PAGE = 1000, 20
#: The last page that is served begins here.
DEEPEST = 9980
#: Postgres is asked every so many queries: a common word takes it long.
SPARED = 10


@dataclass(kw_only=True)
class Taken:
    """Seconds of each query, by the clock and of this process's own work."""

    wall: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)

    def add(self, run: Callable[[], object]) -> None:
        began, worked = time.perf_counter(), time.thread_time()
        run()
        self.work.append(time.thread_time() - worked)
        self.wall.append(time.perf_counter() - began)


def bench(count: int, kept: Path | None) -> None:
    """Prints what searching takes in a base of so many entries, which a home keeps."""
    base.run("bench.searching", count, kept)


def main(count: int) -> None:
    """Fills the home's base and measures."""
    made = base.messages(count)
    with Server(data=home() / "postgres").used():
        base.fill(made)
        began = time.perf_counter()
        while find(read("error")) is None:
            time.sleep(0.05)
        print(f"{count:,} entries indexed in {time.perf_counter() - began:.0f} s", flush=True)
        measure(list(queries(made)))


def queries(made: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Queries, and from which entry on they are listed; seeded."""
    chosen = random.Random(11)
    texts = [text for text in made[:: max(1, len(made) // 20_000)] if len(text.split()) > 5]
    words = Counter(word for text in texts for word in set(text.lower().split()) if word.isalpha())
    common = [word for word, _ in words.most_common(300)]
    rare = [word for word, times in words.items() if times < 5 and len(word) > 4]
    kinds: tuple[Callable[[], str], ...] = (
        lambda: _part(chosen, texts, 4),
        lambda: _part(chosen, texts, 3),
        lambda: _part(chosen, texts, 8),
        lambda: f'"{_part(chosen, texts, 3).replace(chr(34), "")}"',
        lambda: chosen.choice(common),
        lambda: " ".join(chosen.sample(common, 2)),
        lambda: " ".join(chosen.sample(common, 4)),
        lambda: f"{chosen.choice(common)} {chosen.choice(rare)}",
        lambda: _misspelt(chosen, chosen.choice(rare)),
        lambda: base.class_name(chosen),
        lambda: f"E{20 * chosen.randrange(len(made) // 20):06}",
        lambda: f"how to fix {_part(chosen, texts, 4)} when {chosen.choice(common)}",
        lambda: f"{chosen.choice(common)} class:{chosen.choice(CLASSES)}",
        lambda: f"{chosen.choice(common)} severity:warning lang:python",
        lambda: f"severity:error -{chosen.choice(common)}",
        lambda: f"{chosen.choice(common)} -{chosen.choice(common)}",
        lambda: f"repo:bench-{chosen.randrange(90)} {chosen.choice(common)}",
    )  # fmt: skip
    for number in range(QUERIES):
        yield kinds[number % len(kinds)](), chosen.randrange(0, DEEPEST, PAGE) if number % 10 == 9 else 0


def _part(chosen: random.Random, texts: Sequence[str], words: int) -> str:
    parts = chosen.choice(texts).split()
    start = chosen.randrange(max(1, len(parts) - words))
    return " ".join(parts[start : start + words])


def _misspelt(chosen: random.Random, word: str) -> str:
    place = chosen.randrange(1, len(word) - 1)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def measure(asked: Sequence[tuple[str, int]]) -> None:
    """Asks all of them in turn and prints what it took."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        plain, between = PlainTantivy(Path(folder)), time.perf_counter()
        postgres = PlainPostgres()
        print(f"plain tantivy indexed them in {between - began:.0f} s, "
              f"plain Postgres in {time.perf_counter() - between:.0f} s", flush=True)  # fmt: skip
        taken = {name: Taken() for name in ("ours, the page", "ours, the list", "suggestions",
                                            "plain tantivy", "plain Postgres")}  # fmt: skip
        for text, _ in asked[:50]:
            find(read(text), facets=True)
            plain.find(text, PAGE)
        for number, (text, offset) in enumerate(asked):
            query = read(text)
            taken["ours, the page"].add(partial(find, query, offset=offset, facets=True))
            taken["ours, the list"].add(partial(find, query, offset=offset))
            taken["suggestions"].add(partial(suggest, text[: 1 + number % 12]))
            taken["plain tantivy"].add(partial(plain.find, text, PAGE, offset))
            if number % SPARED == 0:
                taken["plain Postgres"].add(partial(postgres.find, text, PAGE, offset))
    print(f"{'milliseconds':20}{'median':>9}{'p95':>9}{'worst':>9}   own work: median, p95, worst")
    for name, one in taken.items():
        print(f"  {name:18}{_spread(one.wall)}   {_spread(one.work)}")
    slow = sorted(zip(taken["ours, the page"].work, asked, strict=True), reverse=True)[:8]
    print("the slowest pages: " + ", ".join(f"{text!r} {work * 1000:.0f} ms" for work, (text, _) in slow))


def _spread(seconds: Sequence[float]) -> str:
    p95 = statistics.quantiles(seconds, n=20)[-1]
    return "".join(f"{value * 1000:9.1f}" for value in (statistics.median(seconds), p95, max(seconds)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
