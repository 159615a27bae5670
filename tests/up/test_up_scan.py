"""``errorkb up`` on an empty base reads the packages beside it, while it serves."""

import time

import pytest

from tests.up.process import Up, processes_of


@pytest.fixture
def home(tmp_path):
    yield tmp_path / "home"
    for process in processes_of(tmp_path / "home"):
        process.kill()


def wait_for(up, said, seconds=90):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if said in " ".join(up.get("/").split()):
            return True
        time.sleep(0.5)
    return False


def test_the_page_is_up_first_and_the_packages_follow(home):
    up = Up(home, "--port", "0", ERRORKB_SCAN="1")
    try:
        assert up.url, up.lines
        assert wait_for(up, "Reading installed packages</a>")
        # The library comes first, and is one part of many.
        assert wait_for(up, "python/cpython")
    finally:
        up.stop()
    again = Up(home, "--port", "0", ERRORKB_SCAN="1")
    try:
        assert not any("installed packages" in line for line in again.lines)
    finally:
        again.stop()


@pytest.mark.parametrize(("words", "setting"), [(["--no-scan"], "1"), (["--no-worker"], "1"), ([], "0")])
def test_it_can_be_told_not_to(home, words, setting):
    up = Up(home, "--port", "0", *words, ERRORKB_SCAN=setting)
    try:
        assert up.url, up.lines
        assert "installed packages" not in up.get("/")
    finally:
        up.stop()
