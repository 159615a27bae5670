"""Names and numbers of the base, as they are after each change of it."""

from typing import Any

import pytest
from django.utils import timezone

from errorkb import catalogue
from errorkb.fulltext import index
from errorkb.models import Entry
from ingest.store import renew_revision, save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

ENTRIES: list[dict[str, Any]] = [
    {"slug": "a", "errorMessage": "a", "errorClass": "acme.WidgetError", "tags": ["shelf", "lamp"]},
    {"slug": "b", "errorMessage": "b", "errorClass": "ValueError", "tags": ["shelf"], "severity": "warning"},
    {"slug": "c", "errorMessage": "c", "errorClass": "valueerror", "tags": [], "filePath": "src/c.rs"},
    {"slug": "d", "errorMessage": "d", "errorClass": None, "tags": ["lamp"], "repo": "acme/Lamps"},
    {"slug": "e", "errorMessage": "e", "errorClass": "Zoo", "tags": ["lamp"], "repo": "acme/Lamps"},
]


@pytest.fixture
def base():
    save([accepted(**changes) for changes in ENTRIES])


def test_names_are_in_order_with_their_numbers(base):
    assert catalogue.classes() == (("acme.WidgetError", 1), ("ValueError", 1), ("valueerror", 1), ("Zoo", 1))
    assert catalogue.tags() == (("lamp", 3), ("shelf", 2))
    assert catalogue.repositories() == (("acme/Lamps", 2), ("acme/widgets", 3))


def test_names_of_one_repository(base):
    assert catalogue.classes(repo="acme/Lamps") == (("Zoo", 1),)
    assert catalogue.tags(repo="acme/widgets") == (("lamp", 1), ("shelf", 2))
    assert catalogue.classes(repo="acme/nothing") == ()


def test_those_with_the_most_entries(base):
    assert catalogue.most(catalogue.tags(), 1) == (("lamp", 3),)
    assert [one.name for one in catalogue.most(catalogue.classes(), 2)] == ["ValueError", "Zoo"]


def test_numbers_follow_each_change(base):
    assert dict(catalogue.tags())["lamp"] == 3
    save([accepted(slug="f", errorMessage="f", tags=["lamp"])])
    assert dict(catalogue.tags())["lamp"] == 4
    Entry.objects.filter(repo="acme/Lamps").update(retired_at=timezone.now())
    renew_revision()
    assert dict(catalogue.tags())["lamp"] == 2
    assert catalogue.repositories() == (("acme/widgets", 4),)


def test_stats(base):
    stats = catalogue.stats()
    assert (stats.entries, stats.repositories, stats.classes, stats.tags) == (5, 2, 4, 2)
    assert stats.by_language == (("python", 4), ("rust", 1))
    assert stats.by_severity == (("error", 4), ("warning", 1))
    assert (stats.by_type, stats.by_form) == ((("exception", 5),), (("json", 5),))
    assert stats.changed_at is not None


def test_an_empty_base_has_nothing():
    stats = catalogue.stats()
    assert (stats.entries, stats.classes, stats.by_type) == (0, 0, ())
    assert catalogue.classes() == catalogue.repositories() == ()


def test_without_an_index_the_base_itself_is_counted(base, monkeypatch):
    with_index = (catalogue.classes(), catalogue.tags(), catalogue.tags(repo="acme/Lamps"))
    monkeypatch.setattr(index, "at", lambda revision: None)
    monkeypatch.setattr(catalogue, "LASTING", 1e-6)  # what another test counted is over
    assert (catalogue.classes(), catalogue.tags(), catalogue.tags(repo="acme/Lamps")) == with_index
    assert catalogue.stats().entries == 5
    assert catalogue.stats().by_language == ()


def test_counting_costs_no_query_of_entries(base, django_assert_num_queries):
    catalogue.classes()
    with django_assert_num_queries(1):  # how the base stands
        catalogue.classes()
    with django_assert_num_queries(1):
        catalogue.tags(repo="acme/widgets")
