"""The base as a whole: its repositories, classes, tags and numbers, and its imports."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from errorkb import catalogue
from errorkb.api import requests, serializers
from errorkb.api.reading import View, asked_for, base, next_url
from errorkb.api.schema import operations
from errorkb.catalogue import Counted
from errorkb.models import Batch, Repo


class ReposView(View):
    """``GET /api/repos``"""

    @operations.REPOS
    def get(self, request: Request) -> Response:
        """Every repository with its number of live entries."""
        now = base()
        counts = dict(catalogue.repositories())
        repos = [
            serializers.repository(repo, counts.get(repo.name, 0)) for repo in Repo.objects.order_by("name")
        ]
        return Response({"repos": repos, "datasetVersion": now.dataset_version})


class ClassesView(View):
    """``GET /api/classes``"""

    @operations.CLASSES
    def get(self, request: Request) -> Response:
        """A piece of the names."""
        return _names(request, "classes", catalogue.classes)


class TagsView(View):
    """``GET /api/tags``"""

    @operations.TAGS
    def get(self, request: Request) -> Response:
        """A piece of the names."""
        return _names(request, "tags", catalogue.tags)


class StatsView(View):
    """``GET /api/stats``"""

    @operations.STATS
    def get(self, request: Request) -> Response:
        """The numbers of the base as it is now."""
        return Response(serializers.statistics(catalogue.stats()))


class BatchView(View):
    """``GET /api/batches/<number>``"""

    @operations.BATCH
    def get(self, request: Request, batch_id: int) -> HttpResponseBase:
        """State and counts."""
        return Response(serializers.batch(get_object_or_404(Batch, pk=batch_id)))


def _names(request: Request, key: str, ask: Callable[..., tuple[Counted, ...]]) -> Response:
    asked = asked_for(requests.NamesRequest, request.query_params)
    now = base()
    prefix = asked.get("prefix", "").casefold()
    named = [one for one in ask(repo=asked.get("repo")) if one.name.casefold().startswith(prefix)]
    behind = _order(asked["cursor"]) if "cursor" in asked else None
    rest = [one for one in named if behind is None or _order(one.name) > behind]
    rows = rest[: asked["limit"]]
    content: dict[str, Any] = {
        key: serializers.names(rows),
        "next": next_url(request, rows[-1].name) if len(rest) > len(rows) else None,
        "total": len(named),
        "datasetVersion": now.dataset_version,
    }
    return Response(content)


def _order(name: str) -> tuple[str, str]:
    """As the catalogue orders names."""
    return name.casefold(), name
