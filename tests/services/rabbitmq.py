"""A RabbitMQ of the tests' own: its ports, its folder and its name service are nobody else's."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from kombu.connection import Connection

SECONDS = 90
# Debian's rabbitmq-server changes to a system user and its folders; the script behind it does not.
_DEBIAN = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")


def program() -> Path | None:
    """The server's start script, where it is installed."""
    if _DEBIAN.exists():
        return _DEBIAN
    found = shutil.which("rabbitmq-server")
    return Path(found) if found else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class RabbitMQ:
    """A running server with the environment that Compose gives its own; it listens on loopback only."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        script = program()
        assert script
        folder.mkdir()
        (folder / "plugins").write_text("[].")
        (folder / "rabbitmq.conf").touch()
        self.port = free_port()
        epmd_port = free_port()
        self._log = (folder / "output").open("w+")
        arguments = environment.get("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "")
        self.environment = {
            **environment,
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "HOME": str(folder),  # of the cookie
            "ERL_EPMD_PORT": str(epmd_port),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"errorkb-{os.getpid()}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_MNESIA_BASE": str(folder / "data"),
            "RABBITMQ_LOG_BASE": str(folder / "log"),
            "RABBITMQ_PID_FILE": str(folder / "pid"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            # One scheduler that sleeps when idle: the tests' machine has other work.
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS":
                f"{arguments} -kernel inet_dist_use_interface {{127,0,0,1}} +S 1:1 +sbwt none",
        }  # fmt: skip
        # The name service would be left behind as a daemon if the server had to start it.
        self._names = self._start("epmd", "-port", str(epmd_port), "-address", "127.0.0.1")
        self._server = self._start(str(script))
        user, password = environment["RABBITMQ_DEFAULT_USER"], environment["RABBITMQ_DEFAULT_PASS"]
        try:
            self._wait(f"amqp://{user}:{password}@127.0.0.1:{self.port}//")
        except BaseException:
            print(self.stop())
            raise

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            words, env=self.environment, cwd=self.environment["HOME"], stdin=subprocess.DEVNULL,
            stdout=self._log, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip

    def _wait(self, url: str) -> None:
        deadline = time.monotonic() + SECONDS
        while self._server.poll() is None:
            try:
                with Connection(url, connect_timeout=5) as connection:
                    connection.connect()
            except OSError:
                assert time.monotonic() < deadline, "RabbitMQ does not answer"
                time.sleep(0.2)
            else:
                return
        raise AssertionError("RabbitMQ ended")

    def stop(self) -> str:
        """Ends the server, then its name service; returns what they printed."""
        for process in (self._server, self._names):
            process.terminate()
            try:
                process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        with self._log as log:
            log.seek(0)
            return log.read()
