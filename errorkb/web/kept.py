"""Answers that are kept for as long as nothing changes that they show, and 304 for whom already has them.

A validator tells, by one small query, what an answer depends on; the answer's ETag is made of that, the
address, the form that is asked for and the build. So 304 needs no page, and a page is made once in each
process and state of the base. The validator is asked before the page is made: a page may be newer than its
tag says, never older. Under load it is asked twenty times a second for each address, not for each request.
"""

import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from errorkb.published.negotiated import form_of
from errorkb.web.encoding import takes_gzip
from errorkb.web.stamp import build

#: For so many seconds what a validator told counts as told just now.
FRESH_SECONDS = 0.05
#: What a process keeps in all, and the longest answer among it, in bytes.
KEPT_BYTES, LONGEST = 32 << 20, 1 << 20
#: Characters of an address; a longer one has a query that is none of ours.
LONGEST_ADDRESS = 500
#: Bytes that a kept answer takes beside its body, and below which a body is not packed.
_OVERHEAD, _PACKED_FROM = 1000, 200

#: Takes what the view takes; gives something with a ``repr`` of its own for each state, or None: this answer
#: is not to be kept.
Validator = Callable[..., object]
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Answer:
    """A page that was made. ``packed``: its body as gzip, where that is worth it."""

    body: bytes
    packed: bytes | None
    headers: Mapping[str, str]

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed or b"")

    def response(self, request: HttpRequest) -> HttpResponse:
        """It once more, packed for whom takes that."""
        headers: dict[str, Any] = dict(self.headers)
        if self.packed is not None and takes_gzip(request):
            return HttpResponse(self.packed, headers=headers | {"Content-Encoding": "gzip"})
        # The middleware that compresses asks the request: this is not worth it, or not wanted.
        request.META.pop("HTTP_ACCEPT_ENCODING", None)
        return HttpResponse(self.body, headers=headers)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Known:
    """What is known of an address. ``asked_at``: when its validator was asked, by the monotonic clock."""

    tag: str
    asked_at: float
    answer: _Answer | None = None

    @property
    def size(self) -> int:
        return _OVERHEAD + (self.answer.size if self.answer else 0)


class Memory:
    """What a process knows of addresses; beyond its bytes, what was asked for longest ago goes."""

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self._limit = limit
        self._held: OrderedDict[str, _Known] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, address: str) -> _Known | None:
        with self._lock:
            known = self._held.get(address)
            if known is not None:
                self._held.move_to_end(address)
            return known

    def put(self, address: str, known: _Known) -> None:
        with self._lock:
            before = self._held.pop(address, None)
            self._bytes += known.size - (before.size if before else 0)
            self._held[address] = known
            while self._bytes > self._limit:
                _, oldest = self._held.popitem(last=False)
                self._bytes -= oldest.size

    def __len__(self) -> int:
        return len(self._held)


_memory = Memory()


def kept(validator: Validator) -> Callable[[View], View]:
    """Keeps what a view answers to GET and HEAD with 200, as far as its validator tells of a state."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **place: Any) -> HttpResponseBase:
            address = _address(request)
            if request.method not in ("GET", "HEAD") or settings.DEBUG or len(address) > LONGEST_ADDRESS:
                return view(request, **place)
            known = _memory.get(address)
            now = time.monotonic()
            if known is None or now - known.asked_at > FRESH_SECONDS:
                told = validator(request, **place)
                if told is None:
                    return view(request, **place)
                known = _renewed(known, _tag(address, told), now)
                _memory.put(address, known)
            if answered := get_conditional_response(request, etag=known.tag):
                is_known = answered.status_code == 304  # else a condition that no page meets: 412
                return HttpResponseNotModified(headers=_headers(known.tag)) if is_known else answered
            if known.answer is not None:
                return known.answer.response(request)
            response = view(request, **place)
            if response.status_code != 200 or not isinstance(response, HttpResponse):
                return response
            made = _answer(response, known.tag)
            if made.size <= LONGEST:
                _memory.put(address, replace(known, answer=made))
            return made.response(request)

        return answer

    return decorate


def _address(request: HttpRequest) -> str:
    """Everything of a request that an answer may depend on, but for the base."""
    told = request.META
    form = form_of(told.get("HTTP_ACCEPT", ""))
    return f"{form} {request.scheme}://{told.get('HTTP_HOST')}{request.path}?{told.get('QUERY_STRING', '')}"


def _renewed(known: _Known | None, tag: str, now: float) -> _Known:
    is_same = known is not None and known.tag == tag
    return _Known(tag=tag, asked_at=now, answer=known.answer if known and is_same else None)


def _tag(address: str, told: object) -> str:
    told_of = repr((build(), address, told))
    # Weak: the same page is sent packed and unpacked.
    return f'W/"{hashlib.blake2b(told_of.encode("utf-8", "surrogatepass"), digest_size=15).hexdigest()}"'


def _answer(response: HttpResponse, tag: str) -> _Answer:
    body = response.content
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= _PACKED_FROM else None
    return _Answer(
        body=body,
        packed=packed if packed and len(packed) < len(body) else None,
        headers=dict(response.headers) | _headers(tag),
    )


def _headers(tag: str) -> dict[str, str]:
    # It may be older by now; asking whether it is costs little.
    return {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept, Accept-Encoding"}
