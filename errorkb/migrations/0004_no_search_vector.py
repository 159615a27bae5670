from django.db import migrations


class Migration(migrations.Migration):
    """Full text is searched in an index beside the database."""

    dependencies = [("errorkb", "0003_written")]

    operations = [
        migrations.RemoveIndex(model_name="entry", name="entry_search"),
        migrations.RemoveField(model_name="entry", name="search_vector"),
    ]
