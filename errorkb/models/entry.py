"""Entries, their history and their repositories. ``ingest`` writes them; pages, API and matcher read."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.expressions import Func
from django.db.models.functions import Cast, Left, Now, Upper

from errorkb.search import KEYED, EntryQuerySet

#: The record's keys in the contract's order, and the attribute of Entry that holds each.
RECORD_FIELDS: tuple[tuple[str, str], ...] = (
    ("id", "id"),
    ("repo", "repo_id"),
    ("slug", "slug"),
    ("errorCode", "error_code"),
    ("errorMessage", "error_message"),
    ("messagePattern", "message_pattern"),
    ("errorType", "error_type"),
    ("errorClass", "error_class"),
    ("httpStatus", "http_status"),
    ("severity", "severity"),
    ("filePath", "file_path"),
    ("lineNumber", "line_number"),
    ("sourceCode", "source_code"),
    ("sourceCodeStart", "source_code_start"),
    ("sourceCodeEnd", "source_code_end"),
    ("githubUrl", "github_url"),
    ("documentation", "documentation"),
    ("triggerScenarios", "trigger_scenarios"),
    ("commonSituations", "common_situations"),
    ("solutions", "solutions"),
    ("exampleFix", "example_fix"),
    ("handlingStrategy", "handling_strategy"),
    ("validationCode", "validation_code"),
    ("typeGuard", "type_guard"),
    ("tryCatchPattern", "try_catch_pattern"),
    ("preventionTips", "prevention_tips"),
    ("tags", "tags"),
    ("backgroundTag", "background_tag"),
    ("analyzedSha", "analyzed_sha"),
    ("analyzedAt", "analyzed_at"),
    ("schemaVersion", "schema_version"),
)


class Repo(models.Model):
    """A repository that entries come from; what is not told stays null."""

    name = models.TextField(primary_key=True, help_text="owner/name")
    description = models.TextField(null=True)  # noqa: DJ001 - the contract tells null from empty
    language = models.TextField(null=True)  # noqa: DJ001
    stars = models.IntegerField(null=True)
    source_files = models.IntegerField(null=True)
    default_branch = models.TextField(null=True)  # noqa: DJ001
    analyzed_sha = models.TextField(null=True)  # noqa: DJ001
    analyzed_at = models.TextField(null=True)  # noqa: DJ001

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/{self.name}/"


#: The number of the present transaction. Numbers rise; one may end before another that is lower.
WRITER = Cast(
    Cast(Func(function="pg_current_xact_id", output_field=models.TextField()), models.TextField()),
    models.BigIntegerField(),
)


class Entry(models.Model):
    """One error: the record's 31 fields, then what the base knows about the record."""

    id = models.CharField(primary_key=True, max_length=16)
    # The index on repository and id serves what its own would.
    repo = models.ForeignKey(Repo, on_delete=models.PROTECT, related_name="entries", db_index=False)
    slug = models.TextField()
    error_code = models.TextField(null=True)  # noqa: DJ001 - null and empty differ in the record
    error_message = models.TextField()
    message_pattern = models.TextField()
    error_type = models.TextField()
    error_class = models.TextField(null=True)  # noqa: DJ001
    http_status = models.IntegerField(null=True)
    severity = models.TextField()
    file_path = models.TextField()
    line_number = models.IntegerField(null=True)
    source_code = models.TextField(null=True)  # noqa: DJ001
    source_code_start = models.IntegerField(null=True)
    source_code_end = models.IntegerField(null=True)
    github_url = models.TextField()
    documentation = models.TextField()
    trigger_scenarios = models.TextField()
    common_situations = models.TextField()
    solutions = ArrayField(models.TextField())
    example_fix = models.TextField(null=True)  # noqa: DJ001
    handling_strategy = models.TextField(null=True)  # noqa: DJ001
    validation_code = models.TextField(null=True)  # noqa: DJ001
    type_guard = models.TextField(null=True)  # noqa: DJ001
    try_catch_pattern = models.TextField(null=True)  # noqa: DJ001
    prevention_tips = ArrayField(models.TextField())
    tags = ArrayField(models.TextField())
    background_tag = models.TextField(null=True)  # noqa: DJ001
    analyzed_sha = models.TextField()
    analyzed_at = models.TextField(help_text="as it came in")
    schema_version = models.IntegerField()

    form = models.TextField(help_text="json, text or source: what it was read from")
    derived = ArrayField(models.TextField(), help_text="record keys that the dump's form could not carry")
    digest = models.TextField(help_text="SHA-256 of the record as it came in, as canonical JSON")
    dataset_version = models.TextField(null=True, help_text="as it came in")  # noqa: DJ001
    analyzed_instant = models.DateTimeField(help_text="analyzed_at as an instant, for ordering")
    marks = models.JSONField(help_text="doubts about its quality: a list of {code, reason}")
    changed_at = models.DateTimeField(help_text="when its content last changed here")
    retired_at = models.DateTimeField(null=True, help_text="when its repository lost it; null: it is live")
    written = models.BigIntegerField(
        db_default=WRITER, editable=False, help_text="the transaction that wrote it last, kept by a trigger"
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["repo", "slug"], name="entry_repo_slug"),
        ]
        indexes = [
            # A key of an index must not be long, and a record's code may be.
            models.Index(Upper(Left("error_code", KEYED)), name="entry_code"),
            models.Index(fields=["-analyzed_instant", "id"], name="entry_newest"),
            models.Index(fields=["repo", "id"], name="entry_repo"),
            models.Index(fields=["written"], name="entry_written"),
        ]

    def __str__(self) -> str:
        return f"{self.repo_id}: {self.title}"

    @property
    def title(self) -> str:
        """The code or, where there is none, the first line of the message."""
        return self.error_code or self.error_message.strip().partition("\n")[0]

    def get_absolute_url(self) -> str:
        return f"/{self.repo_id}/{self.slug}/"

    def record(self) -> dict[str, Any]:
        """The record as it goes out: 31 keys in the contract's order."""
        return {key: getattr(self, attribute) for key, attribute in RECORD_FIELDS}


class EntryVersion(models.Model):
    """An import of an entry that is not, or no longer, in effect; the entry itself is the latest.

    Together they are every accepted import. ``record`` is the record as it came in.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="versions")
    digest = models.TextField()
    form = models.TextField()
    dataset_version = models.TextField(null=True)  # noqa: DJ001
    analyzed_instant = models.DateTimeField()
    record = models.JSONField()
    stored_at = models.DateTimeField(help_text="when it came into effect or, if it never did, was read")
    took_effect = models.BooleanField()

    class Meta:
        constraints = [
            # The same import again is the same version.
            models.UniqueConstraint(
                fields=["entry", "digest", "form", "dataset_version"],
                nulls_distinct=False,
                name="entryversion_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} of {self.analyzed_instant:%Y-%m-%d}"


class SlugAlias(models.Model):
    """A slug that an entry had once: its address leads to the entry's present one."""

    repo = models.ForeignKey(Repo, on_delete=models.CASCADE)
    slug = models.TextField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="aliases")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["repo", "slug"], name="slugalias_repo_slug")]

    def __str__(self) -> str:
        return f"{self.repo_id}/{self.slug}"


class BaseState(models.Model):
    """One row: names the base's present content, so that processes know when what they hold is old.

    A name is drawn anew with every change. A counter would repeat itself after a restored backup.
    """

    id = models.SmallIntegerField(primary_key=True, default=1)
    revision = models.UUIDField(default=uuid4)
    dataset_version = models.TextField(null=True)  # noqa: DJ001 - none until a dump brings one
    changed_at = models.DateTimeField(
        db_default=Now(), editable=False, help_text="when it became so, kept by a trigger"
    )

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="base_state_one_row")]

    def __str__(self) -> str:
        return f"revision {self.revision}"
