"""The process that ``errorkb.standby`` starts: the API of this machine's base at a Unix socket.

``python -m errorkb.standby_server SOCKET [--until-closed]``. It is the web application and nothing else; only
its own system user may connect. It ends when nobody has asked for a while, when its code or its home has
changed under it, and after an answer of 500, so that the next command begins anew.
"""

import contextlib
import fcntl
import os
import signal
import socketserver
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import IO, Any, NoReturn
from urllib.parse import unquote
from wsgiref.simple_server import ServerHandler, WSGIRequestHandler

from errorkb import standby

#: How often it looks whether it is still wanted, in seconds.
_LOOK_SECONDS = 2.0


def main() -> None:
    """Prints "ready" once it listens, or one line that says why it cannot."""
    path, until_closed = Path(sys.argv[1]), "--until-closed" in sys.argv[2:]
    signal.signal(signal.SIGTERM, _end)
    with _alone(path) as lock:
        if standby.answers(path):  # another command was quicker
            _tell("ready")
            return
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "errorkb.settings")
        import django  # noqa: PLC0415 - settings come first

        django.setup()
        from errorkb import database  # noqa: PLC0415

        try:
            _refuse_foreign()
            with database.ready(), _listening(path, until_closed=until_closed) as server:
                lock.close()
                _tell("ready")
                server.serve_forever(poll_interval=_LOOK_SECONDS)
        except database.DatabaseError as error:
            _tell(str(error))
            sys.exit(2)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[IO[bytes]]:
    """Held until the process listens: two that start at once would take each other's socket away."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.parent.lstat().st_uid not in (os.geteuid(), 0):
            raise PermissionError(0, "belongs to somebody else")
        lock = path.with_name("ask.lock").open("ab")
    except OSError as error:
        _tell(f"{path.parent} cannot be used: {error.strerror}")
        sys.exit(2)
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def _refuse_foreign() -> None:
    """DATABASE_URL is a name that other programs use, too: a question must not put tables into theirs."""
    if not os.environ.get("DATABASE_URL"):
        return
    from django.db import DatabaseError, connection  # noqa: PLC0415

    from errorkb import database  # noqa: PLC0415

    try:
        is_ours = "errorkb_basestate" in connection.introspection.table_names()
    except DatabaseError as error:
        last = str(error).strip().splitlines()[-1]
        raise database.DatabaseError(f"the database of DATABASE_URL does not answer: {last}") from None
    if not is_ours:
        raise database.DatabaseError(
            "the database of DATABASE_URL holds no errorkb base: errorkb ingest or errorkb up makes one there"
        )


@contextlib.contextmanager
def _listening(path: Path, *, until_closed: bool) -> "Iterator[_Server]":
    from django.conf import settings  # noqa: PLC0415

    from errorkb.matching import index  # noqa: PLC0415
    from errorkb.wsgi import application  # noqa: PLC0415

    settings.ALLOWED_HOSTS = ["localhost"]
    settings.RATE_LIMIT = 0  # only the base's owner asks here
    index.current()  # else the first question would wait for it
    path.unlink(missing_ok=True)
    before = os.umask(0o177)
    try:
        server = _Server(path, application)
    finally:
        os.umask(before)
    if until_closed:
        server.linger = float("inf")
        threading.Thread(target=_watch_input, args=(server,), daemon=True).start()
    try:
        yield server
    finally:
        server.leave()
        server.server_close()


class _Server(socketserver.UnixStreamServer):
    """One question at a time, so that one connection to the database serves them all."""

    def __init__(self, path: Path, application: Any) -> None:
        super().__init__(str(path), _Handler)
        self._path, self._own = path, path.stat().st_ino
        self._application = application
        self._began = time.time()
        self.linger = float(standby.lingering())
        self.asked = time.monotonic()
        self._has_answered = False

    @property
    def is_wanted(self) -> bool:
        """Whether its address is still its own and its code is what is installed. Whoever started it is
        answered in any case."""
        return self._is_own() and not (self._has_answered and _changed(self._began))

    def leave(self) -> None:
        """Gives its address up: the next command starts another process."""
        if self._is_own():
            self._path.unlink()

    def application(self, environment: dict[str, Any], start: Any) -> Any:
        """The web application. An answer that says that this process is of no use is its last one."""

        def started(status: str, *more: Any) -> Any:
            if status.startswith("5"):
                self.leave()
            return start(status, *more)

        if self._has_answered and _changed(self._began):
            started("503 Outdated", [("Content-Length", "0")])
            return []
        self._has_answered = True
        return self._application(environment, started)

    def service_actions(self) -> None:
        if time.monotonic() - self.asked > self.linger or not self.is_wanted:
            self.leave()
            threading.Thread(target=self.shutdown, daemon=True).start()

    def _is_own(self) -> bool:
        try:
            return self._path.stat().st_ino == self._own
        except OSError:
            return False


class _Handler(WSGIRequestHandler):
    server: _Server
    #: Seconds that a client may take to ask.
    timeout = 30

    def handle(self) -> None:
        self.server.asked = time.monotonic()
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline or not self.parse_request():
            return  # somebody looked whether anybody listens
        handler = ServerHandler(self.rfile, self.wfile, sys.stderr, self.get_environ(), multithread=False)  # type: ignore[arg-type]
        handler.request_handler = self  # type: ignore[attr-defined] # it asks for its address
        handler.run(self.server.application)

    def get_environ(self) -> dict[str, Any]:
        path, _, query = self.path.partition("?")
        environment: dict[str, Any] = {
            f"HTTP_{name.upper().replace('-', '_')}": value for name, value in self.headers.items()
        }
        return environment | {
            "REQUEST_METHOD": self.command,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote(path, "iso-8859-1"),
            "QUERY_STRING": query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": self.headers.get("Content-Length", ""),
            "SERVER_PROTOCOL": self.request_version,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
            standby.OWNER: True,
        }

    def address_string(self) -> str:
        return "this machine"

    def log_message(self, *arguments: Any) -> None:
        """Nothing is logged: an address may hold what somebody searched for."""


def _changed(began: float) -> bool:
    """Whether any file of this program was written after it began."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is None or name.partition(".")[0] not in ("errorkb", "ingest"):
            continue
        try:
            if Path(file).stat().st_mtime > began:
                return True
        except OSError:
            return True
    return False


def _watch_input(server: _Server) -> None:
    sys.stdin.buffer.read()
    server.shutdown()


def _tell(text: str) -> None:
    with contextlib.suppress(OSError):  # whoever started it may have gone
        os.write(sys.stdout.fileno(), f"{text}\n".encode())
    # Whoever waits for this output to end must not wait for this process.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit(0)


if __name__ == "__main__":
    main()
