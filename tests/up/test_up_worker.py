"""``errorkb up`` runs a worker: what is queued is ingested, also after the worker was killed."""

import json
import subprocess
import time

import psutil
import pytest

from bench.records import write
from tests.up.process import BIN, Up, environ, processes_of


@pytest.fixture
def running(tmp_path):
    home = tmp_path / "home"
    up = Up(home, "--port", "0")
    assert up.url, up.lines
    yield up, home
    up.stop()
    for process in processes_of(home):
        process.kill()


def queue(home, path):
    done = subprocess.run(
        [BIN, "ingest", "--queue", path], env=environ(home), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return int(done.stdout.split()[1])


def state(home, batch):
    done = subprocess.run(
        [BIN, "batches", str(batch), "--json"], env=environ(home), capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    return json.loads(done.stdout)


def wait(home, batch, until, seconds=120):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        now = state(home, batch)
        if until(now):
            return now
        time.sleep(0.2)
    raise AssertionError(now)


def workers(home):
    return [p for p in processes_of(home) if "worker" in p.cmdline() and "celery" in " ".join(p.cmdline())]


def test_a_killed_worker_is_started_again_and_the_batch_ends_whole(running, tmp_path):
    _, home = running
    dump = tmp_path / "dump.jsonl"
    write(dump, 6000)
    batch = queue(home, dump)
    wait(home, batch, lambda now: now["new"] > 0)
    for process in workers(home):
        process.kill()
    cut = state(home, batch)
    assert cut["state"] == "running"
    # The sweeper gives a quiet worker two minutes; the test does not wait for them.
    subprocess.run([BIN, "batches", str(batch), "--resume"], env=environ(home), check=True,
                   capture_output=True)  # fmt: skip
    done = wait(home, batch, lambda now: now["state"] == "done")
    assert (done["read"], done["new"], done["rejected"]) == (6000, 6000, 0)
    alive = [process for process in workers(home) if process.status() != psutil.STATUS_ZOMBIE]
    assert alive
