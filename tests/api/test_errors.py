"""``GET /api/errors/<id>``: what came in as JSON goes out equal, key for key."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errorkb.models import RECORD_FIELDS, Entry
from ingest.record import FIELDS, ErrorRecord
from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db


def test_the_json_seed_comes_back_equal(client, shared):
    from django.core.management import call_command  # noqa: PLC0415

    seed = shared / "seeds" / "002_b4cc5b5ca93913e3.txt"
    call_command("ingest", str(seed), quiet=True)
    answer = client.get("/api/errors/72ab507dca416e5f")
    assert answer.json() == json.loads(seed.read_text())
    assert list(answer.json()["record"]) == list(json.loads(seed.read_text())["record"])


def test_the_text_seed_gives_every_field_that_the_page_has(client, shared):
    from django.core.management import call_command  # noqa: PLC0415

    seed = shared / "seeds" / "000_4fb313273a5eaf04.txt"
    call_command("ingest", str(seed), quiet=True)
    record = client.get("/api/errors/e607a275094db1b7").json()["record"]
    page = seed.read_text()
    for key in ("repo", "errorMessage", "documentation", "filePath", "exampleFix", "validationCode",
                "tryCatchPattern", "triggerScenarios", "commonSituations", "severity", "errorClass",
                "handlingStrategy", "analyzedSha"):  # fmt: skip
        assert record[key], key
        assert record[key] in page, key
    assert record["sourceCode"].strip("\n") in page
    assert record["lineNumber"] == 3888
    assert (len(record["solutions"]), len(record["preventionTips"])) == (5, 4)
    assert record["analyzedAt"] == "2026-08-15T00:00:00.000Z"
    # The snippet is numbered so that the throw stands on the line that the page names.
    thrown = record["sourceCode"].splitlines()[3888 - record["sourceCodeStart"]]
    assert "raise ValueError(" in thrown
    assert record["typeGuard"] is None


# Any text that a record may hold: no NUL, no lone surrogate.
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=40)
maybe = st.none() | texts
numbers = st.none() | st.integers(1, 2**31 - 1)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    errorMessage=texts, messagePattern=texts, errorCode=maybe, errorClass=maybe,
    documentation=texts, triggerScenarios=texts, commonSituations=texts,
    solutions=st.lists(texts, max_size=4), preventionTips=st.lists(texts, max_size=4),
    exampleFix=st.none() | st.just("") | texts, validationCode=maybe, typeGuard=maybe,
    tryCatchPattern=maybe, lineNumber=numbers, filePath=texts,
    httpStatus=st.none() | st.integers(100, 599),
    tags=st.lists(st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}", fullmatch=True), max_size=4),
    errorType=st.sampled_from(
        ["exception", "error_code", "console", "http", "validation", "panic"]
    ),
    handlingStrategy=st.sampled_from(
        [None, "try-catch", "type-guard", "validation", "retry", "fallback"]
    ),
    analyzedAt=st.sampled_from(["2026-08-14T21:57:28.298Z", "2026-08-14T21:57:28Z"]),
    dataset_version=st.sampled_from([None, "2026-08-15T22:17:37.221Z"]),
)  # fmt: skip
def test_every_legal_record_goes_out_as_it_came_in(client, dataset_version, **changes):
    # A snippet of lines before the thrown one would only add a warning; it has its own table.
    changes |= {"sourceCode": None, "sourceCodeStart": None, "sourceCodeEnd": None}
    new = accepted(dataset_version=dataset_version, **changes)
    Entry.objects.all().delete()
    save([new])
    answer = client.get(f"/api/errors/{new.record.id}")
    assert answer.json() == {"record": new.record.to_json(), "datasetVersion": dataset_version}


def test_field_lists_agree():
    assert dict(RECORD_FIELDS) == FIELDS | {"repo": "repo_id"}
    assert [key for key, _ in RECORD_FIELDS] == list(FIELDS)
    assert list(ErrorRecord.__dataclass_fields__) == list(FIELDS.values())


@pytest.mark.parametrize(
    "address",
    ["0123456789abcdef", "0123456789ABCDEF", "zz", "0123456789abcdef0", "%00", "../x"],
)
def test_unknown_and_malformed_ids_are_404_in_the_one_error_shape(client, address):
    answer = client.get(f"/api/errors/{address}")
    assert answer.status_code == 404
    assert_problem(answer)
    assert answer.json()["code"] == "not-found"


def test_a_retired_entry_is_410(client):
    new = accepted()
    save([new])
    Entry.objects.update(retired_at="2026-01-01T00:00:00Z")
    answer = client.get(f"/api/errors/{new.record.id}")
    assert answer.status_code == 410
    assert answer.json()["code"] == "gone"
    assert client.get("/api/search", {"q": "widget"}).json()["matches"] == []
    text = {"text": "WidgetError: No widget named gear on the shelf"}
    assert client.post("/api/match", text, content_type="application/json").json()["matches"] == []


def test_any_site_may_read(client):
    new = accepted()
    save([new])
    answer = client.get(f"/api/errors/{new.record.id}")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_unchanged_answers_are_304(client):
    new = accepted()
    save([new])
    address = f"/api/errors/{new.record.id}"
    etag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
