"""What a source tree is: the repository that its records name, the commit, where its files can be seen.

A tree is, in this order: CPython's library or an installed distribution, by what lies in the folder; a git
checkout; a folder like any other, which its project file may name. `origins.origin_of` tells without reading
sources; `seal` then fills in what depends on them.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from ingest.record import FORMS

#: Nothing answers under this host (RFC 2606): a record needs an address, and this one leads nobody astray.
NOWHERE = "http://local.invalid"
#: What a remote or a project file may call a repository: ssh, scp-like and web addresses.
_REMOTE = re.compile(
    r"""
    (?: (?:git\+)?(?:https?|ssh|git)://(?:[^@/\s]{1,200}@)?(?P<host>[\w.-]{1,200})(?::\d{1,5})?/
      | (?:[^@/\s:]{1,200}@)?(?P<scp>[\w.-]{1,200}\.[a-z]{2,20}): )
    (?P<path>[^\s?\#]{1,400})
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BAD_IN_NAME = re.compile(r"[^A-Za-z0-9._-]+")
#: On these every path begins with owner and name.
_CODE_HOSTS = frozenset({"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"})
_NO_OWNERS = frozenset({"sponsors", "orgs", "users", "marketplace", "apps", "features", "topics", "about"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Address:
    """Where a repository's files can be looked at. ``kind``: how the host writes a file's address, page for
    one page that stands for all files, nowhere for none. ``url``: the repository's or page's address."""

    kind: str
    url: str
    ref: str = ""

    def of(self, path: str, first: int, last: int) -> str:
        """The address of lines of a file; ``path`` is relative to the repository."""
        file = quote(path, errors="replace")
        match self.kind:
            case "github":
                return f"{self.url}/blob/{self.ref}/{file}#L{first}-L{last}"
            case "gitlab":
                return f"{self.url}/-/blob/{self.ref}/{file}#L{first}-{last}"
            case "bitbucket":
                return f"{self.url}/src/{self.ref}/{file}#lines-{first}:{last}"
            case "gitea":
                return f"{self.url}/src/commit/{self.ref}/{file}#L{first}-L{last}"
            case "page":
                return self.url
        return f"{self.url}/{file}#L{first}-L{last}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Content:
    """What is known of a file once it was read. ``sha256``: hex; ``blob``: git's hash of it, or of it with
    plain line ends, each hex; ``modified``: nanoseconds since 1970."""

    sha256: str
    blobs: frozenset[str]
    modified: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Commit:
    """What a git checkout is compared with: ``time`` in seconds since 1970, ``blobs`` by path."""

    sha: str
    time: int
    blobs: Mapping[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Origin:
    """A tree before its sources are read.

    root: what paths of files are relative to. below: the part of it that is read: a folder, a file, or empty.
    prefix: stands before each path in records. files: paths, where a list says which belong to it. left_out:
    folders that do not; ignores: whether a path does not. dated: the file whose time is the analysis', where
    the newest source's is not. derived: record keys that were concluded rather than found. scope: what of
    the repository is read: folders with a slash at the end, whole files; empty text: all of it.
    """

    repo: str
    root: Path
    address: Address
    scope: tuple[str, ...]
    below: str = ""
    prefix: str = ""
    files: tuple[str, ...] | None = None
    left_out: frozenset[str] = frozenset()
    commit: Commit | None = None
    ignores: Callable[[str], bool] | None = None
    dated: Path | None = None
    description: str | None = None
    language: str | None = None
    version: str | None = None
    derived: frozenset[str] = frozenset()

    def owns(self, path: str) -> bool:
        """Whether a path below the root belongs to the tree."""
        if self.ignores is not None and self.ignores(path):
            return False
        return not any(path.startswith(f"{folder}/") for folder in self.left_out)


@dataclass(frozen=True, kw_only=True, slots=True)
class Project:
    """A tree whose sources were read. ``sha``: 40 hex digits; ``analyzed_at``: ISO 8601 in UTC;
    ``changed``: paths of files that are not as the commit has them."""

    origin: Origin
    sha: str
    analyzed_at: str
    changed: frozenset[str]

    @property
    def repo(self) -> str:
        return self.origin.repo

    def file_path(self, path: str) -> str:
        """The path in the repository of a file below the root."""
        return self.origin.prefix + path

    def permalink(self, path: str, first: int, last: int) -> str:
        """Where lines of a file below the root can be seen."""
        return self.origin.address.of(self.file_path(path), first, last)

    def derived(self, path: str) -> frozenset[str]:
        """Record keys whose values were concluded, for a file below the root."""
        is_changed = path in self.changed
        return self.origin.derived | (frozenset({"githubUrl", "analyzedSha"}) if is_changed else frozenset())


def seal(origin: Origin, contents: Mapping[str, Content]) -> Project:
    """The project that these sources make."""
    commit = origin.commit
    if commit is not None:
        changed = frozenset(
            path
            for path, content in contents.items()
            if commit.blobs.get(origin.prefix + path) not in content.blobs
        )
        newest = max((contents[path].modified for path in changed), default=commit.time * 10**9)
        return Project(origin=origin, sha=commit.sha, analyzed_at=_written(newest / 10**9), changed=changed)
    digest = hashlib.sha1(usedforsecurity=False)
    for path in sorted(contents):
        digest.update(f"{path}\0{contents[path].sha256}\n".encode("utf-8", "surrogateescape"))
    if origin.dated is not None:
        instant = origin.dated.stat().st_mtime
    else:
        instant = max((content.modified for content in contents.values()), default=0) / 10**9
    return Project(
        origin=origin,
        sha=digest.hexdigest(),
        analyzed_at=_written(instant),
        changed=frozenset(),
    )


def _written(instant: float) -> str:
    time = datetime.fromtimestamp(max(0.0, instant), UTC)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z"


def named(origin: Origin, repo: str) -> Origin:
    """The origin under another name, which somebody gave it."""
    return replace(origin, repo=repo, derived=origin.derived - {"repo"})


def valid_name(text: str) -> str:
    """The text as a part of a repository's name."""
    name = _BAD_IN_NAME.sub("-", text).strip("-")[:100]
    return name if name.strip(".") else "folder"


def is_repo(text: str) -> bool:
    """Whether a text is `owner/name`."""
    return FORMS["repo"].fits(text)


@dataclass(frozen=True, kw_only=True, slots=True)
class Remote:
    """A repository on a host. ``repo``: owner/name, groups joined by dots; ``path``: as the host has it."""

    host: str
    path: str
    repo: str

    def address(self, ref: str) -> Address:
        """Where its files can be seen at a commit; a host that is not known has one page for all."""
        return Address(kind=_kind(self.host), url=f"https://{self.host}/{self.path}", ref=ref)


def remote_of(url: str, *, whole: bool) -> Remote | None:
    """The repository of an address. ``whole``: its path is the repository's, as git's remotes are; else it is
    a page of a known host, of which the first two parts are."""
    hit = _REMOTE.match(url.strip())
    if hit is None:
        return None
    host = (hit["host"] or hit["scp"]).lower().removeprefix("www.")
    parts = [part for part in hit["path"].split("/") if part]
    if not whole:
        if host not in _CODE_HOSTS or (parts and parts[0] in _NO_OWNERS):
            return None
        parts = parts[:2]
    if len(parts) < 2:
        return None
    parts[-1] = parts[-1].removesuffix(".git")
    owner = valid_name(".".join(parts[:-1]))
    return Remote(host=host, path="/".join(parts), repo=f"{owner}/{valid_name(parts[-1])}")


def _kind(host: str) -> str:
    if host == "github.com" or host.startswith("github."):
        return "github"
    if "gitlab" in host:
        return "gitlab"
    if host == "bitbucket.org":
        return "bitbucket"
    if host == "codeberg.org" or host.startswith(("gitea.", "forgejo.", "git.")):
        return "gitea"
    return "page"
