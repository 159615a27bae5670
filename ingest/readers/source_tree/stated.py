"""What a project says of itself in its project file: its description and where its source is kept."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from ingest.readers.source_tree.installed import stated_remote
from ingest.readers.source_tree.project import Remote, remote_of

#: A project file is read so far, in bytes.
MAX_BYTES = 1 << 20
_SHORTHAND = re.compile(r"(?:(?P<host>github|gitlab|bitbucket):)?(?P<path>[\w.-]{1,100}/[\w.-]{1,100})")
_HOSTS = {"github": "github.com", "gitlab": "gitlab.com", "bitbucket": "bitbucket.org"}
_GO_MODULE = re.compile(r"^module[ \t]{1,20}\"?([\w./~-]{1,300})", re.MULTILINE)
# The first address after one of these words, in files that are programs or XML.
_NAMED_URL = re.compile(
    r"(?:RepositoryUrl|PackageProjectUrl|source_code_uri|homepage|<scm>)\W{1,40}?(?:<\w+>\s{0,80})?"
    r"(?:scm:git:)?((?:https?|git|ssh)://[^\s\"'<>]{1,300})"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stated:
    """What the project file says; None is what it does not."""

    remote: Remote | None = None
    description: str | None = None


def stated(folder: Path) -> Stated:
    """What the project files at the top of a folder say, the first that says something of each."""
    remote = description = None
    for file, read in _readers(folder):
        found = _read(file, read)
        remote = remote or found.remote
        description = description or found.description
    return Stated(remote=remote, description=description)


Reader = Callable[[str], Stated]


def _readers(folder: Path) -> Iterator[tuple[Path, Reader]]:
    named: tuple[tuple[str, Reader], ...] = (
        ("pyproject.toml", _pyproject), ("PKG-INFO", _metadata), ("package.json", _package_json),
        ("Cargo.toml", _cargo), ("composer.json", _composer), ("go.mod", _go), ("pom.xml", _by_words),
    )  # fmt: skip
    yield from ((folder / name, read) for name, read in named)
    yield from ((file, _by_words) for file in sorted([*folder.glob("*.gemspec"), *folder.glob("*.csproj")]))


def _read(file: Path, read: Reader) -> Stated:
    try:
        with file.open("rb") as stream:
            return read(stream.read(MAX_BYTES).decode("utf-8", "replace"))
    except (OSError, ValueError, RecursionError):  # what is no TOML or JSON raises ValueError
        return Stated()


def _pyproject(text: str) -> Stated:
    tables = tomllib.loads(text)
    project = _table(tables.get("project")) or _table(_table(tables.get("tool")).get("poetry"))
    pages = [*_table(project.get("urls")).values(), project.get("repository"), project.get("homepage")]
    return Stated(remote=_first(pages), description=_line(project.get("description")))


def _metadata(text: str) -> Stated:
    told = HeaderParser().parsestr(text)
    return Stated(remote=stated_remote(told), description=_line(told.get("Summary")))


def _package_json(text: str) -> Stated:
    told = _table(json.loads(text))
    repository = told.get("repository")
    url = _table(repository).get("url") if isinstance(repository, dict) else repository
    if isinstance(url, str) and (hit := _SHORTHAND.fullmatch(url)):
        url = f"https://{_HOSTS[hit['host'] or 'github']}/{hit['path']}"
    return Stated(remote=_first([url, told.get("homepage")]), description=_line(told.get("description")))


def _cargo(text: str) -> Stated:
    package = _table(tomllib.loads(text).get("package"))
    pages = [package.get("repository"), package.get("homepage")]
    return Stated(remote=_first(pages), description=_line(package.get("description")))


def _composer(text: str) -> Stated:
    told = _table(json.loads(text))
    pages = [_table(told.get("support")).get("source"), told.get("homepage")]
    return Stated(remote=_first(pages), description=_line(told.get("description")))


def _go(text: str) -> Stated:
    hit = _GO_MODULE.search(text)
    return Stated(remote=_first([f"https://{hit[1]}"]) if hit else None)


def _by_words(text: str) -> Stated:
    return Stated(remote=_first(_NAMED_URL.findall(text)))


def _first(pages: list[Any]) -> Remote | None:
    found = (remote_of(page, whole=False) for page in pages if isinstance(page, str))
    return next(filter(None, found), None)


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _line(value: Any) -> str | None:
    return " ".join(value.split())[:500] or None if isinstance(value, str) else None
