"""A real RabbitMQ and a real Postgres, each for these tests alone."""

import os

import pytest

from errorkb import embedded
from tests.services import rabbitmq


@pytest.fixture(scope="session")
def broker_program():
    """Skips where there is no RabbitMQ, or fails where one is required."""
    if rabbitmq.program() is None:
        reason = "there is no rabbitmq-server"
        if "broker" in os.environ.get("ERRORKB_REQUIRE", "").split(","):
            pytest.fail(f"{reason}, and ERRORKB_REQUIRE names the broker")
        pytest.skip(reason)


@pytest.fixture(scope="session")
def database_url(broker_program, tmp_path_factory):
    """The address of a Postgres that errorkb must take for a foreign one."""
    server = embedded.Server(data=tmp_path_factory.mktemp("services") / "postgres")
    with server.used():
        yield f"postgresql://{embedded.DATABASE_USER}@/{embedded.DATABASE}?host={server.socket_folder}"


@pytest.fixture(scope="session")
def stack(database_url, tmp_path_factory):
    """Broker and database run, the tables are there."""
    # Where there is no PyYAML these two skip what imports them.
    from tests.services.compose import environment  # noqa: PLC0415
    from tests.services.running import Stack  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("services")
    broker = rabbitmq.RabbitMQ(folder / "broker", environment("broker"))
    try:
        running = Stack(folder, database_url, broker.port)
        migrated = running.run("migrate")
        assert migrated.returncode == 0, migrated.stderr
        yield running
    finally:
        broker.stop()
