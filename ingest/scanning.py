"""The options of commands that read source trees."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from ingest.readers.source_tree.project import is_repo
from ingest.readers.source_tree.scan import Options


def add_scan_arguments(parser: ArgumentParser) -> None:
    """``--repo``, ``--tests`` and ``--jobs``."""
    parser.add_argument(
        "--repo", type=_repo, metavar="OWNER/NAME", help="of source: what repository it is, if not as it says"
    )
    parser.add_argument("--tests", action="store_true", help="of source: read tests too")
    parser.add_argument(
        "--jobs", type=_jobs, metavar="N", help="of source: processes that read it (as many as processors)"
    )


def scan_options(options: Mapping[str, Any], *, jobs: int) -> Options:
    """The options as they were given; ``jobs`` where none were."""
    return Options(
        repo=options["repo"],
        tests=options["tests"],
        jobs=options["jobs"] or jobs,
        cache=Path(settings.HOME),
    )


def usable_processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _repo(text: str) -> str:
    if not is_repo(text):
        raise ArgumentTypeError(f"{text!r} is no owner/name")
    return text


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise ArgumentTypeError(f"{text!r} is no number from 1 to 256")
    return int(text)
