"""``errorkb up`` as a real process, for tests that need the whole thing."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import psutil

BIN = Path(sys.executable).parent / "errorkb"
#: Ends a wait that would otherwise have no end; a busy machine takes long for what takes a second.
SECONDS = 180


def environ(home, **more):
    """The environment of a process with this home and its own database."""
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    kept.pop("DJANGO_SETTINGS_MODULE", None)
    return kept | {"ERRORKB_HOME": str(home)} | more


def processes_of(home):
    """Processes whose command line or environment names the home."""
    found = []
    for process in psutil.process_iter():
        try:
            words = " ".join([*process.cmdline(), process.environ().get("ERRORKB_HOME", "")])
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
        if str(home) in words and process.pid != os.getpid():
            found.append(process)
    return found


class Up:
    """A running ``errorkb up`` in a process group of its own; ``url`` is empty when it did not start."""

    def __init__(self, home, *arguments, **environment):
        self.process = subprocess.Popen(
            [BIN, "up", *arguments], env=environ(home, **environment), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        self.lines: list[str] = []
        self.url = ""
        for line in self.process.stdout or ():
            self.lines.append(line)
            if "errorkb is at http://" in line:
                self.url = line.split()[3]
                break

    def get(self, path):
        with urllib.request.urlopen(self.url.rstrip("/") + path, timeout=SECONDS) as answer:
            return answer.read().decode()

    def stop(self, number=signal.SIGTERM):
        """Sends the signal; returns the exit status. What was printed is added to ``lines``."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=SECONDS)
        self.lines += rest.splitlines()
        return self.process.returncode

    def kill_group(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=SECONDS)
