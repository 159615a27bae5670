"""``errorkb scan PATH…``: source code → records as JSON Lines. Needs no database."""

import json
import os
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import CommandError
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.terminal import escape
from ingest.problems import Problem
from ingest.readers.source_tree.envelope import as_line
from ingest.readers.source_tree.languages import spelled
from ingest.readers.source_tree.origins import trees
from ingest.readers.source_tree.scan import Options, Scan
from ingest.record import RawRecord
from ingest.scanning import add_scan_arguments, scan_options, usable_processors

#: So many problems are printed; --json gives them all.
SHOWN_PROBLEMS = 20
#: Of more trees each gets one line.
TOLD_TREES = 3


@dataclass(kw_only=True)
class _Report:
    """What was read of all trees."""

    trees: list[dict[str, Any]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, scan: Scan) -> None:
        project, counts = scan.project, scan.counts
        self.trees.append(
            {
                "repo": scan.origin.repo,
                "version": scan.origin.version,
                "sha": project.sha if project else None,
                "isCommit": scan.origin.commit is not None,
                "changedFiles": len(project.changed) if project else 0,
                "files": dict(sorted(scan.languages.items())),
                "leftOut": dict(sorted(scan.walk.left_out.items())),
                "places": counts["places"],
                "entries": counts["entries"],
                "withoutText": counts["without text"],
            }
        )

    def total(self, key: str) -> int:
        return sum(tree[key] for tree in self.trees)


class Command(BaseCommand):
    help = (
        "Read source code and write a record for every error that it raises, as JSON Lines: only what the "
        "code states. PATH is a project's folder (or one within it), a file, an installed package or its "
        ".dist-info, a virtual environment, or Python's library. Nothing is run, nothing is fetched; needs "
        "no database. errorkb ingest reads what this writes, and PATH itself. Exit status: 0 all well, 2 "
        "nothing could be read."
    )
    needs_database = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a folder or file of source")
        parser.add_argument(
            "-o", "--output", metavar="FILE", help="write to this file, whole or not at all, instead of "
            "standard output",
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", help="print the report as one line of JSON")
        parser.add_argument("--quiet", action="store_true", help="print no report")
        add_scan_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = scan_options(options, jobs=usable_processors())
        report = _Report()
        with _output(options["output"]) as out, _bar(options["quiet"]) as move:
            for path in options["paths"]:
                try:
                    for tree in trees(Path(path).resolve(strict=True)):
                        _scan(tree, chosen, out, report, move)
                except OSError as error:
                    raise Failure(f"{path}: {error.strerror or error}; nothing was written") from None
        if options["json"]:
            _write_json(report)
        elif not options["quiet"]:
            _print(report, Console(stderr=True, highlight=False))
        if not any(tree["files"] for tree in report.trees):
            raise CommandError("no source was found that is read here", returncode=2)


Move = Callable[[Scan], None]


def _scan(tree: Path, options: Options, out: TextIO, report: _Report, move: Move) -> None:
    scan = Scan(tree, options)
    scan.on_read = lambda: move(scan)
    for found in scan:
        if isinstance(found, RawRecord):
            out.write(as_line(found))
        elif isinstance(found, Problem) and found.code != "empty":
            report.problems.append(found)
    report.add(scan)


@contextmanager
def _output(name: str | None) -> Iterator[TextIO]:
    if name is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    path = Path(name)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", text=True)
    except OSError as error:
        raise Failure(f"{name}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield file
        # mkstemp shuts others out; a file that is written is as open as any other.
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


@contextmanager
def _bar(is_quiet: bool) -> Iterator[Move]:
    with Progress(
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(binary_units=True),
        console=Console(stderr=True), disable=is_quiet or not sys.stderr.isatty(), transient=True,
    ) as progress:  # fmt: skip
        task = progress.add_task("reading …", total=None)

        def move(scan: Scan) -> None:
            text = escape(f"{scan.origin.repo}: {scan.counts['entries']:,} entries")
            progress.update(task, description=text, total=scan.total_bytes or None, completed=scan.done_bytes)

        yield move


def _write_json(report: _Report) -> None:
    told = {
        "trees": report.trees,
        "problems": [
            {"file": each.file, "where": each.where, "code": each.code, "reason": each.reason}
            for each in report.problems
        ],
    }
    sys.stderr.write(json.dumps(told) + "\n")


def _print(report: _Report, console: Console) -> None:
    for problem in report.problems[:SHOWN_PROBLEMS]:
        console.print(f"[yellow]not read[/] {escape(problem.file)}")
        console.print(f"         {escape(problem.reason)}")
    if (hidden := len(report.problems) - SHOWN_PROBLEMS) > 0:
        console.print(f"… and {hidden:,} more: --json lists them all")
    with_source = [tree for tree in report.trees if tree["files"]]
    tell = _told if len(with_source) <= TOLD_TREES else _line
    for tree in with_source:
        console.print(tell(tree))
    if len(with_source) > 1:
        console.print(f"[bold]{len(with_source):,} trees[/]: {_counts(report.total)}")


def _line(tree: dict[str, Any]) -> str:
    files, name = sum(tree["files"].values()), f"{tree['repo']} {tree['version'] or ''}"
    return f"{escape(name.strip())}: {files:,} files, {tree['entries']:,} entries"


def _told(tree: dict[str, Any]) -> str:
    version = f" {tree['version']}" if tree["version"] else ""
    sha = f" at {tree['sha'][:10]}" if tree["isCommit"] else ""
    changed = f" ({tree['changedFiles']:,} files differ)" if tree["changedFiles"] else ""
    files = Counter(tree["files"])
    told = ", ".join(f"{count:,} {spelled(name)}" for name, count in files.most_common()) or "no source"
    left = ", ".join(f"{count:,} {kind}" for kind, count in tree["leftOut"].items())
    passed = f"; left out: {left}" if left else ""
    head = f"[bold]{escape(tree['repo'])}[/]{escape(version)}{sha}{changed}"
    return f"{head}\n  files: {told}{passed}\n  {_counts(tree.__getitem__)}"


def _counts(of: Callable[[str], int]) -> str:
    return (
        f"{of('places'):,} places that raise, {of('entries'):,} entries, "
        f"{of('withoutText'):,} without text of their own"
    )
