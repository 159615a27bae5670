"""What a text says: ``search`` and ``match``."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from errorkb.api import answers, requests
from errorkb.api.parsers import PlainTextParser, StrictJSONParser, TooLarge
from errorkb.api.reading import View, asked_for, base
from errorkb.api.schema import operations
from errorkb.fulltext.query import read
from errorkb.fulltext.results import entries, find
from errorkb.matching.lookup import PasteTooLarge, match
from errorkb.models import Entry


class SearchView(View):
    """``GET /api/search``: exact codes, then entries whose pattern fits, then full text."""

    @operations.SEARCH
    def get(self, request: Request) -> Response:
        """Rows, the best first."""
        asked = asked_for(requests.SearchRequest, _with_alias(request))
        query, limit, repo = asked["q"], asked["limit"], asked.get("repo")
        rows: dict[str, dict[str, Any]] = {}

        def add(entry: Entry, score: float, match_type: str) -> None:
            rows.setdefault(entry.id, answers.search_match(entry, score, match_type))

        for entry in Entry.objects.with_code(query.strip(), repo)[:limit]:
            add(entry, 1.0, "exact-code")
        for found in match(query, limit=limit, repo=repo).matches:
            if found.verdict.match_type == "pattern":
                add(found.entry, found.verdict.score, "pattern")
        for entry, score in _with_words(query, repo, limit):
            add(entry, score / 2, "fuzzy")
        return Response({"matches": list(rows.values())[:limit], "datasetVersion": base().dataset_version})


class MatchView(View):
    """``POST /api/match``: JSON, or the text itself as text/plain."""

    parser_classes = [StrictJSONParser, PlainTextParser]

    @operations.MATCH
    def post(self, request: Request) -> Response:
        """The errors in the text, and the entries that explain them."""
        data = request.data if isinstance(request.data, dict) else {"text": None}
        asked = asked_for(requests.MatchRequest, data)
        try:
            report = match(asked["text"], limit=asked["limit"], repo=asked.get("repo"))
        except PasteTooLarge:
            raise TooLarge from None
        # It holds parts of what was pasted.
        return Response(answers.match_report(report), headers={"Cache-Control": "no-store"})


def _with_alias(request: Request) -> Any:
    asked = request.query_params.copy()
    if not asked.get("q") and "message" in asked:
        asked.setlist("q", asked.getlist("message"))
    return asked


def _with_words(query: str, repo: str | None, limit: int) -> list[tuple[Entry, float]]:
    found = find(read(query), repo=repo, limit=limit)
    if found is None:  # the full-text index is being built
        return []
    scores = dict(zip(found.ids, found.scores, strict=True))
    return [(entry, scores[entry.id]) for entry in entries(found)]
