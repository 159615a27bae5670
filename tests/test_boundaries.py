"""Who imports whom: data flows one way, and pure modules stay free of Django."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PURE = [
    "errorkb/api/answers.py",
    "errorkb/client.py",
    "errorkb/exports/pack.py",
    "errorkb/home.py",
    "errorkb/languages.py",
    "errorkb/limits/address.py",
    "errorkb/limits/policy.py",
    "errorkb/locking.py",
    "errorkb/fulltext/query.py",
    "errorkb/fulltext/tokens.py",
    "errorkb/fulltext/documents.py",
    "errorkb/fulltext/asking.py",
    "errorkb/matching/candidate.py",
    "errorkb/matching/events.py",
    "errorkb/matching/explaining.py",
    "errorkb/matching/finding.py",
    "errorkb/matching/fit.py",
    "errorkb/matching/place.py",
    "errorkb/matching/clean.py",
    "errorkb/matching/cleaning/",
    "errorkb/matching/dialect.py",
    "errorkb/matching/patterns.py",
    "errorkb/matching/template_matcher.py",
    "errorkb/matching/prefixes.py",
    "errorkb/matching/paths.py",
    "errorkb/matching/engine.py",
    "errorkb/matching/index_folder.py",
    "errorkb/matching/packing.py",
    "errorkb/matching/required.py",
    "errorkb/matching/searched.py",
    "errorkb/storable.py",
    "errorkb/matching/segment.py",
    "errorkb/matching/rank.py",
    "errorkb/matching/traces/",
    "errorkb/offline/",
    "errorkb/mcp/answer.py",
    "errorkb/mcp/budget.py",
    "errorkb/mcp/protocol.py",
    "errorkb/mcp/stdio.py",
    "errorkb/mcp/tool.py",
    "errorkb/mcp/tools/",
    "errorkb/questions/",
    "errorkb/reports/",
    "errorkb/running/",
    "errorkb/standby.py",
    "errorkb/web/filling.py",
    "errorkb/wording.py",
    "ingest/record.py",
    "ingest/problems.py",
    "ingest/complete.py",
    "ingest/checks.py",
    "ingest/validate.py",
    "ingest/merge.py",
    "ingest/splitting.py",
    "ingest/readers/",
]


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, also inside functions and under TYPE_CHECKING."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def sources(*names: str) -> list[Path]:
    """The Python files of folders and files, which must exist."""
    found = []
    for name in names:
        path = ROOT / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    assert all(path.is_file() for path in found)
    return found


def offenders(paths: list[Path], *forbidden: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in paths
        for name in imports(path)
        if any(name == word or name.startswith(f"{word}.") for word in forbidden)
    ]


@pytest.mark.parametrize("name", PURE)
def test_pure_modules_import_no_django(name):
    impure = ("django", "rest_framework", "celery", "psycopg", "errorkb.models", "errorkb.settings")
    assert offenders(sources(name), *impure) == []


def test_serving_never_imports_feeding():
    assert offenders(sources("errorkb"), "ingest") == []


def test_pure_half_of_ingest_uses_only_patterns_of_errorkb():
    pure = sources(*(name for name in PURE if name.startswith("ingest")))
    used = {
        name
        for path in pure
        for name in imports(path)
        if name.startswith("errorkb") and not name.startswith("errorkb.matching.patterns")
    }
    assert used <= {"errorkb.matching"}


def test_only_tasks_and_commands_run_the_pipeline():
    others = [
        path
        for path in sources("ingest", "errorkb")
        if path.name != "tasks.py" and path.parent.name != "commands"
    ]
    assert offenders(others, "ingest.pipeline") == []


def test_readers_of_html_pages_are_not_used_by_the_matcher():
    assert offenders(sources("errorkb/matching"), "errorkb.web", "errorkb.api") == []
