"""A repository as its page."""

from collections.abc import Iterator
from functools import partial

from errorkb import catalogue
from errorkb.catalogue import Field
from errorkb.filed import LISTED, letters_of, of_letter
from errorkb.fulltext.query import Filter, Query
from errorkb.models import Entry, Repo
from errorkb.search import EntryQuerySet
from errorkb.web.browse_pages import Named, NameList, RepoPage, Share
from errorkb.web.listing import COLUMNS, Listing, groups, listing
from errorkb.web.names import BESIDE, CLASSES, TAGS, index_url, letters, name_list
from errorkb.web.rows import paginate, source_url
from errorkb.web.searching import search_url

#: What entries may have: its name in the index, and in words.
_HAS = (("solutions", "have solutions"), ("fix", "have an example fix"), ("source", "read from source code"))
#: What else they differ in: field, and its title.
_FACETS: tuple[tuple[Field, str], ...] = (("type", "Kind"), ("severity", "Severity"), ("mark", "Doubts"))


def repo_page(repo: Repo, *, sort: str | None, letter: str | None, number: int) -> RepoPage:
    """A repository's entries, the newest first; with a letter, those whose addresses begin with it."""
    counts = letters_of(repo.name)
    shown = _of_letter(repo, letter, number) if letter else _sorted(repo, sort, number)
    total = sum(counts.values())
    address = repo.get_absolute_url()
    return RepoPage(
        name=repo.name,
        source_url=source_url(repo.name),
        description=repo.description,
        language=repo.language,
        stars=repo.stars,
        analyzed_sha=repo.analyzed_sha,
        analyzed_at=repo.analyzed_at,
        entries=total,
        shares=_shares(repo.name, total),
        letters=letters(counts, letter, lambda to: f"{address}?letter={to}"),
        letter=letter,
        sorts=shown.sorts,
        groups=shown.groups,
        pagination=shown.pagination,
        lists=tuple(one for one in _lists(repo.name) if one.names),
    )


def _sorted(repo: Repo, sort: str | None, number: int) -> Listing:
    address = repo.get_absolute_url()
    if found := listing((("repo", repo.name),), ("newest", "oldest", "place"), sort, number, address):
        return found
    return _of_rows(Entry.objects.live().filter(repo=repo).newest(), number, address)


def _of_letter(repo: Repo, letter: str, number: int) -> Listing:
    return _of_rows(of_letter(repo.name, letter), number, repo.get_absolute_url(), letter=letter)


def _of_rows(rows: EntryQuerySet, number: int, address: str, **query: str) -> Listing:
    found, place = paginate(rows.only(*COLUMNS), number, address, bound=LISTED, **query)
    return Listing(total=place.total, groups=groups(found, "newest"), sorts=(), pagination=place)


def _shares(repo: str, total: int) -> tuple[Share, ...]:
    counts = dict(catalogue.counted("has", (("repo", repo),)))
    return tuple(
        Share(
            label=words,
            entries=counts[name],
            percent=max(1, 100 * counts[name] // max(total, 1)),
            url=_search(repo, "has", name),
        )
        for name, words in _HAS
        if counts.get(name)
    )


def _lists(repo: str) -> Iterator[NameList]:
    """Classes and tags have pages of their own, other facets lead into the search."""
    for index, names in ((CLASSES, catalogue.classes(repo=repo)), (TAGS, catalogue.tags(repo=repo))):
        address, all_url = partial(index.address, repo=repo), index_url(index, repo=repo)
        yield name_list(index.kinds, index, names, address=address, all_url=all_url)
    for field, title in _FACETS:
        names = catalogue.most(catalogue.counted(field, (("repo", repo),)), BESIDE)
        if len(names) > 1 or field == "mark":
            yield NameList(
                title=title,
                names=tuple(
                    Named(
                        place="",
                        name=one.name.replace("_", " "),
                        url=_search(repo, field, one.name),
                        entries=one.entries,
                    )
                    for one in names
                ),
                more=0,
                all_url=None,
            )


def _search(repo: str, field: str, value: str) -> str:
    return search_url(Query(text="", filters=(Filter(field, value),)), {"repo": repo})
