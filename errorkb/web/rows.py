"""Entries and repositories as rows of lists, and lists in pages."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet

from errorkb.models import Entry
from errorkb.web.addresses import class_url
from errorkb.web.forms import MAX_PAGE
from errorkb.web.pages import EntryRow, Moment, Pagination
from errorkb.wording import shortened

PER_PAGE = 20
#: Lists are counted and reached so far: further would read too much of a large base for one page.
LISTED = MAX_PAGE * PER_PAGE
#: What is shown of an entry's prose, in characters.
EXCERPT = 220
#: Lists hold messages and excerpts only so far; the entry's page has the whole.
_MESSAGE, _CLASS = 400, 200
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
        error_class=shortened(entry.error_class, _CLASS) if entry.error_class else None,
        class_url=class_url(entry.error_class) if entry.error_class else None,
        severity=entry.severity,
        excerpt=shortened(entry.documentation, EXCERPT),
    )


def entry_rows(entries: Iterable[Entry]) -> tuple[EntryRow, ...]:
    """Their rows, in the same order."""
    return tuple(entry_row(entry) for entry in entries)


def source_url(repo: str) -> str | None:
    """Where a repository is; None for one that is on this machine only."""
    owner, _, name = repo.partition("/")
    if owner == "local":
        return None
    return f"https://pypi.org/project/{name}/" if owner == "pypi" else f"https://github.com/{repo}"


def moment(instant: datetime) -> Moment:
    """The time in UTC, to the minute for people."""
    instant = instant.astimezone(UTC)
    return Moment(iso=instant.isoformat(timespec="seconds"), shown=f"{instant:%Y-%m-%d %H:%M} UTC")


def paginate(
    rows: QuerySet[Row, Row], page: int, address: str, *, bound: int, **query: Any
) -> tuple[list[Row], Pagination]:
    """One page of rows and where the list goes on. At most ``bound`` rows are counted or reached."""
    total = rows.order_by()[: bound + 1].count()
    place = pagination(total, page, address, bound=bound, **query)
    start = (place.page - 1) * PER_PAGE
    return list(rows[start : min(start + PER_PAGE, place.total)]), place


def pagination(
    total: int, page: int, address: str, *, bound: int, per_page: int = PER_PAGE, **query: Any
) -> Pagination:
    """Where a list of ``total`` rows goes on; a page beyond its end is its last one."""
    more = total > bound
    total = min(total, bound)
    pages = max(1, -(-total // per_page))
    page = min(page, pages)

    def link(number: int) -> str:
        kept = {key: value for key, value in query.items() if value}
        if number > 1:
            kept["page"] = number
        return f"{address}?{urlencode(kept)}" if kept else address

    return Pagination(
        page=page,
        pages=pages,
        total=total,
        more=more,
        previous_url=link(page - 1) if page > 1 else None,
        next_url=link(page + 1) if page < pages else None,
    )
