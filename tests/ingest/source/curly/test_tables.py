"""Java, Kotlin and C# source → sites: the tables of each."""

import pytest

from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.template import template_of
from tests.ingest.source.curly.csharp import CSHARP
from tests.ingest.source.curly.java import JAVA
from tests.ingest.source.curly.kotlin import KOTLIN
from tests.ingest.source.curly.reading import Cases, templates

LANGUAGES = (JAVA, KOTLIN, CSHARP)


def rows(table: str):
    """The rows of a table of all languages, each after its language's cases."""
    return [
        pytest.param(cases, *(row if isinstance(row, tuple) else (row,)), id=f"{cases.name} {_shown(row)}")
        for cases in LANGUAGES
        for row in getattr(cases, table)
    ]


def _shown(row: tuple[str, ...] | str) -> str:
    source = row if isinstance(row, str) else row[0]
    return source if len(source) < 80 else f"{source[:30]}…{source[-40:]}"


@pytest.mark.parametrize(("cases", "source", "expected", "error_class"), rows("messages"))
def test_messages(cases: Cases, source: str, expected: list[str], error_class: str | None):
    found = cases.within(source)
    assert templates(found) == expected
    assert found[0].error_class == error_class


@pytest.mark.parametrize(("cases", "source"), rows("nothing"))
def test_what_is_no_site(cases: Cases, source: str):
    assert cases.within(source) == []


@pytest.mark.parametrize(("cases", "source", "guards"), rows("guards"))
def test_guards(cases: Cases, source: str, guards: list[Guard]):
    assert [list(site.guards) for site in cases.within(source)] == [guards]


@pytest.mark.parametrize(("cases", "sources", "said"), rows("trees"))
def test_classes_constants_and_enums(cases: Cases, sources: str, said: tuple[str, str | None, int | None]):
    site = next(site for site in cases.tree(*sources.split("\n")) if site.manner == "raises")
    assert (template_of(site.message), site.error_code, site.http_status) == said
    assert site.error_type == ("http" if site.http_status else "exception")


@pytest.mark.parametrize("cases", LANGUAGES, ids=lambda cases: cases.name)
def test_every_throw_of_a_tree_has_a_text(cases: Cases):
    assert cases.untold() == (cases.thrown, cases.found, [])


@pytest.mark.parametrize(("cases", "source"), rows("hostile"))
def test_hostile_sources_are_read(cases: Cases, source: str):
    for site in cases.within(source):
        template_of(site.message)


@pytest.mark.parametrize(("cases", "source", "expected"), rows("misses"))
def test_known_misses(cases: Cases, source: str, expected: list[str]):
    assert templates(cases.within(source)) == expected
