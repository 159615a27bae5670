from django.db import migrations


class Migration(migrations.Migration):
    """Similar messages and classes are found in the full-text index; Postgres compares the few that it names."""

    dependencies = [("errorkb", "0006_attempt")]

    operations = [
        migrations.RemoveIndex(model_name="entry", name="entry_message_trigrams"),
        migrations.RemoveIndex(model_name="entry", name="entry_class"),
    ]
