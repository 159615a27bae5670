"""The public npm client, as it is published, asks a real ``errorkb up``.

Its version and those of all that it uses are pinned with their checksums in package-lock.json here.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.clients.mcp_stdio import McpClient
from tests.ingest.sample import values
from tests.npm import installed
from tests.up.process import BIN, Up, environ, processes_of

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The client's start script."""
    modules = installed(HERE, tmp_path_factory.mktemp("npm"))
    return modules / "@standardbeagle" / "errlookup-mcp" / "dist" / "index.js"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("client") / "home"
    yield home
    for process in processes_of(home):
        process.kill()


@pytest.fixture(scope="module")
def up(program, home):
    running = Up(home, "--port", "0")
    assert running.url, running.lines
    yield running
    running.stop()


@pytest.fixture
def client(program, up, tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "ERRLOOKUP_BASE_URL": up.url.rstrip("/"),
        "ERRLOOKUP_CACHE_DIR": str(tmp_path / "cache"),
    }
    with McpClient(["node", str(program)], environment, tmp_path / "log") as session:
        yield session


def ingest(home, tmp_path, record):
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps(record))
    subprocess.run([BIN, "ingest", dump, "--quiet"], env=environ(home), check=True)


def test_its_tools_work_against_our_server(client, up):
    assert client.server["name"] == "errlookup"
    assert client.tools() == ["search_error", "get_error", "list_repos", "refresh_dataset"]
    (told,) = map(json.loads, client.call("refresh_dataset"))
    manifest = json.loads(up.get("/data/manifest.json"))
    assert told == {"updated": True, "datasetVersion": manifest["datasetVersion"],
                    "errors": manifest["counts"]["errors"]}  # fmt: skip
    (listed,) = map(json.loads, client.call("list_repos"))
    ours = json.loads(up.get("/api/repos"))["repos"]
    assert listed == {"repos": ours, "datasetVersion": manifest["datasetVersion"]}
    assert sum(repo["errorCount"] for repo in listed["repos"]) == told["errors"] >= 60


def test_it_finds_and_fetches_an_entry_by_code_pattern_and_words(client, up):
    message = "dictionary changed size during iteration"
    (found,) = map(json.loads, client.call("search_error", message=f"RuntimeError: {message}"))
    hit = found["matches"][0]
    assert (hit["message"], hit["matchType"]) == (message, "pattern")
    assert hit["url"].startswith(up.url)
    assert "<html" in up.get(hit["url"].removeprefix(up.url.rstrip("/")))
    for asked in ({"id": hit["id"]}, {"repo": hit["repo"], "slug": hit["url"].split("/")[-2]}):
        markdown, source = client.call("get_error", **asked)
        record = json.loads(up.get(f"/api/errors/{hit['id']}"))["record"]
        assert record["documentation"] in markdown
        assert all(solution in markdown for solution in record["solutions"])
        assert source == f"Source: {hit['url']}"
    (narrowed,) = map(json.loads, client.call("search_error", message=message, repo="no/such"))
    assert narrowed["matches"] == []


def test_every_entry_of_the_index_can_be_fetched(client, up):
    index = json.loads(up.get("/data/index.json"))["errors"]
    for row in index:
        markdown, _ = client.call("get_error", id=row["id"])
        assert f"**Repo:** {row['repo']}" in markdown


def test_what_is_ingested_later_is_there_after_a_refresh(client, up, home, tmp_path):
    client.call("refresh_dataset")
    # Its dump says no version: the client must still see that there is something new.
    record = values(
        repo="acme/later",
        errorMessage="The later widget {x} fell",
        messagePattern="The later widget (.+?) fell",
    )
    ingest(home, tmp_path, record)
    (told,) = map(json.loads, client.call("refresh_dataset"))
    assert told["updated"] is True
    (found,) = map(json.loads, client.call("search_error", message="The later widget gear fell"))
    assert [hit["id"] for hit in found["matches"]] == [record["id"]]
    markdown, _ = client.call("get_error", id=record["id"])
    assert record["documentation"] in markdown
    (again,) = map(json.loads, client.call("refresh_dataset"))
    assert (again["updated"], again["datasetVersion"]) == (False, told["datasetVersion"])
