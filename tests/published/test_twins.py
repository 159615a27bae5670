"""An entry as JSON and as Markdown, beside its page and by Accept."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from errorkb.models import Entry
from ingest.store import save
from tests.ingest.sample import accepted, values
from tests.published.shelf import HOSTILE, PAGE, hostile_entry, plain_entry

pytestmark = pytest.mark.django_db
JSON, MARKDOWN = "/acme/widgets/no-widget-named.json", "/acme/widgets/no-widget-named.md"
GONE = datetime(2026, 9, 1, 12, tzinfo=UTC)


def kinds(text):
    """The kinds of markup that a reader of Markdown sees in a text."""
    tokens = MarkdownIt("commonmark").parse(text)
    return [inner for token in tokens for inner in (token, *(token.children or ()))]


@pytest.mark.parametrize(
    ("address", "accept"),
    [(JSON, "*/*"), (PAGE, "application/json"), (PAGE, "application/json, text/html;q=0.9")],
)
def test_json_is_what_the_api_gives(client, address, accept):
    entry = plain_entry()
    answer = client.get(address, headers={"Accept": accept})
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json() == client.get(f"/api/errors/{entry.id}").json()
    assert answer.json()["record"] == values()
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(("address", "accept"), [(MARKDOWN, "text/html"), (PAGE, "text/markdown")])
def test_markdown_has_what_the_page_has(client, address, accept):
    plain_entry(validationCode="check()", preventionTips=["Count `them`."], commonSituations="On Mondays.")
    answer = client.get(address, headers={"Accept": accept})
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    text = answer.content.decode()
    assert text.startswith(
        "# No widget named {name} on the shelf\n\nacme/widgets · error · exception · WidgetError"
    )
    for said in [
        "```\nNo widget named {name} on the shelf\n```",
        "## What it means\n\nThe shelf has no such widget.",
        "Thrown at widgets/shelf.py:42",
        "raise WidgetError",
        "1. List the shelf first.",
        "Strategy: try-catch",
        "### Validate before calling\n\n```\ncheck()\n```",
        "- Count `them`.",
        "Asking for it.",
        "On Mondays.",
        "Tags: shelf",
        "acme/widgets@ababababab (2026-08-14)",
        "Page: <http://testserver/acme/widgets/no-widget-named/>",
    ]:
        assert said in text, said


@pytest.mark.parametrize(
    "accept", ["", "*/*", "text/html", "text/html,application/xhtml+xml,*/*;q=0.8", "image/png", "x" * 5000]
)
def test_browsers_and_whoever_names_no_form_get_the_page(client, accept):
    plain_entry()
    answer = client.get(PAGE, headers={"Accept": accept})
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "Accept" in answer.headers["Vary"]


def test_the_page_is_not_what_another_form_was_kept_as(client):
    plain_entry()
    for accept, told in [
        ("application/json", b'{"record"'),
        ("text/html", b"<!doctype"),
        ("text/markdown", b"# No"),
    ]:
        for _ in range(2):
            assert client.get(PAGE, headers={"Accept": accept}).content.startswith(told)


@pytest.mark.parametrize("form", ["json", "md", "png"])
def test_a_twin_at_an_old_address_leads_to_the_twin_at_the_present_one(client, form):
    save([accepted(analyzedAt="2026-01-01T00:00:00.000Z", slug="old-slug")])
    save([accepted(analyzedAt="2026-02-01T00:00:00.000Z", slug="new-slug")])
    answer = client.get(f"/acme/widgets/old-slug.{form}")
    assert (answer.status_code, answer.url) == (301, f"/acme/widgets/new-slug.{form}")
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("form", ["json", "md", "png"])
def test_a_retired_entry_is_gone_but_told_in_every_form(client, form):
    plain_entry()
    Entry.objects.update(retired_at=GONE)
    answer = client.get(f"/acme/widgets/no-widget-named.{form}")
    assert answer.status_code == 410
    if form == "json":
        assert answer.json()["record"] == values()
        assert answer.json()["retired"] == "2026-09-01"
    if form == "md":
        assert "**Retired on 2026-09-01:**" in answer.content.decode()
        assert "List the shelf first." in answer.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "/acme/widgets/nothing.json",
        "/acme/nothing/no-widget-named.md",
        "/acme/widgets/no-widget-named.xml",
        "/acme/widgets/No.json",
    ],
)
def test_what_is_not_there_is_404(client, address):
    plain_entry()
    assert client.get(address).status_code == 404


def test_twins_are_only_read(client):
    plain_entry()
    assert client.post(JSON).status_code == 405


def test_hostile_text_comes_out_of_json_as_it_went_in(client):
    record = client.get(f"/acme/widgets/{hostile_entry().slug}.json").json()["record"]
    for name in ("errorMessage", "documentation", "sourceCode", "exampleFix", "errorCode", "filePath"):
        assert record[name] == HOSTILE
    assert record["solutions"] == [HOSTILE]


def test_hostile_text_makes_no_markup_of_its_own_in_markdown(client):
    entry = hostile_entry()
    text = client.get(f"/acme/widgets/{entry.slug}.md").content.decode()
    found = kinds(text)
    assert {"html_block", "html_inline", "image"}.isdisjoint(token.type for token in found)
    assert [token.type for token in found].count("hr") == 1
    headings = [after.content for token, after in pairwise(found) if token.type == "heading_open"]
    assert headings[0].startswith(r"\</script\>")
    assert headings[1:] == [
        "What it means", "Source", "Solutions", "Example fix",
        "Defensive patterns", "Validate before calling", "Type guard", "Try / catch", "Prevention",
        "When it happens", "Trigger", "Common situations",
    ]  # fmt: skip
    links = [token.attrs["href"] for token in found if token.type == "link_open"]
    assert links == ["https://evil.example/script%22'&x=1", "http://testserver/acme/widgets/hostile/"]
    assert not {"\u202e", "\x1b", "\x08"} & set(text)
    assert "W" * 100_000 in text


def test_the_words_of_a_text_are_all_there_for_who_reads_the_markdown(client):
    said = "Use *args, not <T>[0] & `a*b`: 1. it_is_so ~here~ | there #3\n\n- or > that"
    plain_entry(documentation=said)
    text = client.get(MARKDOWN).content.decode()
    shown = [
        "".join(inner.content for inner in token.children) for token in kinds(text) if token.type == "inline"
    ]
    assert "Use *args, not <T>[0] & a*b: 1. it_is_so ~here~ | there #3" in shown
    assert "- or > that" in shown
