"""Files and processes of this home: they can be looked at whatever the database does."""

import fcntl
import os
import platform
import shutil
import socket
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

import psutil
from django.conf import settings

from errorkb import standby
from errorkb.client import ClientError
from errorkb.diagnosis.finding import Finding

#: With less room than this, in bytes, ingests will soon stop.
LOW_ROOM = 1 << 30
_BROKER_SECONDS = 3


def findings() -> Iterator[Finding]:
    yield Finding(name="version", told=f"errorkb {version('errorkb')}, Python {platform.python_version()}")
    yield from _home()
    if settings.HOME.is_dir():
        yield from _disk()
    yield _server()
    yield _standby()
    yield from _broker()
    yield _workers()
    if settings.DEBUG:
        yield Finding(
            name="debug", told="ERRORKB_DEBUG=1: pages show tracebacks", state="watch",
            advice="unset it where others can reach the server",
        )  # fmt: skip


def _home() -> Iterator[Finding]:
    origin = "ERRORKB_HOME" if os.environ.get("ERRORKB_HOME") else "the default"
    if not settings.HOME.is_dir():
        advice = "errorkb up makes it, or set ERRORKB_HOME to where the base is"
        yield Finding(
            name="home", told=f"{settings.HOME} ({origin}) is not there", state="wrong", advice=advice
        )
        return
    yield Finding(name="home", told=f"{settings.HOME} ({origin})")
    if not os.access(settings.HOME, os.W_OK):
        advice = "run errorkb as its owner, or set another ERRORKB_HOME"
        yield Finding(name="home", told="you may not write there", state="wrong", advice=advice)
    key = settings.HOME / "secret_key"
    if key.is_file() and key.stat().st_mode & 0o077:
        yield Finding(
            name="secret key", told=f"{key} is open to others", state="wrong", advice=f"chmod 600 {key}"
        )


def _disk() -> Iterator[Finding]:
    room = shutil.disk_usage(settings.HOME).free
    low = room < LOW_ROOM
    yield Finding(
        name="disk", told=f"{size(room)} free", state="wrong" if low else "good",
        advice="make room, or move ERRORKB_HOME" if low else "",
    )  # fmt: skip
    for name, folder in (("data", settings.HOME / "postgres"), ("index files", Path(settings.INDEX))):
        if folder.is_dir() and (held := _held(folder)) is not None:
            yield Finding(name=name, told=f"{size(held)} in {folder}")


def _server() -> Finding:
    lock = settings.HOME / "up.lock"
    if not lock.is_file() or not _is_held(lock):
        return Finding(
            name="server", told="errorkb up does not run; commands start what they need themselves"
        )
    return Finding(name="server", told=f"errorkb up runs (process {lock.read_text().strip() or 'unknown'})")


def _standby() -> Finding:
    try:
        seconds, path = standby.lingering(), standby.socket_path()
    except ClientError as error:
        return Finding(name="stand-by", told=str(error), state="wrong", advice="unset it")
    if not seconds:
        return Finding(name="stand-by", told="off (ERRORKB_LINGER=0): each question loads everything anew")
    if standby.answers(path):
        return Finding(
            name="stand-by", told=f"a process answers at {path}; it ends after {seconds} idle seconds"
        )
    return Finding(name="stand-by", told="none; the next question starts one")


def _broker() -> Iterator[Finding]:
    parts = urlsplit(settings.CELERY_BROKER_URL)
    if parts.scheme == "filesystem":
        folder = settings.HOME / "broker" / "tasks"
        waiting = sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0
        yield Finding(name="broker", told=f"files in {folder}, {waiting:,} waiting")
        return
    place = f"{parts.hostname}:{parts.port or 5672}"  # never its password
    try:
        socket.create_connection((parts.hostname or "", parts.port or 5672), _BROKER_SECONDS).close()
    except OSError as error:
        yield Finding(
            name="broker", told=f"{place} does not answer: {error.strerror or error}", state="wrong",
            advice="start it, or correct ERRORKB_BROKER_URL; queued batches wait until then",
        )  # fmt: skip
    else:
        yield Finding(name="broker", told=f"{place} answers")


def _workers() -> Finding:
    count = 0
    for process in psutil.process_iter():
        try:
            words = process.cmdline()
            is_ours = "errorkb.celery" in words and "worker" in words
            count += is_ours and process.environ().get("ERRORKB_HOME", "") == os.environ.get(
                "ERRORKB_HOME", ""
            )
        except psutil.Error:
            continue
    return Finding(name="workers", told=f"{count} on this machine")


def _is_held(lock: Path) -> bool:
    with lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _held(folder: Path) -> int | None:
    """Bytes of a folder; None where it cannot be looked into."""
    if not os.access(folder, os.R_OK | os.X_OK):
        return None
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.lstat().st_size
        except OSError:  # it has just gone, or is somebody else's
            continue
    return total


def size(count: int) -> str:
    """Bytes for people."""
    amount = float(count)
    for unit in ("B", "KiB", "MiB"):
        if amount < 1024:
            return f"{amount:.0f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GiB"
