"""``GET /api/errors``: lists in pieces, whatever they are ordered and filtered by."""

import pytest

from errorkb.api.places import place_of
from errorkb.fulltext import index
from errorkb.models import Entry
from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

INSTANTS = [f"2026-08-{day:02}T00:00:00.000Z" for day in (1, 2, 2, 2, 2, 2, 3)]


@pytest.fixture
def base():
    """Seven entries, five of them analysed at one instant, and one of another repository."""
    rows = [
        accepted(
            errorMessage=f"Lamp {number} is out", messagePattern=f"Lamp {number} is out",
            slug=f"lamp-{number}",
            errorClass="LampError" if number % 2 else "acme.errors.WickError", analyzedAt=instant,
            severity="warning" if number == 6 else "error", tags=["lamp"],
            httpStatus=404 if number == 5 else None,
        )
        for number, instant in enumerate(INSTANTS)
    ]  # fmt: skip
    rows.append(accepted(repo="acme/gadgets", filePath="gadgets/crate.go", errorCode="E7", slug="e7"))
    save(rows)
    return [row.record for row in rows]


def walk(client, address):
    """The ids of all pieces."""
    ids = []
    while address:
        answer = client.get(address).json()
        ids += [error["id"] for error in answer["errors"]]
        address = answer["next"]
        assert len(ids) < 100, "the list does not end"
    return ids


@pytest.mark.parametrize("limit", [1, 2, 3, 8, 100])
@pytest.mark.parametrize("query", ["", "sort=id&", "q=lamp&", "q=lamp&sort=newest&", "tag=lamp&sort=id&"])
def test_the_pieces_are_the_list(client, base, limit, query):
    whole = walk(client, f"/api/errors?{query}limit=100")
    assert len(whole) == len(set(whole)) == (7 if "lamp" in query else 8)
    assert walk(client, f"/api/errors?{query}limit={limit}") == whole
    if "sort=id" in query:
        assert whole == sorted(whole)
    if "newest" in query or not query:
        assert whole == [row.id for row in Entry.objects.filter(pk__in=whole).newest()]


def test_a_list_by_key_neither_skips_nor_repeats_while_entries_are_added(client, base):
    first = client.get("/api/errors?limit=3").json()
    save([accepted(errorMessage="brand new", slug="brand-new", analyzedAt="2026-11-01T00:00:00.000Z")])
    ids = [error["id"] for error in first["errors"]] + walk(client, first["next"])
    assert sorted(ids) == sorted(record.id for record in base)


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("repo=acme/gadgets", {"e7"}),
        ("repo=acme/gadgets&sort=id", {"e7"}),
        ("class=lamperror", {"lamp-1", "lamp-3", "lamp-5"}),
        ("class=WickError", {"lamp-0", "lamp-2", "lamp-4", "lamp-6"}),
        ("class=acme.errors.WickError&severity=warning", {"lamp-6"}),
        ("code=e7", {"e7"}),
        ("http=404", {"lamp-5"}),
        ("http=4xx", {"lamp-5"}),
        ("http=5xx", set()),
        ("language=go", {"e7"}),
        ("type=panic", set()),
        ("tag=lamp&q=-class:LampError", {"lamp-0", "lamp-2", "lamp-4", "lamp-6"}),
        ("has=source", set()),
        ("q=3", {"lamp-3"}),
    ],
)
def test_filters(client, base, query, slugs):
    answer = client.get(f"/api/errors?limit=50&{query}").json()
    assert {error["slug"] for error in answer["errors"]} == slugs
    assert answer["total"] in (len(slugs), None)
    assert answer["truncated"] is False


def test_a_row_and_with_full_its_record(client, base):
    (row,) = client.get("/api/errors?code=E7").json()["errors"]
    assert row == {
        "id": base[-1].id, "repo": "acme/gadgets", "slug": "e7", "code": "E7",
        "message": base[-1].error_message, "errorClass": "WidgetError", "errorType": "exception",
        "severity": "error", "httpStatus": None, "filePath": "gadgets/crate.go", "lineNumber": 42,
        "tags": ["shelf"], "analyzedAt": base[-1].analyzed_at, "url": "/acme/gadgets/e7/",
    }  # fmt: skip
    (full,) = client.get("/api/errors?code=E7&full=true").json()["errors"]
    assert full == row | {"record": base[-1].to_json()}


def test_what_goes_beyond_the_bound_is_said(client, base, monkeypatch):
    monkeypatch.setattr("errorkb.fulltext.results.COUNTED", 3)
    answer = client.get("/api/errors?tag=lamp&limit=2").json()
    assert (answer["total"], answer["truncated"]) == (3, True)
    assert len(walk(client, "/api/errors?tag=lamp&limit=2")) == 3


def test_words_that_were_corrected_are_told(client, base):
    answer = client.get("/api/errors?q=lampp").json()
    assert (answer["corrected"], answer["total"], answer["partial"]) == ("lamp", 7, False)


def test_retired_entries_are_in_no_list(client, base):
    Entry.objects.filter(slug="lamp-3").update(retired_at="2026-01-01T00:00:00Z")
    for query in ("", "sort=id", "repo=acme/widgets&sort=id"):
        slugs = {error["slug"] for error in client.get(f"/api/errors?{query}").json()["errors"]}
        assert "lamp-3" not in slugs
        assert "lamp-2" in slugs


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("clas=ValueError", "clas: unknown; this address takes q, repo, class"),
        ("limit=0", "limit: not a whole number from 1 to 100"),
        ("limit=101", "limit: not a whole number"),
        ("limit=1_0", "limit: not a whole number"),
        ("limit=%2B5", "limit: not a whole number"),
        ("cursor=12", "cursor: no cursor of this list"),
        ("cursor=1-0123456789abcdef-1%0A", "cursor: no cursor of this list"),
        ("repo=acme", "repo: not owner/name"),
        ("type=nonsense", "type: none of exception, error_code"),
        ("http=600", "http: neither 404 nor 4xx"),
        ("full=yes", "full: neither true nor false"),
        ("class=", "class: it is empty"),
        ("q=" + "x" * 501, "q: longer than 500 characters"),
    ],
)
def test_a_query_that_makes_no_sense_is_400_and_says_what_is_wrong(client, query, said):
    answer = client.get(f"/api/errors?{query}")
    assert_problem(answer, 400)
    assert answer.json()["error"].startswith(said)


@pytest.mark.parametrize("cursor", ["0-0000000000000000-0", "9" * 18 + "-ffffffffffffffff-99999"])
@pytest.mark.parametrize("query", ["", "sort=id", "tag=lamp", "q=lamp", "tag=lamp&sort=id"])
def test_every_cursor_of_the_right_form_is_somewhere(client, base, cursor, query):
    assert client.get(f"/api/errors?{query}&cursor={cursor}").status_code == 200


def test_a_cursor_is_a_place_and_back():
    place = place_of("638000000000000000-0123456789abcdef-20")
    assert place.cursor() == "315537897599999999-0123456789abcdef-20"
    assert place_of(place.cursor()) == place


def test_while_the_first_index_is_built_filters_are_503_and_the_whole_list_is_there(
    client, base, monkeypatch
):
    monkeypatch.setattr(index, "at", lambda revision: None)
    answer = client.get("/api/errors?tag=lamp")
    assert_problem(answer, 503)
    assert int(answer.headers["Retry-After"]) > 0
    assert len(client.get("/api/errors").json()["errors"]) == 8
