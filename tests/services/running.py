"""The services of docker-compose.yml as processes of this machine, by the very commands."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from django.conf import settings

from tests.services import compose
from tests.services.rabbitmq import free_port

BIN = Path(sys.executable).parent
#: A worker that was quiet for so long is given up for dead. Longer than a part takes on a busy machine.
QUIET_SECONDS = 10
WAIT_SECONDS = 240


class Process:
    """A service in a process group of its own, its output in a file."""

    def __init__(self, words: list[str], environment: dict[str, str], output: Path) -> None:
        self._output = output
        with output.open("ab") as stream:
            self._process = subprocess.Popen(
                words, env=environment, cwd=compose.ROOT, stdin=subprocess.DEVNULL,
                stdout=stream, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    @property
    def output(self) -> str:
        return self._output.read_text()

    def kill(self) -> None:
        """``kill -9``, for it and its children."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> int:
        """Ends it as Compose does."""
        self._process.terminate()
        try:
            return self._process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


class Stack:
    """What one environment shares: the database, the broker and a port for the web server."""

    def __init__(self, folder: Path, database_url: str, broker_port: int) -> None:
        self._folder = folder
        self._database_url = database_url
        self._port = free_port()
        self._broker_port = broker_port
        self.url = f"http://127.0.0.1:{self._port}"
        #: Nothing may be written here: the containers' file systems are read-only.
        self.home = folder / "home"

    def environment(self, service: str) -> dict[str, str]:
        """Compose's, with the addresses of this machine, and the image's."""
        given = compose.environment(service)
        broker_url = given["ERRORKB_BROKER_URL"].replace("@broker:5672", f"@127.0.0.1:{self._broker_port}")
        assert str(self._broker_port) in broker_url
        return {
            **given,
            "DATABASE_URL": self._database_url,
            "ERRORKB_BROKER_URL": broker_url,
            "ERRORKB_HOME": str(self.home),
            "ERRORKB_INDEX": str(self._folder / "index"),
            "ERRORKB_EXPORTS": str(self._folder / "exports"),
            "ERRORKB_STATIC_ROOT": str(settings.STATIC_ROOT),
            "ERRORKB_QUIET_SECONDS": str(QUIET_SECONDS),
            "HOSTNAME": os.uname().nodename,
            "PATH": f"{BIN}:{os.environ['PATH']}",
            "PYTHONUNBUFFERED": "1",
        }

    def _here(self, words: list[str]) -> list[str]:
        """A command line of a container as one of this machine."""
        changes = {
            "0.0.0.0:8000": f"127.0.0.1:{self._port}",
            "127.0.0.1', 8000": f"127.0.0.1', {self._port}",
            "/tmp/schedule": str(self._folder / "schedule"),  # noqa: S108 - it is replaced
        }
        for before, after in changes.items():
            words = [word.replace(before, after) for word in words]
        return words

    def run(self, service: str, *command: str) -> subprocess.CompletedProcess[str]:
        """``docker compose run``: the service's command, or another one in its environment."""
        words = list(command) or self._here(compose.command(service))
        return subprocess.run(
            words, env=self.environment(service), cwd=compose.ROOT, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip

    def healthy(self, service: str) -> bool:
        """What its health check says now."""
        return self.run(service, *self._here(compose.health_check(service))).returncode == 0

    @contextlib.contextmanager
    def up(self, *services: str) -> Iterator[dict[str, Process]]:
        """``docker compose up``, for the length of a block."""
        with contextlib.ExitStack() as stack:
            started = {}
            for service in services:
                started[service] = process = self.start(service)
                stack.callback(process.stop)
            yield started

    def start(self, service: str) -> Process:
        words = self._here(compose.command(service))
        return Process(words, self.environment(service), self._folder / f"{service}.log")

    def batch(self, number: int) -> dict[str, Any]:
        """What ``errorkb batches`` tells about it."""
        told = self.run("worker", "errorkb", "batches", str(number), "--json")
        return dict(json.loads(told.stdout))

    def ask(self, query: LiteralString, *values: object) -> int:
        """The number that a query of the database answers."""
        with psycopg.connect(self._database_url) as connection:
            row = connection.execute(query, values).fetchone()
        assert row
        return int(row[0])


def wait_for(condition: Callable[[], object], what: str, seconds: float = WAIT_SECONDS) -> None:
    """Returns when the condition holds; fails when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not after {seconds} seconds"
        time.sleep(0.1)
