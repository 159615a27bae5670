"""What the pages' contents depend on: the validators of kept answers, by small queries."""

from django.db import connection
from django.http import HttpRequest

from errorkb import catalogue
from errorkb.fulltext import index as indexes
from errorkb.matching.index import base_state
from errorkb.models import Repo
from errorkb.web.batches import reading
from errorkb.web.home import NAMED

#: A change of any entry gives the base a new revision. History that never came into effect, and what is told
#: of a repository alone, do not: they are looked at beside it.
_ENTRY = """
    SELECT (SELECT revision::text FROM errorkb_basestate), entry.written, entry.changed_at,
           (SELECT count(*) FROM (
               SELECT FROM errorkb_entryversion WHERE entry_id = entry.id LIMIT 100
           ) AS versions)
    FROM errorkb_entry AS entry
    WHERE repo_id = %s AND slug = %s AND retired_at IS NULL
"""
_REPO = """
    SELECT (SELECT revision::text FROM errorkb_basestate), repo::text
    FROM errorkb_repo AS repo WHERE name = %s
"""


def entry_state(request: HttpRequest, owner: str, name: str, slug: str, **form: str) -> object:
    """What the page of a live entry shows beside it: entries that are related, and the number of versions."""
    row = _one(_ENTRY, f"{owner}/{name}", slug)
    return (row, _index_state(row[0])) if row else None


def repo_state(request: HttpRequest, owner: str, name: str, **feed: str) -> object:
    """What pages and feeds of a repository show: itself, its entries and their numbers."""
    row = _one(_REPO, f"{owner}/{name}")
    index = _index_state(row[0]) if row else None
    return (row, index) if index else None


def base_revision(request: HttpRequest, **place: object) -> object:
    """What shows live entries and nothing else."""
    return base_state()


def indexed_state(request: HttpRequest, **place: object) -> object:
    """What shows numbers of the full-text index; nothing is told while the first is being built."""
    base = base_state()
    index = _index_state(base.revision)
    return (base, index) if index else None


def home_state(request: HttpRequest) -> object:
    """What the front door shows: beside entries and numbers an import that is going on, and repositories."""
    told = indexed_state(request)
    if told is None:
        return None
    names = [one.name for one in catalogue.most(catalogue.repositories(), NAMED)]
    repos = (
        Repo.objects.filter(name__in=names).order_by("name").values_list("name", "description", "language")
    )
    return told, reading(), list(repos)


def constant(request: HttpRequest) -> object:
    """What is the same until the program changes."""
    return ()


def _index_state(revision: str | None) -> indexes.State | None:
    """The state of the index, which may be behind the base for a while."""
    indexes.at(revision)
    return indexes.state()


def _one(query: str, *values: str) -> tuple[str | None, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        row: tuple[str | None, ...] | None = cursor.fetchone()
        return row
