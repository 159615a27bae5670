"""A page is a typed object: the contract between a view and its template, which only displays it.

Texts are plain unless their type is Markup; templates escape them.
"""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, kw_only=True)
class EntryRow:
    """An entry as one row of a list. ``excerpt`` is the first words of its meaning; ``reason``: why it stands
    in a list of related ones."""

    url: str
    title: str
    code: str | None
    message: str
    repo: str
    repo_url: str
    error_class: str | None
    class_url: str | None
    severity: str
    excerpt: str
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class FoundRow:
    """An entry as a search lists it: what was looked for is marked in its message and in the passage of its
    prose that has what the message lacks."""

    entry: EntryRow
    message: Markup
    excerpt: Markup


@dataclass(frozen=True, kw_only=True)
class Pagination:
    """Where a list goes on. ``total`` is a bound when ``more`` is set: "2,000+"."""

    page: int
    pages: int
    total: int
    more: bool
    previous_url: str | None
    next_url: str | None


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A time: ``iso`` for programs, ``shown`` (2026-08-14 21:57 UTC) for people."""

    iso: str
    shown: str


@dataclass(frozen=True, kw_only=True)
class Reading:
    """An import that everybody should know of. ``title``: what it reads, a plural such as `installed
    packages`; ``done`` of ``total`` parts are read."""

    title: str
    url: str
    is_open: bool
    done: int
    total: int
    entries: int


@dataclass(frozen=True, kw_only=True)
class Chip:
    """A part of a query, and the address of the query with it, or without it."""

    label: str
    url: str


@dataclass(frozen=True, kw_only=True)
class FacetValue:
    """A choice: how many entries it leaves, and where it leads; a chosen one leads back.
    ``about``: the number is estimated."""

    label: str
    count: int | None
    url: str
    chosen: bool
    about: bool = False


@dataclass(frozen=True, kw_only=True)
class Facet:
    """What found entries differ in. ``name``: the field as one types it."""

    name: str
    title: str
    values: tuple[FacetValue, ...]


@dataclass(frozen=True, kw_only=True)
class SearchPage:
    """Results of a search; ``query`` may be empty, then nothing was asked yet.

    repo: the only repository that is searched. repo_url: of the repository whose name the query is.
    explained: entries whose message the query is. building: there is no index yet, and no rows. some: the
    rows have some of the words. further: where few entries have all of the words, others with some of them.
    instead: the words as they were corrected. chosen: filters of the query, each with the address without it.
    """

    query: str
    repo: str | None
    repo_url: str | None
    explained: tuple[EntryRow, ...]
    rows: tuple[FoundRow, ...]
    further: tuple[FoundRow, ...]
    pagination: Pagination
    building: bool
    some: bool
    instead: Chip | None
    chosen: tuple[Chip, ...]
    facets: tuple[Facet, ...]
    sorts: tuple[FacetValue, ...]


@dataclass(frozen=True, kw_only=True)
class CodeLine:
    """A highlighted line of code; ``thrown`` marks the one that raises the error, ``differs`` those in which
    the sides of a fix differ."""

    number: int | None
    html: Markup
    thrown: bool = False
    differs: bool = False


@dataclass(frozen=True, kw_only=True)
class CodeBlock:
    """Highlighted code under a heading of its own."""

    title: str
    lines: tuple[CodeLine, ...]


@dataclass(frozen=True, kw_only=True)
class ExampleFix:
    """The example fix: before and after where the text tells them apart, else ``whole``."""

    before: tuple[CodeLine, ...]
    after: tuple[CodeLine, ...]
    whole: tuple[CodeLine, ...]


@dataclass(frozen=True, kw_only=True)
class Filling:
    """Values of a paste by the names of placeholders, to be filled into an entry's texts."""

    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Where the entry comes from and what is doubtful or missing about it."""

    repo: str
    sha: str  # ten digits
    date: str  # yyyy-mm-dd
    form: str  # json, text or source
    is_commit: bool  # ``sha`` names a commit, rather than the content of a copy
    derived: tuple[str, ...]  # what the dump did not carry, in words
    marks: tuple[str, ...]  # doubts, as sentences
    json_url: str
    issue_url: str | None
    versions: int  # accepted imports of the entry, the one in effect included
    more_versions: bool  # there are more than were counted
    history_url: str


@dataclass(frozen=True, kw_only=True)
class EntryPage:
    """One error, explained. ``retired`` is the day when its repository lost it; None: it is live.

    ``filling`` goes into message, solutions and trigger; the example fix has it already.
    """

    id: str
    url: str
    filling: Filling
    retired: str | None
    title: str
    code: str | None
    message: str
    repo: str
    repo_url: str
    severity: str
    error_class: str | None
    class_url: str | None
    error_type: str
    http_status: int | None
    documentation: str
    file_path: str
    line_number: int | None
    permalink: str | None
    permalink_label: str  # where it leads: "View on GitHub (pinned to 0123456789)"
    source: tuple[CodeLine, ...]
    solutions: tuple[str, ...]
    example_fix: ExampleFix | None
    strategy: str | None
    defences: tuple[CodeBlock, ...]  # Validate before calling, Type guard, Try / catch
    prevention: tuple[str, ...]
    trigger: str
    situations: str | None
    tags: tuple[Chip, ...]
    related: tuple[EntryRow, ...]  # each with its reason
    provenance: Provenance


@dataclass(frozen=True, kw_only=True)
class DiffPiece:
    """A stretch of two texts. ``kind``: same, removed, added, or gap (it says what is left out)."""

    kind: str
    text: str


@dataclass(frozen=True, kw_only=True)
class FieldChange:
    """What differs in one field of a record: ``pieces`` of a text or value, or the ``items`` of a list."""

    key: str
    pieces: tuple[DiffPiece, ...]
    items: tuple[tuple[DiffPiece, ...], ...]
    notes: tuple[str, ...]  # what the pieces cannot show, as sentences


@dataclass(frozen=True, kw_only=True)
class VersionView:
    """An accepted import of an entry. ``since`` is when it came into effect or, if never, was read."""

    state: str  # in effect, last known, was in effect, never in effect
    analyzed_at: str  # as it came in
    sha: str  # ten digits
    form: str  # json, text or source
    dataset_version: str | None
    since: Moment
    older: str | None  # analyzed_at of the version it is compared with
    changes: tuple[FieldChange, ...]
    not_compared: tuple[str, ...]  # record keys that a text page lacks


@dataclass(frozen=True, kw_only=True)
class HistoryPage:
    """The accepted imports of an entry, the latest analysis first."""

    title: str
    repo: str
    repo_url: str
    entry_url: str
    retired: str | None
    versions: tuple[VersionView, ...]
    pagination: Pagination


@dataclass(frozen=True, kw_only=True)
class FailurePage:
    """A page that says that something went wrong: 404, 405, 413, 500."""

    status: int
    title: str
    text: str
