"""Where an entry comes from, and what is doubtful or missing about it."""

from urllib.parse import quote

from errorkb.models import Entry
from errorkb.web.pages import Provenance

#: So many versions are counted; the history has them all.
COUNTED = 100
#: Record keys that a form may lack, in a reader's words.
_IN_WORDS = {
    "id": "its id", "repo": "the repository's name", "slug": "its address here", "errorCode": "its code",
    "errorMessage": "its message", "messagePattern": "the pattern that recognises its message",
    "errorType": "what kind of error it is", "httpStatus": "its HTTP status",
    "filePath": "the path of the file",
    "sourceCodeStart": "the snippet's first line", "sourceCodeEnd": "the snippet's last line",
    "githubUrl": "the link to the source", "documentation": "what it means",
    "triggerScenarios": "what triggers it", "commonSituations": "when people meet it", "tags": "its tags",
    "backgroundTag": "its family", "analyzedSha": "the whole name of the commit",
    "analyzedAt": "the time of day of its analysis", "schemaVersion": "the version of its schema",
}  # fmt: skip


def provenance(entry: Entry) -> Provenance:
    """What is told of it below its page; one query, for the history."""
    older = entry.versions.order_by()[:COUNTED].count()
    title = quote(f"{entry.title[:120]} ({entry.id})")
    return Provenance(
        repo=entry.repo_id,
        sha=entry.analyzed_sha[:10],
        date=entry.analyzed_at[:10],
        form=entry.form,
        is_commit="analyzedSha" not in entry.derived,
        derived=tuple(_IN_WORDS.get(key, key) for key in entry.derived),
        marks=tuple(mark["reason"] for mark in entry.marks),
        json_url=f"/api/errors/{entry.id}",
        # What a program read here is nobody's fault there.
        issue_url=None
        if entry.form == "source"
        else f"https://github.com/{entry.repo_id}/issues/new?title={title}",
        versions=min(older + 1, COUNTED),
        more_versions=older == COUNTED,
        history_url=history_url(entry),
    )


def history_url(entry: Entry) -> str:
    """The address of the entry's history."""
    return f"{entry.get_absolute_url()}history/"
