"""The database and what is in it."""

import contextlib
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from errorkb import embedded, standby
from errorkb.diagnosis.finding import Finding
from errorkb.matching.index import base_state
from errorkb.matching.index_folder import IndexFolder
from errorkb.models import ApiToken, Batch, Chunk, Entry, Repo
from errorkb.models.batch import FAILED, QUEUED, RUNNING

_OUTDATED = "errorkb up, or any command that writes, brings it up to date"


def findings() -> Iterator[Finding]:
    """Uses the embedded server for as long as it is asked; a base that is not there stays so."""
    url = os.environ.get("DATABASE_URL")
    if not standby.has_base():
        advice = "errorkb up makes one; errorkb ingest fills one"
        yield Finding(name="database", told="there is none in this home", state="wrong", advice=advice)
        return
    try:
        with contextlib.nullcontext() if url else embedded.server().used():
            yield from _of_database()
            connections.close_all()
    except embedded.EmbeddedError as error:
        yield Finding(
            name="database", told=str(error), state="wrong", advice=f"see {settings.HOME}/postgres/server.log"
        )
    except DatabaseError as error:
        told = str(error).strip().splitlines()[-1:] or [type(error).__name__]
        advice = "is DATABASE_URL right, and does its server run?" if url else "run errorkb doctor again"
        yield Finding(name="database", told=f"does not answer: {told[0]}", state="wrong", advice=advice)


def _of_database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        (number,) = cursor.fetchone()
    place = "embedded, in this home"
    if url := os.environ.get("DATABASE_URL"):
        parts = urlsplit(url)  # never its password
        place = f"DATABASE_URL: {parts.hostname or 'a socket'}{parts.path}"
    yield Finding(name="database", told=f"Postgres {number} ({place})")
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if any(migration.app_label == "errorkb" for migration, _ in plan):
        told = f"{len(plan)} changes of its tables are to come"
        yield Finding(name="tables", told=told, state="wrong", advice=_OUTDATED)
        return
    yield from _entries()
    yield from _index()
    yield from _batches()
    yield from _tokens()


def _entries() -> Iterator[Finding]:
    live = Entry.objects.live().count()
    retired = Entry.objects.exclude(retired_at=None).count()
    told = f"{live:,} of {Repo.objects.count():,} repositories, {retired:,} retired"
    if version := base_state().dataset_version:
        told += f", dataset of {version}"
    advice = "" if live else "errorkb ingest PATH fills it; errorkb up loads samples"
    yield Finding(name="entries", told=told, state="good" if live else "watch", advice=advice)


def _index() -> Iterator[Finding]:
    manifest = IndexFolder(Path(settings.INDEX)).manifest()
    if manifest is None:
        yield Finding(name="index", told="not built; the next match builds it")
    elif manifest.revision != base_state().revision:
        yield Finding(name="index", told="older than the entries; the next match brings it up to date")
    else:
        yield Finding(name="index", told=f"up to date, {len(manifest.segments)} segments")


def _batches() -> Iterator[Finding]:
    waiting = Chunk.objects.filter(state=QUEUED, batch__direct=False).count()
    running = Chunk.objects.filter(state=RUNNING)
    quiet = running.filter(heartbeat__lt=timezone.now() - timedelta(seconds=settings.QUIET_SECONDS)).count()
    told = f"{waiting:,} chunks wait, {running.count():,} are being read"
    if quiet:
        advice = "a worker takes them over; where none runs: errorkb up, or errorkb batches ID --resume"
        yield Finding(
            name="batches", told=f"{told}, {quiet:,} of them are quiet", state="watch", advice=advice
        )
    else:
        yield Finding(name="batches", told=told)
    for batch in Batch.objects.filter(state=FAILED).order_by("-pk")[:3]:
        advice = f"errorkb batches {batch.pk} says why; --resume tries again"
        yield Finding(name="batches", told=f"batch {batch.pk} failed", state="watch", advice=advice)


def _tokens() -> Iterator[Finding]:
    count = ApiToken.objects.filter(revoked_at=None).count()
    yield Finding(name="tokens", told=f"{count} in force")
