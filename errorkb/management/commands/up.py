"""``errorkb up``: a working knowledge base in the foreground, until Ctrl-C."""

import contextlib
import fcntl
import os
import signal
import socket
import sys
import sysconfig
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections

from errorkb import database, server, worker
from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.models import Entry
from errorkb.web import static


class Command(BaseCommand):
    help = (
        "Start the embedded Postgres (unless DATABASE_URL is set) and the web server, load the samples "
        "and, in the background, the errors of the installed packages into an empty base, and serve until "
        "Ctrl-C. Everything lives under ERRORKB_HOME."
    )
    needs_database = False  # it takes its lock and its port before it starts anything

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default=os.environ.get("HOST") or "127.0.0.1",
            help="address to listen on (HOST in the environment, else 127.0.0.1)",
        )  # fmt: skip
        parser.add_argument(
            "--port", type=_port, default=os.environ.get("PORT") or "8000",
            help="port to listen on (PORT in the environment, else 8000); 0 takes a free one",
        )  # fmt: skip
        parser.add_argument(
            "--workers", type=int, default=2, help="web server processes (2), four threads each"
        )

        parser.add_argument(
            "--no-worker", action="store_true", help="start no worker for what ingest --queue leaves"
        )
        parser.add_argument(
            "--no-scan", action="store_true",
            help="leave the installed packages unread; else the worker reads them into an empty base",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        # Before gunicorn takes over, SIGTERM must unwind like Ctrl-C or the database would stay behind.
        signal.signal(signal.SIGTERM, _end)
        with contextlib.ExitStack() as stack:
            stack.enter_context(_only_one(settings.HOME))
            listener = stack.enter_context(_listener(options["host"], options["port"]))
            _allow_host(options["host"])
            try:
                stack.enter_context(database.ready())
            except database.DatabaseError as error:
                raise Failure(str(error)) from None
            is_new = not Entry.objects.exists()
            self._load_samples()
            if is_new and settings.SCAN and not options["no_scan"] and not options["no_worker"]:
                _queue_installed()
            static.collect()
            if not options["no_worker"]:
                stack.enter_context(worker.running(settings.HOME))
            connections.close_all()  # a connection must not be shared with forked workers
            host, port = listener.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            server.serve(
                listener,
                workers=options["workers"],
                greeting=f"errorkb is at http://{shown}:{port}/ (Ctrl-C stops it)",
            )

    def _load_samples(self) -> None:
        samples = settings.BASE_DIR / "samples"
        if samples.is_dir() and not Entry.objects.exists():
            print("Loading the samples …", flush=True)
            # A sample that is refused was reported; it must not keep the others from being served.
            with contextlib.suppress(CommandError):
                call_command("ingest", str(samples), quiet=True)


def _queue_installed() -> None:
    """Leaves Python's library and the packages beside errorkb to the worker: what a developer here meets."""
    folders = dict.fromkeys(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
    print("Reading the installed packages in the background …", flush=True)
    with contextlib.suppress(CommandError):
        call_command("ingest", *folders, queue=True, quiet=True, title="installed packages")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise ArgumentTypeError(f"{text!r} is no port number (0 to 65535)")
    return int(text)


def _end(signal_number: int, frame: FrameType | None) -> NoReturn:
    sys.exit(128 + signal_number)


@contextlib.contextmanager
def _only_one(home: Path) -> Iterator[None]:
    """Holds the home's lock, which ends with this process."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = (home / "up.lock").open("a+")
    except OSError as error:
        raise Failure(f"ERRORKB_HOME {home} cannot be written: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            holder = lock.read().strip() or "unknown"
            raise Failure(
                f"an errorkb already serves {home} (process {holder}): "
                "use that one, stop it, or set another ERRORKB_HOME"
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def _listener(host: str, port: int) -> socket.socket:
    """The bound socket: taken before anything starts, so that a taken port costs nothing."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        raise Failure(
            f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port or --host"
        ) from None
    return listener


def _allow_host(host: str) -> None:
    """Where the server listens beyond this machine, its names are not known: any is let in."""
    if "ERRORKB_ALLOWED_HOSTS" not in os.environ and host not in ("127.0.0.1", "localhost", "::1"):
        settings.ALLOWED_HOSTS = ["*"]
