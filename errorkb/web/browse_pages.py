"""What pages show that people browse: the front door, a repository, a class, a tag, and their indexes."""

from dataclasses import dataclass

from errorkb.web.pages import Chip, EntryRow, FacetValue, Pagination, Reading


@dataclass(frozen=True, kw_only=True)
class Named:
    """A name that entries are filed under. ``place``: what of it stands before the name itself, such as the
    package of a class."""

    place: str
    name: str
    url: str
    entries: int


@dataclass(frozen=True, kw_only=True)
class Letter:
    """A letter of an index, and how much begins with it; without ``url`` nothing does."""

    label: str
    count: int
    url: str | None
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class RowGroup:
    """Entries that follow each other and have something in common, which ``title`` names where it is told."""

    title: str | None
    url: str | None
    rows: tuple[EntryRow, ...]


@dataclass(frozen=True, kw_only=True)
class Share:
    """How many entries have something. ``percent``: of all, rounded down, but 1 for less."""

    label: str
    entries: int
    percent: int
    url: str | None


@dataclass(frozen=True, kw_only=True)
class NameList:
    """Names at a page's side, those with the most entries first. ``all_url``: where all of them are."""

    title: str
    names: tuple[Named, ...]
    more: int  # how many are not shown
    all_url: str | None


@dataclass(frozen=True, kw_only=True)
class RepoRow:
    """A repository as one row of a list; ``entries`` counts its entries."""

    name: str
    url: str
    description: str | None
    language: str | None
    entries: int


@dataclass(frozen=True, kw_only=True)
class HomePage:
    """The front door: both boxes and what is in the base."""

    entries: int
    repositories: int
    classes: int
    met: NameList
    newest: tuple[EntryRow, ...]
    repos: tuple[RepoRow, ...]
    reading: Reading | None


@dataclass(frozen=True, kw_only=True)
class RepoPage:
    """A repository and its entries. ``source_url`` is the repository on its host, if it has one."""

    name: str
    source_url: str | None
    description: str | None
    language: str | None
    stars: int | None
    analyzed_sha: str | None
    analyzed_at: str | None
    entries: int
    shares: tuple[Share, ...]
    letters: tuple[Letter, ...]
    letter: str | None
    sorts: tuple[FacetValue, ...]
    groups: tuple[RowGroup, ...]
    pagination: Pagination
    lists: tuple[NameList, ...]


@dataclass(frozen=True, kw_only=True)
class FiledPage:
    """A class or a tag and its entries. ``kind``: which of them. ``scope``: the only repository that is
    shown, with the address of all. ``is_building``: the index is being built, its entries are unknown."""

    kind: str
    name: str
    url: str
    index_url: str
    index_title: str
    is_building: bool
    scope: Chip | None
    entries: int
    search_url: str
    sorts: tuple[FacetValue, ...]
    groups: tuple[RowGroup, ...]
    pagination: Pagination
    lists: tuple[NameList, ...]


@dataclass(frozen=True, kw_only=True)
class NamesPage:
    """An index of names: those with the most entries, or those of a letter. ``kinds``: what they are, as
    `Error classes`."""

    kinds: str
    url: str
    scope: Chip | None
    total: int
    letters: tuple[Letter, ...]
    letter: str | None
    names: tuple[Named, ...]
    pagination: Pagination
