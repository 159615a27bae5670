"""The typed objects of the pages about imports; see ``pages``."""

from dataclasses import dataclass

from errorkb.web.pages import Moment, Pagination


@dataclass(frozen=True, kw_only=True)
class BatchRow:
    """A batch as one row of a list. ``finished`` is None while it is queued or running."""

    number: int
    url: str
    state: str  # queued, running, done, failed, cancelled
    sources: tuple[str, ...]  # paths, the first few
    more_sources: int
    counts: tuple[tuple[str, int], ...]  # the report's six numbers by name, and retired if complete
    created: Moment
    finished: Moment | None


@dataclass(frozen=True, kw_only=True)
class BatchesPage:
    """Batches, the newest first."""

    rows: tuple[BatchRow, ...]
    pagination: Pagination


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a batch is. ``percent`` is rounded down, so 100 means all."""

    done: int  # bytes
    total: int
    percent: int


@dataclass(frozen=True, kw_only=True)
class ChunkRow:
    """A part of a batch that failed, for good or until it is tried again."""

    path: str
    lines: str | None  # "from line 1,001" where the part does not begin the file
    state: str
    error: str


@dataclass(frozen=True, kw_only=True)
class ProblemCount:
    """How many problems of a batch have this code; leads to them."""

    url: str
    code: str
    rejects: bool
    number: int
    more: bool  # there are more than were counted
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class ProblemRow:
    """A problem. ``excerpt`` is the raw text it is about, as far as it is shown; it may be empty."""

    file: str
    place: str
    code: str
    reason: str
    rejects: bool
    excerpt: str
    is_cut: bool


@dataclass(frozen=True, kw_only=True)
class BatchPage:
    """One ingest: how far it came, and everything that was refused."""

    row: BatchRow
    is_open: bool  # queued or running: the page shows itself anew
    is_direct: bool  # in the process that was asked, not on workers
    is_complete: bool  # the source has every entry of each repository in it
    progress: Progress
    last_sign: Moment | None  # while it is open: when a part was last committed
    commands: tuple[tuple[str, str], ...]  # (what for, command line)
    chunks: tuple[ChunkRow, ...]
    more_chunks: bool
    kind: str | None  # rejected or warning: what is listed; None lists both
    code: str | None
    problem_counts: tuple[ProblemCount, ...]
    problems: tuple[ProblemRow, ...]
    pagination: Pagination
    all_url: str
    download_url: str


@dataclass(frozen=True, kw_only=True)
class UploadPage:
    """Where people hand a dump in. ``problems`` says what keeps the last one from being taken."""

    problems: tuple[str, ...]
    max_bytes: int
