"""Reading Python source for what its errors say, beside the bare parser, over the packages installed here."""

import ast
import gc
import importlib.util
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from ingest.readers.source_tree import python
from ingest.readers.source_tree.site import Unreadable

PACKAGES = ("django", "rest_framework", "celery", "kombu")
ROUNDS = 5


def sources(*packages: str) -> dict[str, str]:
    """The Python files of installed packages that parse, by their paths below site-packages."""
    found = {}
    for package in packages:
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            continue
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*.py")):
            source = path.read_text(encoding="utf-8", errors="replace")
            try:
                python.read(source)
            except Unreadable:
                continue
            found[path.relative_to(root.parent).as_posix()] = source
    return found


def bench() -> None:
    """Prints seconds of the processor for parsing, and for reading and linking, in turn; medians."""
    files = sources(*PACKAGES)
    parsing, bare, scanning = [], [], []
    for _ in range(ROUNDS):
        bare.append(_seconds(lambda: _parse(files), collects=False))
        parsing.append(_seconds(lambda: _parse(files)))
        scanning.append(_seconds(lambda: _scan(files)))
    parse, scan = statistics.median(parsing), statistics.median(scanning)
    size = sum(map(len, files.values())) / 1e6
    sites = _scan(files)
    print(f"{len(files):,} files of {', '.join(PACKAGES)}, {size:.1f} MB, one process")
    # The reader lets the collector rest; beside a parser that does not, part of the gain is that.
    alike = statistics.median(bare)
    print(f"ast.parse alone     {parse:6.2f} s of the processor; {alike:.2f} s without the collector")
    print(f"read and link       {scan:6.2f} s, {sites:,} sites")
    print(f"throughput          {parse / scan:6.2f} of the parser's; {alike / scan:.2f} like for like")


def _parse(files: dict[str, str]) -> None:
    for source in files.values():  # the trees are let go at once, as the reader does
        ast.parse(source)


def _scan(files: dict[str, str]) -> int:
    facts = {path: python.read(source) for path, source in files.items()}
    return sum(1 for _ in python.link(facts))


def _seconds(work: Callable[[], object], *, collects: bool = True) -> float:
    if not collects:
        gc.disable()
    began = time.process_time()
    work()
    taken = time.process_time() - began
    gc.enable()
    return taken
