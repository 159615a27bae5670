import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Reports of who tried an entry's solutions."""

    dependencies = [("errorkb", "0005_base_changed_at")]

    operations = [
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("outcome", models.TextField()),
                ("note", models.TextField(default="")),
                ("reporter", models.TextField(default="")),
                ("reported_at", models.DateTimeField(auto_now_add=True)),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="errorkb.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ("worked", "failed", "partly"))),
                        name="attempt_outcome",
                    )
                ],
                "indexes": [
                    models.Index(fields=["entry", "outcome"], name="attempt_entry"),
                    models.Index(fields=["reporter", "reported_at"], name="attempt_reporter"),
                ],
            },
        ),
    ]
