"""The counts of requests. Not a model: nothing but one statement reads and writes it, and no dump has it."""

from django.db import migrations


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunSQL(
            # Rows are rewritten with each request: room in their pages keeps that cheap.
            sql="""
                CREATE UNLOGGED TABLE errorkb_ratelimit (
                    client bytea PRIMARY KEY,
                    ends timestamptz NOT NULL,
                    used integer NOT NULL
                ) WITH (fillfactor = 50)
            """,
            reverse_sql="DROP TABLE errorkb_ratelimit",
        )
    ]
