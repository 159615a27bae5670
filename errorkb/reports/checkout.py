"""Where an error stands in the checkout: what annotations of a change can be fixed to."""

import os
from dataclasses import dataclass
from pathlib import Path

from errorkb.reports.told import Event

#: Folders of other people's code, which lie in a checkout and are no part of it.
_FOREIGN = frozenset(
    {"site-packages", "dist-packages", "node_modules", "vendor", ".venv", "venv", ".git", ".tox"}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """``file`` is relative to the checkout, with slashes; ``line`` is 1-based."""

    file: str
    line: int | None


def checkout() -> Path:
    """GITHUB_WORKSPACE, which GitHub's runners set, else the current folder."""
    return Path(os.environ.get("GITHUB_WORKSPACE") or ".").resolve()


def place_of(event: Event, root: Path) -> Place | None:
    """The raise site where that is the checkout's own code, else the call in it that came nearest."""
    for frame in reversed(event.frames):
        if file := relative_to(frame.file, root):
            return Place(file=file, line=frame.line)
    return None


def relative_to(name: str, root: Path) -> str | None:
    """A file of the checkout, by its path from there; None for any other and for one that is not there."""
    if not name or "\0" in name:
        return None
    try:
        path = (root / name.replace("\\", "/").removeprefix("file://")).resolve()
        inner = path.relative_to(root)
        is_own = path.is_file() and not _FOREIGN.intersection(inner.parts)
    except (OSError, ValueError, RuntimeError):  # too long, not below, a loop of links
        return None
    return inner.as_posix() if is_own else None
