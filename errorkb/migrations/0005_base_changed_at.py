from django.db import migrations, models
from django.db.models.functions import Now

# Whoever changes the base, by whatever way, leaves the time: the answers' Last-Modified relies on it.
TRIGGER = """
    CREATE FUNCTION errorkb_base_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.changed_at := statement_timestamp();
        RETURN NEW;
    END $$;
    CREATE TRIGGER errorkb_base_changed BEFORE UPDATE ON errorkb_basestate
        FOR EACH ROW EXECUTE FUNCTION errorkb_base_changed();
"""
NO_TRIGGER = """
    DROP TRIGGER errorkb_base_changed ON errorkb_basestate;
    DROP FUNCTION errorkb_base_changed();
"""


class Migration(migrations.Migration):
    dependencies = [("errorkb", "0004_no_search_vector")]

    operations = [
        migrations.AddField(
            model_name="basestate",
            name="changed_at",
            field=models.DateTimeField(
                db_default=Now(), editable=False, help_text="when it became so, kept by a trigger"
            ),
        ),
        migrations.RunSQL(TRIGGER, NO_TRIGGER),
        # A repository's entries in the order of their ids; it serves what the foreign key's own two did.
        migrations.AddIndex(
            model_name="entry", index=models.Index(fields=["repo", "id"], name="entry_repo")
        ),
        migrations.AlterField(
            model_name="entry",
            name="repo",
            field=models.ForeignKey(
                db_index=False,
                on_delete=models.deletion.PROTECT,
                related_name="entries",
                to="errorkb.repo",
            ),
        ),
    ]
