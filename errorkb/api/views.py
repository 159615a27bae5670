"""The views of the JSON API."""

from typing import Any

from django.db.models import Count, Q
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from errorkb.api import serializers
from errorkb.api.errors import Gone
from errorkb.api.parsers import PlainTextParser, StrictJSONParser, TooLarge
from errorkb.fulltext.query import read
from errorkb.fulltext.results import entries, find
from errorkb.matching.lookup import PasteTooLarge, match
from errorkb.models import BaseState, Entry, Repo


class ReadView(APIView):
    """A view that only reads: any site's pages may use it."""

    def finalize_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(*args, **kwargs)
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response


class ErrorView(ReadView):
    """``GET /api/errors/<id>``"""

    def get(self, request: Request, entry_id: str) -> Response:
        entry = get_object_or_404(Entry.objects.defer("search_vector"), pk=entry_id)
        if entry.retired_at:
            raise Gone
        return Response(serializers.envelope(entry))


class SearchView(ReadView):
    """``GET /api/search``: exact codes, then entries whose pattern fits, then full text."""

    def get(self, request: Request) -> Response:
        asked = serializers.SearchRequest(data=request.query_params)
        asked.is_valid(raise_exception=True)
        query, limit = asked.validated_data["q"], asked.validated_data["limit"]
        repo = asked.validated_data.get("repo")
        rows: dict[str, dict[str, Any]] = {}

        def add(entry: Entry, score: float, match_type: str) -> None:
            rows.setdefault(entry.id, serializers.search_match(entry, score, match_type))

        for entry in Entry.objects.with_code(query.strip(), repo)[:limit]:
            add(entry, 1.0, "exact-code")
        for found in match(query, limit=limit, repo=repo).matches:
            if found.verdict.match_type == "pattern":
                add(found.entry, found.verdict.score, "pattern")
        for entry, score in _with_words(query, repo, limit):
            add(entry, score / 2, "fuzzy")
        if not rows:
            for entry in Entry.objects.similar(query, repo).defer("search_vector")[:limit]:
                add(entry, entry.rank / 2, "fuzzy")  # type: ignore[attr-defined]
        return Response({"matches": list(rows.values())[:limit], "datasetVersion": _dataset_version()})


class ReposView(ReadView):
    """``GET /api/repos``"""

    def get(self, request: Request) -> Response:
        live = Count("entries", filter=Q(entries__retired_at=None))
        repos = Repo.objects.annotate(count=live).order_by("name")
        return Response(
            {
                "repos": [serializers.repository(repo, repo.count) for repo in repos],
                "datasetVersion": _dataset_version(),
            }
        )


class MatchView(ReadView):
    """``POST /api/match``: JSON, or the text itself as text/plain."""

    parser_classes = [StrictJSONParser, PlainTextParser]

    def post(self, request: Request) -> Response:
        data = request.data
        if not isinstance(data, dict):
            data = {"text": None}
        asked = serializers.MatchRequest(data=data)
        asked.is_valid(raise_exception=True)
        try:
            report = match(
                asked.validated_data["text"],
                limit=asked.validated_data["limit"],
                repo=asked.validated_data.get("repo"),
            )
        except PasteTooLarge:
            raise TooLarge from None
        return Response(serializers.match_report(report))


def _with_words(query: str, repo: str | None, limit: int) -> list[tuple[Entry, float]]:
    found = find(read(query), repo=repo, limit=limit)
    if found is None:  # the full-text index is being built
        rows = Entry.objects.search(query, repo).defer("search_vector")[:limit]
        return [(row, min(row.rank, 1.0)) for row in rows]  # type: ignore[attr-defined] # annotated
    scores = dict(zip(found.ids, found.scores, strict=True))
    return [(entry, scores[entry.id]) for entry in entries(found)]


def _dataset_version() -> str | None:
    return BaseState.objects.values_list("dataset_version", flat=True).first()
