"""``GET /api/search`` and ``GET /api/repos``, as the contract has them."""

import pytest

from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db


@pytest.fixture
def base():
    rows = {
        "shelf": accepted(),
        "crate": accepted(
            repo="acme/gadgets", errorCode="E0277", errorMessage="Crate {n} is sealed",
            messagePattern="Crate (.+?) is sealed", slug="e0277",
        ),
        "lamp": accepted(
            errorMessage="Lamp out", messagePattern="Lamp out", slug="lamp-out",
            documentation="The lamp has no oil in its shelf.",
        ),
    }  # fmt: skip
    save(list(rows.values()))
    return {name: row.record.id for name, row in rows.items()}


def search(client, **query):
    return client.get("/api/search", query)


def test_rows_have_the_contracts_keys(client, base):
    answer = search(client, q="widget").json()
    assert set(answer) == {"matches", "datasetVersion"}
    keys = {"id", "repo", "code", "message", "score", "matchType", "url"}
    assert set(answer["matches"][0]) == keys


@pytest.mark.parametrize(
    ("query", "first", "match_type"),
    [
        ("E0277", "crate", "exact-code"),
        ("e0277", "crate", "exact-code"),
        ("No widget named gear on the shelf", "shelf", "pattern"),
        ("acme: No widget named gear on the shelf, sorry", "shelf", "pattern"),
        ("oil", "lamp", "fuzzy"),
        ("no widgt nmed", "shelf", "fuzzy"),
    ],
)
def test_the_kind_of_match_is_told(client, base, query, first, match_type):
    best = search(client, q=query).json()["matches"][0]
    assert (best["id"], best["matchType"]) == (base[first], match_type)
    assert 0 < best["score"] <= 1


def test_message_is_another_name_of_q(client, base):
    assert search(client, message="E0277").json() == search(client, q="E0277").json()


def test_repo_keeps_to_one_repository(client, base):
    answer = search(client, q="named", repo="acme/gadgets").json()
    assert answer["matches"] == []


@pytest.mark.parametrize(
    "query",
    [{}, {"q": ""}, {"q": "  "}, {"q": "x", "limit": "0"}, {"q": "x", "limit": "26"},
     {"q": "x", "limit": "many"}, {"q": "x", "repo": "no slash"}],
)  # fmt: skip
def test_a_query_that_makes_no_sense_is_400_with_a_reason(client, query):
    answer = search(client, **query)
    assert answer.status_code == 400
    assert_problem(answer)
    assert answer.json()["error"]


def test_limit_bounds_the_rows(client):
    save([accepted(errorMessage=f"widget {n}", slug=f"widget-{n}") for n in range(30)])
    assert len(search(client, q="widget").json()["matches"]) == 5
    assert len(search(client, q="widget", limit=25).json()["matches"]) == 25


@pytest.mark.parametrize("query", ["nul \0 byte", "'; drop table", "((((", "a & | ! b", "\\", "%"])
def test_odd_queries_are_answered(client, base, query):
    assert search(client, q=query).status_code == 200


def test_repositories_are_listed_with_their_counts(client, base):
    repos = client.get("/api/repos").json()["repos"]
    assert [(row["repo"], row["errorCount"]) for row in repos] == [
        ("acme/gadgets", 1),
        ("acme/widgets", 2),
    ]
    assert set(repos[0]) == {
        "repo", "description", "language", "stars", "sourceFiles", "defaultBranch", "analyzedSha",
        "analyzedAt", "errorCount",
    }  # fmt: skip
    assert repos[0]["analyzedSha"] == "ab" * 20
