"""Sitemaps, robots.txt and llms.txt, followed as their readers follow them."""

import re
from datetime import UTC, datetime
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest

from errorkb.models import Entry
from errorkb.published import sitemaps
from ingest.store import save
from tests.ingest.sample import accepted
from tests.published.shelf import PAGE, plain_entry

pytestmark = pytest.mark.django_db
HERE = "http://testserver"
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
GONE = datetime(2026, 9, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def counted_anew():
    """Each test's base is another, though none has a revision of its own when it is empty."""
    sitemaps._parts.cache_clear()


def read(client, address, element):
    """What a sitemap lists: addresses with the times that it tells."""
    answer = client.get(address.removeprefix(HERE))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    return {
        one.findtext("s:loc", namespaces=NAMES): one.findtext("s:lastmod", namespaces=NAMES)
        for one in root.findall(f"s:{element}", NAMES)
    }


def listed(client):
    """Each part of entries with its time and what it lists."""
    parts = read(client, "/sitemap.xml", "sitemap")
    return {part: (time, read(client, part, "url")) for part, time in parts.items() if "entries" in part}


def test_every_live_entry_is_listed_once_with_the_time_of_its_change(client):
    save([accepted(errorMessage=f"m{number}", slug=f"s{number}") for number in range(30)])
    Entry.objects.filter(slug="s7").update(retired_at=GONE)
    Entry.objects.filter(slug="s8").update(changed_at=datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC))
    [(time, pages)] = listed(client).values()
    assert set(pages) == {f"{HERE}/acme/widgets/s{number}/" for number in range(30) if number != 7}
    assert pages[f"{HERE}/acme/widgets/s8/"] == time == "2030-01-02T03:04:05+00:00"
    assert all(client.get(page.removeprefix(HERE)).status_code == 200 for page in list(pages)[:3])


@pytest.mark.parametrize("bound", [1, 5, 20])
def test_a_larger_base_has_more_parts_each_with_its_own_time(client, monkeypatch, bound):
    monkeypatch.setattr(sitemaps, "PART", bound)
    save([accepted(errorMessage=f"m{number}", slug=f"s{number}") for number in range(60)])
    for number in range(60):
        Entry.objects.filter(slug=f"s{number}").update(changed_at=datetime(2026, 1, 1, 0, number, tzinfo=UTC))
    parts = listed(client)
    assert len(parts) > 1
    pages = [page for _, part in parts.values() for page in part]
    assert sorted(pages) == sorted(f"{HERE}/acme/widgets/s{number}/" for number in range(60))
    for time, part in parts.values():
        assert len(part) <= bound
        assert time == max(part.values())


def test_pages_of_lists_are_listed_and_answer(client):
    plain_entry(errorClass="shop::Widget/Error<&>")
    parts = read(client, "/sitemap.xml", "sitemap")
    wanted = {
        "repositories": ["/", "/repositories/", "/acme/widgets/"],
        "classes": ["/classes/", "/classes/shop%3A%3AWidget%2FError%3C%26%3E/"],
        "tags": ["/tags/", "/tags/shelf/"],
    }
    for of, pages in wanted.items():
        part = f"{HERE}/sitemaps/{of}.xml"
        assert part in parts
        assert list(read(client, part, "url")) == [HERE + page for page in pages]
        assert [client.get(page).status_code for page in pages] == [200] * len(pages)


def test_an_empty_base_has_a_sitemap_of_its_front_door(client):
    assert not any("entries" in part for part in read(client, "/sitemap.xml", "sitemap"))
    assert f"{HERE}/" in read(client, "/sitemaps/repositories.xml", "url")
    assert client.get("/sitemaps/entries-all.xml").status_code == 404


def test_a_sitemap_that_is_known_is_not_sent_again(client):
    plain_entry()
    for address in ("/sitemap.xml", "/sitemaps/tags.xml", "/sitemaps/entries-all.xml"):
        tag = client.get(address).headers["ETag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


def test_robots_read_pages_but_no_answers(client):
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    robots = RobotFileParser()
    robots.parse(answer.content.decode().splitlines())
    assert all(
        robots.can_fetch("any", f"{HERE}{page}") for page in ("/", PAGE, "/llms.txt", "/feed/new.atom")
    )
    assert not any(
        robots.can_fetch("any", f"{HERE}{page}") for page in ("/search/?q=x", "/match/", "/batches/")
    )
    assert robots.site_maps() == [f"{HERE}/sitemap.xml"]


def test_llms_txt_has_its_form_and_every_page_of_ours_in_it_answers(client):
    plain_entry()
    lines = client.get("/llms.txt").content.decode().splitlines()
    assert lines[0] == "# errorkb"
    assert lines[2].startswith("> ")
    assert [line for line in lines if line.startswith("#")][1:] == [
        "## Ask",
        "## Read everything",
        "## Optional",
    ]
    items = [re.fullmatch(r"- \[[^\]]+\]\((\S+)\): \S.*", line) for line in lines if line.startswith("- ")]
    assert len(items) > 10
    assert all(items)
    for item in items:
        assert item is not None
        path = item[1].removeprefix(HERE)
        if path not in ("/mcp", "/api/match", "/data/manifest.json"):  # two are posted to, one needs a worker
            assert client.get(path).status_code == 200, path
