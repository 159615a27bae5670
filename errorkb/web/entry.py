"""An entry as its page."""

from datetime import UTC
from urllib.parse import quote

from errorkb.models import Entry
from errorkb.web.highlight import code_lines, example_fix
from errorkb.web.pages import CodeBlock, EntryPage, Provenance
from errorkb.web.rows import ROW_FIELDS, entry_rows, shortened

RELATED = 5
#: So many versions are counted; the history has them all.
COUNTED_VERSIONS = 100


def entry_page(entry: Entry) -> EntryPage:
    """Everything that the entry's page shows; two queries, for related entries and the history."""
    defences = (
        ("Validate before calling", entry.validation_code),
        ("Type guard", entry.type_guard),
        ("Try / catch", entry.try_catch_pattern),
    )
    source = (
        code_lines(
            entry.source_code,
            file_path=entry.file_path,
            first_line=entry.source_code_start,
            thrown_line=entry.line_number,
        )
        if entry.source_code is not None
        else ()
    )
    fix = entry.example_fix
    return EntryPage(
        id=entry.id,
        retired=retired_on(entry),
        title=shortened(entry.title, 200),
        code=entry.error_code,
        message=entry.error_message,
        repo=entry.repo_id,
        repo_url=f"/{entry.repo_id}/",
        severity=entry.severity,
        error_class=entry.error_class,
        error_type=entry.error_type,
        http_status=entry.http_status,
        documentation=entry.documentation,
        file_path=entry.file_path,
        line_number=entry.line_number,
        permalink=entry.github_url,
        source=source,
        solutions=tuple(entry.solutions),
        example_fix=example_fix(fix, entry.file_path) if fix else None,
        strategy=entry.handling_strategy,
        defences=tuple(
            CodeBlock(title=title, lines=code_lines(code, file_path=entry.file_path))
            for title, code in defences
            if code
        ),
        prevention=tuple(entry.prevention_tips),
        trigger=entry.trigger_scenarios,
        situations=entry.common_situations,
        tags=tuple(entry.tags),
        related=entry_rows(Entry.objects.related(entry).only(*ROW_FIELDS)[:RELATED]),
        provenance=_provenance(entry),
    )


def retired_on(entry: Entry) -> str | None:
    """The day when its repository lost it, in UTC; None while it is live."""
    return entry.retired_at.astimezone(UTC).date().isoformat() if entry.retired_at else None


def history_url(entry: Entry) -> str:
    """The address of the entry's history."""
    return f"{entry.get_absolute_url()}history/"


def _provenance(entry: Entry) -> Provenance:
    older = entry.versions.order_by()[:COUNTED_VERSIONS].count()
    title = quote(f"{entry.title[:120]} ({entry.id})")
    return Provenance(
        repo=entry.repo_id,
        sha=entry.analyzed_sha[:10],
        date=entry.analyzed_at[:10],
        form=entry.form,
        derived=tuple(entry.derived),
        marks=tuple(mark["reason"] for mark in entry.marks),
        json_url=f"/api/errors/{entry.id}",
        issue_url=f"https://github.com/{entry.repo_id}/issues/new?title={title}",
        versions=min(older + 1, COUNTED_VERSIONS),
        more_versions=older == COUNTED_VERSIONS,
        history_url=history_url(entry),
    )
