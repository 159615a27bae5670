"""``/api/docs/``: the page, and every example on it as somebody would run it."""

import json
import os
import shutil
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from errorkb.api.errors import KINDS
from errorkb.models import Entry
from ingest.store import save
from tests.ingest.sample import accepted, values


class Page(HTMLParser):
    """Every element with its attributes, and the text of each that has an id and is code."""

    def __init__(self, html):
        super().__init__()
        self.elements = []
        self.code: dict[str, str] = {}
        self._inside = None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "pre":
            self._inside = dict(attrs).get("id")

    def handle_endtag(self, tag):
        if tag == "pre":
            self._inside = None

    def handle_data(self, data):
        if self._inside:
            self.code[self._inside] = self.code.get(self._inside, "") + data

    def values(self, attribute, tag=None):
        """Of all elements that have the attribute."""
        return [of[attribute] for name, of in self.elements if attribute in of and tag in (None, name)]


@pytest.fixture(scope="module")
def page(server):
    return Page(server.up.get("/api/docs/"))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "dump.jsonl").write_text(json.dumps(values()) + "\n")
    return tmp_path


@pytest.fixture
def environment(server):
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return kept | {"ERRORKB_TOKEN": server.token}


def test_every_example_of_the_page_runs_as_it_is(page, folder, environment):
    assert shutil.which("curl")
    assert sorted(name.rpartition("-")[2] for name in page.code) == ["python"] * 16 + ["shell"] * 16
    # An import comes before the question how far it is.
    for name, code in sorted(page.code.items(), key=lambda one: one[0].startswith("batch-")):
        is_shell = name.endswith("-shell")
        command = ["sh", "-c", code] if is_shell else [sys.executable, "-W", "error", "-c", code]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), code
        if is_shell:
            answer = json.loads(done.stdout)
            assert "error" not in answer, (code, answer)
        else:
            # Each prints something of the answer, and finds something.
            assert done.stdout.strip() not in ("", "[]", "None"), code


def test_examples_ask_the_server_that_shows_them(page, server):
    assert all(f"{server.url}/api/" in code for code in page.code.values())


@pytest.mark.django_db
def test_in_a_base_without_the_sample_examples_ask_for_its_latest_entry(client):
    save([accepted()])
    told = client.get("/api/docs/").content.decode()
    assert f"/api/errors/{accepted().record.id}/history" in told
    assert "fa0d3af0d0950edd/history" not in told
    Entry.objects.all().delete()
    assert client.get("/api/docs/").status_code == 200


def test_every_kind_of_failure_and_every_link_within_the_page_is_there(page):
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert set(KINDS) <= set(ids)
    within = [href[1:] for href in page.values("href") if href.startswith("#")]
    copied = [place[1:] for place in page.values("data-copy")]
    assert set(within) | set(copied) <= set(ids)
    assert sorted(copied) == sorted(page.code)


def test_the_page_is_found_from_every_page(server):
    assert "/api/docs/" in Page(server.up.get("/")).values("href", "a")


def test_an_empty_default_is_not_shown(server):
    told = server.up.get("/api/docs/")
    assert "by default <code>5</code>" in told
    assert "``" not in told


def test_who_follows_its_links_starts_no_export_of_the_base(page):
    """A crawler that did was told to come back, since a large base's export takes its time."""
    assert not [href for href in page.values("href", "a") if href.startswith("/data/")]
