"""Who asks: the holder of a token, or an address."""

import threading
import time
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from errorkb.limits.address import client_address, whole_client
from errorkb.models import ApiToken
from errorkb.models.token import bearer, digest_of

#: Who holds a token has so many times the reads of an address.
TOKEN_FACTOR = 10
#: Seconds for which a token that was in force is taken to be still. What writes asks each time.
REMEMBERED_SECONDS = 60
#: Tokens that are remembered at most.
REMEMBERED = 1000

_lock = threading.Lock()
_remembered: dict[str, float] = {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Client:
    """name: the same for all requests of one client, and for nobody else's. reads: its quota of them."""

    name: str
    reads: int


def client_of(request: HttpRequest) -> Client:
    """Who asks. Raises django.db.Error when a token cannot be looked up."""
    text = bearer(request.headers.get("Authorization", ""))
    if text and _is_in_force(text):
        return Client(name=f"token {digest_of(text)}", reads=settings.RATE_LIMIT * TOKEN_FACTOR)
    forwarded = request.headers.get("X-Forwarded-For", "")
    address = client_address(request.META.get("REMOTE_ADDR", ""), forwarded, settings.TRUSTED_PROXIES)
    factor = settings.RATE_LIMIT_HERE if address.is_loopback else 1
    return Client(name=whole_client(address), reads=settings.RATE_LIMIT * factor)


def _is_in_force(text: str) -> bool:
    digest, now = digest_of(text), time.monotonic()
    if _remembered.get(digest, 0) > now:
        return True
    token = ApiToken.objects.in_force(text).first()
    if token is None:
        return False
    token.used()
    with _lock:
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        _remembered[digest] = now + REMEMBERED_SECONDS
    return True
