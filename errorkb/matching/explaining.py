"""A text and a source of entries → MatchReport. Pure: where the entries come from is the source's matter."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Generic, Protocol, TypeVar

from errorkb.matching.candidate import Candidate, Reason
from errorkb.matching.clean import Line, Places, clean, has_many_lines
from errorkb.matching.events import ErrorEvent, Span
from errorkb.matching.finding import Index
from errorkb.matching.rank import Verdict, judge, order
from errorkb.matching.segment import Found
from errorkb.matching.traces import parse

#: Errors that a report lists, the last ones: a log may have one in every line.
MAX_REPORTED = 1000
#: Different errors of one text that are looked up, the last ones first: logs end with what matters.
MAX_EVENTS = 200
#: Entries that are ranked for one error, and for one text.
MAX_EVENT_CANDIDATES = 100
MAX_CANDIDATES = 500
#: Seconds after which no further error of a text is looked up and no further entry is judged.
BUDGET_SECONDS = 5.0
#: Longer messages are cut, in characters.
MAX_MESSAGE = 20_000
_FUZZY_SCORE = 0.3

EntryT = TypeVar("EntryT")


@dataclass(frozen=True, kw_only=True)
class Match(Generic[EntryT]):
    """An entry that may explain the text. ``event`` is the number of the event it explains, from 0."""

    entry: EntryT
    verdict: Verdict
    span: Span


@dataclass(frozen=True, kw_only=True)
class Stats:
    """What it took. ``patterns``: patterns tried; ``candidates``: entries that one of them named;
    ``verified``: those whose template fits; ``took_ms``: milliseconds."""

    patterns: int
    candidates: int
    verified: int
    truncated: bool
    took_ms: float


@dataclass(frozen=True, kw_only=True)
class MatchReport(Generic[EntryT]):
    """Everything that a text says. ``matches`` is ranked, best first, one row an entry."""

    events: list[ErrorEvent]
    spans: list[Span]  # of the events, in the same order
    event_matches: list[list[str]]  # ids of matching entries, by event
    matches: list[Match[EntryT]]
    stats: Stats
    dataset_version: str | None
    lines: list[Line]  # the cleaned lines


@dataclass(frozen=True, kw_only=True)
class Similar(Generic[EntryT]):
    """An entry whose message is like another one. likeness: 0 to 1."""

    entry: EntryT
    candidate: Candidate
    likeness: float


class Source(Protocol[EntryT]):
    """Where entries come from, as they stand while one text is explained."""

    @property
    def index(self) -> Index: ...

    @property
    def dataset_version(self) -> str | None: ...

    def entries(self, ids: list[str]) -> dict[str, EntryT]:
        """Whole entries, by id."""

    def similar(self, message: str, *, limit: int, repo: str | None) -> list[Similar[EntryT]]:
        """Entries with a message like this one, the most similar first."""


def explain(text: str, source: Source[EntryT], *, limit: int, repo: str | None) -> MatchReport[EntryT]:
    """What the source's entries say of a text. ``repo`` keeps to entries of one repository."""
    began = time.perf_counter()
    lines = clean(text)
    found = parse(lines)
    events = [_bounded(event) for event in found[-MAX_REPORTED:]]
    index = source.index
    looking = time.perf_counter()  # the index may have been built first; that is not the text's doing

    named = _name(index, events, repo, looking)
    all_found = {one.entry: one for entries in named.entries.values() for one in entries}
    candidates = {
        entry: Candidate.unpacked(entry, one.facts)
        for entry, one in islice(all_found.items(), MAX_CANDIDATES)
    }
    verdicts = _verdicts(named, events, candidates, looking)
    verified = len({verdict.candidate.id for verdict in verdicts})
    ranked = order(verdicts, events)[:limit]
    if ranked:
        rows = source.entries([verdict.candidate.id for verdict in ranked])
        ranked = [verdict for verdict in ranked if verdict.candidate.id in rows]  # it may just have gone
    else:
        ranked, rows = _similar(events, source, limit, repo)
        verdicts = ranked

    places = Places(text)
    fitting = {(verdict.event, verdict.candidate.id) for verdict in verdicts}
    return MatchReport(
        events=events,
        spans=[places.span(event.start, event.end) for event in events],
        event_matches=[
            [
                verdict.candidate.id
                for verdict in ranked
                if (named.same_as.get(number, number), verdict.candidate.id) in fitting
            ]
            for number in range(len(events))
        ],
        matches=[
            Match(
                entry=rows[verdict.candidate.id],
                verdict=verdict,
                span=_span(places, events[verdict.event], verdict),
            )
            for verdict in ranked
        ],
        stats=Stats(
            patterns=index.size,
            candidates=len(all_found),
            verified=verified,
            truncated=named.truncated
            or len(all_found) > MAX_CANDIDATES
            or len(found) > MAX_REPORTED
            or has_many_lines(text),
            took_ms=round((time.perf_counter() - began) * 1000, 2),
        ),
        dataset_version=source.dataset_version,
        lines=lines,
    )


def _bounded(event: ErrorEvent) -> ErrorEvent:
    if len(event.message) <= MAX_MESSAGE:
        return event
    return replace(event, message=event.message[:MAX_MESSAGE], offsets=event.offsets[:MAX_MESSAGE])


@dataclass(kw_only=True)
class _Named:
    """Entries that may explain each event, by its number, the last event first.

    ``same_as``: events that repeat another one, which is looked up in their place.
    """

    entries: dict[int, list[Found]] = field(default_factory=dict)
    same_as: dict[int, int] = field(default_factory=dict)
    truncated: bool = False


def _name(index: Index, events: list[ErrorEvent], repo: str | None, began: float) -> _Named:
    named = _Named()
    seen: dict[tuple[object, ...], int] = {}
    for number in reversed(range(len(events))):
        event = events[number]
        same = event.error_class, event.error_code, event.message, event.relation, event.raise_frame
        if same in seen:  # a log repeats itself
            named.same_as[number] = seen[same]
            continue
        if len(seen) == MAX_EVENTS or time.perf_counter() - began > BUDGET_SECONDS:
            named.truncated = True
            break
        seen[same] = number
        found = {one.entry: one for one in _entries(index, event)}
        entries = [one for one in found.values() if not repo or one.repo == repo]
        named.truncated |= len(entries) > MAX_EVENT_CANDIDATES
        named.entries[number] = entries[:MAX_EVENT_CANDIDATES]
    return named


def _entries(index: Index, event: ErrorEvent) -> Iterator[Found]:
    if event.error_code:
        yield from index.find_code(event.error_code)
    yield from index.find_message(event.message)
    frame = event.raise_frame
    if event.error_class and frame:
        yield from index.find_site(event.error_class, frame.file)


def _verdicts(
    named: _Named, events: list[ErrorEvent], candidates: dict[str, Candidate], began: float
) -> list[Verdict]:
    verdicts: list[Verdict] = []
    for number, entries in named.entries.items():
        for entry in entries:
            if time.perf_counter() - began > BUDGET_SECONDS:
                named.truncated = True
                return verdicts
            candidate = candidates.get(entry.entry)
            verdict = judge(events[number], number, candidate) if candidate else None
            if verdict is not None:
                verdicts.append(verdict)
    return verdicts


def _similar(
    events: list[ErrorEvent], source: Source[EntryT], limit: int, repo: str | None
) -> tuple[list[Verdict], dict[str, EntryT]]:
    """Entries with a message like that of the root or last error, as guesses."""
    wanted = [number for number, event in enumerate(events) if event.message.strip()]
    if not wanted:
        return [], {}
    number = next((n for n in wanted if events[n].relation == "root"), wanted[-1])
    event = events[number]
    found = source.similar(event.message, limit=limit, repo=repo)
    verdicts = [
        Verdict(
            candidate=one.candidate,
            event=number,
            score=round(_FUZZY_SCORE * one.likeness, 3),
            match_type="fuzzy",
            confidence="possible",
            captures={},
            reasons=(Reason(code="similar", detail="the entry's message has similar words"),),
            start=0,
            end=len(event.message),
        )
        for one in found
    ]
    return verdicts, {one.candidate.id: one.entry for one in found}


def _span(places: Places, event: ErrorEvent, verdict: Verdict) -> Span:
    """Where the matched text stands in the pasted text; the whole event where no text matched."""
    offsets = event.offsets[verdict.start : verdict.end]
    if not offsets:
        return places.span(event.start, event.end)
    return places.span(offsets[0], offsets[-1] + 1)
