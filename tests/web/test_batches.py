"""The pages about imports."""

import json
from datetime import UTC, datetime

import pytest
from django.core.management import call_command

from errorkb.models import Batch, Chunk, StoredProblem
from errorkb.web import batches as module
from ingest.pipeline import run
from tests.ingest.sample import values
from tests.web.test_pages import HOSTILE, text_of

pytestmark = pytest.mark.django_db


def make_batch(state="running", **changes):
    ended = None if state in ("queued", "running") else datetime(2026, 8, 15, 10, tzinfo=UTC)
    fields = {"source": "/dumps/a.jsonl", "direct": False, "complete": False, "forced": False}
    return Batch.objects.create(state=state, finished_at=ended, **fields | changes)


def add_chunk(batch, **changes):
    return Chunk.objects.create(**{"batch": batch, "path": "/dumps/a.jsonl", "size": 1000} | changes)


def add_problems(batch, number, code="wrong-type", rejects=True, **changes):
    StoredProblem.objects.bulk_create(
        StoredProblem(**{"batch": batch, "file": "/dumps/a.jsonl", "place": f"line {n + 1}", "code": code,
                         "reason": f"reason {n + 1}", "rejects": rejects} | changes)
        for n in range(number)
    )  # fmt: skip


def get(client, batch, **query):
    return client.get(batch.get_absolute_url(), query)


@pytest.fixture
def ingested(tmp_path):
    """A batch with one entry, one rejected record and one line that is no JSON."""
    dump = tmp_path / "dump.jsonl"
    lines = [json.dumps(values()), json.dumps(values(lineNumber="forty-two")), "{broken"]
    dump.write_text("\n".join(lines) + "\n")
    return run([dump])


def test_an_ingest_tells_what_became_of_it(client, ingested):
    answer = get(client, ingested)
    text = text_of(answer)
    assert answer.status_code == 200
    assert f"Batch {ingested.pk} done" in text
    assert "3 read 1 new 0 changed 0 unchanged 2 rejected" in text
    assert "100%" in text
    assert "dump.jsonl, line 2" in text
    assert "forty-two" in text
    assert "Raw text" in text
    assert "wrong-type" in text
    assert "not-json" in text
    assert "--cancel" not in text
    assert 'http-equiv="refresh"' not in answer.content.decode()


def test_the_list_has_every_batch_newest_first(client, ingested):
    make_batch(source="/dumps/first.jsonl\n/dumps/second.jsonl", state="queued")
    answer = client.get("/batches/")
    text = text_of(answer)
    assert text.index("/dumps/first.jsonl /dumps/second.jsonl") < text.index("dump.jsonl 3 read 1 new")
    assert "0 read 0 new" in text
    assert 'name="robots" content="noindex"' in answer.content.decode()


def test_the_list_goes_on_with_few_queries(client, django_assert_max_num_queries):
    for _ in range(25):
        add_chunk(make_batch(), new=3)
    with django_assert_max_num_queries(3):
        first = client.get("/batches/").content.decode()
    assert first.count("3 new") == 20
    assert "/batches/?page=2" in first
    assert client.get("/batches/?page=2").content.decode().count("3 new") == 5
    assert client.get("/batches/?page=x").status_code == 200


def test_an_empty_list_says_how_to_import(client):
    assert "errorkb ingest PATH" in text_of(client.get("/batches/"))


@pytest.mark.parametrize("address", ["/batches/99/", "/batches/99/problems.jsonl", f"/batches/{10**30}/"])
def test_a_batch_that_is_not_there_is_404(client, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("state", "refreshes", "command"),
    [
        ("queued", True, "--cancel"),
        ("running", True, "--cancel"),
        ("done", False, None),
        ("failed", False, "--resume"),
        ("cancelled", False, "--resume"),
    ],
)
def test_an_open_batch_shows_itself_anew_and_names_the_commands(client, state, refreshes, command):
    batch = make_batch(state)
    answer = get(client, batch)
    body = answer.content.decode()
    assert ('<meta http-equiv="refresh" content="3">' in body) == refreshes
    assert 'name="robots" content="noindex"' in body
    named = [line for line in ("--cancel", "--resume") if line in body]
    assert named[:1] == ([command] if command else [])
    assert not command or f"errorkb batches {batch.pk} {command}" in text_of(answer)


@pytest.mark.parametrize(
    ("state", "chunks", "percent"),
    [
        ("running", [(1000, 1000), (2000, 499)], 49),
        ("running", [(1000, 999), (1000, 1000)], 99),
        ("running", [], 0),
        ("done", [(1000, 0)], 100),
        ("done", [], 100),
        ("cancelled", [(1000, 250)], 25),
        ("failed", [(0, 0)], 0),
    ],
)
def test_progress_is_in_bytes_and_full_only_at_the_end(client, state, chunks, percent):
    batch = make_batch(state)
    for size, done in chunks:
        add_chunk(batch, size=size, done_bytes=done)
    assert f'<progress max="100" value="{percent}"' in get(client, batch).content.decode()


@pytest.mark.parametrize("direct", [True, False])
def test_what_ran_here_may_have_lost_its_process(client, direct):
    assert ("--resume" in text_of(get(client, make_batch(direct=direct)))) == direct


def test_parts_that_failed_say_why(client):
    batch = make_batch("failed")
    add_chunk(batch, state="done", error="an earlier try")
    add_chunk(batch, state="failed", path="/dumps/b.jsonl", first_line=1001, error="OSError: gone")
    text = text_of(get(client, batch))
    assert "/dumps/b.jsonl, from line 1,001 OSError: gone failed" in text
    assert "an earlier try" not in text
    for _ in range(module.SHOWN_CHUNKS):
        add_chunk(batch, state="failed", error="again")
    assert "There are more." in text_of(get(client, batch))


def test_a_complete_batch_tells_what_it_retired(client):
    batch = make_batch("done", complete=True, retired=12)
    assert "12 retired" in text_of(get(client, batch))
    assert "12 retired" in text_of(client.get("/batches/"))
    assert "retired" not in text_of(get(client, make_batch("done")))


def test_problems_are_chosen_by_kind_and_code(client):
    batch = make_batch("done")
    add_problems(batch, 2)
    add_problems(batch, 1, code="not-json", reason="no JSON")
    add_problems(batch, 3, code="id-mismatch", rejects=False, reason="other id")
    add_problems(make_batch("done"), 4, code="empty", reason="of another batch")
    every = text_of(get(client, batch))
    assert "6 problems" in every
    assert "of another batch" not in every
    # Rejected ones first, by code, the latest first.
    order = [every.index(word) for word in ("reason 2", "reason 1", "no JSON", "other id")]
    assert order == sorted(order)
    for query, number in [({"kind": "rejected"}, 3), ({"kind": "warning"}, 3), ({"code": "not-json"}, 1),
                          ({"kind": "rejected", "code": "wrong-type"}, 2),
                          ({"kind": "nonsense", "code": "<b>\0"}, 6)]:  # fmt: skip
        assert f"{number} problem" in text_of(get(client, batch, **query)), query
    none = text_of(get(client, batch, kind="warning", code="wrong-type"))
    assert "This batch has no such problem." in none
    assert "wrong-type 2" in none


def test_problems_go_on_with_what_was_chosen(client):
    batch = make_batch("done")
    add_problems(batch, 45)
    body = get(client, batch, kind="rejected", code="wrong-type", page=2).content.decode()
    assert "kind=rejected&amp;code=wrong-type&amp;page=3" in body
    assert "reason 25<" in body
    assert "reason 26<" not in body


def test_problems_are_counted_up_to_a_bound(client, monkeypatch):
    monkeypatch.setattr(module, "LISTED", 40)
    batch = make_batch("done")
    add_problems(batch, 41)
    text = text_of(get(client, batch, page=3))
    assert "40+ problems" in text
    assert "wrong-type 40+" in text
    assert "Page 2 of 2+" in text


def test_a_long_raw_text_is_shown_by_its_beginning(client):
    batch = make_batch("done")
    add_problems(batch, 1, excerpt="ä" * module.SHOWN_EXCERPT + "end")
    answer = get(client, batch)
    assert "the download has more" in text_of(answer)
    assert "äend" not in answer.content.decode()


def test_all_problems_can_be_downloaded(client, ingested, monkeypatch):
    monkeypatch.setattr(module, "STEP", 2)
    add_problems(ingested, 3, rejects=False, excerpt="two\nlines\u2028 and more")
    answer = client.get(f"/batches/{ingested.pk}/problems.jsonl")
    assert answer.streaming
    assert answer.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"
    assert f'filename="batch-{ingested.pk}-problems.jsonl"' in answer.headers["Content-Disposition"]
    assert answer.headers["X-Robots-Tag"] == "noindex"
    text = b"".join(answer.streaming_content).decode()
    told = [json.loads(line) for line in text.splitlines()]
    assert len(told) == 5
    assert list(told[0]) == ["file", "where", "code", "reason", "rejects", "excerpt"]
    assert (told[0]["where"], told[0]["code"], told[0]["rejects"]) == ("line 2", "wrong-type", True)
    assert "forty-two" in told[0]["excerpt"]
    assert told[-1]["excerpt"] == "two\nlines\u2028 and more"


def test_hostile_text_is_text_on_pages_of_imports(client):
    batch = make_batch("failed", source=HOSTILE)
    add_chunk(batch, path=HOSTILE, state="failed", error=HOSTILE)
    add_problems(batch, 1, file=HOSTILE, place=HOSTILE, code=HOSTILE, reason=HOSTILE, excerpt=HOSTILE)
    for address in ("/batches/", batch.get_absolute_url()):
        body = client.get(address).content.decode()
        assert "&lt;script&gt;alert" in body
        assert "<script>alert" not in body
        assert "<img src=x" not in body
        assert ">49<" not in body


@pytest.mark.parametrize("tail", ["", "problems.jsonl"])
def test_pages_of_imports_only_read(client, tail):
    batch = make_batch()
    assert client.post(f"{batch.get_absolute_url()}{tail}").status_code == 405
    assert client.delete(f"{batch.get_absolute_url()}{tail}").status_code == 405
    assert client.post("/batches/").status_code == 405


def test_the_download_is_what_the_command_line_prints(client, ingested, capsys):
    answer = client.get(f"/batches/{ingested.pk}/problems.jsonl")
    call_command("batches", ingested.pk, problems=True)
    assert b"".join(answer.streaming_content).decode() == capsys.readouterr().out
