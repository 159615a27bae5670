"""A match report as the match page: the paste marked up, what was understood, which entries explain it."""

from urllib.parse import urlencode

from errorkb.matching.events import ErrorEvent, Span
from errorkb.matching.lookup import Match, MatchReport
from errorkb.web.pages import EventView, MatchPage, MatchView, PasteLine, PastePiece
from errorkb.web.rows import entry_row, shortened

#: More of a paste is not shown: nobody reads it, and the page would weigh megabytes.
SHOWN_LINES = 400
SHOWN_LINE = 2000
SHOWN_EVENTS = 50
_RELATIONS = {
    "root": "raised first",
    "cause": "raised from the one before",
    "context": "raised while the one before was handled",
    "suppressed": "suppressed",
    "group-member": "member of the group",
}


def empty_page(text: str = "", problem: str | None = None) -> MatchPage:
    """The paste box, with what keeps the paste from being read, if something does."""
    return MatchPage(
        text=text, problem=problem, asked=False, matches=(), events=(), lines=(), hidden_lines=0,
        search_url=None, patterns=0, took_ms=0.0, truncated=False,
    )  # fmt: skip


def match_page(text: str, report: MatchReport) -> MatchPage:
    """The page for a paste and its report."""
    lines = _paste_lines(text, report)
    return MatchPage(
        text=text,
        problem=None,
        asked=True,
        matches=tuple(_match(match, report.events) for match in report.matches),
        events=tuple(
            _event(event, span, bool(ids))
            for event, span, ids in list(zip(report.events, report.spans, report.event_matches, strict=True))[
                -SHOWN_EVENTS:
            ]
        ),
        lines=lines,
        hidden_lines=len(report.lines) - len(lines),
        search_url=_search_url(report.events),
        patterns=report.stats.patterns,
        took_ms=report.stats.took_ms,
        truncated=report.stats.truncated,
    )


def _match(match: Match, events: list[ErrorEvent]) -> MatchView:
    verdict = match.verdict
    return MatchView(
        row=entry_row(match.entry),
        confidence=verdict.confidence,
        similar=verdict.match_type == "fuzzy",
        event=_name(events[verdict.event]),
        reasons=tuple(reason.detail for reason in verdict.reasons),
        captures=tuple((name, shortened(value, 300)) for name, value in verdict.captures.items()),
        solution=match.entry.solutions[0] if match.entry.solutions else None,
    )


def _event(event: ErrorEvent, span: Span, matched: bool) -> EventView:
    frame = event.raise_frame
    place = None
    if frame is not None:
        place = frame.file + (f":{frame.line}" if frame.line is not None else "")
        place += f" in {frame.function}" if frame.function else ""
    single = span.start_line == span.end_line
    return EventView(
        name=_name(event),
        message=shortened(event.message, 1000),
        relation=_RELATIONS.get(event.relation or ""),
        place=place,
        lines=f"line {span.start_line}" if single else f"lines {span.start_line}–{span.end_line}",  # noqa: RUF001 - a dash between numbers
        matched=matched,
    )


def _name(event: ErrorEvent) -> str:
    return event.error_class or event.error_code or "Message"


def _search_url(events: list[ErrorEvent]) -> str | None:
    named = [event for event in events if event.message.strip() or event.error_class]
    if not named:
        return None
    words = named[-1].message.strip().partition("\n")[0] or named[-1].error_class or ""
    return "/search/?" + urlencode({"q": words[:200]})


def _paste_lines(text: str, report: MatchReport) -> tuple[PasteLine, ...]:
    """The first lines as pasted, in pieces: noise, event, match, plain."""
    offset = 0
    lines = []
    for number, line in enumerate(text.split("\n")[:SHOWN_LINES], 1):
        lines.append(PasteLine(number=number, pieces=_pieces(line, number, offset, report)))
        offset += len(line) + 1
    return tuple(lines)


def _pieces(line: str, number: int, offset: int, report: MatchReport) -> tuple[PastePiece, ...]:
    line = line.rstrip("\r")[:SHOWN_LINE]
    kinds = ["noise"] * len(line)
    inside = any(event.start < offset + len(line) + 1 and offset < event.end
                 for event in report.events)  # fmt: skip
    for place in report.lines[number - 1].offsets:
        if place - offset < len(kinds):
            kinds[place - offset] = "event" if inside else "plain"
    for match in report.matches:
        span = match.span
        if match.verdict.match_type != "fuzzy" and span.start_line <= number <= span.end_line:
            start = span.start_column - 1 if number == span.start_line else 0
            stop = span.end_column - 1 if number == span.end_line else len(kinds)
            for column in range(start, min(stop, len(kinds))):
                if kinds[column] != "noise":
                    kinds[column] = "match"
    pieces = []
    start = 0
    for column in range(1, len(line) + 1):
        if column == len(line) or kinds[column] != kinds[start]:
            pieces.append(PastePiece(text=line[start:column], kind=kinds[start]))
            start = column
    return tuple(pieces)
