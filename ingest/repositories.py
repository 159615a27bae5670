"""What the base is told of repositories, by dumps, by source trees and by the entries themselves."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache

from errorkb.models import Entry, Repo
from ingest.record import Accepted, RepoFacts


def save_facts(facts: RepoFacts, known: Repo) -> None:
    """What is not told stays as it is; facts of an older analysis than the known one change nothing."""
    told = {
        name: value
        for name, value in asdict(facts).items()
        if name not in ("repo", "form") and value not in (None, getattr(known, name))
    }
    if facts.form == "source" and Entry.objects.filter(repo=facts.repo).exclude(form="source").exists():
        # A dump told of the repository: what is read in a copy of it only fills gaps.
        told = {name: value for name, value in told.items() if getattr(known, name) is None}
    elif known.analyzed_at and facts.analyzed_at and time_of(facts.analyzed_at) < time_of(known.analyzed_at):
        return
    if told:
        Repo.objects.filter(name=facts.repo).update(**told)


def analysed(written: Iterable[Accepted]) -> None:
    """Repositories know the latest analysis of their entries. A page has only a part of its commit."""
    newest: dict[str, Accepted] = {}
    for accepted in written:
        known = newest.get(accepted.record.repo)
        if accepted.form == "json" and (known is None or instant(known) < instant(accepted)):
            newest[accepted.record.repo] = accepted
    for repo in Repo.objects.filter(name__in=newest):
        accepted = newest[repo.name]
        if repo.analyzed_at is None or time_of(repo.analyzed_at) < instant(accepted):
            repo.analyzed_sha = accepted.record.analyzed_sha
            repo.analyzed_at = accepted.record.analyzed_at
            repo.save(update_fields=["analyzed_sha", "analyzed_at"])


def instant(accepted: Accepted) -> datetime:
    """When the record was analysed."""
    return time_of(accepted.record.analyzed_at)


@lru_cache(maxsize=1024)
def time_of(text: str) -> datetime:
    """An ISO 8601 time with its zone, in UTC."""
    return datetime.fromisoformat(text).astimezone(UTC)
