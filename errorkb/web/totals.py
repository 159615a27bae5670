"""What is in the base, counted once for each revision of it: counting reads every live entry."""

from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from django.db.models import Count

from errorkb.models import BaseState, Entry

#: So many repositories are named, those with the most entries first.
NAMED = 24


@dataclass(frozen=True, kw_only=True)
class Totals:
    """Numbers over all live entries; ``largest`` has (repository, entries) pairs."""

    entries: int
    repositories: int
    classes: int
    largest: tuple[tuple[str, int], ...]


def totals() -> Totals:
    """The numbers of the base as it is now."""
    return _count(BaseState.objects.values_list("revision", flat=True).first())


@lru_cache(maxsize=1)
def _count(revision: UUID | None) -> Totals:
    live = Entry.objects.live()
    counts = list(
        live.values_list("repo").annotate(entries=Count("id")).order_by("-entries", "repo").iterator()
    )
    return Totals(
        entries=sum(entries for _, entries in counts),
        repositories=len(counts),
        classes=live.exclude(error_class=None).values("error_class").distinct().count(),
        largest=tuple(counts[:NAMED]),
    )
