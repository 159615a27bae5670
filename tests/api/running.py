"""A running server with the samples, for tests that ask it from outside."""

import subprocess

from tests.up.process import BIN, Up, environ, processes_of


class Server:
    """``errorkb up`` with the samples and a token that may send dumps and report."""

    def __init__(self, home):
        self.home = home
        # What is asked here is more than any client would ask for.
        self.up = Up(home, "--port", "0", "--no-worker", ERRORKB_RATE_LIMIT="0")
        assert self.up.url, self.up.lines
        self.url = self.up.url.rstrip("/")
        made = subprocess.run(
            [BIN, "token", "--create", "tests", "--scope", "ingest", "--scope", "report"],
            env=environ(home),
            capture_output=True,
            text=True,
            check=True,
        )
        self.token = made.stdout.split()[-1]

    def stop(self):
        self.up.stop()
        for process in processes_of(self.home):
            process.kill()
