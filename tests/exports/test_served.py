"""``/data/…``: whole, of the base as it is, and cheap to ask again."""

import gzip
import hashlib
import json
import os
from functools import partial
from types import SimpleNamespace

import pytest

from errorkb.exports import published
from errorkb.exports.published import Published
from errorkb.exports.tasks import refresh
from errorkb.models import BaseState, Batch, Entry
from errorkb.models.batch import DONE, RUNNING
from ingest.store import save
from tests.api.problems import assert_problem
from tests.ingest.sample import accepted, values

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def exports(settings, tmp_path):
    settings.EXPORTS = str(tmp_path / "exports")
    return tmp_path / "exports"


@pytest.fixture
def large(monkeypatch):
    """Any base is too large to be exported in a request."""
    monkeypatch.setattr(published, "BUILD_IN_REQUEST", -1)


@pytest.fixture
def client(client):
    """Reads every answer to its end and closes it, as a server does."""
    whole = SimpleNamespace()
    for method in ("get", "head", "post"):
        setattr(whole, method, partial(_closed, getattr(client, method)))
    return whole


def _closed(method, *words, **options):
    answer = method(*words, **options)
    answer.whole = b"".join(answer.streaming_content) if answer.streaming else answer.content
    # Not close(), which would end the test's connection to the database.
    for close in answer._resource_closers:
        close()
    return answer


def body(answer):
    return answer.whole


def another(message="Another"):
    save([accepted(errorMessage=message, messagePattern=message, slug=message.lower())])


def test_a_small_base_is_there_at_once_with_every_change(client):
    save([accepted()])
    manifest = json.loads(body(client.get("/data/manifest.json")))
    assert manifest["counts"]["errors"] == 1
    another()
    later = json.loads(body(client.get("/data/manifest.json")))
    assert later["counts"]["errors"] == 2
    assert later["datasetVersion"] != manifest["datasetVersion"]
    assert len(json.loads(body(client.get("/data/index.json")))["errors"]) == 2


def test_every_listed_file_is_served_as_it_is_listed(client):
    save([accepted()])
    files = json.loads(body(client.get("/data/manifest.json")))["files"]
    for entry in [*(entry for key, entry in files.items() if key != "records"), *files["records"]]:
        answer = client.get(f"/data/{entry['path']}", headers={"Accept-Encoding": "identity"})
        assert answer.status_code == 200
        data = body(answer)
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"])
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Content-Length"] == str(len(data))
    assert json.loads(body(client.get("/data/repos/acme/widgets.json"))) == [values()]


def test_the_index_goes_out_packed_and_is_the_one_that_is_listed(client):
    save([accepted()])
    listed = json.loads(body(client.get("/data/manifest.json")))["files"]["index"]
    packed = client.get("/data/index.json", headers={"Accept-Encoding": "br;q=1, gzip"})
    plain = client.get("/data/index.json", headers={"Accept-Encoding": "gzip;q=0"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"] == "application/json"
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert hashlib.sha256(gzip.decompress(body(packed))).hexdigest() == listed["sha256"]


@pytest.mark.parametrize("path", ["errors.jsonl.zst", "index.json.gz"])
def test_what_is_packed_is_not_packed_again(client, path):
    save([accepted()])
    answer = client.get(f"/data/{path}", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["manifest.json", "index.json", "repos/acme/widgets.json"])
@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_what_has_not_changed_is_304(client, path, coding):
    save([accepted()])
    first = client.get(f"/data/{path}", headers={"Accept-Encoding": coding})
    for asked in (
        {"If-None-Match": first.headers["ETag"]},
        {"If-Modified-Since": first.headers["Last-Modified"]},
    ):
        again = client.get(f"/data/{path}", headers={"Accept-Encoding": coding, **asked})
        assert (again.status_code, body(again)) == (304, b"")
        assert again.headers["Access-Control-Allow-Origin"] == "*"
    another()
    changed = client.get(
        f"/data/{path}", headers={"Accept-Encoding": coding, "If-None-Match": first.headers["ETag"]}
    )
    assert changed.status_code == 200


def test_head(client):
    save([accepted()])
    whole = client.get("/data/repos.json", headers={"Accept-Encoding": "identity"})
    head = client.head("/data/repos.json", headers={"Accept-Encoding": "identity"})
    assert head.status_code == 200
    assert body(head) == b""
    assert head.headers["ETag"] == whole.headers["ETag"]
    assert head.headers["Content-Length"] == whole.headers["Content-Length"]


@pytest.mark.parametrize(
    "path",
    [
        "nothing.json",
        "repos/acme/none.json",
        "../exports/served.json",
        "repos/../manifest.json",
        "..",
        "x%00",
    ],
)
def test_what_is_not_listed_is_404_in_the_one_error_shape(client, path):
    save([accepted()])
    answer = client.get(f"/data/{path}")
    assert_problem(answer, 404)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_it_is_only_read(client):
    answer = client.post("/data/manifest.json", {})
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert answer.json()["code"] == "method-not-allowed"


def test_an_owner_named_data_has_its_pages(client):
    save([accepted(repo="data/kit")])
    assert client.get("/data/kit/").status_code == 200
    assert client.get("/data/kit/no-widget-named/").status_code == 200


def refused(answer):
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    return answer.json()["code"]


def test_an_empty_base(client):
    assert refused(client.get("/data/manifest.json")) == "empty"
    BaseState.objects.create()
    assert refused(client.get("/data/manifest.json")) == "empty"


def test_a_large_base_is_left_to_the_beat(client, large):
    save([accepted()])
    assert refused(client.get("/data/manifest.json")) == "being-built"
    refresh()
    assert client.get("/data/manifest.json").status_code == 200


def test_the_export_before_is_served_whole_until_the_next_is_there(client, large):
    save([accepted()])
    client.get("/data/manifest.json")
    refresh()
    before = body(client.get("/data/manifest.json"))
    another()
    assert body(client.get("/data/manifest.json")) == before
    assert len(json.loads(body(client.get("/data/index.json")))["errors"]) == 1
    refresh()
    assert len(json.loads(body(client.get("/data/index.json")))["errors"]) == 2


def test_the_beat_waits_until_nothing_is_being_ingested_but_not_for_ever(client, large, exports):
    save([accepted()])
    client.get("/data/manifest.json")
    batch = Batch.objects.create(source="x", direct=False, complete=False, forced=False, state=RUNNING)
    refresh()  # somebody waits for the first
    before = body(client.get("/data/manifest.json"))
    another()
    refresh()
    assert body(client.get("/data/manifest.json")) == before
    os.utime(exports / "served.json", (0, 0))
    refresh()
    assert body(client.get("/data/manifest.json")) != before
    another("More")
    batch.state = DONE
    batch.save()
    refresh()
    assert json.loads(body(client.get("/data/manifest.json")))["counts"]["errors"] == 3


def test_a_base_that_nobody_asks_for_is_never_exported(exports):
    save([accepted()])
    refresh()
    assert not exports.exists()


def test_nothing_is_built_twice_or_kept_for_good(client, exports):
    for number in range(3):
        another(f"Number {number}".replace(" ", "-"))
        client.get("/data/manifest.json")
        client.get("/data/repos.json")
    assert len(list((exports / "served").iterdir())) == 1
    assert Published(exports).build(wait=True) is None


def test_a_build_that_fails_leaves_the_one_before(client, exports, monkeypatch):
    save([accepted()])
    before = body(client.get("/data/manifest.json"))
    another()

    def fail(folder, base):
        (folder / "manifest.json").write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(published, "write_dataset", fail)
    assert refused(client.get("/data/manifest.json")) == "exports-failed"
    monkeypatch.undo()
    monkeypatch.setattr(published, "BUILD_IN_REQUEST", -1)
    assert len(list((exports / "served").iterdir())) == 1
    assert body(client.get("/data/manifest.json")) == before


def test_folders_that_a_killed_build_left_go_with_the_next(client, exports):
    (exports / "served" / "dead").mkdir(parents=True)
    save([accepted()])
    client.get("/data/manifest.json")
    assert not (exports / "served" / "dead").exists()


@pytest.mark.parametrize("damage", ["", "{}", "[]", "{", '{"form": 0, "revision": "x", "build": "y"}'])
def test_a_damaged_pointer_is_as_good_as_none(client, exports, damage):
    save([accepted()])
    client.get("/data/manifest.json")
    (exports / "served.json").write_text(damage)
    assert client.get("/data/manifest.json").status_code == 200


def test_a_folder_that_cannot_be_written_says_so(client, exports):
    save([accepted()])
    exports.write_text("a file")
    assert refused(client.get("/data/manifest.json")) == "exports-failed"


def test_a_retired_entry_leaves_the_dataset(client):
    save([accepted()])
    another()
    Entry.objects.filter(slug="another").update(retired_at="2026-01-01T00:00:00Z")
    index = json.loads(body(client.get("/data/index.json")))
    assert [row["slug"] for row in index["errors"]] == ["no-widget-named"]
