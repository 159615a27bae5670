"""Accepted records in Postgres: merged in any order to the same end, and written only when they change."""

import itertools

import pytest

from errorkb.models import BaseState, Entry, Repo, SlugAlias
from ingest.record import RepoFacts
from ingest.store import save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

OLD = {"analyzedAt": "2026-01-01T00:00:00.000Z", "documentation": "Old."}
NEW = {"analyzedAt": "2026-02-01T00:00:00.000Z", "documentation": "New."}


def stored(entry_id=None):
    entry = Entry.objects.get(pk=entry_id) if entry_id else Entry.objects.get()
    return entry.record()


def test_a_record_comes_back_as_it_went_in():
    new = accepted(tags=["b", "a", "b"], solutions=["one", "two"], exampleFix="")
    save([new])
    assert stored() == new.record.to_json()


def test_the_same_record_again_is_unchanged_and_writes_nothing():
    save([accepted()])
    before = Entry.objects.get().changed_at, BaseState.objects.get().revision
    outcome = save([accepted()])
    assert (outcome.new, outcome.changed, outcome.unchanged) == (0, 0, 1)
    assert (Entry.objects.get().changed_at, BaseState.objects.get().revision) == before


def test_a_change_renews_the_revision_so_that_matchers_notice():
    save([accepted(**OLD)])
    before = BaseState.objects.get().revision
    save([accepted(**NEW)])
    assert BaseState.objects.get().revision != before


@pytest.mark.parametrize("apart", [True, False], ids=["batch-each", "one-batch"])
@pytest.mark.parametrize(
    ("records", "wins"),
    [
        ([OLD, NEW], "New."),
        ([{**OLD, "form": "json"}, {**NEW, "form": "text"}], "Old."),
        ([{**OLD, "dataset_version": "2026-01-02T00:00:00Z"},
          {**OLD, "documentation": "Later dataset.", "dataset_version": "2026-01-03T00:00:00Z"}],
         "Later dataset."),
    ],
    ids=["newer-analysis", "json-over-text", "newer-dataset"],
)  # fmt: skip
def test_any_order_ends_in_the_same_entry(records, wins, apart):
    for order in itertools.permutations(records):
        Entry.objects.all().delete()
        batch = [accepted(**changes) for changes in order]
        for part in [[one] for one in batch] if apart else [batch]:
            save(part)
        assert stored()["documentation"] == wins


def test_a_page_after_json_is_reported_as_not_taken():
    save([accepted(**OLD)])
    outcome = save([accepted(**NEW, form="text")])
    assert [problem.code for problem in outcome.problems] == ["not-taken"]
    assert (outcome.rejected, outcome.unchanged) == (0, 1)


def test_json_after_a_page_fills_the_entry_in():
    save([accepted(form="text", **NEW)])
    outcome = save([accepted(**OLD)])
    assert outcome.changed == 1
    assert Entry.objects.get().form == "json"


@pytest.mark.parametrize("right_first", [True, False])
@pytest.mark.parametrize("apart", [True, False], ids=["batch-each", "one-batch"])
def test_two_errors_with_one_id_keep_the_one_whose_id_recomputes(right_first, apart):
    right = accepted()
    wrong = accepted(id=right.record.id, filePath="widgets/other.py")
    order = [right, wrong] if right_first else [wrong, right]
    outcomes = [save([one]) for one in order] if apart else [save(order)]
    assert stored()["filePath"] == "widgets/shelf.py"
    assert [problem.code for outcome in outcomes for problem in outcome.problems] == ["id-conflict"]
    counts = [(outcome.new, outcome.changed, outcome.rejected) for outcome in outcomes]
    last = (0, 0, 1) if right_first else (0, 1, 0)
    assert counts == ([(1, 0, 0), last] if apart else [(1, 0, 1)])


@pytest.mark.parametrize("apart", [True, False], ids=["batch-each", "one-batch"])
def test_a_taken_slug_is_numbered_and_stays_so(apart):
    first = accepted(errorMessage="one")
    second = accepted(errorMessage="two")
    batches = [[first], [second]] if apart else [[first, second]]
    problems = [problem for batch in batches for problem in save(batch).problems]
    assert [problem.code for problem in problems] == ["slug-taken"]
    assert stored(first.record.id)["slug"] == first.record.slug
    numbered = f"{second.record.slug}-{second.record.id[:6]}"
    assert stored(second.record.id)["slug"] == numbered
    assert save([second]).unchanged == 1
    assert stored(second.record.id)["slug"] == numbered


def test_a_long_slug_is_numbered_after_the_cut():
    slug = "a" * 50
    save([accepted(errorMessage="one", slug=slug), accepted(errorMessage="two", slug=slug)])
    other = accepted(errorMessage="two")
    assert stored(other.record.id)["slug"] == f"{slug}-{other.record.id[:6]}"


def test_the_same_slug_in_two_repositories_is_no_clash():
    outcome = save([accepted(), accepted(repo="acme/gadgets")])
    assert outcome.problems == []


def test_a_repository_knows_its_latest_analysis():
    save([accepted(**NEW, analyzedSha="cd" * 20), accepted(**OLD, errorMessage="other")])
    repo = Repo.objects.get()
    assert (repo.analyzed_sha, repo.analyzed_at) == ("cd" * 20, NEW["analyzedAt"])


def test_warnings_become_marks_of_the_entry():
    save([accepted(tags=["twice", "twice"])])
    assert [mark["code"] for mark in Entry.objects.get().marks] == ["duplicate-tag"]


def test_the_dataset_version_of_the_base_is_the_latest():
    for version in ("2026-01-02T00:00:00Z", "2026-03-01T00:00:00.000Z", "2026-02-01T00:00:00Z"):
        save([accepted(errorMessage=f"of {version}", dataset_version=version)])
    assert BaseState.objects.get().dataset_version == "2026-03-01T00:00:00.000Z"


def test_facts_of_a_repository_are_kept_and_older_ones_do_not_replace_newer():
    newer = RepoFacts(repo="acme/widgets", description="Shelves", stars=5, analyzed_at="2026-02-01T00:00:00Z")
    save([], [newer])
    save([], [RepoFacts(repo="acme/widgets", stars=1, analyzed_at="2026-01-01T00:00:00Z")])
    save([], [RepoFacts(repo="acme/widgets", language="Python")])
    repo = Repo.objects.get()
    assert (repo.stars, repo.description, repo.language) == (5, "Shelves", "Python")


@pytest.mark.parametrize("apart", [True, False], ids=["batch-each", "one-batch"])
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_every_accepted_import_is_kept_once_whatever_the_order(order, apart):
    records = [OLD, NEW, {**NEW, "analyzedAt": "2026-03-01T00:00:00.000Z", "documentation": "Newest."}]
    batch = [accepted(**records[number]) for number in order]
    for _ in range(2):
        for part in [[one] for one in batch] if apart else [batch]:
            save(part)
    entry = Entry.objects.get()
    kept = [version.record["documentation"] for version in entry.versions.order_by("analyzed_instant")]
    assert (kept, entry.documentation) == (["Old.", "New."], "Newest.")


def test_a_changed_slug_leaves_an_alias_that_nobody_else_can_take():
    save([accepted(**OLD, slug="first")])
    save([accepted(**NEW, slug="second")])
    alias = SlugAlias.objects.get()
    assert (alias.slug, alias.entry.slug) == ("first", "second")
    save([accepted(errorMessage="another", slug="first")])
    other = Entry.objects.exclude(pk=alias.entry_id).get()
    assert other.slug == f"first-{other.id[:6]}"


def test_a_slug_that_comes_back_needs_no_alias():
    save([accepted(**OLD, slug="first")])
    save([accepted(**NEW, slug="second")])
    save([accepted(analyzedAt="2026-03-01T00:00:00.000Z", slug="first")])
    assert [alias.slug for alias in SlugAlias.objects.all()] == ["second"]


def test_a_retired_entry_is_live_again_when_a_dump_has_it():
    save([accepted()])
    Entry.objects.update(retired_at="2026-01-01T00:00:00Z")
    assert save([accepted()]).changed == 1
    assert Entry.objects.get().retired_at is None
    assert not Entry.objects.get().versions.exists()
