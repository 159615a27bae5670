"""``/data/…``: the static dataset, as it was last built."""

import logging
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date
from django.views.decorators.csrf import csrf_exempt

from errorkb.api.errors import failure
from errorkb.exports.dataset import INDEX, INDEX_GZIP
from errorkb.exports.published import BeingBuilt, Build, NothingYet, Published
from errorkb.web.encoding import takes_gzip

#: When to ask again while the first export is being built, in seconds.
RETRY_SECONDS = 30
_TYPES = {".json": "application/json", ".gz": "application/gzip", ".zst": "application/zstd"}
_log = logging.getLogger(__name__)


@csrf_exempt  # what is posted is refused in the one shape of a failure, and changes nothing
def dataset_file(request: HttpRequest, path: str) -> HttpResponseBase:
    """A file of the dataset."""
    response = _answer(request, path)
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _answer(request: HttpRequest, path: str) -> HttpResponseBase:
    if request.method not in ("GET", "HEAD"):
        refused = failure(request, "This address is only read.", "method-not-allowed", 405)
        refused.headers["Allow"] = "GET, HEAD"
        return refused
    published = Published(Path(settings.EXPORTS))
    try:
        try:
            return _file(request, published.asked(), path)
        except FileNotFoundError:
            # The build was replaced between two steps; the next one is there.
            return _file(request, published.asked(), path)
    except (BeingBuilt, NothingYet) as missing:
        return _not_yet(request, missing)
    except OSError as error:
        return _not_kept(request, error)


def _file(request: HttpRequest, build: Build, path: str) -> HttpResponseBase:
    listed = build.files.get(path)
    if listed is None:
        text = "The dataset has no such file; /data/manifest.json lists them."
        return failure(request, text, "not-found", 404)
    is_packed = path == INDEX and takes_gzip(request)
    place = build.folder / (INDEX_GZIP if is_packed else path)
    tag = f'"{listed.sha256}{"-gzip" if is_packed else ""}"'
    modified = int(place.stat().st_mtime)
    response = get_conditional_response(request, etag=tag, last_modified=modified) or FileResponse(
        place.open("rb"), content_type=_TYPES[place.suffix] if not is_packed else _TYPES[".json"]
    )
    response.headers.setdefault("ETag", tag)
    response.headers.setdefault("Last-Modified", http_date(modified))
    # Every answer may be older by now; asking whether it is costs little.
    response.headers["Cache-Control"] = "no-cache"
    if path == INDEX:
        patch_vary_headers(response, ["Accept-Encoding"])
    if is_packed and response.status_code == 200:
        response.headers["Content-Encoding"] = "gzip"
    if place.suffix != ".json" or (path == INDEX and not is_packed):
        # The middleware that compresses asks the request: these are compressed already, or not to be.
        request.META.pop("HTTP_ACCEPT_ENCODING", None)
    return response


def _not_yet(request: HttpRequest, missing: Exception) -> HttpResponse:
    if isinstance(missing, NothingYet):
        text, code = "The base is empty: there is nothing to export yet.", "empty"
    else:
        text, code = "The first export of this base is being built by a worker. Ask again.", "being-built"
    response = failure(request, text, code, 503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _not_kept(request: HttpRequest, error: OSError) -> HttpResponse:
    _log.error("exports cannot be kept in ERRORKB_EXPORTS %s: %s", settings.EXPORTS, error.strerror or error)
    text = "The server cannot keep its exports; its log says why."
    response = failure(request, text, "exports-failed", 503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response
