"""The Celery processes of ``errorkb up``: a worker, and the beat whose sweep queues what a dead worker left.

Each is one process without children, started again when it dies. They stay in the process group of ``up``
and, where the system can say so, end with it.
"""

import contextlib
import ctypes
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

RESTART_SECONDS = 1.0
STOP_SECONDS = 10
_PR_SET_PDEATHSIG = 1
_CELERY = (sys.executable, "-m", "celery", "-A", "errorkb.celery")


@contextlib.contextmanager
def running(home: Path) -> Iterator[None]:
    """A worker and a beat for the length of a block; their log is ``worker.log`` in the home."""
    folder = home / "broker"
    folder.mkdir(parents=True, exist_ok=True)
    with (home / "worker.log").open("ab") as log, contextlib.ExitStack() as stack:
        # solo: a chunk at a time, in the worker's own process.
        worker = ("worker", "--pool", "solo", "--without-gossip", "--without-mingle")
        beat = ("beat", "--schedule", str(folder / "beat-schedule"), "--pidfile", "")
        for words in (worker, beat):
            stack.enter_context(_kept_alive((*_CELERY, *words, "--loglevel", "WARNING"), log))
        yield


@contextlib.contextmanager
def _kept_alive(command: Sequence[str], log: IO[bytes]) -> Iterator[None]:
    stop = threading.Event()
    started: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        started[:] = [
            subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - no locks are taken in it
            )
        ]

    def watch() -> None:
        while not stop.is_set():
            started[0].wait()
            if not stop.wait(RESTART_SECONDS):
                start()

    start()
    watcher = threading.Thread(target=watch, name="worker watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        stop.set()
        _end(started[0])
        watcher.join(timeout=STOP_SECONDS)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        # What it was at is not committed, and whoever comes next does it.
        process.kill()
        process.wait()


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
