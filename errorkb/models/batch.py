"""Batches of an ingest: what was asked for, how far it came, and everything that was refused.

The truth about a batch is in these rows, not in a broker: a task names a chunk, and whoever holds the
chunk's claim may commit its next part. A part is one transaction that stores its entries and problems and
moves the chunk's position, so a part happens once or not at all, whoever dies when.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Sum
from django.urls import reverse

COUNTS = ("read", "new", "changed", "unchanged", "rejected", "warned")

#: How a batch or a chunk stands.
QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
STATES = (QUEUED, RUNNING, DONE, FAILED, CANCELLED)
ENDED = (DONE, FAILED, CANCELLED)


class Counts(models.Model):
    """The six numbers of an ingest report."""

    read = models.BigIntegerField(default=0)
    new = models.BigIntegerField(default=0)
    changed = models.BigIntegerField(default=0)
    unchanged = models.BigIntegerField(default=0)
    rejected = models.BigIntegerField(default=0)
    warned = models.BigIntegerField(default=0)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return ", ".join(f"{getattr(self, name)} {name}" for name in COUNTS)


class Batch(models.Model):
    """One ingest. ``direct`` ones run in the process that was asked, others on workers."""

    source = models.TextField(help_text="the paths as they were given, one a line")
    title = models.TextField(default="", help_text="what it reads, in words; empty: nobody said")
    direct = models.BooleanField()
    complete = models.BooleanField(help_text="the source has every entry of each repository in it")
    forced = models.BooleanField(help_text="retire entries however many they are")
    state = models.TextField(default=QUEUED)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    retired = models.BigIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["state"], name="batch_state")]

    def __str__(self) -> str:
        return f"batch {self.pk}: {self.state}"

    def get_absolute_url(self) -> str:
        return reverse("batch", args=[self.pk])

    def counts(self) -> dict[str, int]:
        """The six numbers over all chunks."""
        sums = self.chunks.aggregate(**{name: Sum(name, default=0) for name in COUNTS})
        return {name: int(sums[name]) for name in COUNTS}


class Chunk(Counts):
    """A part of a batch that one worker reads: a file, a range of lines of one, or a source tree.

    ``first_byte`` and ``last_byte`` (exclusive; null: to the end) bound it, ``first_line`` numbers its
    first line from 1. ``position`` counts what was read of it and committed. ``claim`` names who may
    commit next. ``attempts`` counts claims since the last commit. ``tree_state`` names a tree's files as they
    were when its reading began: positions hold for them alone.
    """

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="chunks")
    path = models.TextField()
    size = models.BigIntegerField(help_text="bytes of the chunk, for progress")
    first_byte = models.BigIntegerField(default=0)
    last_byte = models.BigIntegerField(null=True)
    first_line = models.BigIntegerField(default=1)
    modified = models.FloatField(null=True, help_text="the file's time stamp when it was queued")
    scan = models.JSONField(null=True, help_text="how a source tree is read; null: it is a dump")
    tree_state = models.TextField(default="", help_text="names a source tree's files as they were")
    scanned = models.JSONField(null=True, help_text="what of a repository was read, to its end")
    state = models.TextField(default=QUEUED)
    position = models.BigIntegerField(default=0)
    done_bytes = models.BigIntegerField(default=0)
    attempts = models.IntegerField(default=0)
    claim = models.UUIDField(null=True)
    told_at = models.DateTimeField(null=True, help_text="when the broker was last told of it")
    heartbeat = models.DateTimeField(null=True)
    error = models.TextField(default="", help_text="why it failed")

    class Meta:
        indexes = [models.Index(fields=["state", "heartbeat"], name="chunk_state")]

    def __str__(self) -> str:
        return f"chunk {self.pk} of batch {self.batch_id}: {self.state}"


class StoredProblem(models.Model):
    """A problem as it was met. ``excerpt`` is the raw text it is about, cut, where there is one."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="problems")
    file = models.TextField()
    place = models.TextField()
    code = models.TextField()
    reason = models.TextField()
    rejects = models.BooleanField()
    excerpt = models.TextField(default="")

    class Meta:
        indexes = [models.Index(fields=["batch", "rejects", "code", "id"], name="problem_batch")]

    def __str__(self) -> str:
        return f"{self.file}, {self.place}: {self.code}"


class SeenEntry(models.Model):
    """An entry that a complete batch or a scan has: what a repository has beyond these is retired."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="seen")
    repo = models.TextField()
    entry = models.CharField(max_length=16)
    from_source = models.BooleanField(default=False, help_text="it was read from source, not from a dump")

    class Meta:
        indexes = [models.Index(fields=["batch", "repo", "entry"], name="seen_batch")]

    def __str__(self) -> str:
        return f"{self.entry} in batch {self.batch_id}"
