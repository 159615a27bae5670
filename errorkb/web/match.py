"""A match report as the match page: which entries explain the paste, and what was understood of it."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from errorkb.matching.events import ErrorEvent, Frame, Span
from errorkb.matching.lookup import Match, MatchReport
from errorkb.models import Entry
from errorkb.web.filling import NOTHING, filling_of, plain_message
from errorkb.web.match_pages import EventView, MatchPage, MatchView, PasteHead, PlaceView
from errorkb.web.pages import Filling
from errorkb.web.paste import Paste, paste_of
from errorkb.web.rows import entry_row
from errorkb.wording import shortened

#: More errors of a paste are not listed; more entries, and more places of one message, neither.
SHOWN_EVENTS, SHOWN_MATCHES, SHOWN_PLACES = 50, 5, 8
#: Frames that are shown of an error besides the one that raised it.
SHOWN_FRAMES = 4
#: How an error stands to the one that came before it in its chain.
_RELATIONS = {
    "root": "raised first",
    "cause": "raised from {before}",
    "context": "raised while {before} was handled",
    "suppressed": "suppressed",
    "group-member": "member of the group",
}


def empty_page(text: str = "", problem: str | None = None) -> MatchPage:
    """The paste box, with what keeps the paste from being read, if something does."""
    return MatchPage(
        text=text, problem=problem, asked=False, summary=problem or "", best=None, beside=None, further=(),
        near=(), events=(), more_events=0, parts=(), search_url=None, patterns=0, took_ms=0.0,
        truncated=False,
    )  # fmt: skip


def match_page(text: str, report: MatchReport) -> MatchPage:
    """The page for a paste and its report."""
    times = Counter(map(_same, report.events))
    telling = _telling(report)
    heads = {number: _head(report, number) for number in telling}
    paste = paste_of(text, report, heads)
    groups = _groups(report.matches)
    best = groups[0] if groups else None
    beside = _beside(groups, report.events)
    further = [group for group in groups[1:] if group is not beside][: SHOWN_MATCHES - 1]
    near = [match.entry for match in report.matches if match.verdict.match_type == "fuzzy"]

    def view(group: Sequence[Match]) -> MatchView:
        return _match(group, report.events, paste)

    return MatchPage(
        text=text,
        problem=None,
        asked=True,
        summary=_summary(best, near),
        best=view(best) if best else None,
        beside=view(beside) if beside else None,
        further=tuple(map(view, further)),
        near=tuple(entry_row(entry) for entry in near[:SHOWN_MATCHES]),
        events=tuple(
            _event(report.events[number], report.spans[number], heads[number], times)
            for number in sorted(telling)
        ),
        more_events=len(times) - len(telling),
        parts=paste.parts,
        search_url=_search_url(report.events),
        patterns=report.stats.patterns,
        took_ms=report.stats.took_ms,
        truncated=report.stats.truncated,
    )


def fields_of(filling: Filling) -> str | None:
    """The values as the form of an entry's page takes them; None where there are none."""
    return json.dumps(dict(filling.values), ensure_ascii=False) if filling.values else None


def _same(event: ErrorEvent) -> tuple[object, ...]:
    return event.error_class, event.error_code, event.message, event.relation, event.raise_frame


def _telling(report: MatchReport) -> list[int]:
    """Numbers of the errors that are shown: matched ones, best first, then the last; repeated ones once,
    where they stand last."""
    last = {_same(event): number for number, event in enumerate(report.events)}
    matched = [match.verdict.event for match in report.matches if match.verdict.match_type != "fuzzy"]
    return list(dict.fromkeys([*matched, *sorted(last.values(), reverse=True)]))[:SHOWN_EVENTS]


def _head(report: MatchReport, number: int) -> PasteHead:
    event = report.events[number]
    return PasteHead(
        anchor=f"event-{number + 1}",
        name=_name(event),
        relation=_relation(report.events, number),
        matched=_is_matched(report, number),
    )


def _relation(events: list[ErrorEvent], number: int) -> str | None:
    words = _RELATIONS.get(events[number].relation or "")
    return words.format(before=_name(events[number - 1]) if number else "another") if words else None


def _is_matched(report: MatchReport, number: int) -> bool:
    near = {match.entry.id for match in report.matches if match.verdict.match_type == "fuzzy"}
    return any(entry not in near for entry in report.event_matches[number])


def _groups(matches: Iterable[Match]) -> list[list[Match]]:
    """Entries that say the same of one error, equally sure: the message is raised in several places."""
    groups: dict[tuple[object, ...], list[Match]] = {}
    for match in matches:
        verdict = match.verdict
        if verdict.match_type != "fuzzy":
            key = verdict.event, verdict.confidence, match.entry.error_code, match.entry.error_message
            groups.setdefault(key, []).append(match)
    for group in groups.values():
        group.sort(key=lambda match: (-match.verdict.score, match.entry.repo_id, _place(match.entry)))
    return list(groups.values())


def _beside(groups: list[list[Match]], events: list[ErrorEvent]) -> list[Match] | None:
    """What explains another error of the chain that the best match is about: the wrapper of a root."""
    sure = [group for group in groups if group[0].verdict.confidence != "possible"]
    if not sure:
        return None
    chains = _chains(events)
    best = sure[0][0].verdict.event
    for group in sure[1:]:
        other = group[0].verdict.event
        if other != best and chains[other] == chains[best]:
            return group
    return None


def _chains(events: list[ErrorEvent]) -> list[int]:
    """For each error the number of the one that its chain began with."""
    chains: list[int] = []
    for number, event in enumerate(events):
        begins = not chains or event.relation in (None, "root")
        chains.append(number if begins else chains[-1])
    return chains


def _match(group: Sequence[Match], events: list[ErrorEvent], paste: Paste) -> MatchView:
    match = group[0]
    verdict, entry, event = match.verdict, match.entry, events[match.verdict.event]
    filling = filling_of(verdict.captures) if verdict.captures else NOTHING
    offsets = event.offsets[verdict.start : verdict.start + 1]
    return MatchView(
        row=entry_row(entry),
        confidence=verdict.confidence,
        event=_name(event),
        relation=_relation(events, verdict.event),
        anchor=paste.anchors.get(offsets[0] if offsets else event.start),
        lines=_lines(match.span),
        reasons=tuple(reason.detail for reason in verdict.reasons),
        captures=tuple((name, shortened(value, 300)) for name, value in verdict.captures.items()),
        filling=filling,
        values=fields_of(filling),
        solution=entry.solutions[0] if entry.solutions else None,
        more_solutions=max(0, len(entry.solutions) - 1),
        place=_place(entry),
        places=tuple(_place_view(other) for other in group[1 : SHOWN_PLACES + 1]),
        more_places=max(0, len(group) - 1 - SHOWN_PLACES),
    )


def _place_view(match: Match) -> PlaceView:
    entry = match.entry
    return PlaceView(
        url=entry.get_absolute_url(),
        repo=entry.repo_id,
        error_class=entry.error_class,
        place=_place(entry),
        values=fields_of(filling_of(match.verdict.captures)),
    )


def _place(entry: Entry) -> str:
    return entry.file_path + (f":{entry.line_number}" if entry.line_number is not None else "")


def _event(
    event: ErrorEvent, span: Span, head: PasteHead, times: Counter[tuple[object, ...]]
) -> EventView:  # fmt: skip
    raised = event.raise_frame
    callers = [frame for frame in reversed(event.frames) if frame is not raised]
    return EventView(
        anchor=head.anchor,
        name=head.name,
        message=shortened(event.message, 1000),
        relation=head.relation,
        place=_frame(raised) if raised else None,
        frames=tuple(map(_frame, callers[:SHOWN_FRAMES])),
        more_frames=max(0, len(callers) - SHOWN_FRAMES),
        lines=_lines(span),
        times=times[_same(event)],
        matched=head.matched,
    )


def _frame(frame: Frame) -> str:
    line = f":{frame.line}" if frame.line is not None else ""
    return shortened(frame.file + line + (f" in {frame.function}" if frame.function else ""), 400)


def _lines(span: Span) -> str:
    if span.start_line == span.end_line:
        return f"line {span.start_line}"
    return f"lines {span.start_line}–{span.end_line}"  # noqa: RUF001 - a dash between numbers


def _name(event: ErrorEvent) -> str:
    return shortened(event.error_class or event.error_code or "Message", 200)


def _summary(best: Sequence[Match] | None, near: Sequence[Entry]) -> str:
    if best is None:
        return "No entry for this." + (" Similar messages are listed." if near else "")
    entry, confidence = best[0].entry, best[0].verdict.confidence
    message = plain_message(entry.error_message, filling_of(best[0].verdict.captures))
    title = shortened(entry.error_code or message.strip().partition("\n")[0], 120)
    if confidence == "possible":
        return f"A guess: {title}, in {entry.repo_id}."
    return f"Best match, {confidence}: {title}, in {entry.repo_id}."


def _search_url(events: list[ErrorEvent]) -> str | None:
    named = [event for event in events if event.message.strip() or event.error_class]
    if not named:
        return None
    words = named[-1].message.strip().partition("\n")[0] or named[-1].error_class or ""
    return "/search/?" + urlencode({"q": words[:200]})
