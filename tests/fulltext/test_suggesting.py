"""What the search box suggests while somebody types."""

import threading
from typing import Any

import pytest

from errorkb.fulltext import index
from ingest.store import save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

ENTRIES: list[dict[str, Any]] = [
    {"errorMessage": "Lamp {name} is out", "errorClass": "acme.LampError", "slug": "lamp-out"},
    {"errorMessage": "Lamp {name} is on", "errorClass": "acme.LampError", "slug": "lamp-on"},
    {"errorMessage": "Lamps differ", "errorClass": "LampWarning", "slug": "lamps"},
    {"errorMessage": "unknown device_map", "errorCode": "E0277", "errorClass": "ValueError",
     "repo": "lamps/oil", "tags": ["lamp-oil", "shelf"], "slug": "map"},
    {"errorMessage": "unknown device_map", "errorCode": "E0278", "errorClass": None,
     "repo": "acme/gadgets", "tags": ["shelf"], "slug": "map"},
]  # fmt: skip


@pytest.fixture
def base():
    save([accepted(**changes) for changes in ENTRIES])


def suggested(client, typed):
    answer = client.get("/search/suggest", {"q": typed})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    return answer.json()["suggestions"]


TYPED = [
    ("ValueE", [("class", "ValueError")]),
    ("valuee", [("class", "ValueError")]),
    ("lampe", [("class", "acme.LampError")]),
    ("acme.L", [("class", "acme.LampError")]),
    ("e02", [("code", "E0277"), ("code", "E0278")]),
    ("gadg", [("repo", "acme/gadgets")]),
    ("acme/g", [("repo", "acme/gadgets")]),
    ("she", [("tag", "shelf")]),
    ("class:", [("class", "acme.LampError"), ("class", "LampWarning"), ("class", "ValueError")]),
    ("tag:l", [("tag", "lamp-oil")]),
    ("out -la", []),
    ("zebra", []),
    ("lang:py", []),
    ("", []),
    ("   ", []),
    ("?", []),
    ('"', []),
    ("shelf " * 40, []),
]


@pytest.mark.parametrize(("typed", "wanted"), TYPED)
def test_names_that_begin_so_are_suggested(client, base, typed, wanted):
    found = suggested(client, typed)
    assert [
        (one["kind"], one["text"].rpartition(":")[2]) for one in found if one["kind"] != "message"
    ] == wanted


MESSAGES = [
    ("lamp is o", ["Lamp {name} is on", "Lamp {name} is out"]),
    ("is lamp ", ["Lamp {name} is on", "Lamp {name} is out"]),
    ('"lamp is o', ["Lamp {name} is on", "Lamp {name} is out"]),
    ("lamp repo:acme/widgets ou", ["Lamp {name} is out"]),
    ("device_m", ["unknown device_map"]),
    ("lamperr", []),  # what has it in its class alone
    ("zebra la", []),
    ("out -la", []),
]


@pytest.mark.parametrize(("typed", "wanted"), MESSAGES)
def test_messages_that_have_the_words_are_suggested(client, base, typed, wanted):
    found = suggested(client, typed)
    assert sorted(one["text"] for one in found if one["kind"] == "message") == wanted


def test_a_suggestion_leads_to_what_it_names(client, base):
    name, *_ = suggested(client, "out LampE")
    assert name == {
        "text": "out acme.LampError", "kind": "class", "entries": 2,
        "url": "/search/?q=out+class%3Aacme.LampError",
    }  # fmt: skip
    page = client.get(name["url"]).content.decode()
    assert "/acme/widgets/lamp-out/" in page
    assert "class:acme.LampError" in page
    message = suggested(client, "lamp is out")[-1]
    assert (message["url"], message["entries"]) == ("/acme/widgets/lamp-out/", None)


def test_the_most_common_come_first_and_there_are_at_most_eight(client):
    save([
        accepted(errorMessage=f"lamp {n}", errorClass=f"Lamp{n // 2 if n < 8 else n}Error", slug=f"lamp-{n}",
                 tags=["lamp-oil"])
        for n in range(30)
    ])  # fmt: skip
    found = suggested(client, "lamp")
    assert len(found) == 8
    names = [(one["kind"], one["entries"]) for one in found if one["kind"] != "message"]
    assert names == [("tag", 30), ("class", 2), ("class", 2), ("class", 2)]


def test_a_whole_name_comes_before_those_that_go_on(client):
    save([accepted(errorMessage=f"oil {n}", errorClass="LampErrors", slug=f"oil-{n}") for n in range(3)])
    save([accepted(errorMessage="oil", errorClass="LampError", slug="oil")])
    assert suggested(client, "lamperror")[0]["text"] == "LampError"


def test_suggestions_are_nothing_for_search_engines_and_only_read(client, base):
    assert client.get("/search/suggest")["X-Robots-Tag"] == "noindex"
    assert client.post("/search/suggest", {"q": "lamp"}).status_code == 405


def test_nothing_is_suggested_while_the_first_index_is_built(client, base, monkeypatch):
    monkeypatch.setattr(index, "BUILD_IN_REQUEST", 0)
    monkeypatch.setattr(threading.Thread, "start", lambda _: None)
    assert suggested(client, "lamp") == []
