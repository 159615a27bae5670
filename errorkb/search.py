"""Questions about entries that Postgres answers; full text is ``errorkb.fulltext``'s."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models.functions import Left, Upper

if TYPE_CHECKING:
    from errorkb.models import Entry  # noqa: F401 - named in quotes below

#: Codes are compared by so many characters.
KEYED = 200


class EntryQuerySet(models.QuerySet["Entry"]):
    """Questions about entries."""

    def live(self) -> Self:
        """Entries that are not retired."""
        return self.filter(retired_at=None)

    def newest(self) -> Self:
        """The latest analysed first."""
        return self.order_by("-analyzed_instant", "id")

    def with_code(self, code: str, repo: str | None = None) -> Self:
        """Entries that have exactly this code, in any case of letters; newest first."""
        key = code[:KEYED].replace("\0", "").upper()
        rows = self.live().alias(code=Upper(Left("error_code", KEYED))).filter(code=key)
        return (rows.filter(repo=repo) if repo else rows).newest()
