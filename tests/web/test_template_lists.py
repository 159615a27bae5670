"""What a reader of the start page, of a search and of a repository notices."""

import dataclasses

import pytest

from errorkb.web.browse_pages import HomePage, NameList
from errorkb.web.pages import Chip
from tests.web.rendering import links, show
from tests.web.samples import FAILURE, HOME, PAGES, REPO, ROW, SEARCH


def test_home_shows_what_is_there_or_says_that_nothing_is():
    document = show("home.html", HOME)
    assert "1,234 entries" in document.text
    assert document.all("h2") == ["Newest entries", "Error classes", "Repositories"]
    assert document.all("h3") == [ROW.message, "acme/widgets"]
    assert {"/classes/acme.WidgetError/", "/classes/", "/repositories/"} <= set(links(document))
    none = NameList(title="Most met classes", names=(), more=0, all_url=None)
    empty = HomePage(entries=0, repositories=0, classes=0, met=none, newest=(), repos=(), reading=None)
    assert show("home.html", empty).all("h2") == ["The base is empty"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "Reading installed packages: 12 of 46"),
        ({"is_open": False, "done": 46},
         "The installed packages were read: 1,234 errors that their code raises."),
        ({"is_open": False}, "Reading installed packages stopped at 12 of 46."),
    ],
)  # fmt: skip
def test_home_tells_of_the_packages_that_are_read(changes, said):
    assert HOME.reading is not None
    document = show(
        "home.html", dataclasses.replace(HOME, reading=dataclasses.replace(HOME.reading, **changes))
    )
    assert document.all(".reading") == [said]
    assert HOME.reading.url in links(document)
    assert show("home.html", dataclasses.replace(HOME, reading=None)).all(".reading") == []


@pytest.mark.parametrize(
    ("changes", "heading"),
    [
        ({}, "2,000+ entries"),
        ({"rows": (), "building": True}, ""),
        ({"rows": (), "explained": (ROW,)}, "Explains this message"),
        ({"rows": ()}, "Nothing found, Is it a message?"),
        ({"rows": (), "query": ""}, "What you can search for"),
    ],
)
def test_search_says_what_it_found(changes, heading):
    document = show("search.html", dataclasses.replace(SEARCH, **changes))
    assert ", ".join(document.all("h2")) == heading
    fields = {attrs.get("id") or attrs.get("name"): attrs.get("value") for tag, attrs in document.tags
              if tag == "input"}  # fmt: skip
    assert (fields["q"], fields["repo"]) == (changes.get("query", SEARCH.query), "acme/widgets")


def test_search_can_be_narrowed_and_widened():
    document = show("search.html", SEARCH)
    assert "/search/?q=widget+class%3AWidgetError" in links(document)  # a facet
    assert "/search/?q=widget" in links(document)  # without the chosen one
    assert "/search/?q=widget&sort=newest" in links(document)
    assert "WidgetError 7" in document.text


def test_search_tells_of_corrected_words():
    instead = Chip(label="widget", url="/search/?q=widget")
    document = show("search.html", dataclasses.replace(SEARCH, query="wigdet", instead=instead))
    assert "No entry has wigdet. These have widget." in document.text
    assert "some of them" in show("search.html", dataclasses.replace(SEARCH, some=True)).text


def test_lists_go_on_where_there_is_more():
    assert "Page 2 of 3+" in show("search.html", SEARCH).text
    single = dataclasses.replace(PAGES, page=1, previous_url=None, next_url=None)
    assert "Page" not in show("repo.html", dataclasses.replace(REPO, pagination=single)).text


def test_a_repository_says_where_it_is_from():
    document = show("repo.html", REPO)
    assert "5 stars analyzed at 0123456789 on 2026-08-14 Source repository" in document.text
    bare = dataclasses.replace(
        REPO, description=None, language=None, stars=None, analyzed_sha=None, analyzed_at=None,
        entries=0, shares=(), groups=(), lists=(),
    )  # fmt: skip
    assert "No live entry is known of this repository." in show("repo.html", bare).text


def test_failures_say_what_and_lead_on():
    document = show("failure.html", FAILURE)
    assert "404 Not found There is nothing here." in document.all("main")[0]
    assert "/match/" in [attrs.get("href") for _, attrs in document.tags]
    assert "500 Something broke" in show("500.html", None).text
