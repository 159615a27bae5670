"""A real server of several processes, asked by many at once: together they let the quota through."""

import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.up.process import Up

QUOTA = 25


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    home = tmp_path_factory.mktemp("limited") / "home"
    limits = {"ERRORKB_RATE_LIMIT": str(QUOTA), "ERRORKB_TRUSTED_PROXIES": "127.0.0.1"}
    running = Up(home, "--port", "0", "--workers", "3", "--no-worker", "--no-scan", **limits)
    assert running.url, running.lines
    yield running.url.rstrip("/")
    running.stop()


def status(address, client):
    """The answer's status and the seconds that it says to wait."""
    asked = urllib.request.Request(f"{address}/api/repos", headers={"X-Forwarded-For": client})
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status, None
    except urllib.error.HTTPError as error:
        with error:
            return error.code, int(error.headers["Retry-After"])


def test_its_processes_share_the_counts(address):
    clients = ["198.51.100.1", "198.51.100.2"] * QUOTA * 2
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda client: (client, *status(address, client)), clients))
    counts = Counter((client, code) for client, code, _ in answers)
    assert counts == {(client, code): QUOTA for client in set(clients) for code in (200, 429)}
    assert all(1 <= seconds <= 60 for _, code, seconds in answers if code == 429)


def test_health_checks_and_files_are_always_answered(address):
    for path in ["/healthz", "/static/favicon.svg"] * (QUOTA + 1):
        with urllib.request.urlopen(address + path, timeout=30) as answer:
            assert answer.status == 200
