"""``errorkb lint PATH…``: checks dumps as an ingest would, and stores nothing. Needs no database."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.reports import github
from errorkb.terminal import console, escape
from ingest.complete import complete
from ingest.problems import Problem
from ingest.readers import Limits, is_dataset, open_dump
from ingest.readers.source_tree.origins import is_source
from ingest.record import Accepted, ErrorRecord, RawRecord
from ingest.validate import validate


@dataclass(kw_only=True)
class _Counts:
    """What was found so far. ``first``: where an id was first seen, and of which error."""

    records: int = 0
    rejected: int = 0
    refused: int = 0  # files, lines and records
    warned: int = 0
    first: dict[str, tuple[str, tuple[str | None, ...]]] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """0 nothing is refused, 1 something is, 2 there is nothing that could be used."""
        if not self.refused:
            return 0
        return 1 if self.records > self.rejected else 2


class Command(BaseCommand):
    help = (
        "Check dumps without a database: every problem and every warning that an ingest would have, each "
        "with file, place and code. Warnings do not count as failures, unless --strict says so. Exit "
        "status: 0 nothing would be refused, 1 some would, 2 nothing could be used."
    )
    needs_database = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "paths", nargs="+", metavar="PATH", help="a file, or a folder of files; - is standard input"
        )
        parser.add_argument(
            "--format", choices=("text", "json", "github"), default="text",
            help="text; json: a line for each problem; github: annotations of a GitHub Actions run (text)",
        )  # fmt: skip
        parser.add_argument("--strict", action="store_true", help="exit with 1 for warnings, too")

    def handle(self, *args: Any, **options: Any) -> None:
        counts, out = _Counts(), console()
        for path in options["paths"]:
            for problem in _problems(path, counts):
                counts.refused += problem.rejects
                counts.warned += not problem.rejects
                if options["format"] == "json":
                    print(json.dumps(_as_json(problem)))
                elif options["format"] == "github":
                    sys.stdout.write(_annotation(problem))
                else:
                    kind = "[red]rejected[/]" if problem.rejects else "[yellow]warning[/] "
                    out.print(f"{kind} {escape(problem.file)}, {problem.where} ({problem.code})")
                    out.print(f"         {escape(problem.reason)}")
        if options["format"] == "text":
            out.print(f"{counts.records:,} records: {counts.rejected:,} rejected, {counts.warned:,} warnings")
        status = counts.status or int(options["strict"] and counts.warned > 0)
        if status:
            raise CommandError("", returncode=status)


def _problems(path: str, counts: _Counts) -> Iterator[Problem]:
    limits = Limits(
        max_bytes=settings.MAX_DUMP_BYTES,
        max_ratio=settings.MAX_DUMP_RATIO,
        max_members=settings.MAX_DUMP_MEMBERS,
    )
    for file in _files(path):
        try:
            for item in open_dump(file, limits):
                if isinstance(item, RawRecord):
                    yield from _judged(item, counts)
                elif isinstance(item, Problem):
                    # A file refused as a whole is one problem and no record.
                    counts.records += item.rejects and item.where != "file"
                    counts.rejected += item.rejects and item.where != "file"
                    yield item
        except OSError as error:
            reason = f"cannot be read: {error.strerror or error}"
            yield Problem(file=str(file), where="file", code="unreadable", reason=reason, rejects=True)


def _files(path: str) -> Iterator[Path]:
    if path == "-":
        yield Path("/dev/stdin")
        return
    root = Path(path)
    if not root.exists():
        raise Failure(f"{path} is not there")
    if is_source(root):
        raise Failure(f"{path} is source code: errorkb scan reads it")
    if not root.is_dir() or is_dataset(root):
        yield root
        return
    for file in sorted(root.rglob("*")):
        is_hidden = any(name.startswith(".") for name in file.relative_to(root).parts)
        if file.is_file() and not is_hidden:
            yield file


def _judged(raw: RawRecord, counts: _Counts) -> Iterator[Problem]:
    counts.records += 1
    judged = validate(complete(raw))
    if not isinstance(judged, Accepted):
        counts.rejected += 1
        yield from judged
        return
    yield from judged.warnings
    record = judged.record
    place = f"{raw.file}, {raw.where}"
    before, error = counts.first.setdefault(record.id, (place, _error(record)))
    if error != _error(record):
        reason = f"the id {record.id} names another error in {before}"
        yield Problem(file=raw.file, where=raw.where, code="id-conflict", reason=reason, rejects=True)


def _error(record: ErrorRecord) -> tuple[str | None, ...]:
    return record.repo, record.error_code or record.error_message, record.file_path


def _as_json(problem: Problem) -> dict[str, Any]:
    return {
        "file": problem.file, "where": problem.where, "code": problem.code, "reason": problem.reason,
        "rejects": problem.rejects,
    }  # fmt: skip


def _annotation(problem: Problem) -> str:
    word, _, number = problem.where.partition(" ")
    return github.annotation(
        "error" if problem.rejects else "warning",
        {
            "file": problem.file,
            **({"line": number} if word == "line" else {}),
            "title": problem.code,
        },
        f"{problem.where}: {problem.reason}",
    )
