"""``errorkb ingest PATH…``: dumps into the base, with a report."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from kombu.exceptions import OperationalError
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.models import Batch, Chunk
from errorkb.terminal import escape
from ingest import batches
from ingest.pipeline import work_here
from ingest.readers.source_tree.origins import is_source
from ingest.report import exit_status, print_report, write_json
from ingest.scanning import add_scan_arguments, scan_options, usable_processors
from ingest.tasks import enqueue


class Command(BaseCommand):
    help = (
        "Read dumps into the base: JSON (a record, an envelope, an array, JSON Lines), text pages, dataset "
        "folders, compressed (.gz .bz2 .xz .zst) or in archives (.zip, .tar.*), as files or folders of "
        "files. Source trees are dumps too: a project's folder, a file of source, an installed package, a "
        "virtual environment; what a tree no longer raises is retired. The same dump again changes nothing. "
        "Exit status: 0 all well, 1 some records were rejected, 2 nothing could be used."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder of files")
        parser.add_argument("--json", action="store_true", help="print the report as one line of JSON, last")
        parser.add_argument("--quiet", action="store_true", help="print problems only")
        parser.add_argument(
            "--complete", action="store_true",
            help="the dump has every entry of each repository in it: retire what it lacks",
        )  # fmt: skip
        parser.add_argument(
            "--force", action="store_true",
            help="with --complete or a source tree: retire however many there are",
        )  # fmt: skip
        parser.add_argument(
            "--queue", action="store_true",
            help="leave the work to workers, which must see the same paths; errorkb batches follows it",
        )  # fmt: skip

        parser.add_argument("--title", default="", help="what the pages call the batch")
        add_scan_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        paths = [Path(path).resolve() for path in options["paths"]]
        if options["force"] and not options["complete"] and not any(map(is_source, paths)):
            raise Failure("--force goes with --complete or a source tree")
        if options["queue"]:
            _queue(paths, options)
            return
        batch = _run([Path(path) for path in options["paths"]], options)
        status = exit_status(batch)
        if options["json"]:
            write_json(batch, sys.stdout)
        elif status or not options["quiet"]:
            print_report(batch, Console(highlight=False))
        if status:
            raise CommandError("", returncode=status)


def _run(paths: list[Path], options: dict[str, Any]) -> Batch:
    quiet = options["quiet"] or not sys.stderr.isatty()
    with Progress(
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(binary_units=True),
        console=Console(stderr=True), disable=quiet, transient=True,
    ) as progress:  # fmt: skip
        task = progress.add_task("reading …", total=None)

        def watch(chunk: Chunk) -> None:
            name = Path(chunk.path).name
            text = escape(f"{name}: {chunk.read:,} read, {chunk.rejected:,} rejected")
            progress.update(task, description=text, total=chunk.size or None, completed=chunk.done_bytes)

        batch = _batch(paths, options, direct=True)
        try:
            work_here(batch, watch)
        except KeyboardInterrupt:
            progress.stop()
            print(f"errorkb: stopped; errorkb batches {batch.pk} --resume goes on", file=sys.stderr)
            raise
        return batch


def _batch(paths: list[Path], options: dict[str, Any], *, direct: bool) -> Batch:
    return batches.create(
        paths,
        direct=direct,
        complete=options["complete"],
        forced=options["force"],
        options=scan_options(options, jobs=usable_processors() if direct else 1),
        title=options["title"],
    )


def _queue(paths: list[Path], options: dict[str, Any]) -> None:
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise Failure(f"{missing[0]} is not there; nothing was queued")
    batch = _batch(paths, options, direct=False)
    if not options["quiet"]:
        print(f"batch {batch.pk} is queued: errorkb batches {batch.pk} follows it")
    try:
        enqueue(batch.chunks.values_list("pk", flat=True))
    except OperationalError as error:
        # The rows are the truth: the sweeper queues them once there is a broker.
        print(f"errorkb: the broker of ERRORKB_BROKER_URL does not answer ({error}); "
              "the batch starts when it does", file=sys.stderr)  # fmt: skip
