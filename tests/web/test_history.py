"""The history of an entry: every accepted import, and what each changed."""

from datetime import UTC, datetime, timedelta

import pytest

from errorkb.models import Entry, EntryVersion
from errorkb.versions import BOUND
from errorkb.web.history import KEYS, PAGE_LACKS, PER_PAGE, history_page
from ingest.store import save
from tests.ingest.sample import accepted, judge, page, read, values
from tests.web.test_pages import HOSTILE, text_of

pytestmark = pytest.mark.django_db

JANUARY = {"analyzedAt": "2026-01-01T00:00:00.000Z", "documentation": "The shelf is old."}
FEBRUARY = {"analyzedAt": "2026-02-01T00:00:00.000Z", "documentation": "The shelf is new."}
MARCH = {"analyzedAt": "2026-03-01T00:00:00.000Z", "documentation": "The shelf is gone.",
         "solutions": ["List the shelf first.", "Buy a shelf."]}  # fmt: skip


def history(number=1):
    return history_page(Entry.objects.get(), number)


def told(versions):
    return [(version.state, version.analyzed_at[:7]) for version in versions]


def changed(version):
    return [change.key for change in version.changes]


def test_versions_stand_in_the_order_of_their_analyses(client):
    for changes in (FEBRUARY, MARCH, JANUARY):
        save([accepted(**changes)])
    versions = history().versions
    assert told(versions) == [
        ("in effect", "2026-03"), ("was in effect", "2026-02"), ("never in effect", "2026-01"),
    ]  # fmt: skip
    assert [changed(version) for version in versions] == [
        ["documentation", "solutions", "analyzedAt"], ["documentation", "analyzedAt"], [],
    ]  # fmt: skip
    assert [version.older and version.older[:7] for version in versions] == ["2026-02", "2026-01", None]
    answer = client.get("/acme/widgets/no-widget-named/history/")
    assert answer.status_code == 200
    body = answer.content.decode()
    assert "The shelf is <del>new</del><ins>gone</ins>." in body
    assert "The shelf is <del>old</del><ins>new</ins>." in body
    assert "<ins>Buy a shelf.</ins>" in body
    assert 'name="robots" content="noindex"' in body
    assert "3 versions" in text_of(answer)


def test_the_version_in_effect_is_the_entry_itself():
    save([accepted(**JANUARY, dataset_version="2026-01-05T00:00:00Z")])
    entry = Entry.objects.get()
    (only,) = history().versions
    assert (only.state, only.form, only.dataset_version) == ("in effect", "json", "2026-01-05T00:00:00Z")
    assert only.since.iso == entry.changed_at.isoformat(timespec="seconds")
    assert (only.older, only.changes) == (None, ())


def test_an_entry_leads_to_its_history_once_there_is_one(client):
    save([accepted(**JANUARY)])
    address = Entry.objects.get().get_absolute_url()
    assert "history/" not in client.get(address).content.decode()
    save([accepted(**FEBRUARY)])
    save([accepted(**MARCH)])
    answer = client.get(address)
    assert f'href="{address}history/"' in answer.content.decode()
    assert "3 versions" in text_of(answer)


def test_a_new_dataset_with_the_same_record_is_a_version_without_changes():
    for version in ("2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"):
        save([accepted(**JANUARY, dataset_version=version)])
    versions = history().versions
    assert [version.dataset_version for version in versions] == [
        "2026-01-03T00:00:00Z",
        "2026-01-02T00:00:00Z",
    ]
    assert versions[0].changes == ()
    assert versions[0].older


def test_what_a_text_page_lacks_is_not_compared_with_json(client):
    save([accepted(**JANUARY, form="text", errorType="http", tags=[])])
    save([accepted(**FEBRUARY)])
    newest = history().versions[0]
    assert changed(newest) == ["documentation"]
    assert newest.not_compared == tuple(key for key in KEYS if key in PAGE_LACKS)
    assert "Not compared" in text_of(client.get("/acme/widgets/no-widget-named/history/"))


def test_a_text_page_between_two_of_json_does_not_hide_what_changed():
    save([accepted(**JANUARY)])
    save([accepted(**MARCH)])
    save([accepted(**FEBRUARY, form="text")])
    newest, between, oldest = history().versions
    assert [newest.older and newest.older[:7], between.older and between.older[:7]] == ["2026-01"] * 2
    assert told([between]) == [("never in effect", "2026-02")]
    assert newest.not_compared == ()
    assert "analyzedAt" in changed(newest)
    assert oldest.older is None


def test_what_a_text_page_lacks_is_what_its_reader_derives():
    (record,), _ = judge(read(page().encode()))
    assert record.derived == PAGE_LACKS


def test_a_retired_entry_keeps_its_history(client):
    save([accepted(**JANUARY)])
    save([accepted(**FEBRUARY)])
    Entry.objects.update(retired_at=datetime(2026, 9, 1, tzinfo=UTC))
    assert told(history().versions) == [("last known", "2026-02"), ("was in effect", "2026-01")]
    answer = client.get("/acme/widgets/no-widget-named/history/")
    assert answer.status_code == 200
    assert "Retired on 2026-09-01" in text_of(answer)


def add_versions(number):
    entry = Entry.objects.get()
    EntryVersion.objects.bulk_create(
        EntryVersion(
            entry=entry, digest=f"{n:064}", form="json", took_effect=True,
            analyzed_instant=entry.analyzed_instant - timedelta(days=n + 1), stored_at=entry.changed_at,
            record=values(documentation=f"number {n}", analyzedAt=f"number {n}"),
        )
        for n in range(number)
    )  # fmt: skip


def test_a_long_history_goes_on_page_by_page(client, django_assert_max_num_queries):
    save([accepted()])
    add_versions(2 * PER_PAGE)
    first, second, third = (history(number) for number in (1, 2, 3))
    assert [len(page.versions) for page in (first, second, third)] == [PER_PAGE, PER_PAGE, 1]
    # The last of a page is compared with the first of the next one.
    assert first.versions[-1].older == second.versions[0].analyzed_at
    assert changed(first.versions[-1]) == ["documentation", "analyzedAt"]
    assert third.versions[0].older is None
    with django_assert_max_num_queries(3):
        body = client.get("/acme/widgets/no-widget-named/history/?page=2").content.decode()
    assert "history/?page=3" in body
    assert client.get("/acme/widgets/no-widget-named/history/?page=x").status_code == 200


def test_a_history_without_end_is_bounded(client):
    save([accepted()])
    add_versions(BOUND + 5)
    place = history(500).pagination
    assert (place.total, place.more, place.page) == (BOUND, True, BOUND // PER_PAGE)
    assert "100+ versions" in text_of(client.get("/acme/widgets/no-widget-named/"))


def test_hostile_text_is_text_in_a_history(client):
    texts = dict.fromkeys(["documentation", "exampleFix", "sourceCode", "errorClass", "githubUrl"], HOSTILE)
    texts["githubUrl"] = f"https://x.example/{'ab' * 20}/<script>alert"
    save([accepted(**JANUARY | texts, solutions=[HOSTILE])])
    save([accepted(**FEBRUARY, solutions=["<img src=x>"])])
    body = client.get("/acme/widgets/no-widget-named/history/").content.decode()
    assert "&lt;script&gt;alert" in body
    assert "<script>alert" not in body
    assert "<img src=x" not in body
    assert ">49<" not in body
