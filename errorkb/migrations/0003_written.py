import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.indexes
from django.db import migrations, models

# Whoever updates an entry, by whatever way, leaves the number of his transaction: what reads changes relies on it.
TRIGGER = """
    CREATE FUNCTION errorkb_entry_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.written := pg_current_xact_id()::text::bigint;
        RETURN NEW;
    END $$;
    CREATE TRIGGER errorkb_entry_written BEFORE UPDATE ON errorkb_entry
        FOR EACH ROW EXECUTE FUNCTION errorkb_entry_written();
"""
NO_TRIGGER = """
    DROP TRIGGER errorkb_entry_written ON errorkb_entry;
    DROP FUNCTION errorkb_entry_written();
"""
WRITER = django.db.models.functions.comparison.Cast(
    django.db.models.functions.comparison.Cast(
        django.db.models.expressions.Func(
            function="pg_current_xact_id", output_field=models.TextField()
        ),
        models.TextField(),
    ),
    models.BigIntegerField(),
)


class Migration(migrations.Migration):
    dependencies = [("errorkb", "0002_source_trees")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="written",
            field=models.BigIntegerField(
                db_default=WRITER,
                editable=False,
                help_text="the transaction that wrote it last, kept by a trigger",
            ),
        ),
        migrations.AddIndex(
            model_name="entry", index=models.Index(fields=["written"], name="entry_written")
        ),
        migrations.RunSQL(TRIGGER, NO_TRIGGER),
    ]
