"""``errorkb ingest PATH…``: dumps into the base, with a report."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from kombu.exceptions import OperationalError
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, SpinnerColumn, TextColumn

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from ingest.pipeline import Report, run
from ingest.tasks import ingest_path

#: So many problems are printed; --json gives them all.
SHOWN_PROBLEMS = 40


class Command(BaseCommand):
    help = (
        "Read dumps into the base: JSON (a record, an envelope, an array, JSON Lines) and text pages, "
        "as files or as folders of files. The same dump again changes nothing. Exit status: 0 all "
        "well, 1 some records were rejected, 2 nothing could be used."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder of files")
        parser.add_argument("--json", action="store_true", help="print the report as one line of JSON, last")
        parser.add_argument("--quiet", action="store_true", help="print problems only")
        parser.add_argument(
            "--queue", action="store_true",
            help="leave the work to a Celery worker, which must see the same paths; it logs the report",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        paths = [Path(path) for path in options["paths"]]
        if options["queue"]:
            _queue(paths)
            return
        with Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
            disable=options["quiet"] or not sys.stderr.isatty(),
            transient=True,
        ) as progress:
            task = progress.add_task("reading …", total=None)

            def watch(report: Report, path: Path) -> None:
                text = f"{report.read:,} read, {report.rejected:,} rejected · {path.name}"
                progress.update(task, description=escape(text))

            report = run(paths, watch)
        if options["json"]:
            print(json.dumps(as_json(report), ensure_ascii=True))
        elif report.problems or not options["quiet"]:
            _print(report)
        if report.exit_status:
            raise CommandError("", returncode=report.exit_status)


def _queue(paths: list[Path]) -> None:
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise Failure(f"{missing[0]} is not there; nothing was queued")
    try:
        for path in paths:
            ingest_path.delay(str(path.resolve()))
    except OperationalError as error:
        raise Failure(f"the broker of ERRORKB_BROKER_URL does not answer: {error}") from None
    print(f"{len(paths)} queued")


def as_json(report: Report) -> dict[str, Any]:
    """The report as ``--json`` prints it."""
    return {
        **report.counts(),
        "problems": [
            {"file": p.file, "where": p.where, "code": p.code, "reason": p.reason} for p in report.problems
        ],
    }


def _print(report: Report) -> None:
    console = Console(highlight=False)
    for problem in report.problems[:SHOWN_PROBLEMS]:
        kind = "[red]rejected[/]" if problem.rejects else "[yellow]warning[/] "
        console.print(f"{kind} {escape(problem.file)}, {problem.where} ({problem.code})")
        console.print(f"         {escape(problem.reason)}", soft_wrap=False)
    hidden = len(report.problems) - SHOWN_PROBLEMS
    if hidden > 0:
        console.print(f"… and {hidden:,} more; --json lists them all")
    console.print(
        f"{report.read:,} read: {report.new:,} new, {report.changed:,} changed, "
        f"{report.unchanged:,} unchanged, {report.rejected:,} rejected, {report.warned:,} warned"
    )
