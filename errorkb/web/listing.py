"""A list of entries in an order that is chosen, in groups where the order makes them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from errorkb.catalogue import Within
from errorkb.filed import LISTED, SORTED, Order, filed
from errorkb.models import Entry
from errorkb.web.browse_pages import RowGroup
from errorkb.web.pages import FacetValue, Pagination
from errorkb.web.rows import PER_PAGE, ROW_FIELDS, entry_rows, pagination
from errorkb.wording import shortened

#: What is read of an entry for its row and its group.
COLUMNS = (*ROW_FIELDS, "file_path", "line_number")
_TITLES: dict[Order, str] = {
    "newest": "Newest first", "oldest": "Oldest first", "repository": "By repository", "place": "By file",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Listing:
    """One page of a list. ``total``: how many entries it has in all, however many are shown."""

    total: int
    groups: tuple[RowGroup, ...]
    sorts: tuple[FacetValue, ...]
    pagination: Pagination


def listing(
    within: Within,
    orders: Sequence[Order],
    chosen: str | None,
    number: int,
    address: str,
    **query: str | None,
) -> Listing | None:
    """The entries that have these values. orders: what may be chosen, the usual one first; those that only
    short lists can have are left out of longer ones. None while the index is first being built."""
    order = next((one for one in orders if one == chosen), orders[0])
    found = filed(within, order, number=number, per_page=PER_PAGE, columns=COLUMNS)
    if found is None:
        return None
    offered = [one for one in orders if found.total <= SORTED or one in ("newest", "oldest")]
    usual = offered[0]
    order = order if order in offered else usual
    kept: dict[str, Any] = {key: value for key, value in query.items() if value}
    sort = order if order != usual else None
    return Listing(
        total=found.total,
        groups=groups(found.entries, order),
        sorts=_sorts(offered, order, address, kept) if len(offered) > 1 and found.total > 1 else (),
        pagination=pagination(found.total, number, address, bound=LISTED, sort=sort, **kept),
    )


def _sorts(
    offered: Sequence[Order], order: Order, address: str, kept: dict[str, Any]
) -> tuple[FacetValue, ...]:
    return tuple(
        FacetValue(
            label=_TITLES[one],
            count=None,
            url=_link(address, kept | ({"sort": one} if one != offered[0] else {})),
            chosen=one == order,
        )
        for one in offered
    )


def groups(entries: Iterable[Entry], order: Order) -> tuple[RowGroup, ...]:
    """The entries as rows, together with those beside them that have the same repository or file."""
    key: Callable[[Entry], str | None] = {
        "repository": lambda entry: entry.repo_id,
        "place": lambda entry: entry.file_path,
    }.get(order, lambda entry: None)
    return tuple(
        RowGroup(
            title=None if name is None else shortened(name, 200),
            url=f"/{name}/" if order == "repository" else None,
            rows=entry_rows(rows),
        )
        for name, rows in groupby(entries, key)
    )


def _link(address: str, query: dict[str, str]) -> str:
    return f"{address}?{urlencode(query, safe='/')}" if query else address
