"""What came of it when somebody tried the solutions of an entry, as programs report it."""

from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import Count
from django.utils import timezone

from errorkb.models.entry import Entry

WORKED, FAILED, PARTLY = "worked", "failed", "partly"
OUTCOMES = (WORKED, FAILED, PARTLY)
#: Characters of a note.
MAX_NOTE = 2000
#: Reports that one reporter has in an hour.
MAX_REPORTS, PERIOD = 60, timedelta(hours=1)


class AttemptQuerySet(models.QuerySet["Attempt"]):
    """Questions about attempts."""

    def outcomes(self, entry_id: str) -> dict[str, int]:
        """How often each outcome was reported of an entry."""
        rows = self.filter(entry=entry_id).values_list("outcome").annotate(Count("id"))
        return dict.fromkeys(OUTCOMES, 0) | dict(rows)

    def lately_by(self, reporter: str) -> Self:
        """A reporter's attempts of the last hour."""
        return self.filter(reporter=reporter, reported_at__gt=timezone.now() - PERIOD)


class Attempt(models.Model):
    """One report. ``reporter``: the token's name, empty for whoever owns the base; ``note``: their words, as
    little to be trusted as any paste, and shown nowhere yet."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    outcome = models.TextField()
    note = models.TextField(default="")
    reporter = models.TextField(default="")
    reported_at = models.DateTimeField(auto_now_add=True)

    objects = AttemptQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(outcome__in=OUTCOMES), name="attempt_outcome"),
        ]
        indexes = [
            models.Index(fields=["entry", "outcome"], name="attempt_entry"),
            models.Index(fields=["reporter", "reported_at"], name="attempt_reporter"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.outcome}"
