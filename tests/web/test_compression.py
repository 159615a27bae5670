"""Answers are compressed for who can read that, and caches are told so."""

import gzip
import json

import pytest

from ingest.store import save
from tests.ingest.sample import accepted, values

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/api/errors/{id}", "/{repo}/{slug}/", "/"])
def test_pages_and_api_are_compressed(client, path):
    save([accepted()])
    address = path.format(**values())
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": "br;q=0.1, gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Content-Encoding" not in plain.headers
    assert len(packed.content) < len(plain.content)
    assert int(packed.headers["Content-Length"]) == len(packed.content)
    if path.startswith("/api/errors"):
        assert json.loads(gzip.decompress(packed.content)) == plain.json()


def test_what_is_short_stays_as_it_is(client):
    answer = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


def test_no_answer_sets_a_cookie_or_holds_a_token(client):
    for path in ("/", "/match/", "/batches/new/"):
        answer = client.get(path)
        assert not answer.cookies
        assert b"csrf" not in answer.content
