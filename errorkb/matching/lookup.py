"""match(text) → MatchReport: the one door for page, API and command line."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any

from django.conf import settings
from django.db import connection

from errorkb.matching import index as indexes
from errorkb.matching.candidate import Candidate, Reason
from errorkb.matching.clean import Line, Places, clean
from errorkb.matching.events import ErrorEvent, Span
from errorkb.matching.rank import Verdict, judge, order
from errorkb.matching.segment import Found
from errorkb.matching.traces import parse
from errorkb.models import Entry

MAX_TEXT_BYTES = settings.MAX_PASTE_BYTES
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
DEFAULT_LIMIT, MAX_LIMIT = 5, 25
_FUZZY_SCORE = 0.3
#: What ranking reads of an entry; columns and attributes have the same names but for one.
_CANDIDATE = tuple(field.name for field in fields(Candidate))
_CANDIDATE_FIELDS = tuple("analyzed_instant" if name == "analyzed" else name for name in _CANDIDATE)
_CANDIDATES = f"SELECT {', '.join(_CANDIDATE_FIELDS)} FROM errorkb_entry WHERE id = ANY(%s)"  # noqa: S608


class PasteTooLarge(ValueError):
    """The text is longer than MAX_TEXT_BYTES."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """An entry that may explain the text. ``event`` is the number of the event it explains, from 0."""

    entry: Entry
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
class MatchReport:
    """Everything that a text says. ``matches`` is ranked, best first, one row an entry."""

    events: list[ErrorEvent]
    spans: list[Span]  # of the events, in the same order
    event_matches: list[list[str]]  # ids of matching entries, by event
    matches: list[Match]
    stats: Stats
    dataset_version: str | None
    lines: list[Line]  # the cleaned lines


def match(text: str, *, limit: int = DEFAULT_LIMIT, repo: str | None = None) -> MatchReport:
    """Explains a pasted text. ``repo`` keeps to entries of one repository. Raises PasteTooLarge."""
    began = time.perf_counter()
    if len(text) > MAX_TEXT_BYTES or len(text.encode("utf-8", "replace")) > MAX_TEXT_BYTES:
        raise PasteTooLarge(f"the text is longer than {MAX_TEXT_BYTES} bytes")
    lines = clean(text)
    found = parse(lines)
    events = [_bounded(event) for event in found[-MAX_REPORTED:]]
    state = indexes.base_state()
    index = indexes.at(state.revision)
    looking = time.perf_counter()  # the index may have been built first; that is not the text's doing

    named = _name(index, events, repo, looking)
    ids = list(dict.fromkeys(entry for entries in named.entries.values() for entry in entries))
    verdicts = _verdicts(named, events, _candidates_of(ids[:MAX_CANDIDATES]), looking)
    verified = len({verdict.candidate.id for verdict in verdicts})
    ranked = order(verdicts, events)[:limit]
    if ranked:
        rows = Entry.objects.defer("search_vector").in_bulk([verdict.candidate.id for verdict in ranked])
        ranked = [verdict for verdict in ranked if verdict.candidate.id in rows]  # it may just have gone
    else:
        ranked, rows = _similar(events, limit, repo)
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
            candidates=len(ids),
            verified=verified,
            truncated=named.truncated or len(ids) > MAX_CANDIDATES or len(found) > MAX_REPORTED,
            took_ms=round((time.perf_counter() - began) * 1000, 2),
        ),
        dataset_version=state.dataset_version,
        lines=lines,
    )


def _bounded(event: ErrorEvent) -> ErrorEvent:
    if len(event.message) <= MAX_MESSAGE:
        return event
    return replace(event, message=event.message[:MAX_MESSAGE], offsets=event.offsets[:MAX_MESSAGE])


@dataclass(kw_only=True)
class _Named:
    """Ids of entries that may explain each event, by its number, the last event first.

    ``same_as``: events that repeat another one, which is looked up in their place.
    """

    entries: dict[int, list[str]] = field(default_factory=dict)
    same_as: dict[int, int] = field(default_factory=dict)
    truncated: bool = False


def _name(index: indexes.Index, events: list[ErrorEvent], repo: str | None, began: float) -> _Named:
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
        entries = [one.entry for one in found.values() if not repo or one.repo == repo]
        named.truncated |= len(entries) > MAX_EVENT_CANDIDATES
        named.entries[number] = entries[:MAX_EVENT_CANDIDATES]
    return named


def _entries(index: indexes.Index, event: ErrorEvent) -> Iterator[Found]:
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
            candidate = candidates.get(entry)
            verdict = judge(events[number], number, candidate) if candidate else None
            if verdict is not None:
                verdicts.append(verdict)
    return verdicts


def _candidates_of(ids: list[str]) -> dict[str, Candidate]:
    if not ids:
        return {}
    with connection.cursor() as cursor:  # composing the query takes longer than answering it
        cursor.execute(_CANDIDATES, [ids])
        return {values[0]: _candidate(values) for values in cursor.fetchall()}


def _candidate(values: tuple[Any, ...]) -> Candidate:
    return Candidate(**dict(zip(_CANDIDATE, values, strict=True)))


def _similar(
    events: list[ErrorEvent], limit: int, repo: str | None
) -> tuple[list[Verdict], dict[str, Entry]]:
    """Entries with a message like that of the root or last error, as guesses."""
    wanted = [number for number, event in enumerate(events) if event.message.strip()]
    if not wanted:
        return [], {}
    number = next((n for n in wanted if events[n].relation == "root"), wanted[-1])
    event = events[number]
    if repo and not repo.isprintable():  # Postgres takes no NUL; no repository has one
        return [], {}
    found = list(Entry.objects.similar(event.message, repo).defer("search_vector")[:limit])
    verdicts = [
        Verdict(
            candidate=_candidate(tuple(getattr(entry, field) for field in _CANDIDATE_FIELDS)),
            event=number,
            score=round(_FUZZY_SCORE * entry.rank, 3),  # type: ignore[attr-defined] # annotated
            match_type="fuzzy",
            confidence="possible",
            captures={},
            reasons=(Reason(code="similar", detail="the entry's message has similar words"),),
            start=0,
            end=len(event.message),
        )
        for entry in found
    ]
    return verdicts, {entry.id: entry for entry in found}


def _span(places: Places, event: ErrorEvent, verdict: Verdict) -> Span:
    """Where the matched text stands in the pasted text; the whole event where no text matched."""
    offsets = event.offsets[verdict.start : verdict.end]
    if not offsets:
        return places.span(event.start, event.end)
    return places.span(offsets[0], offsets[-1] + 1)
