"""``errorkb pull`` from a real ``errorkb up``, and pulls that are killed at any point of their work."""

import http.client
import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.exports.packs import write
from tests.exports.whole import assert_whole, files, listed
from tests.up.process import BIN, Up, environ, processes_of

ROOT = Path(__file__).resolve().parents[2]
TIMES = 50


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = tmp_path_factory.mktemp("killed") / "home"
    yield home
    for process in processes_of(home):
        process.kill()


@pytest.fixture(scope="module")
def url(home):
    """A real server with the samples."""
    up = Up(home, "--port", "0")
    assert up.url, up.lines
    yield up.url
    up.stop()


def run(home, *words):
    return subprocess.run(
        [BIN, *words], env=environ(home), capture_output=True, text=True, timeout=120, check=False
    )


def test_the_command(url, home):
    done = run(home, "pull", url, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    folder = Path(told["folder"])
    assert folder.parent == home / "packs"
    assert folder.name == url.removeprefix("http://").rstrip("/").replace(":", "-")
    assert assert_whole(folder) == told["datasetVersion"]
    assert (told["errors"] >= 60, told["kept"]) == (True, 0)
    again = json.loads(run(home, "pull", url, "--json").stdout)
    assert (again["fetched"], again["kept"], again["bytes"]) == (0, told["fetched"], 0)


def test_head_and_not_modified_have_no_body(url):
    connection = http.client.HTTPConnection(url.removeprefix("http://").rstrip("/"), timeout=60)
    for coding in ("gzip", "identity"):
        connection.request("HEAD", "/data/index.json", headers={"Accept-Encoding": coding})
        head = connection.getresponse()
        assert (head.status, head.read()) == (200, b"")
        # On the same connection: a body that had been sent would be taken for this answer.
        connection.request("GET", "/data/index.json", headers={"Accept-Encoding": coding})
        got = connection.getresponse()
        assert len(got.read()) == int(head.headers["Content-Length"])
        same = {"Accept-Encoding": coding, "If-None-Match": got.headers["ETag"]}
        connection.request("GET", "/data/index.json", headers=same)
        again = connection.getresponse()
        assert (again.status, again.read()) == (304, b"")
    connection.close()


def test_an_export_of_the_same_base_has_the_same_bytes(url, home, tmp_path):
    folder = tmp_path / "out"
    done = run(home, "export", str(folder), "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run(home, "pull", url, str(tmp_path / "pulled"), "--quiet").returncode == 0
    assert files(tmp_path / "pulled") == files(folder)


def test_what_fails_is_one_line_and_2(home, tmp_path):
    done = run(home, "pull", "http://127.0.0.1:1/", str(tmp_path / "pack"))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "refused" in done.stderr
    assert not (tmp_path / "pack").exists()


@pytest.fixture
def older(url, home, tmp_path):
    """A whole pack none of whose files is the server's."""
    assert run(home, "pull", url, str(tmp_path / "older"), "--quiet").returncode == 0
    found = files(tmp_path / "older")
    manifest = json.loads(found.pop("manifest.json"))
    assert listed(manifest).keys() == found.keys()
    shutil.rmtree(tmp_path / "older")
    kept = {
        path: data + b" " for path, data in found.items() if path.startswith("repos") or path == "index.json"
    }
    write(tmp_path / "older", kept, version="older")
    assert assert_whole(tmp_path / "older") == "older"
    return tmp_path / "older"


def begun(url, pack):
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.exports.puller", url, pack], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "begins\n"
    process.stdout.close()
    return process


def test_a_pull_that_is_killed_leaves_the_old_pack_or_the_new_one_whole(url, older, tmp_path):
    pack = tmp_path / "pack"
    shutil.copytree(older, pack)
    process, start = begun(url, pack), time.monotonic()
    assert process.wait(60) == 0
    seconds = time.monotonic() - start
    newer = assert_whole(pack)
    chosen = random.Random(7)  # noqa: S311 - when to kill
    seen = []
    for _ in range(TIMES):
        shutil.rmtree(pack)
        shutil.copytree(older, pack)
        process = begun(url, pack)
        time.sleep(chosen.uniform(0, seconds))
        process.kill()
        process.wait()
        seen.append(assert_whole(pack))
    assert set(seen) <= {"older", newer}
    assert seen.count("older") > TIMES // 4
    # Nothing of the killed ones stands in the way of the next.
    assert begun(url, pack).wait(60) == 0
    assert assert_whole(pack) == newer
