"""A search as its page: entries that fit, what they have in common, and how to narrow or widen the words."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from urllib.parse import urlencode

from errorkb.fulltext.query import Filter, Query, written
from errorkb.fulltext.results import COUNTED, Found, Sort, entries, find, further
from errorkb.matching.lookup import match
from errorkb.models import Entry, Repo, SlugAlias
from errorkb.web.found import found_rows
from errorkb.web.pages import Chip, Facet, FacetValue, Pagination, SearchPage
from errorkb.web.rows import LISTED, PER_PAGE, entry_rows, pagination

#: A text of so many words may be a message; it is matched, too.
MESSAGE_WORDS = 3
EXPLAINED = 3
#: Facets in their order on the page: field of the index, field of the box, title, values shown at once.
_FACETS = (
    ("has", "has", "Has", 4),
    ("class", "class", "Class", 8),
    ("repo", "repo", "Repository", 8),
    ("language", "lang", "Language", 6),
    ("severity", "severity", "Severity", 4),
    ("type", "type", "Kind", 6),
    ("tag", "tag", "Tag", 8),
    ("mark", "mark", "Doubt", 6),
)
_SORTS: tuple[tuple[Sort, str], ...] = (("relevance", "Best first"), ("newest", "Newest first"))


def address_of(query: Query) -> str | None:
    """Where a query leads that is an id or an address of this site; None where it leads nowhere."""
    if query.entry_id:
        entry = Entry.objects.filter(pk=query.entry_id).only("repo_id", "slug").first()
        return entry.get_absolute_url() if entry else None
    if query.page:
        repo, slug = query.page
        there = Entry.objects.filter(repo=repo, slug=slug).exists()
        moved = not there and SlugAlias.objects.filter(repo=repo, slug=slug).exists()
        return f"/{repo}/{slug}/" if there or moved else None
    return None


def search_page(query: Query, *, repo: str | None, number: int, sort: Sort) -> SearchPage:
    """The page of a query. ``number``: of the page, from 1."""
    offset = (number - 1) * PER_PAGE
    found = find(query, repo=repo, offset=offset, limit=PER_PAGE, sort=sort, facets=True)
    if found is None:
        return _without_index(query, repo)
    if offset and offset >= found.total:  # a page beyond the last is the last one
        last = max(0, found.total - 1) // PER_PAGE
        offset = last * PER_PAGE
        found = find(query, repo=repo, offset=offset, limit=PER_PAGE, sort=sort, facets=True) or found
    asked = found.instead or query
    explained = _explained(query, repo) if number == 1 else []
    shown = {entry.id for entry in explained}
    kept = {"repo": repo, "sort": sort if sort != "relevance" else None}
    return SearchPage(
        query=query.text,
        repo=repo,
        repo_url=_repo_url(query),
        explained=entry_rows(explained),
        rows=found_rows(asked, (entry for entry in entries(found) if entry.id not in shown)),
        further=found_rows(asked, (entry for entry in further(found) if entry.id not in shown)),
        pagination=_pagination(found, number, query.text, kept),
        building=False,
        some=found.some,
        instead=Chip(label=found.instead.text, url=search_url(found.instead, kept))
        if found.instead
        else None,
        chosen=tuple(_chosen(asked, kept)),
        facets=tuple(_facets(asked, found, kept)),
        sorts=tuple(
            FacetValue(
                label=title, count=None, url=search_url(query, {**kept, "sort": name}), chosen=name == sort
            )
            for name, title in _SORTS
        ),
    )


def empty_page(repo: str | None) -> SearchPage:
    """The search box alone."""
    return SearchPage(
        query="", repo=repo, repo_url=None, explained=(), rows=(), further=(), pagination=_nothing(),
        building=False, some=False, instead=None, chosen=(), facets=(), sorts=(),
    )  # fmt: skip


def _without_index(query: Query, repo: str | None) -> SearchPage:
    """While the index is built for the first time: what the matcher says."""
    explained = entry_rows(_explained(query, repo))
    return replace(empty_page(repo), query=query.text, explained=explained, building=True)


def _explained(query: Query, repo: str | None) -> list[Entry]:
    """The entries that explain the text, where it is a message."""
    if len(query.wanted) < MESSAGE_WORDS or query.filters:
        return []
    matches = match(query.text, limit=EXPLAINED, repo=repo).matches
    return [one.entry for one in matches if one.verdict.confidence != "possible"]


def _repo_url(query: Query) -> str | None:
    repo = Repo.objects.filter(name=query.repo).first() if query.repo else None
    return repo.get_absolute_url() if repo else None


def _chosen(query: Query, kept: dict[str, str | None]) -> list[Chip]:
    return [
        Chip(
            label=written(replace(query, clauses=(), filters=(one,))),
            url=search_url(
                replace(query, filters=tuple(other for other in query.filters if other != one)), kept
            ),
        )
        for one in query.filters
    ]


def _facets(query: Query, found: Found, kept: dict[str, str | None]) -> list[Facet]:
    facets = []
    for name, field, title, number in _FACETS:
        values = [
            _value(query, Filter(name, value), count, kept, about=found.estimated)
            for value, count in found.facets.get(name, ())
        ]
        # What all entries share tells nothing, unless it was asked for.
        if len(values) > 1 or any(value.chosen for value in values):
            facets.append(Facet(name=field, title=title, values=tuple(values[:number])))
    return facets


def _value(query: Query, own: Filter, count: int, kept: dict[str, str | None], *, about: bool) -> FacetValue:
    chosen = own in query.filters
    others = tuple(one for one in query.filters if one != own)
    url = search_url(replace(query, filters=others if chosen else (*others, own)), kept)
    return FacetValue(label=own.value, count=count, url=url, chosen=chosen, about=about)


def search_url(query: Query, kept: Mapping[str, str | None] = MappingProxyType({})) -> str:
    """The address of a query; what is ``kept`` goes with it."""
    rest = {key: value for key, value in kept.items() if value}
    return "/search/?" + urlencode({"q": written(query), **rest})


def _pagination(found: Found, number: int, text: str, kept: dict[str, str | None]) -> Pagination:
    bound = min(COUNTED, LISTED)
    return pagination(
        found.total + found.more,
        number,
        "/search/",
        bound=bound,
        q=text,
        repo=kept["repo"],
        sort=kept["sort"],
    )


def _nothing() -> Pagination:
    return pagination(0, 1, "/search/", bound=LISTED)
