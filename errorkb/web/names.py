"""Names of the catalogue as rows of pages, and the index of all of them by their first letters."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Protocol
from urllib.parse import urlencode

from errorkb import catalogue
from errorkb.catalogue import Counted, Field
from errorkb.filed import LETTERS, OTHER
from errorkb.fulltext import index as indexes
from errorkb.web.addresses import class_url, tag_url
from errorkb.web.browse_pages import Letter, Named, NameList, NamesPage
from errorkb.web.pages import Chip
from errorkb.web.rows import pagination

#: So many names stand on one page, and so many at the side of another.
PER_PAGE, BESIDE = 200, 12
# What stands before a class's own name: packages, modules, and classes that hold it. Names have a bound.
_PLACE = re.compile(r".*[\w)\]>](?:::|[.\\/$])(?=\w)", re.DOTALL)


class Address(Protocol):
    """Where a name leads: to all that has it, or to what of it is in one repository."""

    def __call__(self, name: str, /, repo: str | None = None) -> str: ...


@dataclass(frozen=True, kw_only=True)
class Index:
    """An index of names. field: of the full-text index; kind, kinds: what one of them and all are called;
    url: where the index stands; address: where a name leads, of one repository or of all; place: what stands
    before the name itself."""

    field: Field
    kind: str
    kinds: str
    url: str
    address: Address
    place: re.Pattern[str] | None = None


CLASSES = Index(
    field="class", kind="Error class", kinds="Error classes", url="/classes/", address=class_url, place=_PLACE
)
TAGS = Index(field="tag", kind="Tag", kinds="Tags", url="/tags/", address=tag_url)
REPOSITORIES = Index(
    field="repo", kind="Repository", kinds="Repositories", url="/repositories/",
    address=lambda name, repo=None: f"/{name}/", place=re.compile(r".*/"),
)  # fmt: skip


def names_page(index: Index, *, repo: str | None, letter: str | None, number: int) -> NamesPage:
    """The names of a letter, in their order; without a letter those with the most entries."""
    filed = by_letter(index, repo)
    chosen: Sequence[Counted] = (
        sorted(filed[letter], key=lambda one: split(index, one.name)[1].casefold())
        if letter
        else catalogue.most(_names(index, repo), PER_PAGE)
    )
    place = pagination(
        len(chosen), number, index.url, bound=len(chosen), per_page=PER_PAGE, letter=letter, repo=repo
    )
    first = (place.page - 1) * PER_PAGE
    address = partial(index.address, repo=repo)
    return NamesPage(
        kinds=index.kinds,
        url=index.url,
        scope=Chip(label=repo, url=index.url) if repo else None,
        total=sum(map(len, filed.values())),
        letters=letters(
            {one: len(names) for one, names in filed.items()},
            letter,
            lambda to: index_url(index, letter=to, repo=repo),
        ),
        letter=letter,
        names=tuple(named(index, one, address) for one in chosen[first : first + PER_PAGE]),
        pagination=place,
    )


def by_letter(index: Index, repo: str | None) -> Mapping[str, Sequence[Counted]]:
    """The names of each letter."""
    return _by_letter(index, repo, indexes.state() or int(time.monotonic() // catalogue.LASTING))


@lru_cache(maxsize=32)
def _by_letter(index: Index, repo: str | None, state: object) -> Mapping[str, Sequence[Counted]]:
    filed: dict[str, list[Counted]] = {letter: [] for letter in LETTERS}
    for one in _names(index, repo):
        filed[letter_of(split(index, one.name)[1])].append(one)
    return filed


def name_list(
    title: str,
    index: Index,
    names: Sequence[Counted],
    *,
    address: Callable[[str], str] | None = None,
    all_url: str | None = None,
) -> NameList:
    """The names with the most entries. ``address``: where each leads, if not to its own page."""
    shown = catalogue.most(names, BESIDE)
    return NameList(
        title=title,
        names=tuple(named(index, one, address) for one in shown),
        more=len(names) - len(shown),
        all_url=all_url,
    )


def named(index: Index, one: Counted, address: Callable[[str], str] | None = None) -> Named:
    """A name as it stands on a page."""
    place, name = split(index, one.name)
    url = address(one.name) if address else index.address(one.name)
    return Named(place=place, name=name, url=url, entries=one.entries)


def _names(index: Index, repo: str | None) -> tuple[Counted, ...]:
    return catalogue.counted(index.field, (("repo", repo),) if repo else ())


def split(index: Index, name: str) -> tuple[str, str]:
    """What stands before the name itself, and the name: `django.http.` and `Http404`."""
    found = index.place.match(name) if index.place else None
    end = found.end() if found else 0
    return name[:end], name[end:]


def letters(counts: Mapping[str, int], chosen: str | None, url: Callable[[str], str]) -> tuple[Letter, ...]:
    """The letters in order, and how much begins with each."""
    return tuple(
        Letter(
            label=letter,
            count=counts.get(letter, 0),
            url=url(letter) if counts.get(letter) else None,
            chosen=letter == chosen,
        )
        for letter in LETTERS
    )


def letter_of(name: str) -> str:
    """The letter under which a name stands; signs that it begins with, such as a private name's, aside."""
    first = name.lstrip("_$*&<([:-. ")[:1].lower()
    return first if first in LETTERS else OTHER


def index_url(index: Index, *, letter: str | None = None, repo: str | None = None) -> str:
    """The page of an index, of one letter or one repository alone."""
    asked = {key: value for key, value in (("letter", letter), ("repo", repo)) if value}
    return f"{index.url}?{urlencode(asked, safe='/')}" if asked else index.url
