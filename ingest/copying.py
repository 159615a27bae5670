"""Rows into a table by COPY, in the transaction that is open."""

from collections.abc import Iterable, Sequence

from django.db import connection
from psycopg import sql


def copy_rows(table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Adds rows to a table. ``rows`` hold the values of ``columns``, JSON as text, arrays as lists."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    connection.ensure_connection()
    # Django's cursor wraps psycopg's, which alone knows COPY.
    with connection.cursor() as wrapped, wrapped.cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)
