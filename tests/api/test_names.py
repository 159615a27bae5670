"""Classes, tags, numbers and imports."""

import pytest

from errorkb.models import Batch
from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db
CLASSES = ["ValueError", "alpha::Error", "Zebra", "valueWarning", "Älg", "ValueError"]


@pytest.fixture
def base():
    save([
        accepted(
            errorMessage=f"Lamp {n} is out", slug=f"lamp-{n}", errorClass=name, tags=["lamp", f"n-{n}"],
            repo="acme/gadgets" if name == "Zebra" else "acme/widgets",
        )
        for n, name in enumerate(CLASSES)
    ])  # fmt: skip


def names(answer, key):
    return [(row["name"], row["errorCount"]) for row in answer.json()[key]]


def test_classes_are_listed_by_name_with_their_numbers(client, base):
    answer = client.get("/api/classes")
    assert names(answer, "classes") == [
        ("alpha::Error", 1), ("ValueError", 2), ("valueWarning", 1), ("Zebra", 1), ("Älg", 1),
    ]  # fmt: skip
    assert (answer.json()["total"], answer.json()["next"]) == (5, None)


def test_the_pieces_are_the_list(client, base):
    address, found = "/api/classes?limit=2", []
    while address:
        answer = client.get(address)
        found += names(answer, "classes")
        address = answer.json()["next"]
    assert found == names(client.get("/api/classes"), "classes")


def test_a_beginning_and_a_repository(client, base):
    assert names(client.get("/api/classes?prefix=VALUE"), "classes") == [
        ("ValueError", 2),
        ("valueWarning", 1),
    ]
    assert names(client.get("/api/classes?repo=acme/gadgets"), "classes") == [("Zebra", 1)]
    assert names(client.get("/api/tags?prefix=l"), "tags") == [("lamp", 6)]
    assert names(client.get("/api/tags?repo=acme/gadgets"), "tags") == [("lamp", 1), ("n-2", 1)]
    assert client.get("/api/tags?repo=no/such").json()["tags"] == []


def test_numbers_of_the_base(client, base):
    told = client.get("/api/stats").json()
    assert (told["errors"], told["repos"], told["classes"], told["tags"]) == (6, 2, 5, 7)
    assert told["languages"] == [{"name": "python", "errorCount": 6}]
    assert told["changedAt"].endswith("Z")


def test_an_empty_base_has_no_numbers(client):
    told = client.get("/api/stats").json()
    assert (told["errors"], told["changedAt"], told["datasetVersion"]) == (0, None, None)
    assert client.get("/api/classes").json()["classes"] == []


def test_an_import_can_be_followed(client):
    batch = Batch.objects.create(source="dump.jsonl", direct=False, complete=True, forced=False, retired=2)
    batch.chunks.create(path="dump.jsonl", size=1, read=3, new=2, rejected=1)
    assert client.get(f"/api/batches/{batch.pk}").json() == {
        "batch": batch.pk, "state": "queued", "complete": True,
        "counts": {"read": 3, "new": 2, "changed": 0, "unchanged": 0, "rejected": 1, "warned": 0,
                   "retired": 2},
        "url": f"/batches/{batch.pk}/", "problemsUrl": f"/batches/{batch.pk}/problems.jsonl",
    }  # fmt: skip
    for number in (batch.pk + 1, 2**63, 10**30):
        assert_problem(client.get(f"/api/batches/{number}"), 404)
