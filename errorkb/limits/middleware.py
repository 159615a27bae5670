"""Counts requests, tells clients how they stand, and refuses those beyond their quota."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse

from errorkb.limits.client import client_of
from errorkb.limits.counter import EveryMinute, Taken, take
from errorkb.limits.policy import FREE, policy_of
from errorkb.web.failures import too_many_requests

_log = logging.getLogger(__name__)
_complaint = EveryMinute()


class RateLimits:
    """Adds ``RateLimit`` and ``RateLimit-Policy``; answers 429 with ``Retry-After`` beyond the quota."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        taken = _taken(request)
        if taken is None:
            return self._get_response(request)
        refused = too_many_requests(request, taken.seconds) if taken.is_over else None
        response = refused or self._get_response(request)
        response.headers["RateLimit-Policy"] = str(taken.policy)
        response.headers["RateLimit"] = str(taken)
        return response


def _taken(request: HttpRequest) -> Taken | None:
    """The request, counted; None where none are, or where the counts cannot be had."""
    # A browser asks by OPTIONS whether it may ask.
    if settings.RATE_LIMIT <= 0 or request.method == "OPTIONS" or request.path.startswith(FREE):
        return None
    try:
        client = client_of(request)
        return take(client.name, policy_of(request.path, client.reads))
    except Error as error:
        if _complaint.is_due():
            _log.warning("no client is limited: the counts cannot be had (%s)", type(error).__name__)
        return None
