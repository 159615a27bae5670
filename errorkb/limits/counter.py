"""The counts, which all processes share: one statement takes one request from a client's window."""

import hashlib
import threading
import time
from dataclasses import dataclass
from math import ceil

from django.conf import settings
from django.db import connection

from errorkb.limits.policy import WINDOW, Policy

# What is beyond the quota is counted once: a client that does not stop must not make the number overflow.
_TAKE = """
    INSERT INTO errorkb_ratelimit AS counted (client, ends, used)
    VALUES (%(client)s, now() + make_interval(secs => %(window)s), 1)
    ON CONFLICT (client) DO UPDATE SET
        used = CASE WHEN counted.ends <= now() THEN 1 ELSE least(counted.used, %(quota)s) + 1 END,
        ends = CASE WHEN counted.ends <= now() THEN excluded.ends ELSE counted.ends END
    RETURNING used, extract(epoch FROM ends - now())::float
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """One request, counted. is_over: the quota was used up before it. left: requests that the window has
    still. seconds: whole seconds until a new window, 1 to ``WINDOW``."""

    policy: Policy
    is_over: bool
    left: int
    seconds: int

    def __str__(self) -> str:
        return f'"{self.policy.name}";r={self.left};t={self.seconds}'


class EveryMinute:
    """Something that a process does once a minute, whichever of its threads comes by."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._next = 0.0

    def is_due(self) -> bool:
        """True for one caller a minute."""
        with self._lock:
            if time.monotonic() < self._next:
                return False
            self._next = time.monotonic() + 60
            return True


_removal = EveryMinute()


def take(client: str, policy: Policy) -> Taken:
    """Counts one request of a client. Raises django.db.Error when the database does not answer."""
    values: dict[str, bytes | int] = {"client": _key(client, policy), "window": WINDOW, "quota": policy.quota}
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, values)
        used, seconds = cursor.fetchone()
        if _removal.is_due():
            cursor.execute("DELETE FROM errorkb_ratelimit WHERE ends < now()")
    return Taken(
        policy=policy,
        is_over=used > policy.quota,
        left=max(0, policy.quota - used),
        # Who waited for the row may have begun before the window did.
        seconds=min(max(1, ceil(seconds)), WINDOW),
    )


def _key(client: str, policy: Policy) -> bytes:
    """No address can be read from the table, and none can be tried without the base's secret."""
    secret = hashlib.sha256(settings.SECRET_KEY.encode()).digest()
    return hashlib.blake2b(f"{policy.name} {client}".encode(), key=secret, digest_size=16).digest()
