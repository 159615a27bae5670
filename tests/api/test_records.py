"""Many records by id, the history of an entry, and what to read next."""

import json

import pytest

from errorkb.models import Entry
from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db
NOBODY = "0123456789abcdef"


@pytest.fixture
def entries():
    rows = [accepted(errorMessage=f"Lamp {n} is out", slug=f"lamp-{n}") for n in range(3)]
    save(rows)
    return [row.record for row in rows]


def post(client, body):
    data = body if isinstance(body, str) else json.dumps(body)
    return client.generic("POST", "/api/errors/batch", data, content_type="application/json")


def test_records_come_in_the_order_of_the_ids_each_once(client, entries):
    Entry.objects.filter(pk=entries[1].id).update(retired_at="2026-01-01T00:00:00Z")
    ids = [entries[2].id, NOBODY, entries[0].id, entries[1].id, entries[2].id]
    answer = post(client, {"ids": ids}).json()
    assert answer == {
        "records": [entries[2].to_json(), entries[0].to_json()],
        "retired": [entries[1].id],
        "missing": [NOBODY],
        "datasetVersion": None,
    }
    assert client.get("/api/errors/batch", {"ids": ",".join(ids)}).json() == answer


@pytest.mark.parametrize(
    "body",
    [{}, [], "", "{", {"ids": []}, {"ids": "x"}, {"ids": [1]}, {"ids": [NOBODY.upper()]},
     {"ids": [NOBODY] * 101},
     {"ids": [f"{NOBODY}\n"]}, {"ids": None}],
)  # fmt: skip
def test_ids_that_are_none_are_refused(client, body):
    assert_problem(post(client, body), 400)


@pytest.mark.parametrize("query", ["", "ids=", "ids=x", f"ids={NOBODY},", "ids=" + ",".join([NOBODY] * 101)])
def test_ids_in_the_address_that_are_none_are_refused(client, query):
    assert_problem(client.get(f"/api/errors/batch?{query}"), 400)


def test_history_has_every_import_the_latest_analysis_first(client):
    instants = [f"2026-08-{day}T00:00:00.000Z" for day in (14, 16, 15)]
    for instant in instants:
        save([accepted(analyzedAt=instant, documentation=f"As of {instant}.")])
    entry = accepted().record.id
    answer = client.get(f"/api/errors/{entry}/history?full=true").json()
    told = [(row["state"], row["analyzedAt"], row["record"]["documentation"]) for row in answer["versions"]]
    assert told == [
        ("in effect", instants[1], f"As of {instants[1]}."),
        ("never in effect", instants[2], f"As of {instants[2]}."),
        ("was in effect", instants[0], f"As of {instants[0]}."),
    ]
    assert list(answer["versions"][1]["record"]) == list(accepted().record.to_json())
    first = client.get(f"/api/errors/{entry}/history?limit=2").json()
    rest = client.get(first["next"]).json()
    assert rest["next"] is None
    rows = first["versions"] + rest["versions"]
    assert [row["analyzedAt"] for row in rows] == [row["analyzedAt"] for row in answer["versions"]]
    assert all("record" not in row for row in rows)


def test_a_retired_entry_has_its_history_still(client, entries):
    Entry.objects.filter(pk=entries[0].id).update(retired_at="2026-01-01T00:00:00Z")
    answer = client.get(f"/api/errors/{entries[0].id}/history")
    assert [row["state"] for row in answer.json()["versions"]] == ["last known"]
    assert_problem(client.get(f"/api/errors/{entries[0].id}/related"), 410)


def test_related_entries_have_a_reason(client, entries):
    answer = client.get(f"/api/errors/{entries[0].id}/related").json()
    assert {row["error"]["id"] for row in answer["related"]} == {entries[1].id, entries[2].id}
    assert all(row["reason"] for row in answer["related"])
    assert len(client.get(f"/api/errors/{entries[0].id}/related?limit=1").json()["related"]) == 1


@pytest.mark.parametrize("rest", ["history", "related"])
def test_unknown_entries_have_none(client, rest):
    assert_problem(client.get(f"/api/errors/{NOBODY}/{rest}"), 404)
    assert_problem(client.get(f"/api/errors/{NOBODY}/{rest}?limit=x"), 400)
