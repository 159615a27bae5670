"""Files and folders → stored entries and a report. Everything else here is one step of this flow."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ingest.complete import complete
from ingest.problems import Problem
from ingest.readers import is_dataset, open_dump
from ingest.record import Accepted, RepoFacts
from ingest.store import BATCH, save, save_repository
from ingest.validate import validate


@dataclass(kw_only=True)
class Report:
    """What an ingest did. ``read`` counts records found: it is the sum of the four after it.

    ``warned`` counts records that were stored with a doubt, and texts that were passed over.
    ``problems`` holds everything that was refused or is doubtful, in the order in which it was met.
    """

    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0
    warned: int = 0
    problems: list[Problem] = field(default_factory=list)

    @property
    def stored(self) -> int:
        """Records of the source that the base holds now."""
        return self.new + self.changed + self.unchanged

    def counts(self) -> dict[str, int]:
        """The six numbers by name."""
        names = ("read", "new", "changed", "unchanged", "rejected", "warned")
        return {name: getattr(self, name) for name in names}

    @property
    def exit_status(self) -> int:
        """0 nothing was refused, 1 something was and something is stored, 2 nothing is stored."""
        if not any(problem.rejects for problem in self.problems):
            return 0
        return 1 if self.stored else 2


#: Called with the report so far and the file at hand; for progress on a terminal.
Watch = Callable[[Report, Path], None]


def run(paths: Iterable[Path], watch: Watch | None = None) -> Report:
    """Ingests files and folders (their files, in order of their names).

    A path that is not there, or cannot be read, is a problem like any other.
    """
    report = Report()
    batch: list[Accepted] = []
    for path in _files(paths, report):
        for accepted in _accepted(path, report):
            batch.append(accepted)
            if len(batch) >= BATCH:
                _save(batch, report)
                if watch:
                    watch(report, path)
        if watch:
            watch(report, path)
    _save(batch, report)
    return report


def _files(paths: Iterable[Path], report: Report) -> Iterator[Path]:
    for path in paths:
        if path.is_dir() and not is_dataset(path):
            found = sorted(
                file
                for file in path.rglob("*")
                if file.is_file() and not any(part.startswith(".") for part in file.relative_to(path).parts)
            )
            if not found:
                report.problems.append(_unread(path, "empty", "the folder holds no file"))
            yield from found
        else:
            yield path


def _accepted(path: Path, report: Report) -> Iterator[Accepted]:
    try:
        for found in open_dump(path):
            if isinstance(found, Problem):
                report.problems.append(found)
                # A file refused as a whole is one problem and no record.
                report.rejected += found.rejects and found.where != "file"
                report.read += found.rejects and found.where != "file"
                report.warned += not found.rejects
                continue
            if isinstance(found, RepoFacts):
                save_repository(found)
                continue
            report.read += 1
            judged = validate(complete(found))
            if isinstance(judged, Accepted):
                report.warned += bool(judged.warnings)
                report.problems += judged.warnings
                yield judged
            else:
                report.rejected += 1
                report.problems += judged
    except OSError as error:
        report.problems.append(_unread(path, "unreadable", f"cannot be read: {error.strerror}"))


def _unread(path: Path, code: str, reason: str) -> Problem:
    return Problem(file=str(path), where="file", code=code, reason=reason, rejects=True)


def _save(batch: list[Accepted], report: Report) -> None:
    if not batch:
        return
    outcome = save(batch)
    report.new += outcome.new
    report.changed += outcome.changed
    report.unchanged += outcome.unchanged
    report.rejected += outcome.rejected
    report.warned += sum(problem.code == "slug-taken" for problem in outcome.problems)
    report.problems += outcome.problems
    batch.clear()
