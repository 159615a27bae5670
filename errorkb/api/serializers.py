"""What goes out, field by field."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from errorkb.catalogue import Counted, Stats
from errorkb.models import RECORD_FIELDS, Batch, Entry, Repo
from errorkb.models.batch import COUNTS
from errorkb.versions import Version


def envelope(entry: Entry) -> dict[str, Any]:
    """An entry as ``GET /api/errors/<id>`` gives it."""
    return {"record": entry.record(), "datasetVersion": entry.dataset_version}


def row(entry: Entry, *, full: bool = False) -> dict[str, Any]:
    """An entry as one row of a list; ``full``: with its whole record."""
    return {
        "id": entry.id,
        "repo": entry.repo_id,
        "slug": entry.slug,
        "code": entry.error_code,
        "message": entry.error_message,
        "errorClass": entry.error_class,
        "errorType": entry.error_type,
        "severity": entry.severity,
        "httpStatus": entry.http_status,
        "filePath": entry.file_path,
        "lineNumber": entry.line_number,
        "tags": entry.tags,
        "analyzedAt": entry.analyzed_at,
        "url": entry.get_absolute_url(),
        **({"record": entry.record()} if full else {}),
    }


def version(told: Version, *, full: bool) -> dict[str, Any]:
    """An accepted import of an entry; ``full``: with its whole record."""
    return {
        "state": told.state,
        "form": told.form,
        "analyzedAt": told.record["analyzedAt"],
        "analyzedSha": told.record["analyzedSha"],
        "since": _instant(told.since),
        "datasetVersion": told.dataset_version,
        **({"record": {key: told.record[key] for key, _ in RECORD_FIELDS}} if full else {}),
    }


def names(counted: Iterable[Counted]) -> list[dict[str, Any]]:
    """Names, each with its number of entries."""
    return [{"name": one.name, "errorCount": one.entries} for one in counted]


def statistics(told: Stats) -> dict[str, Any]:
    """The answer of ``GET /api/stats``."""
    return {
        "errors": told.entries,
        "repos": told.repositories,
        "classes": told.classes,
        "tags": told.tags,
        "languages": names(told.by_language),
        "types": names(told.by_type),
        "severities": names(told.by_severity),
        "forms": names(told.by_form),
        "doubts": names(told.by_mark),
        "changedAt": told.changed_at and _instant(told.changed_at),
        "datasetVersion": told.dataset_version,
    }


def batch(told: Batch) -> dict[str, Any]:
    """An import as ``GET /api/batches/<number>`` gives it."""
    counts = told.counts()
    return {
        "batch": told.pk,
        "state": told.state,
        "complete": told.complete,
        "counts": {**{name: counts[name] for name in COUNTS}, "retired": told.retired},
        "url": told.get_absolute_url(),
        "problemsUrl": reverse("batch-problems", args=[told.pk]),
    }


def repository(repo: Repo, entries: int) -> dict[str, Any]:
    """A repository as one row of ``GET /api/repos``."""
    return {
        "repo": repo.name,
        "description": repo.description,
        "language": repo.language,
        "stars": repo.stars,
        "sourceFiles": repo.source_files,
        "defaultBranch": repo.default_branch,
        "analyzedSha": repo.analyzed_sha,
        "analyzedAt": repo.analyzed_at,
        "errorCount": entries,
    }


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
