"""``/api/errors/<id>/attempts``: reports of what helped."""

import pytest

from errorkb.models import ApiToken, Attempt
from errorkb.models.attempt import MAX_REPORTS
from errorkb.standby import OWNER
from ingest.store import save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db


@pytest.fixture
def address():
    entry = accepted()
    save([entry])
    return f"/api/errors/{entry.record.id}/attempts"


def report(client, address, *, token=None, owner=False, **body):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    more = {OWNER: True} if owner else {}
    return client.post(address, {"outcome": "worked"} | body, content_type="application/json",
                       headers=headers, **more)  # fmt: skip


def token(name="agent", scope="report"):
    return ApiToken.objects.issue(name, [scope])


def test_reports_are_counted_by_their_outcomes(client, address):
    text = token()
    for outcome in ("worked", "worked", "failed", "partly"):
        answer = report(client, address, token=text, outcome=outcome, note="the second one")
        assert answer.status_code == 201
    assert answer.json() == {"outcomes": {"worked": 2, "failed": 1, "partly": 1}}
    assert client.get(address).json() == answer.json()
    assert {attempt.reporter for attempt in Attempt.objects.all()} == {"agent"}


def test_over_the_network_a_report_needs_its_own_kind_of_token(client, address):
    for text in (None, "ekb_made-up", token("feeder", "ingest")):
        answer = report(client, address, token=text)
        assert answer.status_code == 401
        assert "--scope report" in answer.json()["error"]
    ApiToken.objects.get(name="feeder").revoke()
    assert report(client, address, token=token("gone")).status_code == 201
    # A header that claims to be the owner's is a header like any other.
    assert client.post(address, {"outcome": "worked"}, headers={OWNER: "1"}).status_code == 401
    assert Attempt.objects.count() == 1


def test_the_owner_of_the_base_needs_none(client, address):
    assert report(client, address, owner=True).status_code == 201
    assert Attempt.objects.get().reporter == ""


@pytest.mark.parametrize(
    "body", [{"outcome": "great"}, {"outcome": None}, {"note": "x" * 2001}, {"note": []}]
)
def test_a_report_of_another_form_is_400(client, address, body):
    assert report(client, address, owner=True, **body).status_code == 400
    assert not Attempt.objects.exists()


def test_a_note_of_signs_that_no_table_holds_is_kept_as_far_as_it_can_be(client, address):
    answer = client.post(address, b'{"outcome": "partly", "note": "a\\u0000b\\ud800"}',
                         content_type="application/json", **{OWNER: True})  # fmt: skip
    assert answer.status_code == 201
    assert Attempt.objects.get().note == "a\N{SYMBOL FOR NULL}b?"


def test_a_reporter_has_so_many_reports_an_hour(client, address):
    first, second = token("first"), token("second")
    for _ in range(MAX_REPORTS):
        assert report(client, address, token=first).status_code == 201
    refused = report(client, address, token=first)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert report(client, address, token=second).status_code == 201


def test_an_entry_that_is_not_there_is_404(client, address):
    nowhere = address.replace(address.split("/")[3], "0" * 16)
    assert client.get(nowhere).status_code == 404
    assert report(client, nowhere, owner=True).status_code == 404
    assert report(client, nowhere).status_code == 401
