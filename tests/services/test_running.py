"""Dumps go through RabbitMQ, workers and Postgres to the web server, also when a worker is killed."""

import json
import re
import urllib.error
import urllib.request

import pytest

from tests.ingest.sample import values
from tests.services.running import wait_for

pytestmark = pytest.mark.broker

FILES, RECORDS = 3, 4000
READ = "SELECT coalesce(sum(position), 0) FROM errorkb_chunk WHERE batch_id = %s"
CLAIMED = "SELECT count(*) FROM errorkb_chunk WHERE batch_id = %s AND state = 'running'"
ENDED = "SELECT count(*) FROM errorkb_batch WHERE id = %s AND finished_at IS NOT NULL"
STORED = "SELECT count(*) FROM errorkb_entry WHERE repo_id = %s"


def get(stack, path):
    """The status and the text of an answer; 0 where nobody answers."""
    try:
        with urllib.request.urlopen(stack.url + path, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()
    except OSError:
        return 0, ""


def queue(stack, path):
    """Queues a dump as README.md says; returns the batch's number."""
    queued = stack.run("worker", "errorkb", "ingest", "--queue", str(path))
    assert queued.returncode == 0, queued.stderr
    assert queued.stderr == ""
    return int(re.findall(r"batch (\d+) is queued", queued.stdout)[0])


def test_a_queued_dump_is_served(stack, tmp_path):
    record = values(repo="acme/served")
    dump = tmp_path / "dump.jsonl"
    dump.write_text(json.dumps(record) + "\n{]\n")
    with stack.up("web", "worker", "beat") as started:
        wait_for(lambda: get(stack, "/healthz")[0] == 200, "the web server answers")
        assert get(stack, f"/api/errors/{record['id']}")[0] == 404
        batch = queue(stack, dump)
        wait_for(lambda: get(stack, f"/api/errors/{record['id']}")[0] == 200, "the entry is served")
        assert json.loads(get(stack, f"/api/errors/{record['id']}")[1])["record"] == record
        wait_for(lambda: stack.batch(batch)["state"] == "done", "the batch ends", 30)
        told = stack.batch(batch)
        assert (told["read"], told["new"], told["rejected"]) == (2, 1, 1)
        for service in ("web", "worker", "beat"):
            assert stack.healthy(service), started[service].output
        # Pages name their style sheet by hash: it was collected, and is served.
        style = re.findall(r'href="(/static/[^"]+\.css)"', get(stack, "/")[1])[0]
        assert get(stack, style)[0] == 200
    assert not stack.healthy("web")
    assert not stack.home.exists()


def test_what_a_killed_worker_left_is_finished_once(stack, tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    for file in range(FILES):
        lines = (json.dumps(numbered(file * RECORDS + number)) for number in range(RECORDS))
        (folder / f"{file}.jsonl").write_text("\n".join(lines))
    first = stack.start("worker")
    try:
        batch = queue(stack, folder)
        wait_for(lambda: stack.ask(READ, batch) > 0, "the first parts are stored")
    finally:
        first.kill()
    assert 0 < stack.ask(READ, batch) < FILES * RECORDS
    assert stack.ask(CLAIMED, batch) > 0
    with stack.up("worker", "beat"):
        wait_for(lambda: stack.ask(ENDED, batch), "another worker finishes the batch")
    told = stack.batch(batch)
    assert told["state"] == "done", told
    assert (told["read"], told["new"]) == (FILES * RECORDS, FILES * RECORDS)
    assert (told["changed"], told["unchanged"], told["rejected"]) == (0, 0, 0)
    assert stack.ask(STORED, "acme/many") == FILES * RECORDS


def numbered(number):
    return values(
        repo="acme/many",
        slug=f"no-widget-{number}",
        errorMessage=f"No widget named {{name}} on shelf {number}",
        messagePattern=rf"No widget named (.+?) on shelf {number}",
    )
