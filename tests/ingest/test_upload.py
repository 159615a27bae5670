"""``POST /api/ingest`` and the upload page: who may, what happens to the file, and its bounds."""

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from errorkb.models import ApiToken, Batch, Entry
from ingest import pipeline
from tests.api.problems import assert_problem
from tests.ingest.sample import values

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def uploads(settings, tmp_path):
    settings.UPLOADS = str(tmp_path / "uploads")
    return Path(settings.UPLOADS)


@pytest.fixture
def token():
    return ApiToken.objects.issue("ci", ["ingest"])


def post(client, body, token, query=""):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return client.generic("POST", f"/api/ingest{query}", body, content_type="text/x-any", headers=headers)


def work(batch):
    for chunk in batch.chunks.values_list("pk", flat=True):
        pipeline.work(chunk)
    batch.refresh_from_db()


def test_the_body_is_a_dump_that_becomes_a_batch(client, token, uploads):
    answer = post(client, json.dumps(values()).encode(), token)
    assert answer.status_code == 202
    batch = Batch.objects.get(pk=answer.json()["batch"])
    assert answer.headers["Location"] == f"/batches/{batch.pk}/"
    assert len(list(uploads.iterdir())) == 1
    work(batch)
    assert (batch.state, Entry.objects.get().record()) == ("done", values())
    assert list(uploads.iterdir()) == []  # it is in the base now
    assert ApiToken.objects.get().last_used_at is not None


@pytest.mark.parametrize("wrong", ["", "ekb_nonsense", "\udcff"])
def test_without_a_token_nothing_is_stored(client, token, uploads, wrong):
    answer = post(client, b"[]", wrong.encode("utf-8", "replace").decode())
    assert_problem(answer, 401)
    assert not uploads.exists()
    assert not Batch.objects.exists()


def test_a_revoked_token_is_refused(client, token, uploads):
    call_command("token", revoke="ci")
    assert post(client, b"[]", token).status_code == 401


def test_tokens_are_stored_as_digests_and_listed_without_their_text(token, capsys):
    assert token not in str(ApiToken.objects.values())
    call_command("token")
    shown = capsys.readouterr().out
    assert "ci" in shown
    assert token not in shown


def test_an_upload_that_is_too_long_leaves_nothing(client, token, uploads, settings):
    settings.MAX_UPLOAD_BYTES = 10
    answer = post(client, b"x" * 11, token)
    assert answer.status_code == 413
    assert list(uploads.iterdir()) == []
    assert not Batch.objects.exists()


def test_a_complete_dump_says_so_in_the_address(client, token):
    batch = post(client, b"[]", token, "?complete=1&force=1").json()["batch"]
    assert Batch.objects.filter(pk=batch, complete=True, forced=True).exists()


class TestPage:
    """The same for people."""

    def send(self, client, token, body=b"[]"):
        dump = SimpleUploadedFile("dump.json", body)
        return client.post("/batches/new/", {"dump": dump, "token": token, "complete": ""})

    def test_a_file_leads_to_its_batch(self, client, token):
        answer = self.send(client, token, json.dumps(values()).encode())
        batch = Batch.objects.get()
        assert (answer.status_code, answer.url) == (302, f"/batches/{batch.pk}/")
        work(batch)
        assert Entry.objects.count() == 1

    def test_it_shows_its_form(self, client):
        assert 'type="file"' in client.get("/batches/new/").content.decode()

    def test_a_wrong_token_is_said(self, client, token):
        answer = self.send(client, "wrong")
        assert answer.status_code == 403
        assert "not in force" in answer.content.decode()

    def test_a_missing_file_is_said(self, client, token):
        answer = client.post("/batches/new/", {"token": token})
        assert answer.status_code == 400
        assert "Choose a file." in answer.content.decode()
