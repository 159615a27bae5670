"""Export → ingest → export: the base is equal, and so are the bytes."""

import json
from pathlib import Path

import pytest
from django.db.models import Model

from errorkb.exports.snapshot import Part, snapshot
from errorkb.exports.write import write_dataset
from errorkb.models import BaseState, Entry, EntryVersion, Repo, SlugAlias
from ingest.pipeline import run
from ingest.record import RepoFacts
from ingest.store import save
from tests.ingest.sample import accepted, page, values

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
#: What a base knows of its own: when it wrote something.
OWN = {"changed_at", "written"}


def export(folder):
    folder.mkdir()
    with snapshot(Part()) as base:
        written = write_dataset(folder, base)
    assert written.faults == []
    return written


def content():
    """Every entry and repository, with all that is known of them."""
    return {
        model.__name__: sorted(map(repr, model.objects.values_list(*_columns(model))))
        for model in (Entry, Repo)
    }


def _columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname not in OWN]


def empty():
    for model in (SlugAlias, EntryVersion, Entry, Repo, BaseState):
        model.objects.all().delete()


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def round_trip(tmp_path):
    """Holds the base of this moment to it; returns what the first export wrote."""
    first = export(tmp_path / "first")
    before = content()
    assert before["Entry"]
    empty()
    batch = run([tmp_path / "first"])
    assert content() == before
    rejecting = list(batch.problems.filter(rejects=True).values_list("file", "code", "reason"))
    assert rejecting == []
    second = export(tmp_path / "second")
    assert second.version == first.version
    assert files(tmp_path / "second") == files(tmp_path / "first")
    again = run([tmp_path / "first"]).counts()
    assert (again["new"], again["changed"], again["unchanged"]) == (0, 0, again["read"])
    return first


def test_the_samples_come_back(tmp_path):
    run([ROOT / "samples"])
    assert round_trip(tmp_path).errors >= 60


def test_the_seeds_come_back(tmp_path, shared):
    run([shared / "seeds"])
    round_trip(tmp_path)


def test_real_cases_come_back(tmp_path, shared):
    cases = shared / "cases" / "kb.jsonl"
    if not cases.is_file():
        pytest.skip(f"{cases} is absent")
    run([cases])
    assert round_trip(tmp_path).errors > 90


def test_every_dump_comes_back(tmp_path, shared):
    run([path for path in sorted((shared / "dumps").iterdir()) if path.suffix != ".md"])
    round_trip(tmp_path)


def test_what_was_read_from_source_stays_so(tmp_path):
    run([ROOT / "tests" / "ingest" / "source" / "fixtures" / "go"])
    assert set(Entry.objects.values_list("form", flat=True)) == {"source"}
    round_trip(tmp_path)


def test_text_pages_keep_what_was_derived_and_give_way_to_json(tmp_path):
    (tmp_path / "page.txt").write_text(page())
    run([tmp_path / "page.txt"])
    derived = Entry.objects.get().derived
    assert "messagePattern" in derived
    round_trip(tmp_path)
    assert Entry.objects.get().derived == derived
    save([accepted()])
    assert Entry.objects.get().record() == values()


def test_retired_entries_stay_retired_and_out_of_the_index(tmp_path):
    save([accepted(), accepted(errorMessage="gone", messagePattern="gone", slug="gone")])
    Entry.objects.filter(slug="gone").update(retired_at="2026-01-02T03:04:05.678901Z")
    written = round_trip(tmp_path)
    assert (written.errors, written.retired) == (1, 1)
    index = json.loads((tmp_path / "first" / "index.json").read_bytes())
    assert [row["slug"] for row in index["errors"]] == ["no-widget-named"]
    records = json.loads((tmp_path / "first" / "repos" / "acme" / "widgets.json").read_bytes())
    assert [record["slug"] for record in records] == ["no-widget-named"]


def test_a_slug_that_was_taken_stays_the_one_it_became(tmp_path):
    for number in range(4):
        save([accepted(errorMessage=f"No {number}", messagePattern=f"No {number}")])
    slugs = set(Entry.objects.values_list("slug", flat=True))
    assert len(slugs) == 4
    round_trip(tmp_path)
    # The holder of the plain slug may be the one that a new base has not got any more.
    Entry.objects.filter(slug="no-widget-named").delete()
    assert not Entry.objects.filter(slug="no-widget-named").exists()


def test_odd_records_come_back(tmp_path):
    save(
        [
            accepted(
                dataset_version="2026-08-15T22:17:37.221+02:00", errorMessage="\u2028 \x1b[31m \u202e {x}"
            ),
            accepted(errorCode="E1", sourceCode="", sourceCodeStart=None, sourceCodeEnd=None, slug="e1"),
            accepted(repo="acme/.github", errorMessage="é" * 3000, messagePattern="é"),
            accepted(repo="Acme/widgets", id="0" * 16),
            accepted(analyzedAt="2026-08-14T21:57:28Z", repo="b/c"),
        ],
        [
            RepoFacts(repo="acme/empty", description="", stars=0),
            RepoFacts(repo="acme/widgets", description="Widgets", default_branch="trunk"),
        ],
    )
    assert round_trip(tmp_path).repos == 4
    table = json.loads((tmp_path / "first" / "repos.json").read_bytes())
    assert [row["repo"] for row in table] == [
        "Acme/widgets",
        "acme/.github",
        "acme/empty",
        "acme/widgets",
        "b/c",
    ]


def test_the_bulk_file_alone_has_everything_of_the_entries(tmp_path):
    save([accepted(dataset_version="2026-08-15T22:17:37.221Z")])
    (tmp_path / "page.txt").write_text(page(errorMessage="Another {x}", filePath="a.py"))
    run([tmp_path / "page.txt"])
    export(tmp_path / "first")
    before = content()["Entry"]
    empty()
    run([tmp_path / "first" / "errors.jsonl.zst"])
    assert content()["Entry"] == before
