"""What stands in an answer's head: who may read it, whether it is still the same, what the address takes."""

import pytest

from errorkb.models import BaseState
from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db
ENTRY = accepted().record.id
ADDRESSES = [f"/api/errors/{ENTRY}", "/api/errors", "/api/errors?sort=id", f"/api/errors/{ENTRY}/history"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_has_not_changed_is_304_until_it_has(client, address):
    save([accepted()])
    answer = client.get(address)
    tag, date = answer.headers["ETag"], answer.headers["Last-Modified"]
    assert answer.headers["Cache-Control"] == "no-cache"
    for headers in ({"If-None-Match": tag}, {"If-None-Match": f"W/{tag}"}, {"If-Modified-Since": date}):
        again = client.get(address, headers=headers)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert client.head(address, headers={"If-None-Match": tag}).status_code == 304
    save([accepted(documentation="It is known better now.", analyzedAt="2026-09-01T00:00:00.000Z")])
    changed = client.get(address, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_the_whole_list_is_not_read_for_who_has_it(client, django_assert_num_queries):
    save([accepted()])
    tag = client.get("/api/errors").headers["ETag"]
    with django_assert_num_queries(1):
        client.get("/api/errors", headers={"If-None-Match": tag})


@pytest.mark.parametrize("address", ["/api/errors?tag=shelf", "/api/classes", "/api/stats", "/api/repos"])
def test_what_the_index_answers_is_304_by_its_content(client, address):
    save([accepted()])
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    save([accepted(errorMessage="widget two", slug="widget-two", errorClass="Other")])
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_the_time_of_a_change_is_kept_by_the_database():
    save([accepted()])
    before = BaseState.objects.get().changed_at
    save([accepted(errorMessage="another", slug="another")])
    assert BaseState.objects.get().changed_at > before


def test_head_is_get_without_a_body(client):
    save([accepted()])
    answer = client.head(f"/api/errors/{ENTRY}")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["ETag"] == client.get(f"/api/errors/{ENTRY}").headers["ETag"]


@pytest.mark.parametrize("address", [*ADDRESSES, "/api/match", "/api/errors/zz", "/api/nothing"])
def test_pages_of_any_site_see_answers_and_failures(client, address):
    answer = client.get(address)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    for name in ("ETag", "RateLimit", "Retry-After", "X-Request-Id"):
        assert name in answer.headers["Access-Control-Expose-Headers"]


def test_a_browser_is_told_that_it_may_send_json(client):
    asks = {"Origin": "https://site.example", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type"}  # fmt: skip
    answer = client.options("/api/match", headers=asks)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Access-Control-Allow-Methods"] == answer.headers["Allow"] == "POST, OPTIONS"
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
    assert int(answer.headers["Access-Control-Max-Age"]) > 0


def test_pages_of_other_sites_do_not_import(client):
    for answer in (client.options("/api/ingest"), client.post("/api/ingest")):
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("method", "address", "headers", "status"),
    [
        ("POST", f"/api/errors/{ENTRY}", {}, 405),
        ("DELETE", "/api/errors", {}, 405),
        ("HEAD", "/api/match", {}, 405),
        ("GET", "/api/errors", {"Accept": "application/xml"}, 406),
        ("GET", "/api/nothing/", {"Accept": "text/html"}, 404),
        ("POST", "/api/ingest", {}, 401),
    ],
)
def test_every_failure_is_a_problem(client, method, address, headers, status):
    answer = client.generic(method, address, headers=headers)
    assert answer.status_code == status
    if method != "HEAD":
        assert_problem(answer, status)
        assert answer.json()["instance"] == address
    if status == 401:
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_bug_is_a_problem_that_tells_nothing(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("errorkb.api.base_views.catalogue.stats", lambda: 1 / 0)
    answer = client.get("/api/stats")
    assert_problem(answer, 500)
    assert b"division" not in answer.content
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_what_is_pasted_is_kept_by_no_cache(client):
    answer = client.post("/api/match", {"text": "KeyError: 1"}, content_type="application/json")
    assert answer.headers["Cache-Control"] == "no-store"
