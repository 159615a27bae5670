"""An entry as its page."""

from dataclasses import replace
from datetime import UTC
from functools import partial
from urllib.parse import urlsplit

from errorkb.models import Entry
from errorkb.related import related
from errorkb.web.addresses import class_url, tag_url
from errorkb.web.filling import NOTHING, fill_fix
from errorkb.web.fix import example_fix
from errorkb.web.highlight import code_lines
from errorkb.web.pages import Chip, CodeBlock, EntryPage, EntryRow, Filling
from errorkb.web.provenance import provenance
from errorkb.web.rows import entry_row
from errorkb.wording import shortened

RELATED = 6
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
        class_url=class_url(entry.error_class) if entry.error_class else None,
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
        tags=tuple(Chip(label=tag, url=tag_url(tag)) for tag in entry.tags),
        related=_related(entry),
        provenance=provenance(entry),
    )


def _related(entry: Entry) -> tuple[EntryRow, ...]:
    return tuple(replace(entry_row(one.entry), reason=one.reason) for one in related(entry, limit=RELATED))


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
