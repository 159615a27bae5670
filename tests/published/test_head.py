"""What a page says of itself in its head."""

import json
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

import pytest

from errorkb.models import Entry, Repo
from tests.published.shelf import PAGE, hostile_entry, plain_entry

pytestmark = pytest.mark.django_db
HERE = "http://testserver"


class Head(HTMLParser):
    """The head as a browser reads it: a script ends where the browser ends it."""

    def __init__(self, answer):
        super().__init__()
        self.links: list[dict[str, str | None]] = []
        self.metas: dict[str, str | None] = {}
        self.data: list[dict[str, Any]] = []
        self.scripts: list[str] = []
        self.script: str | None = None
        self.feed(answer.content.decode())
        self.close()

    def handle_starttag(self, tag, attrs):
        pairs = dict(attrs)
        if tag == "link":
            self.links.append(pairs)
        if tag == "meta":
            self.metas[pairs.get("property") or pairs.get("name") or ""] = pairs.get("content")
        if tag == "script":
            self.script = pairs.get("type")
            self.scripts.append(pairs.get("src") or pairs.get("type") or "")

    def handle_data(self, data):
        if self.script == "application/ld+json":
            self.data.append(json.loads(data))
            self.script = None

    def hrefs(self, rel):
        return [link["href"] for link in self.links if link["rel"] == rel]


@pytest.mark.parametrize(
    ("asked", "canonical"),
    [
        (PAGE, PAGE),
        (f"{PAGE}?utm_source=somewhere", PAGE),
        ("/", "/"),
        ("/acme/widgets/", "/acme/widgets/"),
        ("/acme/widgets/?page=1&x=y", "/acme/widgets/"),
    ],
)
def test_a_page_names_its_one_address(client, asked, canonical):
    plain_entry()
    head = Head(client.get(asked))
    assert head.hrefs("canonical") == [HERE + canonical]
    assert head.metas["og:url"] == HERE + canonical


def test_a_later_page_of_a_list_is_an_address_of_its_own(client):
    for number in range(21):
        plain_entry(slug=f"s{number}", errorMessage=f"message {number}")
    assert Head(client.get("/acme/widgets/?page=2")).hrefs("canonical") == [f"{HERE}/acme/widgets/?page=2"]
    assert Head(client.get("/acme/widgets/?page=9")).hrefs("canonical") == [f"{HERE}/acme/widgets/?page=2"]


def test_the_address_is_of_the_host_that_was_asked(client, settings):
    plain_entry()
    settings.ALLOWED_HOSTS = ["errors.example", "testserver"]
    for host in ("errors.example", "testserver"):
        told = Head(client.get(PAGE, headers={"Host": host}))
        assert told.hrefs("canonical") == [f"http://{host}{PAGE}"]


@pytest.mark.parametrize("asked", [PAGE, "/", "/acme/widgets/"])
def test_every_alternate_is_there_and_is_what_it_says(client, asked):
    plain_entry()
    alternates = [link for link in Head(client.get(asked)).links if link["rel"] == "alternate"]
    assert len(alternates) == (4 if asked == PAGE else 2)
    for link in alternates:
        answer = client.get(link["href"])
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].partition(";")[0] == link["type"]


def test_a_link_to_an_entry_is_shown_with_title_text_and_picture(client):
    plain_entry()
    metas = Head(client.get(PAGE)).metas
    assert metas["og:type"] == "article"
    assert metas["og:title"] == "No widget named {name} on the shelf · acme/widgets"
    assert "The shelf has no such widget." in (metas["og:description"] or "")
    assert metas["og:image"] == f"{HERE}/acme/widgets/no-widget-named.png"
    assert client.get(metas["og:image"]).headers["Content-Type"] == metas["og:image:type"]


def test_linked_data_of_an_entry_says_what_it_is_and_where(client):
    entry = plain_entry()
    article, crumbs = Head(client.get(PAGE)).data
    assert (article["@context"], article["@type"]) == ("https://schema.org", "TechArticle")
    assert article["headline"] == entry.error_message
    assert article["url"] == HERE + PAGE
    assert article["keywords"] == ["shelf"]
    assert article["datePublished"] == "2026-08-14T21:57:28.298000+00:00"
    assert article["dateModified"] == entry.changed_at.isoformat()
    assert article["about"] == {
        "@type": "SoftwareSourceCode",
        "name": "acme/widgets",
        "codeRepository": "https://github.com/acme/widgets",
    }
    assert crumbs["@type"] == "BreadcrumbList"
    assert [(step["position"], step["name"], step["item"]) for step in crumbs["itemListElement"]] == [
        (1, "errorkb", f"{HERE}/"),
        (2, "acme/widgets", f"{HERE}/acme/widgets/"),
        (3, entry.error_message, HERE + PAGE),
    ]


def test_the_home_page_offers_its_search(client):
    [site] = Head(client.get("/")).data
    assert site["potentialAction"]["target"]["urlTemplate"] == f"{HERE}/search/?q={{query}}"
    assert client.get("/search/?q=widget").status_code == 200


def test_hostile_text_ends_no_script_and_no_attribute(client):
    entry = hostile_entry()
    answer = client.get(entry.get_absolute_url())
    head = Head(answer)
    article, crumbs = head.data
    assert str(article["headline"]).startswith("</script><script>alert(1)</script><!-- --> ]]> {{ 7*7 }}")
    assert crumbs["itemListElement"][2]["item"] == f"{HERE}/acme/widgets/hostile/"
    assert (head.metas["og:title"] or "").startswith("</script><script>alert(1)</script>")
    assert max(map(len, filter(None, head.metas.values()))) < 400
    assert all(script == "application/ld+json" or script.startswith("/static/") for script in head.scripts)
    objects = re.findall(r'(?s)ld\+json">(.*?)</script>', answer.content.decode())
    assert not {"<", ">", "&", "\u2028", "\u202e"} & set("".join(objects))


def test_what_is_gone_or_holds_a_paste_is_in_no_index(client):
    plain_entry()
    pasted = client.post(PAGE, {"values": '{"name": "gear"}'})
    Entry.objects.update(retired_at=datetime(2026, 9, 1, tzinfo=UTC))
    for answer in (pasted, client.get(PAGE)):
        head = Head(answer)
        assert head.metas["robots"] == "noindex"
        assert head.hrefs("canonical") == []
        assert head.data == []


@pytest.mark.parametrize("asked", ["/search/?q=widget", "/match/", f"{PAGE}history/"])
def test_answers_to_questions_are_in_no_index(client, asked):
    plain_entry()
    assert Head(client.get(asked)).metas["robots"] == "noindex"


def test_a_repository_tells_of_itself_by_its_description(client):
    plain_entry()
    Repo.objects.update(description="Shelves & <b>more</b>")
    assert Head(client.get("/acme/widgets/")).metas["og:description"] == "Shelves & <b>more</b>"
