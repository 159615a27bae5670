"""``errorkb export DIR``: the base as a static dataset."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.exports.placing import NotReplaceable, check_replaceable, replacing
from errorkb.exports.snapshot import Empty, Part, Snapshot, snapshot
from errorkb.exports.versions import UnknownVersion, changed_since, remember
from errorkb.exports.write import Watch, Written, write_changes, write_dataset
from errorkb.matching.rows import standing
from errorkb.models import Repo

#: So many entries that were left out are printed; --json gives them all.
SHOWN_FAULTS = 20


class Command(BaseCommand):
    help = (
        "Write the base as a static dataset: manifest.json with the checksum of every file, index.json, "
        "repos.json, repos/OWNER/NAME.json, schema.json and errors.jsonl.zst, which has all that the base "
        "knows: errorkb ingest DIR makes an equal base of it. DIR is replaced as a whole, or not at all. "
        "The same base gives the same bytes. Exit status: 0 all well, 1 some entries do not keep the schema "
        "and were left out, 2 nothing was written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", metavar="DIR", help="a new or empty folder, or an export")
        parser.add_argument("--repo", metavar="OWNER/NAME", help="only this repository")
        parser.add_argument(
            "--since", metavar="VERSION", help="only what changed, or was retired, in this base after an "
            "export with this datasetVersion was written, or after a time (2026-08-15T22:17:37Z): "
            "errors.jsonl.zst with the entries, retired.json with the ids of those retired, no index and no "
            "files of repositories",
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", help="print the summary as one line of JSON")
        parser.add_argument("--quiet", action="store_true", help="print nothing but problems")

    def handle(self, *args: Any, **options: Any) -> None:
        target = Path(options["folder"]).resolve()
        try:
            check_replaceable(target)
            written = _write(target, _part(options), options)
        except (NotReplaceable, UnknownVersion) as error:
            raise Failure(str(error)) from None
        except Empty:
            whose = f"{options['repo']} has no entries" if options["repo"] else "the base is empty"
            raise Failure(f"{whose}: errorkb ingest fills it") from None
        except OSError as error:
            name = error.filename or target
            raise Failure(f"{name}: {error.strerror or error}; {target} is as it was") from None
        _tell(target, written, options)
        if written.faults:
            raise CommandError("", returncode=1)


def _part(options: dict[str, Any]) -> Part:
    repo, since = options["repo"], options["since"]
    if repo is not None and not Repo.objects.filter(name=repo).exists():
        raise Failure(f"there is no repository {repo!r} in the base")
    if since is None:
        return Part(repo=repo)
    return changed_since(Path(settings.EXPORTS), since, standing(), repo)


def _write(target: Path, part: Part, options: dict[str, Any]) -> Written:
    with replacing(target) as fresh, snapshot(part) as base, _progress(base, options) as watch:
        if part.is_incremental:
            written = write_changes(fresh, base, options["since"], watch)
        else:
            written = write_dataset(fresh, base, watch)
    if part.repo is None:
        try:
            remember(Path(settings.EXPORTS), written.version, base.standing)
        except OSError as error:
            print(f"errorkb: {settings.EXPORTS}: {error.strerror}; --since will not know this version",
                  file=sys.stderr)  # fmt: skip
    return written


@contextmanager
def _progress(base: Snapshot, options: dict[str, Any]) -> Iterator[Watch]:
    disable = options["quiet"] or not sys.stderr.isatty()
    with Progress(
        TextColumn("writing …"), BarColumn(), MofNCompleteColumn(),
        console=Console(stderr=True), disable=disable, transient=True,
    ) as progress:  # fmt: skip
        task = progress.add_task("", total=None if disable else base.count())
        yield lambda done: progress.update(task, completed=done)


def _tell(target: Path, written: Written, options: dict[str, Any]) -> None:
    if options["json"]:
        print(json.dumps(_told(target, written, options)))
        return
    for entry, why in written.faults[:SHOWN_FAULTS]:
        print(f"left out {entry}: {why}", file=sys.stderr)
    if (hidden := len(written.faults) - SHOWN_FAULTS) > 0:
        print(f"… and {hidden:,} more: --json lists them all", file=sys.stderr)
    if not options["quiet"]:
        since = f" since {options['since']}" if options["since"] else ""
        print(
            f"{written.errors:,} entries of {written.repos:,} repositories{since}, {written.retired:,} "
            f"retired, {written.size / 1e6:,.1f} MB: {target}\ndataset version {written.version}"
        )


def _told(target: Path, written: Written, options: dict[str, Any]) -> dict[str, Any]:
    return {
        "folder": str(target),
        "datasetVersion": written.version,
        "since": options["since"],
        "repo": options["repo"],
        "repos": written.repos,
        "errors": written.errors,
        "retired": written.retired,
        "files": len(written.files),
        "bytes": written.size,
        "leftOut": [{"id": entry, "reason": why} for entry, why in written.faults],
    }
