"""One server for all tests here that ask one from outside."""

import pytest

from tests.api.running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A running server with the samples."""
    running = Server(tmp_path_factory.mktemp("api") / "home")
    yield running
    running.stop()
