"""What a reader of an entry notices."""

import dataclasses
import re

import pytest

from errorkb.web.fix import example_fix
from tests.web.rendering import ENV, links, robots, show
from tests.web.samples import BARE, ENTRY, ROW, SCANNED


def test_each_text_of_an_entry_is_on_its_page():
    document = show("entry.html", ENTRY)
    for said in ["No widget named {name}", "class WidgetError", "type error code", "HTTP 404",
                 "It may be sold.", "Thrown at shelf.py:8", "View on GitHub (pinned to 0123456789)",
                 "List the shelf first.", "Strategy: validation", "check()", "Count widgets.",
                 "A name is misspelt.", "On Mondays.", "shelf", "plain-text page", "its address here",
                 "AI-assisted analysis of acme/widgets@0123456789 (2026-08-14)",
                 "The pattern is too broad."]:  # fmt: skip
        assert said in document.text, said
    assert {ENTRY.permalink, ENTRY.provenance.json_url, ENTRY.provenance.issue_url} <= set(links(document))
    assert document.all("var")[:1] == ["{name}"]


def test_sections_come_in_order_and_only_with_content():
    sections = ["What it means", "Source", "Solutions", "Example fix", "Defensive patterns",
                "When it happens", "Related errors", "Where this is from"]  # fmt: skip
    document = show("entry.html", ENTRY)
    assert document.all("h2") == sections
    assert [line for line in document.all("h3") if line != ROW.message] == [
        "− Before", "+ After", "Validate before calling", "Type guard", "Try / catch",
        "Prevention", "Trigger", "Common situations",
    ]  # fmt: skip
    assert show("entry.html", BARE).all("h2") == [
        "What it means", "Source", "When it happens", "Where this is from",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "h1"),
    [
        ({}, "No widget named {name}"),
        ({"code": "E7", "title": "E7"}, "E7"),
        ({"message": "one\ntwo", "title": "one"}, "one"),
        ({"message": "long " * 99, "title": "long"}, "long"),
    ],
    ids=["message", "code", "lines", "long"],
)
def test_the_message_is_shown_once_whatever_the_heading(changes, h1):
    page = dataclasses.replace(BARE, **changes)
    document = show("entry.html", page)
    assert document.all("h1") == [h1]
    whole = " ".join(page.message.split())
    assert [*document.all("h1"), *document.all(".message")].count(whole) == 1


def test_the_throwing_line_is_marked_once_and_not_by_colour_alone():
    document = show("entry.html", ENTRY)
    assert document.all(".thrown") == ["8Thrown here: raise X"]
    assert document.all(".line-number") == ["7", "8"]


def test_before_and_after_are_told_apart():
    document = show("entry.html", ENTRY)
    assert document.all(".before") == ["− Before old()"]
    assert document.all(".after") == ["+ After Copy the code after the fix new()"]
    whole = dataclasses.replace(ENTRY, example_fix=example_fix("pip install x", "shelf.py"))
    document = show("entry.html", whole)
    assert "pip install x" in document.all("pre")
    assert document.all(".before") == document.all(".after") == []


def test_code_keeps_its_lines_and_blanks():
    html = ENV.get_template("entry.html").render(page=ENTRY)
    code = re.sub(r"<[^>]*>", "", html[html.index("<pre") : html.index("</pre>")])
    assert code == "7def f():\n8Thrown here:    raise X\n"


def test_a_retired_entry_says_so_before_all_else():
    document = show("entry.html", dataclasses.replace(ENTRY, retired="2026-09-01"))
    assert document.all("main")[0].startswith(
        "Retired on 2026-09-01: the repository’s latest complete dataset no longer has this error."
    )
    assert robots(document) == "noindex"
    assert "It may be sold." in document.text
    # The API answers 410 for it.
    assert ENTRY.provenance.json_url not in [attrs.get("href") for _, attrs in document.tags]
    live = show("entry.html", ENTRY)
    assert robots(live) is None
    assert "Retired" not in live.text


@pytest.mark.parametrize(
    ("versions", "more", "said"), [(3, False, "3 versions"), (100, True, "100+ versions")]
)
def test_an_entry_with_a_history_leads_to_it(versions, more, said):
    provenance = dataclasses.replace(ENTRY.provenance, versions=versions, more_versions=more)
    document = show("entry.html", dataclasses.replace(ENTRY, provenance=provenance))
    assert ENTRY.provenance.history_url in links(document)
    assert said in document.all(".provenance-links")[0]
    assert ENTRY.provenance.history_url not in links(show("entry.html", BARE))


def test_an_entry_from_source_says_so_and_asks_for_a_solution():
    document = show("entry.html", SCANNED)
    assert document.all("h2") == [
        "What it means", "Source", "Solutions", "When it happens", "Where this is from",
    ]  # fmt: skip
    assert "Read by a program from the source code of a copy of acme/widgets (2026-08-14)." in document.text
    assert "AI-assisted" not in document.text
    assert "No one has written a solution for this yet." in document.text
    assert f"errorkb show {SCANNED.id} --json > entry.json" in document.text
    assert "Common situations" not in document.text
    assert "View on PyPI" in document.text
    assert "Report an issue" not in document.text
    at_commit = dataclasses.replace(SCANNED.provenance, is_commit=True)
    document = show("entry.html", dataclasses.replace(SCANNED, provenance=at_commit))
    assert "the source code of acme/widgets@0123456789 (2026-08-14)" in document.text


def test_source_that_no_host_has_leads_nowhere():
    document = show("entry.html", dataclasses.replace(SCANNED, permalink=None, permalink_label=""))
    assert "View on" not in document.text
    assert SCANNED.permalink not in links(document)


def test_an_entry_that_the_source_no_longer_has_is_told_so():
    document = show("entry.html", dataclasses.replace(SCANNED, retired="2026-09-01"))
    assert "the source that was read last no longer raises this error" in document.text
    assert "dataset" not in document.text


def test_what_can_be_copied_has_a_button_that_a_script_shows():
    document = show("entry.html", ENTRY)
    buttons = [attrs for tag, attrs in document.tags if "copy" in (attrs.get("class") or "").split()]
    ids = {attrs.get("id") for _, attrs in document.tags}
    assert {attrs["data-copy"].removeprefix("#") for attrs in buttons} <= ids
    assert all("hidden" in attrs and attrs["type"] == "button" for attrs in buttons)
    assert [attrs["data-copy"] for attrs in buttons] == [
        "#message-text", "#source-code", "#fix-after", "#defence-1", "#defence-2", "#defence-3",
    ]  # fmt: skip


def test_the_throwing_line_leads_to_its_place_in_the_repository():
    lines = [attrs for tag, attrs in show("entry.html", ENTRY).tags if attrs.get("class") == "line-number"]
    assert [attrs.get("href") for attrs in lines] == [None, ENTRY.permalink]
    nowhere = show("entry.html", dataclasses.replace(ENTRY, permalink=None))
    assert [tag for tag, attrs in nowhere.tags if attrs.get("class") == "line-number"] == ["span", "span"]


def test_lines_of_a_fix_that_differ_are_marked():
    fix = example_fix("# before\nopen()\nread(1)\n# after\nopen()\nread(2)\nclose()", "shelf.py")
    document = show("entry.html", dataclasses.replace(ENTRY, example_fix=fix))
    assert document.all(".differs") == ["read(1)", "read(2)", "close()"]
    other = example_fix("# before\none()\n# after\ntwo()", "shelf.py")
    assert show("entry.html", dataclasses.replace(ENTRY, example_fix=other)).all(".differs") == []


def test_class_and_tags_lead_to_their_pages_and_related_entries_say_why():
    document = show("entry.html", ENTRY)
    assert {"/classes/WidgetError/", "/tags/shelf/"} <= set(links(document))
    assert document.all(".row-reason") == ["raised in the same function, take"]


def test_doubts_and_source_are_told_at_the_top():
    assert "1 doubt" in show("entry.html", ENTRY).all(".badge")
    assert "read from source code" in show("entry.html", SCANNED).all(".badge")
