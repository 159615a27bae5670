"""Pulling: what changed, verified, and the pack as it was whenever anything is wrong."""

import json
import threading
import time
from functools import partial

import pytest

from errorkb.exports import fetching
from errorkb.exports.fetching import FetchError, Server
from errorkb.exports.pack import PackError, open_pack
from errorkb.exports.placing import NotReplaceable
from errorkb.exports.pull import PullError, pull
from tests.exports.dataset_server import send, serving
from tests.exports.packs import dataset_files, packed, write
from tests.exports.whole import assert_whole, files


@pytest.fixture
def server(tmp_path):
    write(tmp_path / "served", dataset_files())
    with serving(tmp_path / "served") as running:
        yield running


@pytest.fixture
def pack(tmp_path):
    return tmp_path / "pack"


def pulled(server, pack, seconds=20, **options):
    fetcher = Server(options.pop("url", server.url), seconds=seconds)
    try:
        return pull(fetcher, pack, **options)
    finally:
        fetcher.close()


def test_it_works(server, pack):
    told = pulled(server, pack)
    assert files(pack) == files(server.folder)
    assert (told.fetched, told.kept, told.errors) == (6, 0, 3)
    assert [path.name for path in pack.parent.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("end", ["/", "/data", "/data/", "/data/manifest.json"])
def test_any_usual_address_of_it(server, pack, end):
    assert pulled(server, pack, url=server.url + end).fetched == 6


def test_only_what_changed_is_fetched_again(server, pack):
    pulled(server, pack)
    write(server.folder, dataset_files() | {"repos/acme/w1.json": b"[]"})
    server.asked.clear()
    told = pulled(server, pack)
    assert (told.fetched, told.kept) == (1, 5)
    assert server.asked == ["manifest.json", "repos/acme/w1.json"]
    assert files(pack) == files(server.folder)


def test_a_damaged_file_of_the_pack_is_fetched_again(server, pack):
    pulled(server, pack)
    (pack / "repos" / "acme" / "w1.json").write_bytes(b"[1]")
    (pack / "repos" / "acme" / "w2.json").unlink()
    assert pulled(server, pack).fetched == 2
    assert files(pack) == files(server.folder)


def test_what_a_dataset_has_no_more_leaves_the_pack(server, pack):
    pulled(server, pack)
    write(server.folder, dataset_files(1))
    pulled(server, pack)
    assert "repos/acme/w1.json" not in files(pack)
    assert_whole(pack)


def test_a_dataset_whose_manifest_lists_no_records(server, pack):
    names = dataset_files()
    del names["errors.jsonl.zst"]
    (server.folder / "errors.jsonl.zst").unlink()
    write(server.folder, names)
    manifest = json.loads((server.folder / "manifest.json").read_bytes())
    del manifest["files"]["records"]
    (server.folder / "manifest.json").write_text(json.dumps(manifest))
    assert pulled(server, pack).fetched == 5
    assert files(pack) == files(server.folder)
    assert [record["documentation"] for record in open_pack(pack).records()] == ["said 0", "said 1", "said 2"]
    (server.folder / "repos" / "acme" / "w1.json").write_text('{"error": "moved"}')
    with pytest.raises(PullError, match="no array of records"):
        pulled(server, pack)


def test_it_begins_again_when_the_dataset_is_replaced_meanwhile(server, pack):
    def replace(handler):
        del server.answers["repos/acme/w1.json"]
        write(server.folder, dataset_files(said="said anew"))
        send(handler, 200, (server.folder / "repos" / "acme" / "w1.json").read_bytes())

    server.answers["repos/acme/w1.json"] = replace
    pulled(server, pack)
    assert files(pack) == files(server.folder)


def test_it_waits_for_a_server_that_is_not_ready(server, pack):
    waited: list[float] = []

    def not_yet(handler):
        del server.answers["manifest.json"]
        send(handler, 503, b"{}", Retry_After="0")

    server.answers["manifest.json"] = not_yet
    fetcher = Server(server.url, seconds=20, on_wait=waited.append)
    pull(fetcher, pack)
    fetcher.close()
    assert waited == [0.0]
    assert_whole(pack)


def test_compressed_answers(server, pack):
    for name, data in files(server.folder).items():
        server.answers[name] = partial(send, status=200, data=packed(data), Content_Encoding="gzip")
    pulled(server, pack)
    assert files(pack) == files(server.folder)


def test_redirects_within_the_host(server, pack):
    data = (server.folder / "repos.json").read_bytes()
    server.answers["repos.json"] = partial(send, status=302, data=b"", Location="/data/other.json")
    server.answers["other.json"] = partial(send, status=200, data=data)
    pulled(server, pack)
    assert_whole(pack)


def elsewhere(location):
    return partial(send, status=302, data=b"", Location=location)


def cut(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "999")
    handler.end_headers()
    handler.wfile.write(b"[")
    handler.close_connection = True


def trickle(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "999")
    handler.end_headers()
    for _ in range(100):
        time.sleep(0.05)
        handler.wfile.write(b" ")


def bomb(handler):
    send(handler, 200, packed(bytes(50 << 20)), Content_Encoding="gzip")


def same_size(handler):
    send(handler, 200, (handler.server.folder / W1).read_bytes().replace(b"said", b"sold"))


def manifest(**changes):
    def answer(handler):
        told = json.loads((handler.server.folder / "manifest.json").read_bytes()) | changes
        send(handler, 200, json.dumps(told).encode())

    return answer


def listing(path, **changes):
    return manifest(files={"repos": {"path": path, "bytes": 1, "sha256": "0" * 64} | changes})


W0, W1 = "repos/acme/w0.json", "repos/acme/w1.json"
WRONG = [
    ("manifest.json", partial(send, status=404, data=b"<html>"), FetchError, "404"),
    (W0, partial(send, status=500, data=b'{"error": "it\\u001bbroke"}'), FetchError, "it broke"),
    ("manifest.json", partial(send, status=200, data=b"<html>"), PullError, "no JSON"),
    ("manifest.json", partial(send, status=200, data=b"[" * 99999), PullError, "no JSON"),
    ("manifest.json", manifest(schemaVersion=3), PullError, "schemaVersion"),
    ("manifest.json", manifest(since="2026-01-01T00:00:00Z"), PullError, "only what changed"),
    ("manifest.json", manifest(files={}), PullError, "no records"),
    ("manifest.json", listing("../../etc/passwd"), PullError, "no dataset has"),
    ("manifest.json", listing("/etc/passwd"), PullError, "no dataset has"),
    ("manifest.json", listing("repos/a/../../../b"), PullError, "no dataset has"),
    ("manifest.json", listing("manifest.json"), PullError, "no dataset has"),
    ("manifest.json", listing("http://other.example/x"), PullError, "no dataset has"),
    ("manifest.json", listing("repos.json", bytes=-1), PullError, "size"),
    ("manifest.json", listing("repos.json", sha256="x"), PullError, "checksum"),
    ("manifest.json", listing("repos.json", bytes=1 << 60), PullError, "--max-bytes"),
    (W1, partial(send, status=200, data=b"[2]"), PullError, "3 times"),
    (W1, same_size, PullError, "3 times"),
    (W1, partial(send, status=200, data=b" " * 99999), PullError, "3 times"),
    (W1, bomb, PullError, "3 times"),
    (W1, cut, FetchError, "w1.json"),
    (W0, elsewhere("http://other.example/data/repos.json"), FetchError, "other.example"),
    (W0, elsewhere("file:///etc/passwd"), FetchError, "not followed"),
    (W0, elsewhere(f"/data/{W0}"), FetchError, "in circles"),
    (W0, elsewhere(""), FetchError, "nowhere"),
    (W0, partial(send, status=200, data=b"x", Content_Encoding="br"), FetchError, "'br'"),
    (W0, partial(send, status=200, data=b"x", Content_Encoding="gzip"), FetchError, "w0.json"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=range(len(WRONG)))
def test_whatever_is_wrong_the_pack_stays_as_it_was(server, pack, wrong):
    path, answer, error, words = wrong
    pulled(server, pack)
    before = files(pack)
    write(server.folder, dataset_files(said="said anew"))
    server.answers[path] = answer
    with pytest.raises(error, match=words) as told:
        pulled(server, pack)
    assert "\n" not in str(told.value)
    assert "\x1b" not in str(told.value)
    assert files(pack) == before
    assert not [found for found in pack.parent.iterdir() if found.name.startswith(".")]


def test_the_time_limit_holds_for_a_server_that_trickles(server, pack):
    server.answers["repos.json"] = trickle
    begun = time.monotonic()
    with pytest.raises(FetchError, match="--timeout"):
        pulled(server, pack, seconds=0.5)
    assert time.monotonic() - begun < 4
    assert not pack.exists()


def test_a_server_that_says_nothing(server, pack, monkeypatch):
    monkeypatch.setattr(fetching, "SILENCE_SECONDS", 0.2)
    done = threading.Event()
    server.answers["repos.json"] = lambda handler: done.wait(10)
    with pytest.raises(FetchError, match="sent nothing"):
        pulled(server, pack)
    done.set()


def test_nobody_there(pack):
    with pytest.raises(FetchError, match=r"127\.0\.0\.1:1: .*refused"):
        pull(Server("http://127.0.0.1:1", seconds=5), pack)


@pytest.mark.parametrize("url", ["", "x", "ftp://a/", "http://", "http://a:b/", "http://[", "file:///etc"])
def test_what_is_no_address(url):
    with pytest.raises(FetchError, match="is no address"):
        Server(url, seconds=1)


def test_a_password_is_not_sent_and_not_repeated():
    with pytest.raises(FetchError, match="leave it out") as told:
        Server("http://me:secret@a/", seconds=1)
    assert "secret" not in str(told.value)


def test_a_folder_of_somebody_else_is_not_touched(server, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("")
    with pytest.raises(NotReplaceable):
        pulled(server, tmp_path / "mine")
    assert server.asked == []


def test_size_limit(server, pack):
    with pytest.raises(PullError, match="--max-bytes"):
        pulled(server, pack, max_bytes=100)


def test_a_pack_gives_its_live_records(server, pack):
    pulled(server, pack)
    opened = open_pack(pack)
    assert [record["repo"] for record in opened.records()] == ["acme/w0", "acme/w1", "acme/w2"]
    assert (opened.manifest.errors, opened.record_files()[0]) == (3, "repos/acme/w0.json")
    (pack / "errors.jsonl.zst").write_bytes((pack / "errors.jsonl.zst").read_bytes()[:-9])
    with pytest.raises(PackError, match="is damaged"):
        list(open_pack(pack).records())
    (pack / "manifest.json").write_text("{")
    with pytest.raises(PackError, match="no JSON"):
        open_pack(pack)
    with pytest.raises(PackError, match="no pack"):
        open_pack(pack / "none")
