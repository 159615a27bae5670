"""What a search page shows of the entries that it finds."""

import re

import pytest

from ingest.store import save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script> lamp &lt;b&gt; <mark>"


@pytest.fixture
def base():
    save([
        accepted(errorMessage="Lamp {lamp_name} is out", slug="lamp", documentation="It has burnt down.",
                 triggerScenarios="Nobody poured `oil` into it."),
        accepted(errorMessage="unknown device_map", slug="map", documentation="A lamp without a shelf."),
    ])  # fmt: skip


def rows(client, query):
    """Title and excerpt of each row, as HTML."""
    body = client.get("/search/", {"q": query}).content.decode()
    messages = re.findall(r'<span class="row-message">(.*?)</span></a>', body, re.DOTALL)
    excerpts = re.findall(r'<p class="row-excerpt">(.*?)</p>', body, re.DOTALL)
    return list(zip(messages, excerpts, strict=True))


def test_found_words_are_marked_in_the_message_and_in_its_holes(client, base):
    assert rows(client, "lamps out")[0] == (
        "<mark>Lamp</mark> <var>{<mark>lamp</mark>_name}</var> is <mark>out</mark>",
        "It has burnt down.",
    )


def test_names_are_marked_however_they_are_spelt(client, base):
    assert rows(client, "DeviceMap")[0][0] == "unknown <mark>device_map</mark>"


def test_the_excerpt_is_the_passage_that_has_what_the_message_lacks(client, base):
    assert rows(client, "lamp oil")[0][1] == "Nobody poured <code><mark>oil</mark></code> into it."


def test_nothing_that_an_entry_holds_becomes_markup(client):
    save([accepted(errorMessage=HOSTILE, slug="x", documentation=f"{HOSTILE} shelf")])
    (row,) = rows(client, "lamp shelf script")
    for html in row:
        assert set(re.findall(r"<[^>]*>", html)) == {"<mark>", "</mark>"}
        assert "&lt;<mark>script</mark>&gt;" in html


def test_long_texts_are_cut_around_what_was_found(client):
    text = "word " * 2000
    save(
        [
            accepted(
                errorMessage="x" * 3000, slug="x", documentation="-", triggerScenarios=f"{text[:1500]} oil"
            )
        ]
    )
    ((message, excerpt),) = rows(client, "oil")
    assert len(message) < 500
    assert len(excerpt) < 300
    assert "<mark>oil</mark>" in excerpt


def test_few_entries_are_followed_by_those_with_some_of_the_words(client, base):
    body = client.get("/search/", {"q": "lamp out"}).content.decode()
    head, _, tail = body.partition("Entries with some of the words")
    assert "1 entry" in head
    assert "/acme/widgets/lamp/" in head
    assert "/acme/widgets/map/" not in head
    assert "/acme/widgets/map/" in tail


def test_where_nothing_is_found_the_text_can_be_matched(client, base):
    body = client.get("/search/", {"q": "zebra <crossing>"}).content.decode()
    assert "Nothing found" in body
    box = re.search(r'<form[^>]*action="/match/".*?<textarea[^>]*>\n(.*?)</textarea>', body, re.DOTALL)
    assert box is not None
    assert box[1] == "zebra &lt;crossing&gt;"
    assert 'id="paste-result"' in body
    assert 'id="paste-result"' not in client.get("/search/", {"q": "lamp"}).content.decode()
