"""scan(path) → records: a source tree is a dump too.

walk → read (cached, in processes) → link (over the whole tree, language by language) → describe
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ingest.problems import Problem
from ingest.readers.source_tree import reading
from ingest.readers.source_tree.cache import FactCache, key_of
from ingest.readers.source_tree.describe import records
from ingest.readers.source_tree.languages import language, module_for, spelled
from ingest.readers.source_tree.origins import origin_of
from ingest.readers.source_tree.project import Content, Origin, Project, seal
from ingest.readers.source_tree.reading import NotSource, Source, content_of, decoded
from ingest.readers.source_tree.site import Site
from ingest.readers.source_tree.template import has_text
from ingest.readers.source_tree.tree import SourceFile, Walk, is_generated
from ingest.record import Found, RawRecord, RepoFacts

#: Facts are put into the cache so many at a time.
_KEPT_AT_ONCE = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """How a tree is scanned. repo: `owner/name` in place of what the tree says. tests: read those too. jobs:
    processes. cache: the folder that keeps what was read; None: nothing is kept."""

    repo: str | None = None
    tests: bool = False
    jobs: int = 1
    cache: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Scanned:
    """What of a repository a finished scan has seen: entries beyond it are gone from the source.

    paths: folders with a slash at the end and whole files, the empty text is everything; unread: files that
    could not be read; analyzed_at: ISO 8601 in UTC.
    """

    repo: str
    paths: tuple[str, ...]
    unread: tuple[str, ...]
    analyzed_at: str
    tests: bool

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Scanned":
        """What `dataclasses.asdict` made of one, when it comes back from JSON."""
        return cls(**{**told, "paths": tuple(told["paths"]), "unread": tuple(told["unread"])})

    def covers(self, file_path: str) -> bool:
        """Whether the scan would have seen an error of this file."""
        if file_path in self.unread:
            return False
        if not any(_is_below(file_path, path) for path in self.paths):
            return False
        return self.tests or Walk().keeps(file_path)


class Scan:
    """One scan of one tree; iterate once. ``done_bytes`` of ``total_bytes`` says how far the reading is;
    ``on_read`` is called for each file.

    OSError when the tree cannot be read at all; files in it that cannot are problems.
    """

    def __init__(self, path: Path, options: Options) -> None:
        self.origin: Origin = origin_of(path, options.repo)
        self.options = options
        self.walk = Walk(tests=options.tests)
        self.files = tuple(source_files(self.origin, self.walk))
        self.total_bytes = sum(file.size for file in self.files)
        self.done_bytes = 0
        self.on_read: Callable[[], None] | None = None
        self.project: Project | None = None
        self.languages: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self._problems: dict[str, Problem] = {}
        self._contents: dict[str, Content] = {}

    def __iter__(self) -> Iterator[Found]:
        facts = self._facts()
        project = self.project = seal(self.origin, self._contents)
        if not facts and not self._problems:
            if self.origin.files is None:
                yield self._problem("", "empty", "it holds no source that is read here", rejects=True)
            return
        yield self._told()
        sites: dict[str, list[Site]] = {}
        names: dict[str, str] = {}
        for module, of_module in sorted(facts.items()):
            known = language(module)
            if known is None:
                continue
            for path, site in known.link(of_module):
                sites.setdefault(path, []).append(site)
                names[path] = known.NAME
        for path in sorted({*sites, *self._problems}):
            if path in self._problems:
                yield self._problems[path]
            else:
                yield from self._described(project, path, sites[path], names[path])

    @property
    def scanned(self) -> Scanned | None:
        """What was seen; None before the end of the reading."""
        if self.project is None:
            return None
        return Scanned(
            repo=self.project.repo,
            paths=self.origin.scope,
            unread=tuple(map(self.project.file_path, self._problems)),
            analyzed_at=self.project.analyzed_at,
            tests=self.options.tests,
        )

    @cached_property
    def state(self) -> str:
        """Names the files as they are: another text when any came, went or was written."""
        told = "\n".join(f"{file.path}\0{file.size}\0{file.modified}" for file in self.files)
        return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()

    def _facts(self) -> dict[str, dict[str, Any]]:
        """Facts by module and path, in order of the paths."""
        found: dict[str, tuple[str, Any]] = {}
        fresh: dict[str, Any] = {}
        jobs = self.options.jobs if self.total_bytes >= reading.WORTH_PROCESSES else 1
        with FactCache(self.options.cache) as cache:
            missing = self._missing(cache, found)
            for source, facts in reading.read_all(missing, jobs=jobs):
                fresh[source.key] = facts
                self._keep(found, source.path, source.module, facts)
                if len(fresh) >= _KEPT_AT_ONCE:
                    cache.put(fresh)
                    fresh.clear()
            cache.put(fresh)
        by_module: dict[str, dict[str, Any]] = {}
        for path in sorted(found):
            module, facts = found[path]
            by_module.setdefault(module, {})[path] = facts
        return by_module

    def _missing(self, cache: FactCache, found: dict[str, tuple[str, Any]]) -> Iterator[Source]:
        """Files that the cache does not know; those that it does go straight to ``found``."""
        for file in self.files:
            module = module_for(file.path.rpartition("/")[2])
            data = self._bytes(file)
            self.done_bytes += file.size
            if self.on_read:
                self.on_read()
            if module is None or data is None:
                continue
            if is_generated(data, file.path):
                self.walk.left_out["generated"] += 1
                continue
            content = self._contents[file.path] = content_of(data, file.modified)
            self.languages[module] += 1
            key = key_of(content.sha256, module)
            if (facts := cache.get(key)) is not None:
                self._keep(found, file.path, module, facts)
                continue
            try:
                yield Source(path=file.path, module=module, key=key, text=decoded(data, module))
            except NotSource as error:
                self._refuse(file.path, str(error))

    def _bytes(self, file: SourceFile) -> bytes | None:
        try:
            return (self.origin.root / file.path).read_bytes()
        except OSError as error:
            self._refuse(file.path, f"it cannot be read: {error.strerror or error}")
            return None

    def _keep(self, found: dict[str, tuple[str, Any]], path: str, module: str, facts: reading.Facts) -> None:
        if facts.reason is not None:
            self._refuse(path, facts.reason)
        else:
            found[path] = module, facts.found

    def _refuse(self, path: str, reason: str) -> None:
        self._problems[path] = self._problem(path, "not-source", reason, rejects=False)

    def _problem(self, path: str, code: str, reason: str, *, rejects: bool) -> Problem:
        file = str(Path(self.origin.root, path or self.origin.below))
        return Problem(file=file, where="file", code=code, reason=reason, rejects=rejects)

    def _described(self, project: Project, path: str, sites: list[Site], name: str) -> Iterator[Found]:
        data = (self.origin.root / path).read_bytes()
        if content_of(data, 0).sha256 != self._contents[path].sha256:
            reason = "it was written to while it was read: scan it again"
            self._problems[path] = self._problem(path, "file-changed", reason, rejects=True)
            yield self._problems[path]
            return
        module = module_for(path.rpartition("/")[2]) or ""
        self.counts["places"] += len(sites)
        for raw in records(project, path, decoded(data, module), sites, name):
            self.counts["entries"] += 1
            self.counts["without text"] += _is_without_text(raw)
            yield raw

    def _told(self) -> RepoFacts:
        origin, project = self.origin, self.project
        first = max(sorted(self.languages), key=self.languages.__getitem__, default=None)
        return RepoFacts(
            repo=origin.repo,
            description=origin.description,
            language=origin.language or (spelled(first) if first else None),
            # A part of a repository, or of what is built from it, does not tell how many it has.
            source_files=len(self._contents) if origin.files is None and not origin.below else None,
            analyzed_sha=project.sha if project else None,
            analyzed_at=project.analyzed_at if project else None,
            form="source",
        )


def scan(path: Path, options: Options | None = None) -> Iterator[Found]:
    """Everything in one source tree (see `origins.trees` for folders of several)."""
    return iter(Scan(path, options or Options()))


def source_files(origin: Origin, walk: Walk) -> Iterator[SourceFile]:
    """The files that belong to a tree, in order of their paths."""
    if origin.files is not None:
        listed = (walk.file(origin.root, path) for path in sorted(origin.files) if walk.keeps(path))
        yield from filter(None, listed)
        return
    if origin.below and (origin.root / origin.below).is_file():
        # A file that somebody names is read whatever its name says.
        named = Walk(tests=True).file(origin.root, origin.below)
        yield from filter(None, (named,))
        return
    yield from filter(lambda file: origin.owns(file.path), walk.files(origin.root, origin.below))


def size_of(path: Path, options: Options) -> int:
    """The bytes of source in a tree. OSError when it cannot be read."""
    origin = origin_of(path, options.repo)
    return sum(file.size for file in source_files(origin, Walk(tests=options.tests)))


def _is_below(file_path: str, path: str) -> bool:
    return path in ("", file_path) or (path.endswith("/") and file_path.startswith(path))


def _is_without_text(raw: RawRecord) -> bool:
    return "errorMessage" in raw.derived or not has_text(str(raw.values["errorMessage"]))
