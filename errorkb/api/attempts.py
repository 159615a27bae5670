"""``/api/errors/<id>/attempts``: what came of it when somebody tried an entry's solutions."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from errorkb.api.errors import Forbidden
from errorkb.models import ApiToken, Attempt, Entry
from errorkb.models.attempt import MAX_NOTE, MAX_REPORTS, OUTCOMES, PERIOD
from errorkb.models.token import bearer
from errorkb.standby import OWNER


class TooMany(APIException):
    """429: the reporter has used up the hour's reports."""

    status_code = 429
    default_detail = f"There were {MAX_REPORTS} reports in the last hour: report later."
    wait = PERIOD.total_seconds() / MAX_REPORTS


class Report(serializers.Serializer[Any]):
    """The body of a report."""

    outcome = serializers.ChoiceField(choices=OUTCOMES)
    note = serializers.CharField(max_length=MAX_NOTE, allow_blank=True, default="")


class AttemptsView(APIView):
    """GET gives how often each outcome was reported; POST reports one.

    Whoever asks by the base's own socket owns it; over the network a token of the scope ``report`` is
    needed, because the counts are shown to others.
    """

    schema = None  # of the programs that come with errorkb: not described for others yet

    def get(self, request: Request, entry_id: str) -> Response:
        get_object_or_404(Entry, pk=entry_id)
        return Response(_told(entry_id))

    def post(self, request: Request, entry_id: str) -> Response:
        reporter = _reporter(request)
        entry = get_object_or_404(Entry, pk=entry_id)
        report = Report(data=request.data)
        report.is_valid(raise_exception=True)
        if Attempt.objects.lately_by(reporter).count() >= MAX_REPORTS:
            raise TooMany
        Attempt.objects.create(entry=entry, reporter=reporter, **report.validated_data)
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
