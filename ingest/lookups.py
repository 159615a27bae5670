"""What the base knows about thousands of ids and slugs at once.

The ORM writes a parameter for each value; preparing such a statement took a quarter of an ingest's time. An
array is one parameter, whatever it holds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection

_KNOWN = """
    SELECT id, repo_id, digest, form, dataset_version, retired_at IS NULL
    FROM errorkb_entry WHERE id = ANY(%s)
"""
_SLUGS = """
    WITH wanted AS (SELECT DISTINCT * FROM unnest(%s::text[], %s::text[]) AS pair (repo, slug))
    SELECT repo_id, entry.slug, id FROM errorkb_entry entry
    JOIN wanted ON repo_id = repo AND entry.slug = wanted.slug
    UNION ALL
    SELECT repo_id, alias.slug, entry_id FROM errorkb_slugalias alias
    JOIN wanted ON repo_id = repo AND alias.slug = wanted.slug
"""


@dataclass(frozen=True, slots=True)
class Known:
    """What tells whether an entry would change: its repository, and which import is in effect."""

    repo: str
    digest: str
    form: str
    dataset_version: str | None
    is_live: bool


def known_entries(ids: Sequence[str]) -> dict[str, Known]:
    """The entries that are stored, by id."""
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, [list(ids)])
        return {entry: Known(*rest) for entry, *rest in cursor.fetchall()}


def slug_holders(pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Which entry has each (repository, slug) now or had it once; pairs that nobody has are absent."""
    wanted = list(pairs)
    with connection.cursor() as cursor:
        cursor.execute(_SLUGS, [[repo for repo, _ in wanted], [slug for _, slug in wanted]])
        return {(repo, slug): entry for repo, slug, entry in cursor.fetchall()}
