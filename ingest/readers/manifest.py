"""manifest.json of a dataset: its version, and what its files must be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ingest.problems import Problem, show
from ingest.readers.archive import plain_name
from ingest.readers.json_value import Refused
from ingest.readers.repo_table import load_json
from ingest.readers.source import Source
from ingest.record import FIELDS, SCHEMA_VERSION, ZONED_TIME

MANIFEST = "manifest.json"
_INDEX_NAMES = frozenset({"index.json", "index.json.gz"})
_REPO_NAMES = frozenset({"repos.json"})
_RECORDS = "repos/"
_COPIES = ("index", "indexGzip", "schema", "retired")
_KEYS = frozenset({"datasetVersion", "counts", "files"})
# `files` holds a file, a list of them or one more level of names.
_MAX_LISTING_DEPTH = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """A file that a manifest lists. size: bytes. sha256: as it stands; None when it does not."""

    size: object = None
    sha256: object = None

    def fits(self, size: int, sha256: str) -> bool:
        """Whether a file with this size and this checksum (hex digits) is the one that is listed."""
        stated = self.sha256.lower() if isinstance(self.sha256, str) else self.sha256
        return self.size in (None, size) and stated in (None, sha256)


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """What a manifest says; names are relative to its folder.

    version: the datasetVersion, None when there is none. copies: files that hold no record which another
    does not have. repos: the repository table. bulk: the file that has all that a base knew of its records.
    problems: what is wrong with the manifest itself.
    """

    version: str | None = None
    copies: frozenset[str] = _INDEX_NAMES
    repos: frozenset[str] = _REPO_NAMES
    bulk: frozenset[str] = frozenset()
    listed: Mapping[str, Listed] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read_manifest(source: Source) -> Manifest | None:
    """What the manifest says; None when the file is another thing that has its name."""

    def problem(code: str, reason: str, *, rejects: bool = True) -> Problem:
        return Problem(file=source.name, where="file", code=code, reason=reason, rejects=rejects)

    try:
        value = load_json(source)
    except Refused as refused:
        reason = f"{refused.reason}; the dataset was read without its version and checksums"
        return Manifest(problems=(problem(refused.code, reason),))
    if not isinstance(value, dict) or _KEYS.isdisjoint(value) or _is_record(value):
        return None
    problems = []
    version = value.get("datasetVersion")
    if version is not None and not (isinstance(version, str) and ZONED_TIME.fits(version)):
        reason = f"datasetVersion is {show(version)}, not {ZONED_TIME.words}; the records got none"
        problems.append(problem("dataset-version", reason))
        version = None
    if value.get("schemaVersion") != SCHEMA_VERSION:
        reason = f"schemaVersion is {show(value.get('schemaVersion'))}; {SCHEMA_VERSION} is read"
        problems.append(problem("schema-version", reason, rejects=False))
    files = value.get("files", {})
    if not isinstance(files, dict | list):
        problems.append(problem("manifest", f"files is {show(files)} instead of an object"))
        files = {}
    listed = dict(_listed(files, None, 0))
    return Manifest(
        version=version,
        copies=_INDEX_NAMES.union(*(_names(files, key) for key in _COPIES), _copied(files)),
        repos=_REPO_NAMES | _names(files, "repos"),
        bulk=_names(files, "bulk"),
        listed=listed,
        problems=tuple(problems),
    )


def _is_record(value: Mapping[str, object]) -> bool:
    return "record" in value or len(FIELDS.keys() & value.keys()) > 1


def _names(files: object, key: str) -> frozenset[str]:
    entry = files.get(key) if isinstance(files, dict) else None
    path = entry.get("path") if isinstance(entry, dict) else None
    # Whatever a manifest says, the files of records are read as such.
    if not isinstance(path, str) or _relative(path).startswith(_RECORDS):
        return frozenset()
    return frozenset({_relative(path)})


def _copied(files: object) -> frozenset[str]:
    """The files of records, where the manifest lists a bulk file, which has them and more beside them."""
    if not isinstance(files, dict) or not _names(files, "bulk"):
        return frozenset()
    return frozenset(name for name, _ in _listed(files.get("records"), None, 1))


def _listed(value: object, key: str | None, depth: int) -> Iterator[tuple[str, Listed]]:
    """The files in a listing: objects with a path, or with a checksum and their path as the key."""
    if isinstance(value, dict):
        path = value.get("path", key if "sha256" in value else None)
        if isinstance(path, str):
            yield _relative(path), Listed(size=value.get("bytes"), sha256=value.get("sha256"))
            return
        children = list(value.items())
    elif isinstance(value, list):
        children = [(None, child) for child in value]
    else:
        return
    if depth < _MAX_LISTING_DEPTH:
        for name, child in children:
            yield from _listed(child, name, depth + 1)


def _relative(path: str) -> str:
    # A served manifest may give the address, below which the dataset lies under /data/.
    return plain_name(path.removeprefix("/data/"))
