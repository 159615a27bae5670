"""What the views share: an address that is only read, and answers that are asked for again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from errorkb.models import BaseState

#: Raised when the same content is told in another form: answers that are kept by clients are then old.
FORM = 1


class View(APIView):
    """A view of the API. OPTIONS tells its methods, and which pages of other sites may use it."""

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Nothing but headers."""
        return Response(status=204)


@dataclass(frozen=True, kw_only=True, slots=True)
class Validator:
    """Tells whether an answer that somebody has is still the answer. name: of its content; None: nobody can
    tell. modified: when the content came to be."""

    name: str | None
    modified: datetime | None

    def unchanged(self, request: Request) -> HttpResponseBase | None:
        """304 for who has this content already."""
        since = int(self.modified.timestamp()) if self.modified else None
        response = get_conditional_response(request._request, etag=self._tag, last_modified=since)
        return self._on(response) if response else None

    def answer(self, content: dict[str, Any]) -> Response:
        """The content. Asking whether it is old costs little, so each use of a kept answer asks."""
        response = Response(content)
        self._on(response)
        return response

    def _on(self, response: HttpResponseBase) -> HttpResponseBase:
        if self._tag:
            response.headers["ETag"] = self._tag
        if self.modified:
            response.headers["Last-Modified"] = http_date(self.modified.timestamp())
        response.headers["Cache-Control"] = "no-cache"
        return response

    @property
    def _tag(self) -> str | None:
        return f'"{FORM}-{self.name}"' if self.name else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Base:
    """The base as it is now. What is read later may be newer: then the next request has another validator."""

    validator: Validator
    dataset_version: str | None


def base() -> Base:
    """The base as it is now, by one small query."""
    state = BaseState.objects.first()
    if state is None:
        return Base(validator=Validator(name=None, modified=None), dataset_version=None)
    validator = Validator(name=str(state.revision), modified=state.changed_at)
    return Base(validator=validator, dataset_version=state.dataset_version)


def asked_for(form: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """What a query or a body asks for. Raises ValidationError."""
    in_address = isinstance(data, QueryDict)
    asked = form(data=data.dict() if in_address else data, context={"in_address": in_address})
    asked.is_valid(raise_exception=True)
    values: dict[str, Any] = asked.validated_data
    return values


def next_url(request: Request, cursor: str) -> str:
    """The address that was asked for, behind a place."""
    query = request.query_params.copy()
    query["cursor"] = cursor
    return f"{request.path}?{query.urlencode()}"
