"""What goes out, field by field, and what may come in."""

from typing import Any

from rest_framework import serializers

from errorkb.matching.events import ErrorEvent, Span
from errorkb.matching.lookup import DEFAULT_LIMIT, MAX_LIMIT, Match, MatchReport
from errorkb.models import Entry, Repo
from errorkb.web.forms import REPO


class AnyText(serializers.Field[str, str, str, Any]):
    """A text as it is: NUL, surrogates and white space may stand in what people paste."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("not a text")
        return data


class SearchRequest(serializers.Serializer[Any]):
    """The query of ``GET /api/search``; ``message`` is another name of ``q``."""

    q = AnyText(required=False)
    message = AnyText(required=False)
    repo = serializers.RegexField(REPO, required=False)
    limit = serializers.IntegerField(default=DEFAULT_LIMIT, min_value=1, max_value=MAX_LIMIT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        query = attrs.get("q") or attrs.get("message") or ""
        if not query.strip():
            raise serializers.ValidationError("q is missing: ask with ?q=words, a code or a message")
        return {**attrs, "q": query}


class MatchRequest(serializers.Serializer[Any]):
    """The body of ``POST /api/match``."""

    text = AnyText()
    limit = serializers.IntegerField(default=DEFAULT_LIMIT, min_value=1, max_value=MAX_LIMIT)
    repo = serializers.RegexField(REPO, required=False, allow_null=True)


def envelope(entry: Entry) -> dict[str, Any]:
    """An entry as ``GET /api/errors/<id>`` gives it."""
    return {"record": entry.record(), "datasetVersion": entry.dataset_version}


def search_match(entry: Entry, score: float, match_type: str) -> dict[str, Any]:
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


def repository(repo: Repo, entries: int) -> dict[str, Any]:
    """A repository as one row of ``GET /api/repos``."""
    return {
        "repo": repo.name,
        "description": repo.description,
        "language": repo.language,
        "stars": repo.stars,
        "sourceFiles": repo.source_files,
        "defaultBranch": repo.default_branch,
        "analyzedSha": repo.analyzed_sha,
        "analyzedAt": repo.analyzed_at,
        "errorCount": entries,
    }


def match_report(report: MatchReport) -> dict[str, Any]:
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


def _match(match: Match) -> dict[str, Any]:
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
