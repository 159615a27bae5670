"""What package managers installed: distributions by their metadata, and CPython's own library."""

import csv
import io
import platform
import re
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

from ingest.readers.source_tree.project import Address, Origin, Remote, remote_of, valid_name
from ingest.readers.source_tree.tree import is_project

#: Metadata and lists of files are read so far, in bytes.
MAX_LIST = 8 << 20
METADATA_SUFFIXES = (".dist-info", ".egg-info")
#: Files that the library of a CPython has, and no other folder together.
_LIBRARY = ("os.py", "abc.py", "site.py", "types.py", "functools.py")
_LIBRARY_LEFT_OUT = frozenset(
    {"site-packages", "dist-packages", "test", "idlelib", "turtledemo", "ensurepip/_bundled", "lib-dynload",
     "msilib", "pydoc_data"}
)  # fmt: skip
_BRANCH = re.compile(r"(?:python|pypy)(3\.\d{1,2})t?")
#: Labels under which projects give their source, the surest first.
_SOURCE_LABELS = ("source", "source code", "repository", "code", "github", "gitlab", "homepage", "home")
#: Pages of a repository that may belong to another one than the source.
_OTHER_PAGES = re.compile(r"/(?:issues|discussions|wiki|releases|actions|sponsors|projects)(?:/|\Z)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Distribution:
    """An installed distribution. ``files``: paths below its folder, of any kind, as its lists have them."""

    name: str
    version: str
    summary: str | None
    remote: Remote | None
    files: tuple[str, ...]
    metadata: Path


def is_metadata(path: Path) -> bool:
    """Whether a path is an installed distribution's folder of metadata."""
    return path.name.endswith(METADATA_SUFFIXES) and _metadata_file(path) is not None


def is_library(path: Path) -> bool:
    """Whether a folder is CPython's library."""
    return all((path / name).is_file() for name in _LIBRARY)


def distributions(folder: Path) -> list[Path]:
    """The folders of metadata in a folder that packages were installed into; empty where it is none. A
    project that was built in place has its own metadata beside its sources: it is no such folder."""
    found = sorted(path for path in folder.iterdir() if is_metadata(path))
    is_own = folder.name not in ("site-packages", "dist-packages") and is_project(
        {path.name for path in folder.iterdir()}
    )
    return [] if is_own else found


def packages_of(environment: Path) -> list[Path]:
    """The folders into which a virtual environment installs; empty where the path is none."""
    if not (environment / "pyvenv.cfg").is_file():
        return []
    folders = (*environment.glob("lib*/python*/site-packages"), *environment.glob("Lib/site-packages"))
    return sorted({folder.resolve() for folder in folders})  # lib64 leads to lib


def distribution(metadata: Path) -> Distribution | None:
    """What a folder of metadata says; None where it does not even name the distribution."""
    file = _metadata_file(metadata)
    if file is None:
        return None
    told = HeaderParser().parsestr(_text(file))
    name = told.get("Name")
    if not name:
        return None
    return Distribution(
        name=name,
        version=told.get("Version") or "0",
        summary=told.get("Summary"),
        remote=stated_remote(told),
        files=tuple(sorted(set(_files(metadata, name)))),
        metadata=file,
    )


def distribution_origin(metadata: Path) -> Origin | None:
    """An installed distribution as a tree."""
    found = distribution(metadata)
    if found is None:
        return None
    name = re.sub(r"[-_.]+", "-", found.name).lower()
    return Origin(
        repo=found.remote.repo if found.remote else f"pypi/{valid_name(name)}",
        root=metadata.parent,
        # Which tag or commit it was built from cannot be known from here.
        address=Address(kind="page", url=f"https://pypi.org/project/{name}/{found.version}/"),
        scope=tuple(tops(found.files)),
        # What else it ships, such as scripts of web pages, is no part of the language's errors.
        files=tuple(file for file in found.files if file.endswith(".py")),
        dated=found.metadata,
        description=found.summary,
        language="Python",
        version=found.version,
        derived=frozenset({"repo", "githubUrl", "analyzedSha", "analyzedAt", "filePath"}),
    )


def library_origin(folder: Path) -> Origin:
    """CPython's library as a tree; the patch level is known of the running interpreter's only."""
    hit = _BRANCH.fullmatch(folder.name)
    version = hit[1] if hit else None
    ref = version
    if folder.samefile(sysconfig.get_path("stdlib")):
        version, ref = platform.python_version(), f"v{platform.python_version()}"
    return Origin(
        repo="python/cpython",
        root=folder,
        prefix="Lib/",
        address=Address(kind="github", url="https://github.com/python/cpython", ref=ref or "main"),
        scope=("Lib/",),
        left_out=_LIBRARY_LEFT_OUT,
        description="The Python programming language",
        language="Python",
        version=version,
        derived=frozenset({"githubUrl", "analyzedSha", "analyzedAt"}),
    )


def owner_of(path: Path) -> Path | None:
    """The metadata of the distribution that an installed folder or file belongs to."""
    for folder in path.parents:
        if folder.name in ("site-packages", "dist-packages"):
            relative = path.relative_to(folder).as_posix()
            for metadata in distributions(folder):
                found = distribution(metadata)
                if found and any(f == relative or f.startswith(f"{relative}/") for f in found.files):
                    return metadata
            return None
    return None


def tops(files: tuple[str, ...]) -> Iterator[str]:
    """The folders, with a slash at the end, and single files that a list of Python files lies in: the topmost
    folders that hold files themselves, since several distributions may share the folders above."""
    sources = sorted(file for file in files if file.endswith(".py"))
    yield from (file for file in sources if "/" not in file)
    folders = sorted({file.rpartition("/")[0] + "/" for file in sources if "/" in file})
    last = None
    for folder in folders:
        if last is None or not folder.startswith(last):
            last = folder
            yield folder


def _metadata_file(path: Path) -> Path | None:
    for file in (path / "METADATA", path / "PKG-INFO"):
        if file.is_file():
            return file
    # Debian's packages have a single file.
    return path if path.name.endswith(".egg-info") and path.is_file() else None


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(MAX_LIST).decode("utf-8", "replace")
    except OSError:
        return ""


def stated_remote(told: Message) -> Remote | None:
    """The repository that metadata names among a project's addresses."""
    pages = [("homepage", told.get("Home-page") or "")]
    for line in told.get_all("Project-URL", []):
        label, _, url = str(line).partition(",")
        pages.append((label.strip().lower(), url.strip()))
    order = {label: place for place, label in enumerate(_SOURCE_LABELS)}
    for _, url in sorted(pages, key=lambda page: order.get(page[0], len(order))):
        remote = None if _OTHER_PAGES.search(url) else remote_of(url, whole=False)
        if remote is not None:
            return remote
    return None


def _files(metadata: Path, name: str) -> Iterator[str]:
    if (record := metadata / "RECORD").is_file():
        for row in csv.reader(io.StringIO(_text(record))):
            if row and _is_inside(row[0]):
                yield row[0]
        return
    if (listed := metadata / "installed-files.txt").is_file():
        for line in _text(listed).splitlines():
            path = line.removeprefix("../")
            if line.startswith("../") and _is_inside(path):
                yield path
        return
    for top in _text(metadata / "top_level.txt").split() or [re.sub(r"[-.]+", "_", name)]:
        folder = metadata.parent / top
        if not _is_inside(top):
            continue
        if (metadata.parent / f"{top}.py").is_file():
            yield f"{top}.py"
        elif folder.is_dir():
            yield from (path.relative_to(metadata.parent).as_posix() for path in sorted(folder.rglob("*.py")))


def _is_inside(path: str) -> bool:
    return not path.startswith("/") and ".." not in path.split("/") and "\\" not in path and ":" not in path
