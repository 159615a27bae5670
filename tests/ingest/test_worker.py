"""A dump that is queued reaches the base through a real worker and a real (file) broker."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

from errorkb import embedded
from tests.ingest.sample import values

BIN = Path(sys.executable).parent


@pytest.fixture
def environment(tmp_path):
    """A home of its own with a running database."""
    chosen = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    chosen["ERRORKB_HOME"] = str(tmp_path / "home")
    server = embedded.Server(data=tmp_path / "home" / "postgres")
    with server.used():
        yield chosen


def errorkb(environment, *words):
    return subprocess.run(
        [BIN / "errorkb", *words], env=environment, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip


def wait_until_done(environment, batch):
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        shown = json.loads(errorkb(environment, "batches", str(batch), "--json").stdout)
        if shown["state"] not in ("queued", "running"):
            return shown
        time.sleep(0.3)
    raise AssertionError(shown)


def test_a_queued_dump_is_ingested_by_a_worker(environment, tmp_path):
    dump = tmp_path / "dump.jsonl"
    dump.write_text(json.dumps(values()) + "\n{]\n")
    queued = errorkb(environment, "ingest", "--queue", str(dump))
    assert (queued.returncode, queued.stdout.split(":")[0]) == (0, "batch 1 is queued"), queued.stderr
    worker = subprocess.Popen(
        [BIN / "celery", "-A", "errorkb.celery", "worker", "--pool", "solo", "--loglevel", "WARNING"],
        env=environment, cwd=settings.BASE_DIR, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        shown = wait_until_done(environment, 1)
    finally:
        worker.terminate()
        _, log = worker.communicate(timeout=60)
    assert shown["state"] == "done", log
    assert (shown["read"], shown["new"], shown["rejected"]) == (2, 1, 1)
    entry = errorkb(environment, "show", values()["id"], "--json")
    assert json.loads(entry.stdout)["record"] == values()
    problems = errorkb(environment, "batches", "1", "--problems").stdout.splitlines()
    assert [json.loads(line)["where"] for line in problems] == ["line 2"]


def test_a_path_that_is_not_there_is_not_queued(environment, tmp_path):
    queued = errorkb(environment, "ingest", "--queue", str(tmp_path / "nowhere.json"))
    assert queued.returncode == 2
    assert "nowhere.json is not there" in queued.stderr


def test_a_batch_waits_for_a_broker_that_does_not_answer(environment, tmp_path):
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps(values()))
    broker = environment | {"ERRORKB_BROKER_URL": "amqp://guest@127.0.0.1:1//"}
    queued = errorkb(broker, "ingest", "--queue", str(dump))
    assert queued.returncode == 0
    assert "ERRORKB_BROKER_URL" in queued.stderr.splitlines()[-1]
    assert "Traceback" not in queued.stderr
    listed = errorkb(environment, "batches").stdout
    assert "queued" in listed
