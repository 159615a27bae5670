"""A class or a tag as its page: the entries that have it, where they are from, and what is near."""

from collections.abc import Iterator

from errorkb import catalogue
from errorkb.catalogue import Counted
from errorkb.filed import Order
from errorkb.fulltext.documents import KEYED, class_keys
from errorkb.fulltext.query import Filter, Query
from errorkb.web.browse_pages import FiledPage, NameList
from errorkb.web.listing import Listing, listing
from errorkb.web.names import CLASSES, REPOSITORIES, TAGS, Index, name_list
from errorkb.web.pages import Chip
from errorkb.web.rows import pagination
from errorkb.web.searching import search_url

_ORDERS: tuple[Order, ...] = ("repository", "newest", "oldest")
_BUILDING = Listing(total=0, groups=(), sorts=(), pagination=pagination(0, 1, "", bound=1))


def class_page(name: str, *, repo: str | None, sort: str | None, number: int) -> FiledPage | None:
    """The entries of a class, its name as it is written; None: there is none."""
    return _page(CLASSES, name, repo, sort, number)


def tag_page(tag: str, *, repo: str | None, sort: str | None, number: int) -> FiledPage | None:
    """The entries with a tag; None: there is none."""
    return _page(TAGS, tag, repo, sort, number)


def as_written(name: str) -> str | None:
    """The class that a name in other letters, or without its package, means: that of most entries."""
    found = catalogue.most(catalogue.counted("class", (("class_key", name[:KEYED].lower()),)), 1)
    return found[0].name if found else None


def _page(index: Index, name: str, repo: str | None, sort: str | None, number: int) -> FiledPage | None:
    own = (index.field, name[:KEYED])
    address = index.address(name)
    shown = listing((own, ("repo", repo)) if repo else (own,), _ORDERS, sort, number, address, repo=repo)
    if shown is not None and not shown.total:
        return None
    found = shown or _BUILDING
    asked = Query(text="", filters=(Filter(index.field, name[:KEYED]),))
    return FiledPage(
        kind=index.kind,
        name=name[:KEYED],
        url=address,
        index_url=index.url,
        is_building=shown is None,
        index_title=index.kinds,
        scope=Chip(label=repo, url=address) if repo else None,
        entries=found.total,
        search_url=search_url(asked, {"repo": repo}),
        sorts=found.sorts,
        groups=found.groups,
        pagination=found.pagination,
        lists=tuple(one for one in _lists(index, name[:KEYED]) if one.names),
    )


def _lists(index: Index, name: str) -> Iterator[NameList]:
    own = (index.field, name)
    repos = catalogue.counted("repo", (own,))
    yield name_list("Repositories", REPOSITORIES, repos, address=lambda repo: index.address(name, repo))
    if index is CLASSES:
        yield name_list("Classes of this name", CLASSES, _namesakes(name))
    else:
        yield name_list("Classes", CLASSES, catalogue.counted("class", (own,)))


def _namesakes(name: str) -> tuple[Counted, ...]:
    """Classes of the same name in other packages."""
    short = min(class_keys(name), key=len)
    return tuple(one for one in catalogue.counted("class", (("class_key", short),)) if one.name != name)
