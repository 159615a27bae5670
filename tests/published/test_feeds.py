"""Atom feeds, read as a feed reader reads them."""

from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from errorkb.models import Entry
from errorkb.web import kept
from ingest.store import save
from tests.ingest.sample import accepted
from tests.published.shelf import hostile_entry, plain_entry

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
HERE = "http://testserver"
FEEDS = [
    f"{place}{kind}.atom"
    for place in ("/feed/", "/acme/widgets/", "/tags/shelf/")
    for kind in ("new", "changed")
]


def read(answer):
    """The feed, which must be one by RFC 4287."""
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    assert feed.tag == f"{ATOM}feed"
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None
    for element in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            [one] = element.findall(f"{ATOM}{name}")
            assert (one.text or "").strip()
        assert datetime.fromisoformat(element.findtext(f"{ATOM}updated") or "").tzinfo
        assert (element.findtext(f"{ATOM}id") or "").startswith(f"{HERE}/")
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.findall(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
    return feed


def titles(feed):
    return [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]


def links(element):
    return {link.get("rel"): link.get("href") for link in element.findall(f"{ATOM}link")}


@pytest.mark.parametrize("address", FEEDS)
def test_a_feed_tells_of_itself_and_its_entries(client, address):
    entry = plain_entry()
    feed = read(client.get(address))
    assert links(feed)["self"] == HERE + address
    assert feed.findtext(f"{ATOM}updated") == entry.changed_at.isoformat()
    [told] = feed.findall(f"{ATOM}entry")
    assert told.findtext(f"{ATOM}id") == f"{HERE}/errors/{entry.id}"
    assert links(told)["alternate"] == HERE + entry.get_absolute_url()
    assert told.findtext(f"{ATOM}title") == f"acme/widgets: {entry.error_message}"
    assert entry.documentation in (told.findtext(f"{ATOM}summary") or "")
    assert told.findtext(f"{ATOM}published") == "2026-08-14T21:57:28.298000+00:00"
    assert [category.get("term") for category in told.findall(f"{ATOM}category")] == ["shelf"]
    assert client.get(links(feed)["alternate"]).status_code in (200, 404)  # a tag's page may not be there


def test_new_goes_by_the_analysis_and_changed_by_what_happened_here(client):
    days = {"a": 3, "b": 1, "c": 5, "d": 2, "e": 4}
    hours = {"a": 2, "b": 3, "c": 1, "d": 5, "e": 4}
    for name, day in days.items():
        save([accepted(errorMessage=name, slug=name, analyzedAt=f"2026-01-0{day}T00:00:00.000Z")])
    for name, hour in hours.items():
        Entry.objects.filter(slug=name).update(changed_at=datetime(2026, 5, 1, hour, tzinfo=UTC))
    for place in ("/feed/", "/acme/widgets/", "/tags/shelf/"):
        new, changed = (read(client.get(f"{place}{kind}.atom")) for kind in ("new", "changed"))
        assert titles(new) == [f"acme/widgets: {name}" for name in "ceadb"]
        assert titles(changed) == [f"acme/widgets: {name}" for name in "debac"]


def test_a_feed_has_only_what_it_is_of_and_nothing_retired(client):
    save([accepted(repo="acme/lamps", errorMessage="lamp", slug="lamp", tags=["light"]), accepted(),
          accepted(errorMessage="gone", slug="gone")])  # fmt: skip
    Entry.objects.filter(slug="gone").update(retired_at=datetime(2026, 9, 1, tzinfo=UTC))
    mine = "acme/widgets: No widget named {name} on the shelf"
    for kind in ("new", "changed"):
        assert titles(read(client.get(f"/acme/widgets/{kind}.atom"))) == [mine]
        assert titles(read(client.get(f"/tags/light/{kind}.atom"))) == ["acme/lamps: lamp"]
        assert sorted(titles(read(client.get(f"/feed/{kind}.atom")))) == ["acme/lamps: lamp", mine]


def test_a_feed_tells_of_fifty(client):
    save([accepted(errorMessage=f"m{number}", slug=f"s{number}") for number in range(60)])
    for address in FEEDS:
        assert len(titles(read(client.get(address)))) == 50


@pytest.mark.parametrize("address", ["/acme/nothing/new.atom", "/tags/nothing/new.atom", "/feed/old.atom"])
def test_a_feed_of_nothing_is_404(client, address):
    plain_entry()
    assert client.get(address, follow=True).status_code == 404


def test_the_feed_of_an_empty_base_is_one_and_stays_the_same(client):
    first = client.get("/feed/new.atom")
    assert titles(read(first)) == []
    kept._memory = kept.Memory()  # as in another process, which makes it anew
    assert client.get("/feed/new.atom").content == first.content


@pytest.mark.parametrize("address", FEEDS)
def test_a_reader_that_comes_again_gets_the_feed_only_when_it_changed(client, address):
    plain_entry()
    answer = client.get(address)
    for name, header in (("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")):
        assert client.get(address, headers={name: answer.headers[header]}).status_code == 304
    save([accepted(errorMessage="another", slug="another")])
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert len(titles(read(again))) == 2


def test_an_address_that_changes_leaves_the_id(client):
    save([accepted(analyzedAt="2026-01-01T00:00:00.000Z", slug="old-slug")])
    [before] = read(client.get("/feed/new.atom")).findall(f"{ATOM}entry")
    save([accepted(analyzedAt="2026-02-01T00:00:00.000Z", slug="new-slug")])
    [after] = read(client.get("/feed/new.atom")).findall(f"{ATOM}entry")
    assert before.findtext(f"{ATOM}id") == after.findtext(f"{ATOM}id")
    assert links(after)["alternate"] == f"{HERE}/acme/widgets/new-slug/"


@pytest.mark.parametrize("address", FEEDS)
def test_hostile_text_stays_text_of_a_bounded_length(client, address):
    hostile_entry()
    answer = client.get(address)
    [entry] = read(answer).findall(f"{ATOM}entry")
    assert (entry.findtext(f"{ATOM}title") or "").startswith(
        "acme/widgets: </script><script>alert(1)</script>"
    )
    summary = entry.findtext(f"{ATOM}summary") or ""
    assert summary.startswith("<pre>&lt;/script&gt;&lt;script&gt;alert(1)")
    assert "<script" not in summary
    assert "<img" not in summary
    assert not {"\u202e", "\x1b", "\ufffe"} & set(answer.content.decode())
    assert len(answer.content) < 20_000
