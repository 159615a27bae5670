"""``errorkb pull URL [DIR]``: a server's dataset as a pack on this machine."""

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from errorkb.commands import Command as BaseCommand
from errorkb.commands import Failure
from errorkb.exports.fetching import FetchError, Server
from errorkb.exports.placing import NotReplaceable
from errorkb.exports.pull import MAX_BYTES, Pulled, PullError, pull

TIMEOUT_SECONDS = 3600


class Command(BaseCommand):
    help = (
        "Fetch the dataset that a server offers under /data/: only what changed since the last time, each "
        "file verified by its checksum. The pack is replaced as a whole, or stays as it was. Needs no "
        "database. Exit status: 0, or 2 when nothing was changed because something failed."
    )
    needs_database = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="URL", help="the server, like http://127.0.0.1:8000/")
        parser.add_argument("folder", nargs="?", metavar="DIR", help="where to (packs/HOST in ERRORKB_HOME)")
        parser.add_argument(
            "--timeout", type=_number, default=TIMEOUT_SECONDS, metavar="SECONDS",
            help=f"how long it may take in all ({TIMEOUT_SECONDS})",
        )  # fmt: skip
        parser.add_argument(
            "--max-bytes", type=_number, default=MAX_BYTES, metavar="N",
            help=f"how much it may bring ({MAX_BYTES >> 30} GiB)",
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", help="print the summary as one line of JSON")
        parser.add_argument("--quiet", action="store_true", help="print nothing but problems")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet = options["quiet"] or not sys.stderr.isatty()
        try:
            server = Server(options["url"], seconds=options["timeout"], on_wait=_waiting)
            target = Path(options["folder"]).resolve() if options["folder"] else _default(server)
            with Progress(
                TextColumn("pulling …"), BarColumn(), DownloadColumn(binary_units=True),
                console=Console(stderr=True), disable=quiet, transient=True,
            ) as progress:  # fmt: skip
                task = progress.add_task("", total=None)

                def watch(done: int, total: int) -> None:
                    progress.update(task, completed=done, total=total)

                pulled = pull(server, target, max_bytes=options["max_bytes"], watch=watch)
        except (FetchError, PullError, NotReplaceable) as error:
            raise Failure(str(error)) from None
        except OSError as error:
            raise Failure(
                f"{error.filename or target}: {error.strerror or error}; nothing was changed"
            ) from None
        _tell(target, pulled, options)


def _tell(target: Path, pulled: Pulled, options: dict[str, Any]) -> None:
    if options["json"]:
        told = {"folder": str(target), "datasetVersion": pulled.version, "errors": pulled.errors,
                "fetched": pulled.fetched, "kept": pulled.kept, "bytes": pulled.size}  # fmt: skip
        print(json.dumps(told))
    elif not options["quiet"]:
        print(
            f"{pulled.errors:,} entries: {target}\n{pulled.fetched:,} files fetched "
            f"({pulled.size / 1e6:,.1f} MB), {pulled.kept:,} kept; dataset version {pulled.version}"
        )


def _default(server: Server) -> Path:
    return Path(settings.HOME) / "packs" / re.sub(r"[^A-Za-z0-9.-]+", "-", server.host)


def _waiting(seconds: float) -> None:
    print(
        f"errorkb: the server is building its export; asking again in {seconds:.0f} seconds", file=sys.stderr
    )


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} is no number above 0")
    return int(text)
