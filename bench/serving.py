"""A base with many patterns, asked as users ask it: the function in a process, and the server over HTTP.

Everything is real: a dump that is ingested, an embedded Postgres, ``errorkb up``. The yardstick is the bare
scan: the message through the Hyperscan databases of all segments, and nothing else.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import django
import psutil

from bench import base
from bench.matching import FRAME, ci_log
from bench.measure import medians, table
from errorkb.embedded import Server
from errorkb.fulltext import index as fulltext
from errorkb.home import home
from errorkb.matching import index
from errorkb.matching.segment import Segment

PORT = 8129
#: Records that come later, for which the index is renewed.
LATER = 1_000
#: A message of usual words that no entry has.
UNKNOWN = "the number of the items in the list must not be greater than the size of the given file"
#: Seconds until the server must have answered, and the index be built.
PATIENCE = 1800


def bench(count: int, kept: Path | None) -> None:
    """Prints what matching takes in a base of so many entries, which a home keeps."""
    base.run("bench.serving", count, kept)


def main(count: int) -> None:
    """Fills the home's base and measures."""
    django.setup()
    made = base.messages(count + LATER)
    with Server(data=home() / "postgres").used():
        base.fill(made[:count])
        _measure(made)


def _measure(made: list[str]) -> None:
    from errorkb.matching.lookup import match  # noqa: PLC0415 - models are there only after the setup

    before = psutil.Process().memory_info().rss
    taken = base.timed(index.current)
    grown = (psutil.Process().memory_info().rss - before) / 2**20
    print(f"index built in {taken:.1f} s by a process that grew by {grown:,.0f} MiB")
    # For what nothing explains, entries with similar messages are looked up there.
    print(f"full-text index built in {base.timed(_await_fulltext):.1f} s", flush=True)
    message = base.filled(made[len(made) // 3])
    paste = _traceback(message)
    with _up() as server:
        texts = (
            ("a traceback", paste),
            ("a traceback that nothing explains", _traceback(UNKNOWN)),
            ("a log", ci_log(made, paste)),
        )
        for name, text in texts:
            _compare(f"{name} of {len(text):,} characters", match, message, text)
        print("\nmemory: " + ", ".join(_memory(server)), flush=True)
        count = len(made) - LATER
        last = f"ValueError: {base.filled(made[-1])}"
        were_there = " (a kept base had them before)" if _asked(last)["matches"] else ""
        base.ingest(made[count:], first=count)
        print(
            f"{LATER:,} more: found {base.timed(partial(_await, last)):.2f} s after their commit{were_there}"
        )
        _compare("the traceback again, with hostile patterns among the later ones", match, message, paste)


def _compare(title: str, match: Callable[[str], object], message: str, text: str) -> None:
    seconds = medians(
        {
            "the bare scan of the message": partial(_scan, index.current().segments, message.encode()),
            "the function": partial(match, text),
            "over HTTP": partial(_asked, text),
        },
        rounds=31,
    )
    table(title, seconds, "the function")


def _traceback(message: str) -> str:
    frames = "".join(FRAME.format(n=n) for n in range(40))
    return f"Traceback (most recent call last):\n{frames}ValueError: {message}\n"


def _await_fulltext() -> None:
    while fulltext.at(index.base_state().revision) is None:
        time.sleep(0.05)


def _scan(segments: tuple[Segment, ...], message: bytes) -> None:
    for segment in segments:
        segment.keys(message)


@contextmanager
def _up() -> Iterator[psutil.Process]:
    began = time.perf_counter()
    process = subprocess.Popen(
        [str(base.BIN), "up", "--port", str(PORT), "--no-scan"], stdout=subprocess.DEVNULL
    )
    try:
        while time.perf_counter() - began < PATIENCE:
            try:
                _asked("ValueError: nothing")
                break
            except OSError:
                time.sleep(0.05)
        print(f"the server answers {time.perf_counter() - began:.1f} s after its start", flush=True)
        yield psutil.Process(process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)


def _asked(text: str) -> dict[str, Any]:
    """The answer to a request of its own, as a command sends it: connected anew."""
    connection = HTTPConnection("127.0.0.1", PORT, timeout=60)
    connection.request("POST", "/api/match", text.encode(), {"Content-Type": "text/plain"})
    answer: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def _await(message: str) -> None:
    began = time.perf_counter()
    while not _asked(message)["matches"] and time.perf_counter() - began < PATIENCE:
        time.sleep(0.02)


def _memory(server: psutil.Process) -> Iterator[str]:
    """Each process's memory: its own, and with its share of what several have mapped."""
    for process in (server, *server.children(recursive=True)):
        if not process.name().startswith("postgres"):
            information = process.memory_full_info()
            own, share = information.uss / 2**20, information.pss / 2**20
            yield f"{process.name()} {own:,.0f} MiB of its own, {share:,.0f} with its share"


if __name__ == "__main__":
    main(int(sys.argv[1]))
