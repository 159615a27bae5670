"""What Postgres itself says was written, not what the report says."""

import pytest
from django.conf import settings
from django.db import connection

from ingest.pipeline import run

WRITTEN = """
    SELECT sum(n_tup_ins), sum(n_tup_upd), sum(n_tup_del) FROM pg_stat_user_tables
    WHERE relname IN ('errorkb_entry', 'errorkb_entryversion', 'errorkb_slugalias', 'errorkb_basestate')
"""


def written():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WRITTEN)
        return cursor.fetchone()


@pytest.mark.django_db(transaction=True)
def test_the_same_dumps_again_write_no_row():
    samples = settings.BASE_DIR / "samples"
    before = written()
    assert run([samples]).counts()["new"] > 100
    first = written()
    assert first[0] > before[0]
    again = run([samples]).counts()
    assert (again["new"], again["changed"]) == (0, 0)
    assert written() == first
