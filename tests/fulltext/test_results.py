"""What a search finds, in which order, and what it counts."""

import threading
from typing import Any

import pytest
from django.utils import timezone

from errorkb.fulltext import index, results
from errorkb.fulltext.query import read
from errorkb.fulltext.results import Found
from errorkb.models import Entry
from ingest.store import renew_revision, save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

ENTRIES: dict[str, dict[str, Any]] = {
    "crate": {
        "repo": "acme/gadgets", "errorMessage": "Crate {n} is sealed", "errorCode": "E0277", "slug": "e",
        "errorClass": None, "tags": ["crates"], "httpStatus": 404, "filePath": "src/crates/seal.rs",
    },
    "lamp": {
        "errorMessage": "Lamp out", "slug": "lamp-out", "errorClass": "acme.lamps.LampError",
        "documentation": "The lamp has no oil on its shelf.", "solutions": [], "exampleFix": None,
    },
    "map": {
        "errorMessage": "unknown device_map: {device_map!r}", "slug": "device-map",
        "errorClass": "ValueError",
        "documentation": "A placement that nobody knows.", "severity": "warning",
    },
    "memory": {
        "errorMessage": "CUDA out of memory", "slug": "cuda-memory",
        "errorClass": "torch.cuda.OutOfMemoryError",
        "documentation": "Several machines running at once take a shelf of memory.",
    },
}  # fmt: skip


@pytest.fixture
def base(tmp_path, monkeypatch):
    monkeypatch.setattr(index, "_holder", index.Holder(tmp_path / "fulltext"))
    rows = {name: accepted(**changes) for name, changes in ENTRIES.items()}
    save(list(rows.values()))
    return {row.record.id: name for name, row in rows.items()}


def find(text, **options) -> Found:
    told = results.find(read(text), **options)
    assert told is not None
    return told


def found(base, text, **options):
    return [base[entry] for entry in find(text, **options).ids]


FIRST = [
    ("E0277", ["crate"]),
    ("e0277", ["crate"]),
    ("crate sealed", ["crate"]),
    ("deviceMap", ["map"]),
    ("device map", ["map"]),
    ("devicemap", ["map"]),
    ("ValueError", ["map"]),
    ("OutOfMemoryError", ["memory"]),
    ("torch.cuda", ["memory"]),
    ("torch.cuda.OutOfMemoryError: CUDA out of memory", ["memory"]),
    ("machine", ["memory"]),
    ("lamps", ["lamp"]),
    ('"out of memory"', ["memory"]),
    ('"memory of out"', []),
    ("out -cuda", ["lamp"]),
    ("shelf oil", ["lamp"]),
    ("class:LampError", ["lamp"]),
    ("class:acme.lamps.LampError", ["lamp"]),
    ("class:lamperror out", ["lamp"]),
    ("code:E0277", ["crate"]),
    ("repo:acme/gadgets", ["crate"]),
    ("repo:gadgets", ["crate"]),
    ("tag:crates", ["crate"]),
    ("severity:warning", ["map"]),
    ("http:404", ["crate"]),
    ("http:4xx", ["crate"]),
    ("http:many", []),
    ("lang:rust", ["crate"]),
    ("lang:rs", ["crate"]),
    ("file:seal.rs", ["crate"]),
    ("file:crates/seal.rs", ["crate"]),
    ("-has:solutions", ["lamp"]),
    ("severity:warning severity:critical", ["map"]),
    ("severity:warning class:LampError", []),
    ("?!", []),
    ("nothing of the kind", []),
    ("what is the lamp", ["lamp"]),
]


@pytest.mark.parametrize(("text", "wanted"), FIRST)
def test_a_search_finds(base, text, wanted):
    assert found(base, text) == wanted


def test_a_message_comes_before_prose(base):
    assert found(base, "memory")[0] == "memory"


def test_typing_errors_are_corrected_and_told(base):
    told = find("sealde crate")
    assert [base[entry] for entry in told.ids] == ["crate"]
    assert told.instead is not None
    assert told.instead.text == "sealed crate"
    assert find("crate sealed").instead is None


def test_entries_with_some_of_the_words_are_told_as_such(base):
    told = find("crate umbrella")
    assert ([base[entry] for entry in told.ids], told.some) == (["crate"], True)


def test_one_repository_can_be_searched(base):
    assert found(base, "", repo="acme/gadgets") == ["crate"]
    assert found(base, "lamp", repo="acme/gadgets") == []
    assert found(base, "", repo="ACME/gadgets") == []


def test_scores_fall_and_stay_below_one(base):
    scores = find("shelf memory lamp").scores
    assert list(scores) == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)


def test_facets_count_what_was_found(base):
    facets = find("severity:error", facets=True).facets
    assert facets["language"] == (("python", 2), ("rust", 1))
    assert dict(facets["has"])["solutions"] == 2
    assert sum(number for _, number in facets["repo"]) == 3


def test_what_is_newest_can_come_first(base):
    Entry.objects.filter(slug="device-map").update(analyzed_instant=timezone.now())
    renew_revision()
    assert found(base, "", sort="newest")[0] == "map"
    assert len(found(base, "")) == len(ENTRIES)


def test_pages_follow_each_other(base):
    whole = found(base, "severity:error severity:warning")
    pages = [found(base, "severity:error severity:warning", offset=n, limit=2) for n in (0, 2, 4)]
    assert [entry for page in pages for entry in page] == whole
    assert pages[2] == []


def test_more_than_are_counted_are_told_as_more(base, monkeypatch):
    monkeypatch.setattr(results, "COUNTED", 3)
    told = find("", limit=20)
    assert (told.total, told.more, len(told.ids)) == (3, True, 3)
    assert find("", offset=3).ids == ()


def test_changes_are_found_and_what_is_retired_is_not(base):
    assert found(base, "crate") == ["crate"]
    Entry.objects.filter(slug="lamp-out").update(error_message="Crate of lamps is gone")
    Entry.objects.filter(slug="e").update(retired_at=timezone.now())
    renew_revision()
    assert found(base, "crate") == ["lamp"]


def test_another_process_reads_what_this_one_built(base, tmp_path, monkeypatch):
    assert found(base, "crate") == ["crate"]
    monkeypatch.setattr(index, "_holder", index.Holder(tmp_path / "fulltext"))
    monkeypatch.setattr(index, "_add", None)  # it need not build
    assert found(base, "crate") == ["crate"]


def test_a_damaged_index_is_built_again(base, tmp_path, monkeypatch):
    assert found(base, "crate") == ["crate"]
    for path in (tmp_path / "fulltext").rglob("meta.json"):
        path.unlink()
    monkeypatch.setattr(index, "_holder", index.Holder(tmp_path / "fulltext"))
    assert found(base, "crate") == ["crate"]


def test_a_large_first_build_does_not_hold_up_a_request(base, monkeypatch):
    monkeypatch.setattr(index, "BUILD_IN_REQUEST", 0)
    monkeypatch.setattr(threading.Thread, "start", lambda _: None)
    assert results.find(read("crate")) is None


def test_facets_of_many_entries_are_estimated_by_a_sample(monkeypatch):
    save([
        accepted(errorMessage=f"widget {n}", slug=f"widget-{n}", severity="warning" if n % 4 else "error")
        for n in range(1003)
    ])  # fmt: skip
    exact = find("widget", facets=True)
    assert (exact.estimated, dict(exact.facets["severity"])) == (False, {"warning": 752, "error": 251})
    monkeypatch.setattr(results, "FACETED", 500)
    monkeypatch.setattr(results, "COUNTED", 500)
    about = find("widget", facets=True)
    assert about.estimated
    assert about.facets["severity"] != exact.facets["severity"]  # to two digits
    assert dict(about.facets["severity"]) == {
        "warning": pytest.approx(750, rel=0.15),
        "error": pytest.approx(250, rel=0.3),
    }


def test_few_entries_are_followed_by_others_with_some_of_the_words(base):
    told = find("shelf oil")
    assert [base[entry] for entry in told.ids] == ["lamp"]
    assert base[told.further[0]] == "memory"
    assert not set(told.ids) & set(told.further)
    assert find("shelf").further == ()
    assert find("shelf oil", sort="newest").further == ()


def test_what_somebody_wrote_comes_before_what_was_read_from_source(base):
    rows = [accepted(errorMessage="Anchor lost", slug=f"a{form}", filePath=f"{form}.py", form=form)
            for form in ("source", "json")]  # fmt: skip
    save(rows)
    assert find("anchor lost").ids == (rows[1].record.id, rows[0].record.id)
