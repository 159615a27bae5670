"""What is made of a pack: once, anew when the pack is another one, and never half."""

import json
import os
import threading

import pytest

from errorkb.client import ClientError
from errorkb.matching import segment
from errorkb.offline import cache
from errorkb.offline.client import opened
from tests.exports.packs import dataset_files, write
from tests.ingest.sample import values

TEXT = "widgets.WidgetError: No widget named gear on the shelf"
IDS = {values(repo=f"acme/w{number}")["id"] for number in range(3)}


@pytest.fixture
def pack(tmp_path):
    write(tmp_path / "pack", dataset_files())
    return tmp_path / "pack"


@pytest.fixture
def builds(monkeypatch):
    """How often something was made of a pack."""
    made = []

    def noted(rows):
        made.append(len(rows))
        return segment.write_segment(rows)

    monkeypatch.setattr(cache, "write_segment", noted)
    return made


def matches(folder):
    with opened(folder) as client:
        return {match["id"] for match in client.match(TEXT, limit=25)["matches"]}


def said(folder, entry):
    with opened(folder) as client:
        answer = client.entry(entry)
    return answer["record"]["documentation"] if answer else None


def test_it_is_made_once_for_the_live_entries(pack, builds):
    assert matches(pack) == IDS
    assert matches(pack) == IDS
    assert builds == [3]
    assert said(pack, values(repo="acme/gone")["id"]) is None


def test_it_is_made_anew_when_the_pack_is_another_one(pack, builds):
    entry = values(repo="acme/w1")["id"]
    assert said(pack, entry) == "said 1"
    write(pack, dataset_files(said="says now"))
    assert said(pack, entry) == "says now 1"
    assert builds == [3, 3]
    [left] = [path for path in (pack.parent / ".pack.index").iterdir() if path.is_dir()]
    assert left.name.startswith(cache._key(_opened(pack)))


def _opened(folder):
    with opened(folder) as client:
        return client.pack


def test_a_pack_of_files_by_repository_will_do(tmp_path, builds):
    files = dataset_files()
    del files["errors.jsonl.zst"]
    write(tmp_path / "pack", files)
    assert matches(tmp_path / "pack") == IDS


def test_what_was_not_finished_is_begun_again(pack, builds, monkeypatch):
    def killed(rows):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(cache, "write_segment", killed)
        with pytest.raises(KeyboardInterrupt):
            matches(pack)
    assert matches(pack) == IDS


def test_two_questions_at_once_make_it_once(pack, builds):
    found = []
    threads = [threading.Thread(target=lambda: found.append(matches(pack))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [IDS] * 4
    assert builds == [3]


@pytest.mark.parametrize("name", [cache.STORE, cache.INDEX])
def test_a_damaged_one_is_said_and_which_folder_it_is(pack, name):
    matches(pack)
    [folder] = [path for path in (pack.parent / ".pack.index").iterdir() if path.is_dir()]
    damaged = folder / name if name == cache.STORE else next((folder / name).glob("*.segment"))
    damaged.write_bytes(b"nonsense" * 1000)
    with pytest.raises(ClientError, match=f"{folder} cannot be used .*remove it, and it is made again"):
        matches(pack)


def test_where_nothing_can_be_written_it_is_made_for_the_question(pack, builds, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *arguments: False)  # root may write anywhere
    (pack.parent / ".pack.index").touch()
    assert matches(pack) == IDS
    assert builds == [3]
    assert (pack.parent / ".pack.index").is_file()


@pytest.mark.parametrize(
    "change",
    [
        {"id": "nonsense"},
        {"errorMessage": None},
        {"errorMessage": 5},
        {"filePath": None},
        {"messagePattern": []},
    ],
    ids=str,
)
def test_a_pack_that_holds_no_records_is_said(tmp_path, change):
    files = dataset_files(1)
    del files["errors.jsonl.zst"]
    files["repos/acme/w0.json"] = json.dumps([values(repo="acme/w0") | change]).encode()
    write(tmp_path / "pack", files)
    with pytest.raises(ClientError, match="holds what is no record"):
        matches(tmp_path / "pack")


def test_hostile_questions_are_answered(pack):
    with opened(pack) as client:
        for query in ("\0", "\udc00", '"', "-", "a" * 100_000, "repo:x -y", "(((", "class:"):
            assert isinstance(client.search(query)["matches"], list)
            assert isinstance(client.match(query)["matches"], list)
            assert client.entry(query[:100]) is None


def test_repositories_are_those_of_the_pack_and_attempts_are_none_of_its(pack):
    with opened(pack) as client:
        assert {row["repo"] for row in client.repos()["repos"]} >= {"acme/w0", "acme/w1", "acme/w2"}
        with pytest.raises(ClientError, match="is a pack"):
            client.attempts("0" * 16)
        with pytest.raises(ClientError, match="is a pack"):
            client.report("0" * 16, outcome="worked", note="")
