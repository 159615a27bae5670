"""The Celery worker of ``errorkb up``: one process beside the web server, started again when it dies.

It runs the beat too, whose sweep queues what a dead worker left. It stays in the process group of ``up``
and, where the system can say so, ends with it.
"""

import contextlib
import ctypes
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

RESTART_SECONDS = 1.0
STOP_SECONDS = 10
_PR_SET_PDEATHSIG = 1


@contextlib.contextmanager
def running(home: Path) -> Iterator[None]:
    """A worker for the length of a block; its log is ``worker.log`` in the home."""
    stop = threading.Event()
    folder = home / "broker"
    folder.mkdir(parents=True, exist_ok=True)
    with (home / "worker.log").open("ab") as log:
        # -B: beat in the same process tree; solo: a chunk at a time, in the worker's own process.
        command = [
            sys.executable, "-m", "celery", "-A", "errorkb.celery", "worker", "-B", "--pool", "solo",
            "--loglevel", "WARNING", "--without-gossip", "--without-mingle",
            "--schedule", str(folder / "beat-schedule"),
        ]  # fmt: skip
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


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
