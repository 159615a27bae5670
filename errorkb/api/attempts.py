"""``/api/errors/<id>/attempts``: what came of it when somebody tried an entry's solutions."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from errorkb.api import requests
from errorkb.api.errors import Forbidden
from errorkb.api.reading import View, asked_for
from errorkb.api.schema import operations
from errorkb.models import ApiToken, Attempt, Entry
from errorkb.models.attempt import MAX_REPORTS, PERIOD
from errorkb.models.token import bearer
from errorkb.standby import OWNER
from errorkb.storable import storable


class TooMany(APIException):
    """429: the reporter has used up the hour's reports."""

    status_code = 429
    default_detail = f"There were {MAX_REPORTS} reports in the last hour: report later."
    wait = PERIOD.total_seconds() / MAX_REPORTS


class AttemptsView(View):
    """GET gives how often each outcome was reported; POST reports one.

    Whoever asks by the base's own socket owns it; over the network a token of the scope ``report`` is
    needed, because the counts are shown to others.
    """

    @operations.OUTCOMES
    def get(self, request: Request, entry_id: str) -> Response:
        """How often each outcome was reported."""
        get_object_or_404(Entry, pk=entry_id)
        return Response(_told(entry_id))

    @operations.REPORT
    def post(self, request: Request, entry_id: str) -> Response:
        """One more report."""
        reporter = _reporter(request)
        entry = get_object_or_404(Entry, pk=entry_id)
        data = request.data if isinstance(request.data, dict) else {}
        report = asked_for(requests.ReportRequest, data)
        if Attempt.objects.lately_by(reporter).count() >= MAX_REPORTS:
            raise TooMany
        report["note"] = storable(report["note"])
        Attempt.objects.create(entry=entry, reporter=reporter, **report)
        return Response(_told(entry_id), status=201)


def _reporter(request: Request) -> str:
    if request.META.get(OWNER):
        return ""
    text = bearer(request.headers.get("Authorization", ""))
    token = ApiToken.objects.allowing(text, "report").first()
    if token is None:
        raise Forbidden(
            "A report needs a token, sent as Authorization: Bearer …; "
            "errorkb token --create NAME --scope report makes one."
        )
    token.used()
    return token.name


def _told(entry_id: str) -> dict[str, Any]:
    return {"outcomes": Attempt.objects.outcomes(entry_id)}
