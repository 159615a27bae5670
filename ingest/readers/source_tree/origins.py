"""A path → the trees in it, and what each of them is."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ingest.readers.manifest import MANIFEST
from ingest.readers.source_tree.git import checkout_of
from ingest.readers.source_tree.installed import (
    distribution_origin,
    distributions,
    is_library,
    is_metadata,
    library_origin,
    owner_of,
    packages_of,
)
from ingest.readers.source_tree.languages import module_for
from ingest.readers.source_tree.project import (
    NOWHERE,
    Address,
    Origin,
    is_repo,
    named,
    valid_name,
)
from ingest.readers.source_tree.stated import stated
from ingest.readers.source_tree.tree import is_project

#: A folder is looked through so far for what it holds, in files.
LOOKED_AT = 2000
_DUMP_SUFFIXES = (".jsonl", ".ndjson", ".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst")
_PERHAPS_DUMPS = (".json", ".txt", ".md")
#: What stands in the first kibibytes of every record and every text page.
_DUMP_HEAD = re.compile(
    rb'"(?:errorMessage|messagePattern|triggerScenarios)"\s*:|^What it means\s*$', re.MULTILINE
)
_HEAD = 16 << 10


def is_source(path: Path) -> bool:
    """Whether a path is read as source rather than as a dump.

    A file is, by its suffix. A folder is, when it is what a package manager installed, CPython's library, a
    virtual environment or the top of a project; else when it holds source and nothing that looks like a dump:
    a file of JSON Lines, an archive, a compressed file, or JSON or text that begins as a record or page does.
    A folder with a dataset's manifest is a dataset, whatever else it holds.
    """
    try:
        return _is_source(path)
    except OSError:
        return False  # whoever reads it says why it cannot be read


def _is_source(path: Path) -> bool:
    if path.is_file():
        # Asked last: it loads every language.
        is_dump = path.name.lower().endswith((*_DUMP_SUFFIXES, *_PERHAPS_DUMPS))
        return not is_dump and (is_metadata(path) or module_for(path.name) is not None)
    if not path.is_dir() or (path / MANIFEST).is_file():
        return False
    if is_metadata(path) or is_library(path) or packages_of(path) or distributions(path):
        return True
    if is_project({entry.name for entry in path.iterdir()}) or owner_of(path.resolve()):
        return True
    return _holds_only_source(path)


def trees(path: Path) -> Iterator[Path]:
    """The trees that a path is: each installed distribution of a folder or environment, else the path."""
    folders = packages_of(path) or [path]
    for folder in folders:
        found = distributions(folder) if folder.is_dir() and not is_metadata(folder) else []
        yield from found or [folder]


def origin_of(path: Path, repo: str | None = None) -> Origin:
    """What a tree is; ``repo`` names it in place of what it says itself. OSError when it cannot be read."""
    if repo is not None and not is_repo(repo):
        raise ValueError(f"{repo!r} is no owner/name")
    path = path.resolve(strict=True)
    origin = _installed(path) or _checkout(path) or _folder(path)
    return named(origin, repo) if repo else origin


def _holds_only_source(path: Path) -> bool:
    has_source = False
    for number, file in enumerate(_visible(path)):
        name = file.name.lower()
        if number >= LOOKED_AT:
            break
        if name.endswith(_DUMP_SUFFIXES):
            return False
        if name.endswith(_PERHAPS_DUMPS) and _looks_like_a_dump(file):
            return False
        has_source = has_source or module_for(name) is not None
    return has_source


def _visible(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            with suppress(OSError):
                yield from _visible(entry)
        elif entry.is_file():
            yield entry


def _looks_like_a_dump(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return bool(_DUMP_HEAD.search(stream.read(_HEAD)))
    except OSError:
        return False


def _installed(path: Path) -> Origin | None:
    if is_metadata(path):
        return distribution_origin(path)
    if path.is_dir() and is_library(path):
        return library_origin(path)
    metadata = owner_of(path)
    origin = distribution_origin(metadata) if metadata else None
    if origin is None or origin.files is None:
        return None
    relative = path.relative_to(origin.root).as_posix()
    files = tuple(f for f in origin.files if f == relative or f.startswith(f"{relative}/"))
    if not files:
        return None  # such as scripts that a package brings along
    scope = (relative if path.is_file() else f"{relative}/",)
    return replace(origin, files=files, scope=scope)


def _checkout(path: Path) -> Origin | None:
    found = checkout_of(path)
    if found is None:
        return None
    remote = found.remote
    name = f"local/{valid_name(found.root.name)}"
    repo = remote.repo if remote else name
    address = remote.address(found.commit.sha) if remote else Address(kind="nowhere", url=f"{NOWHERE}/{repo}")
    is_pinned = remote is not None and address.kind != "page"
    return Origin(
        repo=repo,
        root=found.root,
        below=found.below,
        address=address,
        scope=(_scope(path, found.below),),
        commit=found.commit,
        ignores=found.ignores,
        description=stated(found.root).description,
        derived=frozenset(() if is_pinned else ("githubUrl",) if remote else ("githubUrl", "repo")),
    )


def _folder(path: Path) -> Origin:
    root = path if path.is_dir() else path.parent
    below = "" if path.is_dir() else path.name
    told = stated(root)
    remote = told.remote
    repo = remote.repo if remote else f"local/{valid_name(root.name)}"
    address = (
        Address(kind="page", url=f"https://{remote.host}/{remote.path}")
        if remote
        else Address(kind="nowhere", url=f"{NOWHERE}/{repo}")
    )
    return Origin(
        repo=repo,
        root=root,
        below=below,
        address=address,
        scope=(_scope(path, below),),
        description=told.description,
        derived=frozenset({"repo", "githubUrl", "analyzedSha", "analyzedAt"}),
    )


def _scope(path: Path, below: str) -> str:
    return f"{below}/" if below and path.is_dir() else below
