"""A database that is there and has today's tables: what every command needs before it starts."""

import contextlib
import os
from collections.abc import Iterator

from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from errorkb import embedded

#: Any number will do, as long as nothing else in this database locks it.
_MIGRATION_LOCK = 0x6572726F


class DatabaseError(RuntimeError):
    """The database cannot be used; the text is one line for the person who started the command."""


@contextlib.contextmanager
def ready() -> Iterator[None]:
    """The database reachable and migrated for the length of a block. Raises DatabaseError.

    The embedded server runs at least as long as the block; a server that DATABASE_URL names is only used.
    """
    with contextlib.ExitStack() as stack:
        if not os.environ.get("DATABASE_URL"):
            try:
                stack.enter_context(embedded.server().used())
            except embedded.EmbeddedError as error:
                raise DatabaseError(str(error)) from None
        stack.callback(connections.close_all)
        migrate()
        yield


def migrate() -> None:
    """Brings the tables up to date. Safe when several processes do it at once. Raises DatabaseError."""
    try:
        connection.ensure_connection()
    except OperationalError as error:
        last = str(error).strip().splitlines()[-1]
        raise DatabaseError(f"the database of DATABASE_URL does not answer: {last}") from None
    if not _outdated():
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_MIGRATION_LOCK])
        try:
            call_command("migrate", interactive=False, verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_MIGRATION_LOCK])


def _outdated() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
