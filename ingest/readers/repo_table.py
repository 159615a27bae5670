"""The repository table of a dataset, repos.json → RepoFacts."""

from collections.abc import Iterator

from ingest.problems import Problem, show
from ingest.readers.json_value import MAX_DEPTH, MAX_PIECE_LENGTH, Refused, decode, within_depth
from ingest.readers.source import Source
from ingest.record import FORMS, MAX_INTEGER, MAX_TEXT_LENGTH, RepoFacts

_TEXTS = ("description", "language", "defaultBranch")
_NUMBERS = ("stars", "sourceFiles")
_FORMED = ("analyzedSha", "analyzedAt")
# How many entries there are is counted, not believed.
_KNOWN = {"repo", "errorCount", *_TEXTS, *_NUMBERS, *_FORMED}


def read_repos(source: Source) -> Iterator[RepoFacts | Problem]:
    """The rows of the table; a row with a fault is a problem that names it."""

    def problem(code: str, reason: str, *, rejects: bool = True) -> Problem:
        return Problem(file=source.name, where="file", code=code, reason=reason, rejects=rejects)

    try:
        table = load_json(source)
    except Refused as refused:
        yield problem(refused.code, f"no repository was taken from it: {refused.reason}")
        return
    rows = table.get("repos") if isinstance(table, dict) else table
    if not isinstance(rows, list):
        reason = 'no repository was taken from it; it should be {"repos": [{"repo": "owner/name", …}]}'
        yield problem("wrong-type", reason)
        return
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        try:
            facts = _facts(row)
        except Refused as refused:
            yield problem(refused.code, f"row {number} was not taken: {refused.reason}")
            continue
        if facts.repo in seen:
            reason = f"row {number} was not taken: {facts.repo} stands above already"
            yield problem("duplicate-repo", reason)
            continue
        seen.add(facts.repo)
        unknown = row.keys() - _KNOWN
        if unknown:
            names = ", ".join(show(key) for key in sorted(unknown)[:5])
            reason = f"row {number} was taken without the keys {names}, which are not known"
            yield problem("unknown-key", reason, rejects=False)
        yield facts


def load_json(source: Source) -> object:
    """The one JSON value of a small source; Refused when there is none, or it is damaged or large."""
    data = source.read(MAX_PIECE_LENGTH + 1)
    if len(data) > MAX_PIECE_LENGTH:
        raise Refused("too-large", f"it is above {MAX_PIECE_LENGTH >> 20} MiB")
    if source.damage is not None:
        raise Refused(source.damage.code, str(source.damage))
    values = list(decode(data))
    if len(values) > 1:
        raise Refused("not-json", f"it holds {len(values)} values instead of one")
    if not within_depth(values[0], MAX_DEPTH):
        raise Refused("too-deep", f"nested deeper than {MAX_DEPTH} levels")
    return values[0]


def _facts(row: object) -> RepoFacts:
    if not isinstance(row, dict):
        raise Refused("wrong-type", f"{show(row)} instead of an object")
    repo = row.get("repo")
    if repo is None:
        raise Refused("missing-key", "it does not name its repo")
    _check_form("repo", repo)
    for key in _TEXTS:
        _check_text(key, row.get(key))
    for key in _NUMBERS:
        _check_number(key, row.get(key))
    for key in _FORMED:
        if row.get(key) is not None:
            _check_form(key, row[key])
    return RepoFacts(
        repo=repo,
        description=row.get("description"),
        language=row.get("language"),
        stars=row.get("stars"),
        source_files=row.get("sourceFiles"),
        default_branch=row.get("defaultBranch"),
        analyzed_sha=row.get("analyzedSha"),
        analyzed_at=row.get("analyzedAt"),
    )


def _check_form(key: str, value: object) -> None:
    if not isinstance(value, str):
        raise Refused("wrong-type", f"{key} is {show(value)} instead of a text")
    if not FORMS[key].fits(value):
        raise Refused("bad-form", f"{key} is {show(value)} instead of {FORMS[key].words}")


def _check_text(key: str, value: object) -> None:
    if value is None:
        return
    if not isinstance(value, str):
        raise Refused("wrong-type", f"{key} is {show(value)} instead of a text or null")
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise Refused("unstorable-text", f"{key} holds U+0000 or a lone surrogate")
    if len(value.encode()) > MAX_TEXT_LENGTH:
        raise Refused("too-large", f"{key} is above {MAX_TEXT_LENGTH >> 20} MiB")


def _check_number(key: str, value: object) -> None:
    if value is None:
        return
    # type(), because true is an int to isinstance().
    if type(value) is not int:
        raise Refused("wrong-type", f"{key} is {show(value)} instead of a whole number or null")
    if not 0 <= value <= MAX_INTEGER:
        raise Refused("out-of-range", f"{key} is {show(value)}, outside 0 to {MAX_INTEGER}")
