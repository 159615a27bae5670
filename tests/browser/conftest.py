"""A real Chromium and a real ``errorkb up`` with the samples and more (tests/browser/shelf.py)."""

import os
from pathlib import Path

import pytest

from tests.browser import shelf
from tests.npm import installed
from tests.up.process import Up, processes_of

CHROMIUM = Path("/usr/bin/chromium")
# Nothing but the server under test is to be contacted.
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser():
    if not CHROMIUM.exists():
        reason = f"there is no {CHROMIUM}"
        if "browser" in os.environ.get("ERRORKB_REQUIRE", "").split(","):
            pytest.fail(f"{reason}, and ERRORKB_REQUIRE names the browser")
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where there is a browser

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a running knowledge base with something of everything."""
    home = tmp_path_factory.mktemp("browser") / "home"
    running = Up(home, "--port", "0")
    assert running.url, running.lines
    shelf.fill(home, tmp_path_factory.mktemp("shelf"))
    yield running.url
    running.stop()
    for process in processes_of(home):
        process.kill()


@pytest.fixture(scope="session")
def checkers(tmp_path_factory):
    """The ``node_modules`` folder with axe-core and html-validate."""
    return installed(Path(__file__).parent / "checkers", tmp_path_factory.mktemp("checkers"))


@pytest.fixture(params=[True, False], ids=["javascript", "no-javascript"])
def page(browser, request):
    """A tab that records what the browser complains about."""
    # With less motion, what has the focus is on the screen at once.
    context = browser.new_context(java_script_enabled=request.param, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    tab = context.new_page()
    tab.complaints = []
    tab.on("console", lambda message: tab.complaints.append(message.text))
    tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
    yield tab
    context.close()
