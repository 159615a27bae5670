"""Real tracebacks of installed packages against a base that was made by scanning these packages.

The ground truth is in the traceback itself: the entry that comes first must be of the same file, and the line
of the raise must lie in the entry's statement, or in one of those that the entry says it is raised by, too.
"""

import importlib.metadata
import re
import sysconfig
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from errorkb.fulltext import index as fulltext
from errorkb.matching import index
from errorkb.matching.lookup import MatchReport, match
from errorkb.models import BaseState, Batch, Entry, Repo
from ingest import batches
from ingest.pipeline import work_here
from tests.live.raising import CALLS, Raised, Raising, raised
from tests.live.raising.renamed import renamed
from tests.live.raising.statement import statement_at

pytestmark = pytest.mark.django_db

VALUE = "a value or another error's text is raised: the source has no words"
NONE = "there is no message at all, and no path to look up"
SAME = "the same words are raised in another place, too; nothing else tells them apart"
LINES = "the class joins lines that may be missing"
COMPILED = "compiled code raises the root beside a statement with the same words"
SHORT = "another template with as much text of its own fits a part of the message"
#: Call → why another entry, or none, comes first.
KNOWN_MISSES: dict[str, str] = {
    "alias-of-nothing": LINES,
    "assertion-of-two-numbers": VALUE,
    "blank-model-fields": "several messages in one error: the first of them is found",
    "broker-refused": VALUE,
    "comment-not-closed": "the text is kept in an object that is called to raise it",
    "connection-forced-shut": "class and text are chosen by a code at run time",
    "error-thrown-by-promise": VALUE,
    "form-email-without-address": "the message of a validator, collected and raised again",
    "form-json-broken": COMPILED,
    "header-name-with-space": "the class shows its argument, of which two places give another one",
    "mapping-on-one-line": LINES,
    "program-not-found": VALUE,
    "required-value-missing": "the message of a field, collected and raised again",
    "settings-variable-empty": "a message of several paragraphs is not found by its template",
    "tag-without-constructor": LINES,
    "template-not-in-loader": VALUE,
    "unknown-database": COMPILED,
    "variable-not-set": VALUE,
    "xml-not-well-formed": VALUE,
}
#: The same where the paths are renamed, and only class, message and function can help.
KNOWN_MISSES_WITHOUT_PATHS: dict[str, str] = {
    "address-of-no-route": VALUE,
    "attribute-not-on-object": SAME,
    "attribute-of-a-dictionary": SAME,
    "barrier-broken": NONE,
    "body-of-unknown-kind": SAME,
    "condition-and-number": VALUE,
    "condition-without-lock": SAME,
    "context-popped-too-often": NONE,
    "count-of-missing-cache-key": SAME,
    "delete-before-save": SAME,
    "delete-of-a-slice": SAME,
    "error-for-unknown-field": SAME,
    "file-not-there": VALUE,
    "folder-without-repository": SAME,
    "header-before-request": NONE,
    "key-not-in-first-map": SAME,
    "lexer-class-instead-of-lexer": SHORT,
    "loop-waits-too-long": NONE,
    "marker-of-unknown-variable": SAME,
    "migration-after-itself": VALUE,
    "migration-parent-missing": VALUE,
    "missing-form-value": VALUE,
    "mock-called-otherwise": SHORT,
    "not-a-tar-file": SAME,
    "nothing-acceptable": SAME,
    "octet-out-of-range": SAME,
    "placeholder-too-wide": SAME,
    "pool-exhausted": VALUE,
    "prefetch-of-values": SAME,
    "program-failed": SAME,
    "queue-full": NONE,
    "queue-of-loop-empty": NONE,
    "reference-of-odd-form": VALUE,
    "reference-to-nothing": VALUE,
    "request-of-unknown-version": SAME,
    "requirement-with-two-names": SAME,
    "response-before-request": VALUE,
    "restarted-too-often": VALUE,
    "result-cancelled": NONE,
    "result-removed-twice": VALUE,
    "result-too-late": NONE,
    "settings-old-and-new": VALUE,
    "settings-section-twice": SAME,
    "start-method-not-there": SAME,
    "task-done-too-often": SAME,
    "template-in-no-folder": VALUE,
    "template-rendered-in-loop": SAME,
    "text-not-in-base-64": VALUE,
    "too-many-click-arguments": SHORT,
    "transfer-address-garbled": VALUE,
    "unknown-cache": SAME,
    "unknown-model-field": SAME,
    "unknown-serialization-format": VALUE,
    "unknown-task": VALUE,
    "width-of-nothing": SAME,
    "work-after-shutdown": SAME,
    "xml-node-of-other-parent": NONE,
}
#: Wrong ones that are called confirmed.
KNOWN_WRONG = {"form-json-broken", "unknown-database"}

#: Those of the first table that the message alone leads to.
RIGHT_WITHOUT_PATHS = {"unknown-database"}

LEAST_RIGHT = 0.95
LEAST_RIGHT_WITHOUT_PATHS = 0.85


@dataclass(frozen=True, kw_only=True)
class Shot:
    """What the base says of one traceback."""

    call: Raising
    truth: Raised
    report: MatchReport

    @property
    def first(self) -> Entry | None:
        return self.report.matches[0].entry if self.report.matches else None

    @property
    def confidence(self) -> str:
        return self.report.matches[0].verdict.confidence if self.report.matches else "nothing"

    @property
    def is_right(self) -> bool:
        return self.first is not None and is_of(self.first, self.truth)

    def told(self) -> str:
        """For a person: what came instead."""
        entry = self.first
        instead = f"{entry.file_path}:{entry.line_number} {entry.error_message!r}" if entry else "nothing"
        return (
            f"{self.call.name}: {self.truth.path}:{self.truth.line} {self.truth.error_class}: "
            f"{self.truth.message[:80]!r} → {self.confidence} {instead}"
        )


def is_of(entry: Entry, truth: Raised) -> bool:
    """Whether the entry is of the statement that raised the error or, since the root of a chain comes before
    what wraps it, of the first statement that raised anything in it."""
    places = [*truth.before, (truth.file, truth.path, truth.line)]
    raised_by_source = [(file, path, line) for file, path, line in places if statement_at(file, line)]
    return any(_is_at(entry, *place) for place in (raised_by_source[0], places[-1]))


def _is_at(entry: Entry, file: str, path: str, line: int) -> bool:
    # CPython's own library lies in `Lib` in its repository.
    if entry.file_path.removeprefix("Lib/") != path:
        return False
    statement = statement_at(file, line)
    if statement is None:  # raised by compiled code
        return False
    lines = {entry.line_number, *map(int, re.findall(r"\d+", _also(entry)))}
    return any(line is not None and statement.first <= line <= statement.last for line in lines)


def _also(entry: Entry) -> str:
    """What the entry says of other statements that raise the same."""
    return " ".join(re.findall(r"Also on line (\d+)", entry.trigger_scenarios))


@pytest.fixture(autouse=True)
def own_fulltext() -> None:
    """All tests of this module ask the index of what was scanned."""


@pytest.fixture(scope="module", autouse=True)
def scanned(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[None]:
    """The packages that the calls are of, and CPython's library, scanned for all tests of this module."""
    paths = [Path(sysconfig.get_path("stdlib"))]
    wanted = {call.library for call in CALLS} - {"python"}
    for name, distributions in importlib.metadata.packages_distributions().items():
        if name in wanted:
            paths += (Path(str(importlib.metadata.distribution(d)._path)) for d in distributions)  # type: ignore[attr-defined] # there is no public name for it
    # An index that is there already would answer for a while, as it was.
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(index, "_holder", index.Holder(tmp_path_factory.mktemp("index")))
        patched.setattr(fulltext, "_holder", fulltext.Holder(tmp_path_factory.mktemp("fulltext")))
        work_here(batches.create(sorted(set(paths)), direct=True))
        while fulltext.at(index.base_state().revision) is None:  # near misses are found in it
            time.sleep(0.1)
        yield
        _shots.cache_clear()
        for model in (Batch, Entry, Repo, BaseState):
            model.objects.all().delete()


@cache
def _shots(*, paths: bool) -> list[Shot]:
    shots = []
    for call in CALLS:
        truth = raised(call)
        text = truth.text if paths else renamed(truth.text, line=1)
        shots.append(Shot(call=call, truth=truth, report=match(text)))
    return shots


def test_the_scan_filled_the_base():
    assert Entry.objects.count() > 8000
    assert set(Entry.objects.values_list("form", flat=True)) == {"source"}


def test_the_first_entry_is_of_the_statement_that_raised():
    shots = _shots(paths=True)
    missed = [shot for shot in shots if not shot.is_right]
    right = 1 - len(missed) / len(shots)
    assert {shot.call.name for shot in missed} == KNOWN_MISSES.keys(), "\n".join(s.told() for s in missed)
    assert right >= LEAST_RIGHT


def test_the_message_alone_leads_there_too():
    shots = _shots(paths=False)
    missed = [shot for shot in shots if not shot.is_right]
    right = 1 - len(missed) / len(shots)
    known = (KNOWN_MISSES.keys() - RIGHT_WITHOUT_PATHS) | KNOWN_MISSES_WITHOUT_PATHS.keys()
    assert {shot.call.name for shot in missed} == known, "\n".join(s.told() for s in missed)
    assert right >= LEAST_RIGHT_WITHOUT_PATHS


def test_nothing_wrong_is_called_confirmed():
    wrong = {
        paths: [s for s in _shots(paths=paths) if not s.is_right and s.confidence == "confirmed"]
        for paths in (True, False)
    }
    assert {shot.call.name for shot in wrong[True]} == KNOWN_WRONG, "\n".join(s.told() for s in wrong[True])
    assert wrong[False] == []
