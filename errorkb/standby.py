"""This machine's own base, answering at a socket: found, or started and waited for. Standard library only.

To load the web framework, the parsers and the index takes a second of processor time; a traceback is matched
in milliseconds. So the first command leaves a process behind (``errorkb.standby_server``) that answers the
next ones, and that ends when none has come for ERRORKB_LINGER seconds. With 0 it ends with its command.

What decides how the base answers is part of the socket's name: another DATABASE_URL, or another errorkb, is
another process.
"""

import contextlib
import hashlib
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from errorkb.client import Client, ClientError, of_socket
from errorkb.home import home

#: Seconds without a question after which the process ends.
LINGER = 600
#: In a request's environment: it came by the socket, which nobody but the base's owner can use.
OWNER = "errorkb.owner"
#: The longest path of a Unix socket is 103 bytes on macOS and 107 on Linux.
_SOCKET_PATH_LIMIT = 103


@contextlib.contextmanager
def connected() -> Iterator[Client]:
    """A client of this machine's base for the length of a block. Raises ClientError."""
    _check_base()
    if not lingering():
        with tempfile.TemporaryDirectory(prefix="errorkb-") as folder:
            path = Path(folder) / "s"
            with _started(path, stays=False):
                yield of_socket(path)
        return
    path = socket_path()
    if not answers(path):
        with _started(path, stays=True):
            pass
    yield of_socket(path)


def lingering() -> int:
    """ERRORKB_LINGER: seconds for which a base that was asked stays ready to be asked again."""
    text = os.environ.get("ERRORKB_LINGER") or str(LINGER)
    if not text.isdecimal():
        raise ClientError(f"ERRORKB_LINGER is {text!r}: it takes whole seconds, and 0 for not at all")
    return int(text)


def socket_path() -> Path:
    """Where the process of this home and environment listens."""
    told = [sys.executable, str(Path(__file__).parent)]
    told += sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith(("ERRORKB_", "PG")) or name in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    )
    name = f"ask-{hashlib.sha256(os.fsencode(chr(0).join(told))).hexdigest()[:12]}"
    path = home() / name
    if len(os.fsencode(path)) <= _SOCKET_PATH_LIMIT:
        return path
    folder = hashlib.sha256(os.fsencode(home())).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"errorkb-{folder}-{os.geteuid()}" / name


def has_base() -> bool:
    """Whether there is a base that could be asked, running or not."""
    return bool(os.environ.get("DATABASE_URL")) or (home() / "postgres").is_dir()


def _check_base() -> None:
    if not has_base():
        raise ClientError(
            f"there is no base in {home()}: errorkb up makes one, errorkb ingest fills one; "
            "--server URL asks another machine's"
        )


def answers(path: Path) -> bool:
    """Whether a process listens at a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        try:
            trial.connect(str(path))
        except OSError:
            return False
    return True


@contextlib.contextmanager
def _started(path: Path, *, stays: bool) -> Iterator[None]:
    """Starts the process and waits until it listens. It ends with the block unless it stays."""
    # It writes one line when it listens, or why it does not; with --until-closed it ends when standard
    # input does, which is when this process ends, however that ends.
    words = [sys.executable, "-m", "errorkb.standby_server", str(path)]
    process = subprocess.Popen(
        words if stays else [*words, "--until-closed"],
        stdin=subprocess.DEVNULL if stays else subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, start_new_session=True, cwd="/",
    )  # fmt: skip
    assert process.stdout is not None  # noqa: S101 - a pipe was asked for
    try:
        with process.stdout:
            told = process.stdout.readline().decode("utf-8", "replace").strip()
        if told != "ready":
            raise ClientError(told or "the base of this machine could not be started: see errorkb doctor")
        yield
    finally:
        if process.stdin is not None:
            process.stdin.close()
            process.wait()
        # What stays is nobody's child any more once this process ends.
        process.returncode = process.returncode or 0
