"""Tokens with which programs may write. Only a digest is stored: a token is shown once, when it is made."""

import hashlib
import secrets
from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

#: What a token may allow.
SCOPES = ("ingest",)
_PREFIX = "ekb_"


class TokenQuerySet(models.QuerySet["ApiToken"]):
    """Questions about tokens."""

    def issue(self, name: str, scopes: list[str]) -> str:
        """Makes a token and returns its text, which nobody can read again."""
        text = _PREFIX + secrets.token_urlsafe(32)
        self.create(name=name, digest=_digest(text), scopes=scopes)
        return text

    def allowing(self, text: str, scope: str) -> Self:
        """The token with this text, if it is in force and has the scope: one row or none."""
        return self.filter(digest=_digest(text), revoked_at=None, scopes__contains=[scope])


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
        """Notes the time of its latest use."""
        self.last_used_at = timezone.now()
        self.save(update_fields=["last_used_at"])

    def revoke(self) -> None:
        """Puts it out of force for good."""
        self.revoked_at = timezone.now()
        self.save(update_fields=["revoked_at"])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
