"""Entries: one, many, their history, and what to read next."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from errorkb.api import requests, serializers
from errorkb.api.errors import Gone
from errorkb.api.listing import is_by_key, piece
from errorkb.api.places import place_of
from errorkb.api.reading import Validator, View, asked_for, base, next_url
from errorkb.api.schema import operations
from errorkb.models import Entry
from errorkb.related import related
from errorkb.versions import BOUND, load, standings


class ErrorView(View):
    """``GET /api/errors/<id>``"""

    @operations.ERROR
    def get(self, request: Request, entry_id: str) -> HttpResponseBase:
        """The record, with the version of the dump that it came with."""
        entry = _live(entry_id)
        validator = Validator(name=f"{entry.digest}-{entry.written}", modified=entry.changed_at)
        return validator.unchanged(request) or validator.answer(serializers.envelope(entry))


class ErrorsView(View):
    """``GET /api/errors``"""

    @operations.ERRORS
    def get(self, request: Request) -> HttpResponseBase:
        """A piece of the list."""
        asked = asked_for(requests.ListRequest, request.query_params)
        now = base()
        # The index may still be behind the base: only its content tells whether its answer is the same.
        validator = now.validator if is_by_key(asked) else Validator(name=None, modified=None)
        if unchanged := validator.unchanged(request):
            return unchanged
        found = piece(asked, place_of(asked["cursor"]) if "cursor" in asked else None)
        content = {
            "errors": [serializers.row(entry, full=asked["full"]) for entry in found.entries],
            "next": next_url(request, found.next.cursor()) if found.next else None,
            "total": found.total,
            "truncated": found.truncated,
            "corrected": found.corrected,
            "partial": found.partial,
            "datasetVersion": now.dataset_version,
        }
        return validator.answer(content)


class RecordsView(View):
    """``POST /api/errors/batch``, and the same by GET."""

    @operations.RECORDS
    def get(self, request: Request) -> Response:
        """The records of the ids in the address."""
        ids = asked_for(requests.RecordsQuery, request.query_params)["ids"]
        return Response(_records(ids))

    @operations.RECORDS_BY_POST
    def post(self, request: Request) -> Response:
        """The records of the ids in the body."""
        data = request.data if isinstance(request.data, dict) else {}
        return Response(_records(asked_for(requests.RecordsRequest, data)["ids"]))


class HistoryView(View):
    """``GET /api/errors/<id>/history``"""

    @operations.HISTORY
    def get(self, request: Request, entry_id: str) -> HttpResponseBase:
        """A piece of the history."""
        asked = asked_for(requests.HistoryRequest, request.query_params)
        now = base()
        entry = get_object_or_404(Entry, pk=entry_id)
        if unchanged := now.validator.unchanged(request):
            return unchanged
        end = asked["cursor"] + asked["limit"]
        found = standings(entry)[:BOUND]
        wanted = found[asked["cursor"] : end]
        versions = load(entry, [each.pk for each in wanted])
        content = {
            "id": entry.id,
            "versions": [serializers.version(versions[each.pk], full=asked["full"]) for each in wanted],
            "next": next_url(request, str(end)) if end < len(found) else None,
            "datasetVersion": now.dataset_version,
        }
        return now.validator.answer(content)


class RelatedView(View):
    """``GET /api/errors/<id>/related``"""

    @operations.RELATED
    def get(self, request: Request, entry_id: str) -> HttpResponseBase:
        """The closest entries."""
        limit = asked_for(requests.RelatedRequest, request.query_params)["limit"]
        near = related(_live(entry_id), limit=limit)
        whole = Entry.objects.in_bulk([one.entry.id for one in near])  # they have what the pages' rows show
        rows = [
            {"error": serializers.row(whole[one.entry.id]), "reason": one.reason}
            for one in near
            if one.entry.id in whole
        ]
        return Response({"related": rows, "datasetVersion": base().dataset_version})


def _live(entry_id: str) -> Entry:
    entry = get_object_or_404(Entry, pk=entry_id)
    if entry.retired_at:
        raise Gone
    return entry


def _records(ids: list[str]) -> dict[str, Any]:
    found = Entry.objects.in_bulk(ids)
    asked = list(dict.fromkeys(ids))
    return {
        "records": [found[one].record() for one in asked if one in found and not found[one].retired_at],
        "retired": [one for one in asked if one in found and found[one].retired_at],
        "missing": [one for one in asked if one not in found],
        "datasetVersion": base().dataset_version,
    }
