"""Request ids: kept or made, in answers, in failures' bodies and in their log lines, without users' text."""

import io
import logging
import re

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

from errorkb.web import failures
from errorkb.web.failure_log import FailureFormatter

MADE = re.compile(r"[0-9a-f]{32}")


@pytest.mark.parametrize(
    "brought", ["a", "4bf92f3577b34da6a3ce929d0e0e4736", "7c9e6679-7425-40de-944b-e07fc1f90ae7", "x" * 64]
)
def test_a_sane_id_is_kept(client, brought):
    assert client.get("/nothing/", headers={"X-Request-Id": brought}).headers["X-Request-Id"] == brought


@pytest.mark.parametrize("brought", ["", "x" * 65, "a b", "-a", "<b>", "é", "a\n", "id;drop", "a,b"])
def test_any_other_is_replaced(client, brought):
    answer = client.get("/nothing/", headers={"X-Request-Id": brought})
    assert MADE.fullmatch(answer.headers["X-Request-Id"])


def test_each_request_has_its_own(client):
    ids = {client.get("/nothing/").headers["X-Request-Id"] for _ in range(3)}
    assert len(ids) == 3


@pytest.fixture
def log(monkeypatch):
    """What the log of failures gets."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(FailureFormatter())
    monkeypatch.setattr(logging.getLogger("django.request"), "handlers", [handler])
    return written


def broken(request: HttpRequest, text: str) -> HttpResponse:
    try:
        raise KeyError(text)
    except KeyError as error:
        raise RuntimeError(f"no answer to {text}") from error


urlpatterns = [path("api/broken/<text>", broken)]
handler500 = failures.server_error


@pytest.mark.urls(__name__)
def test_a_bug_is_found_by_its_id_and_nothing_that_a_user_wrote_is_logged(client, log):
    client.raise_request_exception = False
    answer = client.post(
        "/api/broken/typed-text?q=pasted", {"text": "pasted"}, headers={"X-Request-Id": "bug-1"}
    )
    assert answer.status_code == 500
    assert answer.headers["X-Request-Id"] == answer.json()["requestId"] == "bug-1"
    told = log.getvalue()
    assert "ERROR django.request: 500 POST api/broken/<text>, request bug-1\n" in told
    assert "in broken" in told
    # What caused it comes first, as in any traceback.
    assert told.index("builtins.KeyError\n") < told.index("builtins.RuntimeError\n")
    assert "typed-text" not in told
    assert "pasted" not in told
