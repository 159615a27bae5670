"""An entry as its page."""

from datetime import UTC
from functools import partial
from urllib.parse import quote, urlsplit

from errorkb.models import Entry
from errorkb.web.filling import NOTHING, fill_fix
from errorkb.web.highlight import code_lines, example_fix
from errorkb.web.pages import CodeBlock, EntryPage, Filling, Provenance
from errorkb.web.rows import ROW_FIELDS, entry_rows
from errorkb.wording import shortened

RELATED = 5
#: So many versions are counted; the history has them all.
COUNTED_VERSIONS = 100
_HOSTS = {
    "github.com": "GitHub", "gitlab.com": "GitLab", "bitbucket.org": "Bitbucket", "codeberg.org": "Codeberg",
    "pypi.org": "PyPI",
}  # fmt: skip


def entry_page(entry: Entry, filling: Filling = NOTHING) -> EntryPage:
    """Everything that the entry's page shows, with the values of a paste, if it was opened from one; two
    queries, for related entries and the history."""
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
    permalink, label = _permalink(entry)
    is_filler = entry.form == "source" and "commonSituations" in entry.derived
    return EntryPage(
        id=entry.id,
        url=entry.get_absolute_url(),
        filling=filling,
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
        permalink=permalink,
        permalink_label=label,
        source=source,
        solutions=tuple(entry.solutions),
        example_fix=fill_fix(fix, filling, partial(example_fix, file_path=entry.file_path)) if fix else None,
        strategy=entry.handling_strategy,
        defences=tuple(
            CodeBlock(title=title, lines=code_lines(code, file_path=entry.file_path))
            for title, code in defences
            if code
        ),
        prevention=tuple(entry.prevention_tips),
        trigger=entry.trigger_scenarios,
        situations=None if is_filler else entry.common_situations,
        tags=tuple(entry.tags),
        related=entry_rows(Entry.objects.related(entry).only(*ROW_FIELDS)[:RELATED]),
        provenance=_provenance(entry),
    )


def retired_on(entry: Entry) -> str | None:
    """The day when its repository lost it, in UTC; None while it is live."""
    return entry.retired_at.astimezone(UTC).date().isoformat() if entry.retired_at else None


def _permalink(entry: Entry) -> tuple[str | None, str]:
    """The address of the source and what it is; none for source that no host has."""
    host = urlsplit(entry.github_url).hostname or ""
    if host.endswith(".invalid"):
        return None, ""
    label = f"View on {_HOSTS.get(host, host)}"
    is_pinned = entry.form != "source" or entry.analyzed_sha in entry.github_url
    return entry.github_url, f"{label} (pinned to {entry.analyzed_sha[:10]})" if is_pinned else label


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
        is_commit="analyzedSha" not in entry.derived,
        derived=tuple(entry.derived),
        marks=tuple(mark["reason"] for mark in entry.marks),
        json_url=f"/api/errors/{entry.id}",
        # What a program read here is nobody's fault there.
        issue_url=None
        if entry.form == "source"
        else f"https://github.com/{entry.repo_id}/issues/new?title={title}",
        versions=min(older + 1, COUNTED_VERSIONS),
        more_versions=older == COUNTED_VERSIONS,
        history_url=history_url(entry),
    )
