"""Entries that were read from source, and the reading of them, as the site shows them."""

import pytest

from errorkb.models import Batch, Chunk, Entry, Repo
from errorkb.web.batches import reading
from errorkb.web.entry import entry_page
from errorkb.web.rows import source_url
from ingest.pipeline import run
from tests.ingest.source.trees import SHELF, commit, install, write
from tests.web.test_pages import text_of

pytestmark = pytest.mark.django_db
MESSAGE = "No widget named {name} on the shelf"


def page_of(path):
    run([path])
    return entry_page(Entry.objects.get(error_message=MESSAGE))


@pytest.mark.parametrize(
    ("remote", "label"),
    [
        ("https://github.com/acme/widgets", "View on GitHub (pinned to {sha})"),
        ("https://gitlab.com/acme/widgets", "View on GitLab (pinned to {sha})"),
        ("https://code.example.org/acme/widgets", "View on code.example.org"),
        (None, ""),
    ],
)
def test_the_link_is_named_after_its_host(tmp_path, remote, label):
    sha = commit(write(tmp_path / "w", {"a.py": SHELF}), remote=remote)
    page = page_of(tmp_path / "w")
    assert page.permalink_label == label.format(sha=sha[:10])
    assert (page.permalink is None) == (remote is None)
    assert (page.situations, page.provenance.issue_url, page.provenance.is_commit) == (None, None, True)


def test_an_installed_package_is_a_copy(tmp_path):
    page = page_of(install(tmp_path, "widgets", "1.0", {"widgets.py": SHELF}))
    assert page.permalink_label == "View on PyPI"
    assert (page.permalink, page.provenance.is_commit) == ("https://pypi.org/project/widgets/1.0/", False)


def test_its_pages_answer(client, tmp_path):
    run([write(tmp_path / "w", {"a.py": SHELF})])
    entry = Entry.objects.get(error_message=MESSAGE)
    text = text_of(client.get(entry.get_absolute_url()))
    assert "No one has written a solution for this yet." in text
    assert "View on" not in text
    assert "http://local.invalid" not in client.get("/local/w/").content.decode()
    assert client.get(f"/api/errors/{entry.pk}").json()["record"] == entry.record()


@pytest.mark.parametrize(
    ("repo", "url"),
    [("a/b", "https://github.com/a/b"), ("pypi/b", "https://pypi.org/project/b/"), ("local/b", None)],
)
def test_where_a_repository_is(client, repo, url):
    Repo.objects.create(name=repo)
    assert source_url(repo) == url
    assert ("Source repository" in text_of(client.get(f"/{repo}/"))) == (url is not None)


def test_home_tells_how_far_the_packages_are(client):
    assert reading() is None
    fields = {"source": "/packages", "direct": False, "complete": False, "forced": False}
    Batch.objects.create(state="done", **fields)
    assert reading() is None
    batch = Batch.objects.create(state="running", title="installed packages", **fields)
    for number, state in enumerate(("done", "running", "queued")):
        Chunk.objects.create(
            batch=batch, path=f"/packages/{number}", size=10, state=state, new=7 * (state == "done")
        )
    assert "Reading installed packages : 1 of 3" in text_of(client.get("/"))
    batch.chunks.update(state="done")
    Batch.objects.filter(pk=batch.pk).update(state="done")
    assert "The installed packages were read : 7 errors that their code raises." in text_of(client.get("/"))
