"""Pages as a browser without JavaScript gets them."""

import re

import pytest
from django.core.management import call_command

from errorkb.models import Entry
from ingest.store import save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script>{{ 7*7 }}{% raise %}'\"><img src=x>"


def text_of(answer):
    """The words of a page, tags and runs of white space taken out."""
    body = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", answer.content.decode())
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())


@pytest.fixture
def entry():
    new = accepted()
    save([new])
    return Entry.objects.get()


def test_home_of_an_empty_base_has_both_boxes(client):
    answer = client.get("/")
    assert answer.status_code == 200
    body = answer.content.decode()
    assert 'action="/search/"' in body
    assert re.search(r'action="/match/"[^>]*method="post"|method="post"[^>]*action="/match/"', body)


def test_home_counts_what_an_ingest_brought_and_names_the_largest_repository_first(client, entry):
    assert "1 entries" in text_of(client.get("/")) or "1 entry" in text_of(client.get("/"))
    save([accepted(repo="acme/zebras", errorMessage=f"stripe {n}", slug=f"stripe-{n}") for n in range(3)])
    text = text_of(client.get("/"))
    assert "4 entries" in text
    assert text.index("acme/zebras 3") < text.index("acme/widgets 1")


def test_home_says_what_is_in_the_base(client, entry):
    text = text_of(client.get("/"))
    assert "acme/widgets" in text
    assert entry.error_message in text


@pytest.mark.parametrize(
    "heading",
    ["What it means", "Source", "Solutions", "Example fix", "Defensive patterns",
     "Validate before calling", "Try / catch", "Prevention", "When it happens"],
)  # fmt: skip
def test_the_page_of_the_text_seed_shows_every_section(client, shared, heading):
    call_command("ingest", str(shared / "seeds"), quiet=True)
    entry = Entry.objects.get(pk="e607a275094db1b7")
    text = text_of(client.get(entry.get_absolute_url()))
    assert heading in text


@pytest.mark.parametrize("seed", ["e607a275094db1b7", "72ab507dca416e5f"])
def test_the_pages_of_both_seeds_show_all_that_the_records_hold(client, shared, seed):
    call_command("ingest", str(shared / "seeds"), quiet=True)
    entry = Entry.objects.get(pk=seed)
    answer = client.get(entry.get_absolute_url())
    text = text_of(answer).replace("&#39;", "'").replace("&#34;", '"')
    for shown in [entry.error_class, entry.severity, entry.file_path, str(entry.line_number),
                  entry.handling_strategy, entry.analyzed_sha[:10], entry.analyzed_at[:10],
                  *entry.tags]:  # fmt: skip
        assert shown in text, shown
    assert f"/api/errors/{seed}" in answer.content.decode()
    assert entry.github_url.replace("&", "&amp;") in answer.content.decode()


def test_entry_pages_have_a_permanent_address_by_id(client, entry):
    for address in (f"/errors/{entry.id}", f"/errors/{entry.id}/"):
        answer = client.get(address)
        assert (answer.status_code, answer.url) == (302, entry.get_absolute_url())


@pytest.mark.parametrize(
    "address",
    ["/nothing", "/acme/widgets/nothing/", "/acme/nothing/", "/errors/0123456789abcdef",
     "/errors/XYZ", "/static/nothing.css", "/api"],
)  # fmt: skip
def test_unknown_addresses_are_404_with_a_way_on(client, entry, address):
    answer = client.get(address, follow=True)
    assert answer.status_code == 404
    if not address.startswith("/static"):
        assert 'href="/"' in answer.content.decode()


def test_search_finds_and_pages(client):
    save([accepted(errorMessage=f"widget {n:02}", slug=f"widget-{n:02}") for n in range(45)])
    first = client.get("/search/", {"q": "widget"})
    assert "45" in text_of(first)
    assert first.content.decode().count('class="row') == 20 or "page=2" in first.content.decode()
    last = client.get("/search/", {"q": "widget", "page": "3"})
    assert "page=2" in last.content.decode()
    assert "page=4" not in last.content.decode()


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("{id}", "/acme/widgets/{slug}/"),
        ("https://kb.example/errors/{id}", "/acme/widgets/{slug}/"),
        ("https://kb.example/acme/widgets/{slug}/", "/acme/widgets/{slug}/"),
    ],
)
def test_a_search_for_an_id_or_an_address_leads_there(client, entry, query, address):
    answer = client.get("/search/", {"q": query.format(id=entry.id, slug=entry.slug)})
    assert (answer.status_code, answer["Location"]) == (302, address.format(slug=entry.slug))


def test_an_id_that_is_none_is_searched_for(client, entry):
    assert client.get("/search/", {"q": "0" * 16}).status_code == 200


def test_a_search_for_a_message_names_the_entry_that_explains_it(client, entry):
    text = text_of(client.get("/search/", {"q": "No widget named gear on the shelf"}))
    assert "Explains this message" in text


def test_a_search_is_narrowed_by_its_facets(client):
    save([
        accepted(errorMessage="widget lost", slug="lost", errorClass="LostError"),
        accepted(errorMessage="widget found", slug="found", errorClass="FoundError"),
    ])  # fmt: skip
    assert "FoundError 1" in text_of(client.get("/search/", {"q": "widget"}))
    narrowed = text_of(client.get("/search/", {"q": "widget class:LostError"}))
    assert "1 entry" in narrowed
    assert "widget found" not in narrowed
    assert "class:LostError" in narrowed


def test_a_search_for_a_repository_leads_to_its_page(client, entry):
    assert 'href="/acme/widgets/"' in client.get("/search/", {"q": "acme/widgets"}).content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "999", "x", "1e9"])
def test_page_numbers_that_make_no_sense_are_answered(client, entry, page):
    assert client.get("/search/", {"q": "widget", "page": page}).status_code == 200


def test_a_search_without_result_says_so_and_offers_the_paste_box(client, entry):
    answer = client.get("/search/", {"q": "zebra"})
    assert answer.status_code == 200
    assert "/match/" in answer.content.decode()


def test_the_repository_page_lists_its_entries(client, entry):
    text = text_of(client.get("/acme/widgets/"))
    assert entry.error_message in text
    assert "WidgetError" in text


def test_a_paste_finds_its_entry_and_says_why(client, entry):
    answer = client.post("/match/", {"text": "WidgetError: No widget named gear on the shelf"})
    text = text_of(answer)
    assert answer.status_code == 200
    assert entry.get_absolute_url() in answer.content.decode()
    assert "Likely" in text
    assert "gear" in text
    assert "List the shelf first." in text
    assert "the class is WidgetError" in text


def test_a_paste_that_nothing_explains_says_what_was_understood(client, entry):
    text = text_of(client.post("/match/", {"text": "ZebraError: stripes missing"}))
    assert "No entry" in text
    assert "ZebraError" in text
    assert "stripes missing" in text


def test_an_empty_paste_is_400_and_one_that_is_too_long_413(client):
    assert client.post("/match/", {"text": "  \n"}).status_code == 400
    answer = client.post("/match/", {"text": "x" * (5 * 1024 * 1024 + 1)})
    assert answer.status_code == 413
    assert "5 MB" in text_of(answer)
    assert len(answer.content) < 100_000


def test_hostile_text_is_text_on_every_page(client):
    changes = dict.fromkeys(
        ["errorMessage", "documentation", "triggerScenarios", "commonSituations", "errorClass",
         "exampleFix", "validationCode", "typeGuard", "tryCatchPattern", "sourceCode", "filePath"],
        HOSTILE,
    )  # fmt: skip
    save([accepted(**changes, solutions=[HOSTILE], preventionTips=[HOSTILE])])
    entry = Entry.objects.get()
    pages = [
        client.get("/"),
        client.get("/search/", {"q": HOSTILE}),
        client.get("/search/", {"q": "alert"}),
        client.get("/acme/widgets/"),
        client.get(entry.get_absolute_url()),
        client.post("/match/", {"text": f"X: {HOSTILE}"}),
        client.get(f"/{HOSTILE}/"),
    ]
    for answer in pages:
        body = answer.content.decode()
        assert "<script>alert" not in body
        assert "<img src=x" not in body
        assert ">49<" not in body


def test_no_page_lets_anything_from_elsewhere_run(client, entry):
    for address in ("/", entry.get_absolute_url(), "/nothing", f"/api/errors/{entry.id}"):
        policy = client.get(address).headers["Content-Security-Policy"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        assert "unsafe" not in policy
    pasted = client.post("/match/", {"text": "WidgetError: No widget named gear on the shelf"})
    for answer in (client.get("/"), client.get(entry.get_absolute_url()), client.get("/match/"), pasted):
        body = answer.content.decode()
        # Linked data is no script: nothing runs it.
        body = body.replace('<script type="application/ld+json">', "")
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\s(?:style|on\w+)=", body)
    assert not re.search(r'<(?:script|link|img)[^>]+(?:src|href)="https?:', body)


def test_a_failure_of_the_server_is_a_page_without_database(client, entry, monkeypatch):
    def fail(*args):
        raise RuntimeError("boom")

    monkeypatch.setattr("errorkb.web.views.entry_page", fail)
    client.raise_request_exception = False
    answer = client.get(entry.get_absolute_url())
    assert answer.status_code == 500
    assert "boom" not in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


def test_an_unknown_host_name_is_400(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
