"""Tokens with which programs may write. Only a digest is stored: a token is shown once, when it is made."""

import hashlib
import secrets
from datetime import timedelta
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

#: What a token may allow. Each in force has a higher rate limit, and one of the scope ``read`` nothing else.
SCOPES = ("ingest", "read", "report")
#: How often the time of the latest use is written.
USE_NOTED = timedelta(minutes=1)
_PREFIX = "ekb_"


class TokenQuerySet(models.QuerySet["ApiToken"]):
    """Questions about tokens."""

    def issue(self, name: str, scopes: list[str]) -> str:
        """Makes a token and returns its text, which nobody can read again."""
        text = _PREFIX + secrets.token_urlsafe(32)
        self.create(name=name, digest=digest_of(text), scopes=scopes)
        return text

    def in_force(self, text: str) -> Self:
        """The token with this text, if it is in force: one row or none."""
        return self.filter(digest=digest_of(text), revoked_at=None)

    def allowing(self, text: str, scope: str) -> Self:
        """The token with this text, if it is in force and has the scope: one row or none."""
        return self.in_force(text).filter(scopes__contains=[scope])


class ApiToken(models.Model):
    """A token by name. ``digest`` is the SHA-256 of its text: the text is random, so no salt is needed."""

    name = models.TextField(unique=True)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.TextField())
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = TokenQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def used(self) -> None:
        """Notes the time of its latest use, at most once a minute."""
        now = timezone.now()
        if self.last_used_at is None or self.last_used_at < now - USE_NOTED:
            self.last_used_at = now
            self.save(update_fields=["last_used_at"])

    def revoke(self) -> None:
        """Puts it out of force for good."""
        self.revoked_at = timezone.now()
        self.save(update_fields=["revoked_at"])


def bearer(header: str) -> str:
    """The token of an Authorization header; empty where it has none."""
    scheme, _, text = header.partition(" ")
    return text.strip() if scheme.lower() == "bearer" else ""


def digest_of(text: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
