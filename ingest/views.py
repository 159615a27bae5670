"""Starting batches over the network: ``POST /api/ingest`` and the upload page. Both ask for a token."""

from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from errorkb.api.errors import Forbidden
from errorkb.api.parsers import RawParser, TooLarge
from errorkb.api.reading import View, asked_for
from errorkb.api.requests import IngestRequest
from errorkb.api.schema import operations
from errorkb.models import ApiToken
from errorkb.models.token import bearer
from errorkb.web.batch_pages import UploadPage
from ingest.uploads import UploadTooLarge, receive

_PIECE = 1 << 20


class IngestView(View):
    """``POST /api/ingest``: the body is the dump, in any form that ``errorkb ingest`` reads."""

    parser_classes = [RawParser]

    @operations.INGEST
    def post(self, request: Request) -> Response:
        """202 and the batch."""
        if not _allowed(bearer(request.headers.get("Authorization", ""))):
            raise Forbidden
        asked = asked_for(IngestRequest, request.query_params)
        if request.stream is None:
            raise ParseError("There is no body: it is the dump, sent with its Content-Length.")
        try:
            batch = receive(_pieces(request.stream), is_complete=asked["complete"], forced=asked["force"])
        except UploadTooLarge:
            raise TooLarge(f"The dump is longer than {settings.MAX_UPLOAD_BYTES} bytes.") from None
        answer = {"batch": batch.pk, "state": batch.state, "url": batch.get_absolute_url()}
        return Response(answer, status=202, headers={"Location": batch.get_absolute_url()})


def _allowed(text: str) -> bool:
    token = ApiToken.objects.allowing(text, "ingest").first()
    if token is None:
        return False
    token.used()
    return True


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    yield from iter(partial(stream.read, _PIECE), b"")


class UploadForm(forms.Form):
    """``dump``: the file; ``token``: who may; ``complete``: retire what it lacks."""

    dump = forms.FileField(error_messages={"required": "Choose a file."}, allow_empty_file=True)
    token = forms.CharField(error_messages={"required": "A token is needed: errorkb token --create NAME"})
    complete = forms.BooleanField(required=False)


# No cookie says who asks: the token in the form does, and no other site knows it.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """The upload page; with a file posted, its batch's page."""
    if request.method != "POST":
        return _page(request, (), 200)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, [str(text) for texts in form.errors.values() for text in texts], 400)
    if not _allowed(form.cleaned_data["token"]):
        return _page(request, ["This token is not in force: errorkb token lists them."], 403)
    try:
        batch = receive(form.cleaned_data["dump"].chunks(), is_complete=form.cleaned_data["complete"])
    except UploadTooLarge:
        return _page(request, [f"The file is longer than {settings.MAX_UPLOAD_BYTES} bytes."], 413)
    return redirect(batch)


def _page(request: HttpRequest, problems: Any, status: int) -> HttpResponse:
    page = UploadPage(problems=tuple(problems), max_bytes=settings.MAX_UPLOAD_BYTES)
    return render(request, "upload.html", {"page": page}, status=status)
