"""Database rows → rows of a segment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Q

from errorkb.matching.searched import FIELDS, row_of
from errorkb.matching.segment import Row
from errorkb.models import Entry


def read_rows(*, since: int | None = None, entries: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of live entries. With ``since``: of all entries written from that transaction on, and of
    ``entries``; what is retired, or not there any more, is gone."""
    if since is None:
        for values in Entry.objects.live().values_list(*FIELDS).order_by("pk").iterator(5000):
            yield row_of(values)
        return
    chosen = Entry.objects.filter(Q(written__gte=since) | Q(pk__in=entries))
    missing = set(entries)
    for values in chosen.values_list(*FIELDS).order_by("pk").iterator(5000):
        missing.discard(values[0])
        yield row_of(values)
    yield from (Row(entry=entry, gone=True) for entry in sorted(missing))


def count_since(watermark: int, limit: int) -> int:
    """How many entries were written from a transaction on, at most ``limit``."""
    return Entry.objects.filter(written__gte=watermark)[:limit].count()


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What the database holds now. database: names it among all; revision: None while it was never filled;
    watermark: every transaction before this one has ended."""

    database: str
    revision: str | None
    watermark: int


def standing() -> Standing:
    """How the database stands. What is read afterwards is at least as new."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT (SELECT oid FROM pg_database WHERE datname = current_database())::text
                   || '/' || (SELECT system_identifier FROM pg_control_system())::text,
                   (SELECT revision FROM errorkb_basestate)::text,
                   pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            """
        )
        database, revision, watermark = cursor.fetchone()
    return Standing(database=database, revision=revision, watermark=watermark)
