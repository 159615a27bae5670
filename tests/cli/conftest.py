"""One base for all tests of the command line: to make one takes seconds."""

import psutil
import pytest

from tests.cli.base import fill
from tests.up.process import Up, processes_of


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """The home of a small base; whatever stands by in it is ended."""
    folder = tmp_path_factory.mktemp("cli") / "home"
    fill(folder)
    yield folder
    left = processes_of(folder)
    for process in left:
        process.terminate()
    psutil.wait_procs(left, timeout=20)


@pytest.fixture(scope="session")
def server(home):
    """``errorkb up`` of the same base."""
    running = Up(home, "--port", "0", "--workers", "1", "--no-worker", ERRORKB_SCAN="0")
    assert running.url, running.lines
    yield running.url.rstrip("/")
    running.stop()
