"""Pages as readers and crawlers ask for them: an entry's page, its 304 and a view that does nothing, by turns
in one run against ``errorkb up``.

The bare view is the yardstick: what gunicorn, Django and the middleware cost. Rate limits are off: all that
is asked comes from one machine.
"""

import itertools
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from bench.load import Rate, load, request
from bench.records import record, write

BIN = Path(sys.executable).parent / "errorkb"
ROOT = Path(__file__).resolve().parent.parent
PORT = 8131
ENTRIES, SOME = 2_000, 100
#: Each subject has so many turns of so many seconds.
TURNS, SECONDS = 7, 1.0
PATIENCE = 120


def bench() -> None:
    """Prints requests a second, and what of them is the server's work."""
    with TemporaryDirectory(prefix="errorkb-bench-") as folder:
        environment = os.environ | {
            "ERRORKB_HOME": f"{folder}/home",
            "ERRORKB_RATE_LIMIT": "0",
            "DJANGO_SETTINGS_MODULE": "bench.pages_settings",
            "PYTHONPATH": str(ROOT),
        }
        dump = Path(folder) / "dump.jsonl"
        write(dump, ENTRIES)
        subprocess.run(
            [BIN, "ingest", "--quiet", dump], env=environment, check=True, stdout=subprocess.DEVNULL
        )
        command = [str(BIN), "up", "--port", str(PORT), "--workers", "1", "--no-worker", "--no-scan"]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            _measure(psutil.Process(server.pid))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=60)


def _measure(server: psutil.Process) -> None:
    pages = [_page(number) for number in range(SOME)]
    _await_index(pages[0])
    tags = [_tag(page) for page in pages]
    numbers = itertools.count()
    subjects: dict[str, tuple[int, Iterator[bytes]]] = {
        "a bare view": (200, itertools.repeat(_asking("/bare"))),
        "an entry's page": (200, itertools.repeat(_asking(pages[0]))),
        "its 304": (304, itertools.repeat(_asking(pages[0], If_None_Match=tags[0]))),
        f"the pages of {SOME} entries": (200, itertools.cycle([_asking(page) for page in pages])),
        "their 304s": (
            304,
            itertools.cycle(
                [_asking(page, If_None_Match=tag) for page, tag in zip(pages, tags, strict=True)]
            ),
        ),
        # Another query is another address: the page is made each time.
        "a page made anew": (200, (_asking(f"{page}?{next(numbers)}") for page in itertools.cycle(pages))),
    }
    rates: dict[str, list[Rate]] = {name: [] for name in subjects}
    for turn in range(TURNS + 1):
        for name, (status, requests) in subjects.items():
            rate = load(PORT, requests, status, SECONDS, server)
            if turn:
                rates[name].append(rate)
    _print(rates)


def _asking(path: str, **headers: str) -> bytes:
    return request(path, Host=f"127.0.0.1:{PORT}", **headers)


def _print(rates: dict[str, list[Rate]]) -> None:
    bare = rates["a bare view"]
    print(f"\n{'':28}{'requests/s':>12}{'of bare':>10}{'processor':>14}{'of bare':>10}")
    for name, turns in rates.items():
        pairs = list(zip(turns, bare, strict=True))
        per_second = statistics.median(one.per_second for one in turns)
        share = statistics.median(one.per_second / other.per_second for one, other in pairs)
        processor = statistics.median(one.processor for one in turns)
        work = statistics.median(other.processor / one.processor for one, other in pairs)
        print(f"  {name:26}{per_second:12,.0f}{share:10.2f}{processor * 1000:11.3f} ms{work:10.2f}")


def _page(number: int) -> str:
    told = record(number)
    return f"/{told['repo']}/{told['slug']}/"


def _await_index(page: str) -> None:
    """Until the indexes are built, which changes what pages show."""
    tag = ""
    while tag != (tag := _tag(page)):
        time.sleep(3)


def _tag(page: str) -> str:
    """The ETag of a page, once the server answers."""
    began = time.perf_counter()
    while time.perf_counter() - began < PATIENCE:
        connection = HTTPConnection("127.0.0.1", PORT, timeout=60)
        try:
            connection.request("GET", page, headers={"Accept": "text/html,*/*;q=0.8"})
            answer = connection.getresponse()
            answer.read()
        except ConnectionError:
            time.sleep(0.05)
            continue
        finally:
            connection.close()
        assert answer.status == 200, f"{page}: {answer.status}"
        return str(answer.headers["ETag"])
    raise TimeoutError("the server does not answer")
