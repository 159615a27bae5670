"""Which files of a folder are source that users meet: neither tests nor others' code nor generated code.

Names decide before a file is opened: hidden, vendored, test and output folders are not entered. What the
beginning of a file says decides about the rest (`is_generated`).
"""

import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ingest.readers.source_tree.languages import module_for

#: A longer file is data or a bundle, in bytes.
MAX_BYTES = 2 << 20
#: So much of a file may say that it is generated, in bytes.
HEAD = 2048
#: Files of scripts whose lines are longer than this on average are bundles, in bytes.
BUNDLE_LINE = 400

#: By these files people and tools know the top of a project.
PROJECT_FILES = frozenset(
    {"pyproject.toml", "setup.py", "setup.cfg", "package.json", "go.mod", "Cargo.toml", "pom.xml",
     "build.gradle", "build.gradle.kts", "Gemfile", "composer.json"}
)  # fmt: skip
PROJECT_SUFFIXES = (".sln", ".csproj", ".gemspec")

_VENDORED = frozenset(
    {"node_modules", "bower_components", "jspm_packages", "vendor", "vendored", "_vendor", "_vendored",
     "third_party", "third-party", "thirdparty", "3rdparty", "site-packages", "dist-packages", "pods"}
)  # fmt: skip
_CACHES = frozenset({"__pycache__", "__pypackages__"})
#: Where a project file lies beside them, these hold what was built.
_OUTPUT = frozenset({"build", "dist", "target", "out", "obj", "coverage", "htmlcov"})
_TESTS = frozenset(
    {"tests", "__tests__", "__mocks__", "spec", "specs", "testdata", "test-data", "test_data", "e2e"}
)
_TEST_FOLDER = re.compile(
    r"""
      [a-z]+Tests?            # Kotlin and Android: commonTest, androidTest
    | .+\.(?:\w*Tests?|Specs?) # C#: Acme.Tests, Acme.UnitTests
    """,
    re.VERBOSE,
)
_TEST_FILE = re.compile(
    r"""
      (?:test_.+|.+_tests?|conftest)\.py
    | .+_test\.go
    | (?:test_.+|.+_(?:test|spec)|spec_helper|test_helper)\.rb
    | .+[.-](?:test|spec|stories|cy)\.[cm]?[jt]sx?
    | .+(?:Tests?|Spec|IT)\.(?:java|kts?|cs|php)
    | tests?\.rs
    """,
    re.VERBOSE,
)
_GENERATED_NAME = re.compile(
    r"""
      .+_pb2(?:_grpc)?\.py | .+\.pb(?:\.gw)?\.go | .+_grpc\.pb\.go | zz_generated.*\.go
    | .+\.(?:g|g\.i|designer|generated)\.(?:cs|vb) | .+\.generated\.\w+ | .+\.d\.[cm]?ts
    | .+[.-](?:min|bundle|umd)\.[cm]?js | __editable__.+\.py
    """,
    re.VERBOSE | re.IGNORECASE,
)
_GENERATED_HEAD = re.compile(
    rb"""
      ^.{0,10}Code\ generated\ .{0,200}DO\ NOT\ EDIT  # Go's convention, which others took over
    | ^.{0,10}@generated\b
    | <auto-?generated\b                              # .NET
    | \bGenerated\ by\ the\ (?:gRPC|protocol\ buffer)
    | \bwebpackBootstrap\b
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_SCRIPTS = (".js", ".mjs", ".cjs", ".php")


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceFile:
    """A file that is read. ``path`` is relative to the tree's root, with slashes; ``size`` in bytes;
    ``modified`` in nanoseconds since 1970."""

    path: str
    size: int
    modified: int


@dataclass(kw_only=True)
class Walk:
    """How a tree is walked: ``tests`` are read too, ``left_out`` counts files and folders by the reason."""

    tests: bool = False
    left_out: Counter[str] = field(default_factory=Counter)

    def files(self, root: Path, below: str = "") -> Iterator[SourceFile]:
        """The source files of a root, or of a folder below it, in order of their paths. OSError when the
        folder itself cannot be read; one below it that cannot is passed over."""
        yield from self._folder(root, below.strip("/"), is_top=True)

    def file(self, root: Path, path: str) -> SourceFile | None:
        """The file, unless it is left out or not there. Its own name decides, and its size."""
        try:
            status = (root / path).lstat()
        except OSError:
            return None
        return self._judged(path, status) if stat.S_ISREG(status.st_mode) else None

    def keeps(self, path: str) -> bool:
        """Whether names alone let this path be read: what an installer's list of files is asked for."""
        *folders, name = path.split("/")
        reason = next(filter(None, (folder_kind(folder) for folder in folders)), None)
        reason = reason or (
            "tests" if folders and folders[-1] == "test" and _TEST_FILE.fullmatch(name) else None
        )
        return reason is None or (reason == "tests" and self.tests)

    def _folder(self, root: Path, relative: str, *, is_top: bool) -> Iterator[SourceFile]:
        try:
            with os.scandir(root / relative) as listing:
                entries = sorted(listing, key=lambda entry: entry.name + "/" * entry.is_dir())
        except OSError:
            if is_top:
                raise
            return
        names = {entry.name for entry in entries}
        reason = None if is_top else _by_content(names, Path(relative).name)
        if reason and not (reason == "tests" and self.tests):
            self.left_out[reason] += 1
            return
        for entry in entries:
            path = f"{relative}/{entry.name}" if relative else entry.name
            if entry.is_symlink():
                continue
            if entry.is_dir():
                kind = folder_kind(entry.name)
                if kind is None and entry.name in _OUTPUT and is_project(names):
                    kind = "built"
                if kind is None or (kind == "tests" and self.tests):
                    yield from self._folder(root, path, is_top=False)
                elif kind != "hidden":
                    self.left_out[kind] += 1
            elif entry.is_file() and (found := self._judged(path, entry.stat(follow_symlinks=False))):
                yield found

    def _judged(self, path: str, status: os.stat_result) -> SourceFile | None:
        name = path.rpartition("/")[2]
        if module_for(name) is None or name.startswith("."):
            return None
        kind = file_kind(name)
        if status.st_size > MAX_BYTES:
            kind = "large"
        if kind is None or (kind == "tests" and self.tests):
            return SourceFile(path=path, size=status.st_size, modified=status.st_mtime_ns)
        self.left_out[kind] += 1
        return None


def is_project(names: set[str]) -> bool:
    """Whether a folder with files of these names is the top of a project."""
    return not names.isdisjoint(PROJECT_FILES) or any(name.endswith(PROJECT_SUFFIXES) for name in names)


def folder_kind(name: str) -> str | None:
    """Why a folder of this name is left out: hidden, vendored or tests. None: it is not."""
    lower = name.lower()
    if name.startswith(".") or lower in _CACHES:
        return "hidden"
    if lower in _VENDORED:
        return "vendored"
    if lower in _TESTS or _TEST_FOLDER.fullmatch(name):
        return "tests"
    return None


def file_kind(name: str) -> str | None:
    """Why a file of this name is left out: tests or generated. None: it is not."""
    if _TEST_FILE.fullmatch(name):
        return "tests"
    return "generated" if _GENERATED_NAME.fullmatch(name) else None


def is_generated(data: bytes, name: str) -> bool:
    """Whether the file says that a program wrote it, or has the long lines of a bundle."""
    if _GENERATED_HEAD.search(data[:HEAD]):
        return True
    return name.endswith(_SCRIPTS) and len(data) > BUNDLE_LINE * (data.count(b"\n") + 5)


def _by_content(names: set[str], name: str) -> str | None:
    """Why a folder is left out for what lies in it."""
    if ".git" in names:
        return "vendored"  # a repository within a repository
    if "pyvenv.cfg" in names:
        return "vendored"
    # A package called `test` may be what a framework offers to tests, which raises like any other.
    is_offered = "__init__.py" in names and not any(_TEST_FILE.fullmatch(each) for each in names)
    return "tests" if name.lower() == "test" and not is_offered else None
