"""``POST /api/match``: the contract's shape, its limits, and one shape of failure."""

import json

import pytest

from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

PASTE = """\
2026-11-30 10:00:00,123 something else
Traceback (most recent call last):
  File "/srv/app/main.py", line 3, in <module>
    shelf.get("gear")
  File "/usr/lib/python3.11/site-packages/widgets/shelf.py", line 42, in get
    raise WidgetError(f"No widget named {name} on the shelf")
widgets.errors.WidgetError: No widget named gear on the shelf
"""


def post(client, body, content_type="application/json"):
    data = body if isinstance(body, bytes | str) else json.dumps(body)
    return client.generic("POST", "/api/match", data, content_type=content_type)


@pytest.fixture
def entry():
    new = accepted()
    save([new])
    return new.record


def test_the_answer_says_what_matched_where_and_why(client, entry):
    answer = post(client, {"text": PASTE}).json()
    (event,) = answer["events"]
    assert event["language"] == "python"
    assert event["errorClass"] == "widgets.errors.WidgetError"
    assert event["span"] == {"startLine": 2, "endLine": 7}
    assert event["frames"][-1] == {
        "file": "/usr/lib/python3.11/site-packages/widgets/shelf.py",
        "line": 42,
        "function": "get",
        "innermost": True,
    }
    assert event["matches"] == [entry.id]
    (match,) = answer["matches"]
    assert (match["id"], match["confidence"], match["matchType"]) == (
        entry.id, "confirmed", "pattern",
    )  # fmt: skip
    assert match["captures"] == {"name": "gear"}
    assert match["span"] == {"startLine": 7, "startColumn": 29, "endLine": 7, "endColumn": 62}
    assert PASTE.splitlines()[6][28:61] == "No widget named gear on the shelf"
    assert {"message-full", "class", "raise-site", "raise-line"} == {
        reason["code"] for reason in match["reasons"]
    }
    assert set(answer["stats"]) == {"patterns", "candidates", "verified", "truncated", "tookMs"}
    assert answer["stats"]["patterns"] >= 1  # replaced ones count until segments are merged


def test_the_text_itself_may_be_the_body(client, entry):
    by_text = post(client, PASTE, content_type="text/plain").json()
    by_json = post(client, {"text": PASTE}).json()
    assert by_text["matches"] == by_json["matches"]


def test_plain_text_in_another_charset(client, entry):
    body = "café\nWidgetError: No widget named gear on the shelf".encode("latin-1")
    answer = post(client, body, content_type="text/plain; charset=latin-1").json()
    assert [match["id"] for match in answer["matches"]] == [entry.id]


def test_an_ingest_is_found_by_the_next_request(client, entry):
    text = {"text": "LampError: The lamp of the harbour is out"}
    assert post(client, text).json()["matches"] == []
    message = "The lamp of {place} is out"
    save([accepted(errorMessage=message, messagePattern="The lamp of (.+?) is out",
                   errorClass="LampError", slug="lamp")])  # fmt: skip
    (match,) = post(client, text).json()["matches"]
    assert match["captures"] == {"place": "the harbour"}


def test_repo_keeps_to_one_repository(client, entry):
    assert post(client, {"text": PASTE, "repo": "acme/gadgets"}).json()["matches"] == []


def test_nothing_known_is_an_empty_answer_with_what_was_understood(client, entry):
    answer = post(client, {"text": "KeyError: 'zebra'"}).json()
    assert answer["matches"] == []
    assert answer["events"][0]["errorClass"] == "KeyError"


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "a\0b: \udfff error: x", "\r\r\n\n", "é" * 999])
def test_odd_texts_are_answered(client, entry, text):
    assert post(client, {"text": text}).status_code == 200


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        ("{", "application/json", 400),
        ("[1]", "application/json", 400),
        ('{"text": NaN}', "application/json", 400),
        ('{"text": 3, "limit": 0}', "application/json", 400),
        ("{}", "application/json", 400),
        ('{"text": null}', "application/json", 400),
        ("[" * 100_000, "application/json", 400),
        (b"\xff", "application/json", 400),
        ("x", "text/plain; charset=nonsense", 400),
        ("x", "text/plain; charset=hex", 400),
        ("<x/>", "application/xml", 415),
        ("x" * (5 * 1024 * 1024 + 1), "text/plain", 413),
        (json.dumps({"text": "x" * (5 * 1024 * 1024 + 1)}), "application/json", 413),
        ("x" * (31 * 1024 * 1024), "text/plain", 413),
    ],
    ids=lambda value: None if isinstance(value, int) else str(value)[:24],
)
def test_every_failure_has_one_shape(client, body, content_type, status):
    answer = post(client, body, content_type)
    assert answer.status_code == status
    assert_problem(answer)
    assert answer.json()["error"]


def test_other_methods_are_405_and_say_which_are_allowed(client):
    answer = client.get("/api/match")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert_problem(answer)


def test_unknown_addresses_below_api_answer_in_json(client):
    answer = client.get("/api/nothing")
    assert answer.status_code == 404
    assert_problem(answer)
