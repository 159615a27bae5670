"""Whether a search puts first what people want, beside the engine and Postgres as they come.

The base: the samples, the real dumps beside the checkout where they are, and what installed packages raise.
Half of the queries were there to tune by, every second one was not looked at. nDCG@10: 1 where the wanted
entries come first, in their order; hit@1: the share of queries whose first entry is one of the best.
"""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.queries import KINDS
from bench.yardsticks import PlainPostgres, PlainTantivy
from errorkb.embedded import Server
from errorkb.fulltext.query import read
from errorkb.fulltext.results import find
from errorkb.home import home
from errorkb.models import Entry

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent / "errorkb"
PACKAGES = (
    "django", "rest_framework", "celery", "kombu", "click", "requests", "jinja2", "psycopg", "urllib3",
    "pydantic", "gunicorn", "pip",
)  # fmt: skip
READ = 10
Search = Callable[[str], Sequence[str]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """A query and what its entries are worth, by id: 2 wanted, 1 good, too."""

    text: str
    kind: str
    worth: dict[str, int]
    is_held_out: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Quality:
    """Means over queries, 0 to 1."""

    ndcg: float
    hit: float


def bench() -> None:
    """Prints how good the three are on both halves and on each kind of query."""
    with TemporaryDirectory(prefix="errorkb-bench-") as folder:
        # A process of its own: settings read the home when they are imported.
        environment = os.environ | {
            "ERRORKB_HOME": f"{folder}/home",
            "DJANGO_SETTINGS_MODULE": "errorkb.settings",
        }
        subprocess.run([sys.executable, "-m", "bench.relevance"], check=True, env=environment)


def main() -> None:
    """Fills the home's base and measures."""
    with Server(data=home() / "postgres").used():
        fill()
        report()


def fill() -> None:
    """Ingests the dumps, and what the source of the packages says."""
    packages = (find_spec(name) for name in PACKAGES)
    folders = [Path(spec.origin).parent for spec in packages if spec and spec.origin]
    scanned = home().parent / "scanned.jsonl"
    subprocess.run([BIN, "scan", *folders, "-o", scanned], check=True, capture_output=True)
    dumps = [ROOT / "samples", *shared(), scanned]
    subprocess.run([BIN, "ingest", "--quiet", *dumps], check=True, stdout=subprocess.DEVNULL)


def shared() -> list[Path]:
    """The real dumps beside the checkout; none where they are not."""
    folder = ROOT.parent / "shared"
    return [path for path in (folder / "seeds", folder / "cases" / "kb.jsonl") if path.exists()]


def report() -> None:
    """Measures the base that is there."""

    queries = judged(complete=bool(shared()))
    print(f"{len(queries)} queries, {Entry.objects.live().count():,} entries")
    with TemporaryDirectory() as folder:
        plain, postgres = PlainTantivy(Path(folder)), PlainPostgres()
        searches: dict[str, Search] = {
            "ours": ours,
            "plain tantivy": lambda text: plain.find(text, READ),
            "plain Postgres": lambda text: postgres.find(text, READ),
        }
        halves = {
            "tuned by": [query for query in queries if not query.is_held_out],
            "held out": [query for query in queries if query.is_held_out],
        }
        kinds = {kind: [query for query in queries if query.kind == kind] for kind in KINDS}
        print(f"{'':24}" + "".join(f"{name:>22}" for name in searches))
        for title, some in (halves | kinds).items():
            found = [quality(some, search) for search in searches.values()]
            print(f"  {title:17}{len(some):5}" + "".join(f"{one.ndcg:14.3f}{one.hit:8.2f}" for one in found))


def ours(text: str) -> Sequence[str]:
    """The ids that the search page lists first."""
    while (found := find(read(text), limit=READ)) is None:
        time.sleep(0.1)  # the index is being built
    return (*found.ids, *found.further)[:READ]


def judged(*, complete: bool) -> list[Judged]:
    """All queries with what the base has for them. ``complete``: a query for which it has nothing is an
    error, rather than left out."""

    fields = ("id", "repo", "error_message", "error_class", "error_code", "file_path")
    rows = [
        (id, repo, "\n".join(filter(None, texts)))
        for id, repo, *texts in Entry.objects.live().values_list(*fields)
    ]
    queries = []
    for kind, asked in KINDS.items():
        for text, *wanted in asked:
            worth: dict[str, int] = {}
            for one in wanted:
                ids = _ids(rows, one.removeprefix("~"))
                if complete and not ids:
                    raise LookupError(f"{text!r}: the base has no entry {one!r}")
                for id in ids:
                    worth[id] = max(worth.get(id, 0), 1 if one.startswith("~") else 2)
            queries.append((kind, text, worth))
    return [
        Judged(text=text, kind=kind, worth=worth, is_held_out=number % 2 == 1)
        for number, (kind, text, worth) in enumerate(queries)
        if worth
    ]


def _ids(rows: Iterable[tuple[str, str, str]], wanted: str) -> list[str]:
    repo, _, parts = wanted.partition(": ")
    return [
        id for id, name, text in rows if repo in name and all(part in text for part in parts.split(" & "))
    ]


def quality(queries: Sequence[Judged], search: Search) -> Quality:
    """How good a search is on these queries."""
    found = [(query, search(query.text)[:READ]) for query in queries]
    hits = [bool(ids) and query.worth.get(ids[0], 0) == max(query.worth.values()) for query, ids in found]
    return Quality(
        ndcg=sum(ndcg(ids, query.worth) for query, ids in found) / len(found), hit=sum(hits) / len(found)
    )


def ndcg(ids: Sequence[str], worth: dict[str, int]) -> float:
    """Normalised discounted cumulative gain of a list: 1 for the best order there is."""
    best = sorted(worth.values(), reverse=True)[:READ]
    return _gain([worth.get(id, 0) for id in ids]) / _gain(best)


def _gain(grades: Sequence[int]) -> float:
    return sum(((1 << grade) - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


if __name__ == "__main__":
    main()
