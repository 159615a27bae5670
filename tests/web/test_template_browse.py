"""What a reader of a repository, a class, a tag or an index of names notices."""

import dataclasses

from tests.web.rendering import links, show
from tests.web.samples import FILED, NAMES, PAGES, REPO


def attributes(document, tag, name):
    return [attrs.get(name) for each, attrs in document.tags if each == tag and name in attrs]


def test_a_repository_shows_what_is_known_of_its_entries():
    document = show("repo.html", REPO)
    assert "have solutions 500 of 2,000" in document.text
    assert attributes(document, "meter", "value") == ["25"]
    assert document.all(".group-title") == ["shelf.py"]
    assert "/acme/widgets/?sort=place" in links(document)
    assert "/classes/acme.WidgetError/" in links(document)
    assert "All 8 error classes" in document.text


def test_letters_lead_on_where_something_begins_with_them():
    document = show("names.html", NAMES)
    assert "/classes/?letter=w" in links(document)
    assert "/classes/?letter=v" not in links(document)
    assert "w, 7 names" in attributes(document, "a", "aria-label")
    assert attributes(document, "a", "aria-current") == ["page"]


def test_the_package_of_a_class_stands_before_its_name():
    document = show("names.html", NAMES)
    assert (document.all(".name-place"), document.all(".name")) == (["acme."], ["WidgetError"])
    assert "201 in all of acme/widgets" in document.text


def test_a_class_shows_its_entries_by_repository():
    document = show("filed.html", FILED)
    assert document.all("h1") == ["acme.WidgetError"]
    assert "7 entries of acme/widgets" in document.text
    assert document.all(".group-title") == ["acme/widgets"]
    assert FILED.search_url in links(document)
    whole = show("filed.html", dataclasses.replace(FILED, scope=None))
    assert "every repository" not in whole.text


def test_a_page_that_waits_for_the_index_says_so():
    empty = dataclasses.replace(PAGES, previous_url=None, next_url=None)
    document = show(
        "filed.html",
        dataclasses.replace(FILED, is_building=True, entries=0, groups=(), pagination=empty, lists=()),
    )
    assert "The index is being built." in document.text
    assert "0 entries" not in document.text
