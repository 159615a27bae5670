"""Entries and repositories as rows of lists, and lists in pages."""

from collections.abc import Iterable
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet

from errorkb.models import Entry, Repo
from errorkb.web.pages import EntryRow, Pagination, RepoRow

PER_PAGE = 20
_EXCERPT = 220
#: Lists hold messages and excerpts only so far; the entry's page has the whole.
_MESSAGE = 400
#: What a row reads of an entry.
ROW_FIELDS = (
    "id", "repo_id", "slug", "error_code", "error_message", "error_class", "severity",
    "documentation",
)  # fmt: skip

Row = TypeVar("Row", bound=Model)


def entry_row(entry: Entry) -> EntryRow:
    """The row of an entry."""
    return EntryRow(
        url=entry.get_absolute_url(),
        title=shortened(entry.title, 160),
        code=entry.error_code,
        message=shortened(entry.error_message, _MESSAGE),
        repo=entry.repo_id,
        repo_url=f"/{entry.repo_id}/",
        error_class=entry.error_class,
        severity=entry.severity,
        excerpt=shortened(entry.documentation, _EXCERPT),
    )


def entry_rows(entries: Iterable[Entry]) -> tuple[EntryRow, ...]:
    """Their rows, in the same order."""
    return tuple(entry_row(entry) for entry in entries)


def repo_row(repo: Repo, entries: int) -> RepoRow:
    """The row of a repository."""
    return RepoRow(
        name=repo.name,
        url=repo.get_absolute_url(),
        description=repo.description,
        language=repo.language,
        entries=entries,
    )


def shortened(text: str, limit: int) -> str:
    """At most ``limit`` characters, cut at a blank where one is near, with an ellipsis."""
    text = text.strip()
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    head, _, tail = cut.rpartition(" ")
    return (head if head and len(tail) < 30 else cut) + "…"


def paginate(
    rows: QuerySet[Row, Row], page: int, address: str, *, bound: int, **query: Any
) -> tuple[list[Row], Pagination]:
    """One page of rows and where the list goes on. At most ``bound`` rows are counted or reached."""
    total = rows.order_by()[: bound + 1].count()
    more = total > bound
    total = min(total, bound)
    pages = max(1, -(-total // PER_PAGE))
    page = min(page, pages)
    shown = list(rows[(page - 1) * PER_PAGE : min(page * PER_PAGE, total)])

    def link(number: int) -> str:
        kept = {key: value for key, value in query.items() if value}
        if number > 1:
            kept["page"] = number
        return f"{address}?{urlencode(kept)}" if kept else address

    return shown, Pagination(
        page=page,
        pages=pages,
        total=total,
        more=more,
        previous_url=link(page - 1) if page > 1 else None,
        next_url=link(page + 1) if page < pages else None,
    )
