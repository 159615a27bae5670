"""The answers of search and match, field by field: a base gives them through the API, a pack without one.
Pure."""

from typing import Any, Protocol, TypeVar

from errorkb.matching.events import ErrorEvent, Span
from errorkb.matching.explaining import Match, MatchReport


class Named(Protocol):
    """What these answers tell of an entry."""

    @property
    def id(self) -> str: ...
    @property
    def repo_id(self) -> str: ...
    @property
    def slug(self) -> str: ...
    @property
    def error_code(self) -> str | None: ...
    @property
    def error_message(self) -> str: ...
    @property
    def error_class(self) -> str | None: ...
    def get_absolute_url(self) -> str: ...


NamedT = TypeVar("NamedT", bound=Named)


def search_match(entry: Named, score: float, match_type: str) -> dict[str, Any]:
    """An entry as one row of ``GET /api/search``."""
    return {
        "id": entry.id,
        "repo": entry.repo_id,
        "code": entry.error_code,
        "message": entry.error_message,
        "score": round(min(max(score, 0.0), 1.0), 3),
        "matchType": match_type,
        "url": entry.get_absolute_url(),
    }


def match_report(report: MatchReport[NamedT]) -> dict[str, Any]:
    """The answer of ``POST /api/match``."""
    stats = report.stats
    return {
        "events": [
            _event(event, span, ids)
            for event, span, ids in zip(report.events, report.spans, report.event_matches, strict=True)
        ],
        "matches": [_match(match) for match in report.matches],
        "stats": {
            "patterns": stats.patterns,
            "candidates": stats.candidates,
            "verified": stats.verified,
            "truncated": stats.truncated,
            "tookMs": stats.took_ms,
        },
        "datasetVersion": report.dataset_version,
    }


def _event(event: ErrorEvent, span: Span, matches: list[str]) -> dict[str, Any]:
    return {
        "language": event.language,
        "errorClass": event.error_class,
        "errorCode": event.error_code,
        "message": event.message,
        "relation": event.relation,
        "span": {"startLine": span.start_line, "endLine": span.end_line},
        "frames": [
            {
                "file": frame.file,
                "line": frame.line,
                "function": frame.function,
                "innermost": frame.innermost,
            }
            for frame in event.frames
        ],
        "matches": matches,
    }


def _match(match: Match[NamedT]) -> dict[str, Any]:
    entry, verdict, span = match.entry, match.verdict, match.span
    return {
        "id": entry.id,
        "repo": entry.repo_id,
        "slug": entry.slug,
        "code": entry.error_code,
        "message": entry.error_message,
        "errorClass": entry.error_class,
        "url": entry.get_absolute_url(),
        "score": verdict.score,
        "matchType": verdict.match_type,
        "confidence": verdict.confidence,
        "event": verdict.event,
        "span": {
            "startLine": span.start_line,
            "startColumn": span.start_column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
        "captures": verdict.captures,
        "reasons": [{"code": reason.code, "detail": reason.detail} for reason in verdict.reasons],
    }
