"""The match page as a typed object; ``pages`` says what that is."""

from dataclasses import dataclass

from errorkb.web.pages import EntryRow, Filling


@dataclass(frozen=True, kw_only=True)
class PastePiece:
    """A stretch of a pasted line. ``kind``: noise, event, match (the matched text) or plain.
    ``anchor`` is the id of the first piece of a matched text."""

    text: str
    kind: str
    anchor: str | None = None


@dataclass(frozen=True, kw_only=True)
class PasteLine:
    """A line of the pasted text, numbered from 1; of a very long one, the stretch that tells something."""

    number: int
    pieces: tuple[PastePiece, ...]
    in_event: bool
    cut_start: bool = False
    cut_end: bool = False


@dataclass(frozen=True, kw_only=True)
class PasteHead:
    """Where an error begins. ``name`` is its class or code, ``relation`` how it stands in its chain."""

    anchor: str
    name: str
    relation: str | None
    matched: bool


@dataclass(frozen=True, kw_only=True)
class PastePart:
    """Lines that stand together. ``kind``: shown, or folded: stack (of an error) or noise.

    Of ``count`` lines those in ``lines`` are shown, then ``left_out`` are not, then those in ``tail``.
    """

    kind: str
    heads: tuple[PasteHead, ...]  # of errors that begin with its first line
    count: int
    lines: tuple[PasteLine, ...]
    left_out: int
    tail: tuple[PasteLine, ...]


@dataclass(frozen=True, kw_only=True)
class EventView:
    """An error that was understood in the paste. ``relation`` is in words, ``place`` where it was raised."""

    anchor: str  # its head in the paste
    name: str  # class or code, or "Message"
    message: str
    relation: str | None
    place: str | None  # file:line in function
    frames: tuple[str, ...]  # the same for what called it, innermost first
    more_frames: int
    lines: str  # "lines 3-9"
    times: int  # how often the paste has it
    matched: bool


@dataclass(frozen=True, kw_only=True)
class PlaceView:
    """Another entry with the same message: where it is raised."""

    url: str
    repo: str
    error_class: str | None
    place: str  # file:line
    values: str | None


@dataclass(frozen=True, kw_only=True)
class MatchView:
    """An entry that may explain the paste, and why."""

    row: EntryRow
    confidence: str  # confirmed, likely, possible
    event: str  # which error of the paste it explains
    relation: str | None
    anchor: str | None  # the matched text in the paste
    lines: str  # where it stands: "line 9"
    reasons: tuple[str, ...]
    captures: tuple[tuple[str, str], ...]
    filling: Filling
    values: str | None  # the filling as the entry's page takes it, as JSON; None: there is none
    solution: str | None  # the first one
    more_solutions: int
    place: str  # file:line of the entry
    places: tuple[PlaceView, ...]  # other entries with the same message, equally sure
    more_places: int


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """The paste box and, once something was pasted, what it says and which entries explain it."""

    text: str
    problem: str | None  # why the paste could not be read, e.g. too long
    asked: bool
    summary: str  # the outcome as a sentence; empty before anything is asked
    best: MatchView | None
    beside: MatchView | None  # explains another error of the chain that ``best`` is about
    further: tuple[MatchView, ...]
    near: tuple[EntryRow, ...]  # entries with similar messages: no matches
    events: tuple[EventView, ...]
    more_events: int
    parts: tuple[PastePart, ...]
    search_url: str | None
    patterns: int
    took_ms: float
    truncated: bool
