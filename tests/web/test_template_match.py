"""What somebody who pasted a text notices."""

import dataclasses

import pytest

from errorkb.web.pages import Filling
from tests.web.rendering import ENV, Document, links, show
from tests.web.samples import MATCH, MATCHED, ROW


def hrefs(document):
    return [attrs.get("href") for _, attrs in document.tags]


def test_a_match_says_why_and_what_to_do():
    document = show("match.html", MATCH)
    assert document.all("h2") == ["Best match", "In the same chain", "Further candidates",
                                  "What was understood", "Similar messages", "Your text"]  # fmt: skip
    best = document.all("article")[0]
    for said in ["Confirmed The message and the place", "the class is WidgetError",
                 "Explains WidgetError, raised first: line 4 of your text.",
                 "List the shelf of gear first.", "2 further solutions"]:  # fmt: skip
        assert said in best, said
    assert (document.all("th")[2], document.all("td")[0]) == ("name", "gear")
    assert "raised from WidgetError" in document.all("article")[1]
    assert "Likely The message alone" in document.all("article")[2]
    assert "1,500 message patterns in 1.9 ms" in document.text
    assert "there may be further matches" in document.text


def test_the_message_of_a_match_has_the_values_of_the_paste():
    document = show("match.html", MATCH)
    assert document.all(".match-title")[0] == "No widget named gear"
    assert document.all(".filled")[:2] == ["gear", "gear"]
    assert document.all("article")[2].count("{name}") == 1  # no values: the template as it is


def test_an_entry_opens_with_the_values_but_never_by_an_address():
    document = show("match.html", MATCH)
    forms = [attrs for tag, attrs in document.tags if tag == "form" and attrs["action"] == ROW.url]
    assert [form["method"] for form in forms] == ["post", "post"]
    values = [attrs["value"] for tag, attrs in document.tags if attrs.get("name") == "values"]
    assert values == [MATCHED.values] * 2
    assert not any("gear" in (href or "") for href in hrefs(document))
    assert {attrs["data-values"] for tag, attrs in document.tags if "data-values" in attrs} == {
        MATCHED.values
    }
    # The entry as it is written is one click away.
    assert hrefs(document).count(ROW.url) >= 3
    bare = dataclasses.replace(MATCHED, values=None, filling=Filling(values=()))
    document = show("match.html", dataclasses.replace(MATCH, best=bare, beside=None))
    assert "values" not in [attrs.get("name") for _, attrs in document.tags]
    assert "Read the entry" in document.all("article")[0]


def test_places_of_one_message_are_one_card():
    document = show("match.html", MATCH)
    places = document.all(".match-places")[0]
    assert places.startswith("Raised in 5 places")
    assert "acme/widgets: shelf.py:8" in places
    assert "acme/widgets: shelf.py:90 ShelfError" in places
    assert "3 more" in places


def test_a_guess_is_called_one():
    guess = dataclasses.replace(MATCHED, confidence="possible", solution=None)
    document = show("match.html", dataclasses.replace(MATCH, best=guess))
    assert document.all("h2")[0] == "Best guess"
    assert document.all("article")[0].startswith("Possible A guess: something points here.")
    assert "First thing to try" not in document.all("article")[0]


def test_the_paste_is_kept_and_marked_up():
    html = ENV.get_template("match.html").render(page=MATCH)
    # A browser drops the first line break after the tag; the second one is the paste's own.
    assert ">\n\nWidgetError: No widget named gear</textarea>" in html
    document = Document(html)
    assert document.all("mark")[-1] == "No widget named gear"
    assert "web |" in document.all(".noise")
    assert document.all(".in-event") == ["4…web | WidgetError: No widget named gear…"]
    assert document.all(".paste-head") == ["WidgetError raised first matched"]


def test_a_card_leads_to_its_marked_text_and_an_error_to_its_lines():
    document = show("match.html", MATCH)
    ids = [attrs["id"] for _, attrs in document.tags if "id" in attrs]
    assert {"found-1", "event-1"} <= set(ids)
    assert {"#found-1", "#event-1"} <= set(links(document))


def test_what_was_read_past_folds_and_says_how_much_it_is():
    document = show("match.html", MATCH)
    fold = next(words for words in document.all("details") if "read past" in words)
    assert fold == "3 lines read past 1start 1 line is not shown. 3start"
    assert document.all(".fold-note")[-1] == "2 lines of the stack, not shown."


@pytest.mark.parametrize("template", ["match.html", "match_result.html"])
def test_no_match_says_what_was_understood(template):
    none = dataclasses.replace(MATCH, best=None, beside=None, further=())
    document = show(template, none)
    assert document.all("h2")[:3] == ["No entry for this", "What was understood", "Similar messages"]
    for said in ["raised first", "shelf.py:8 in f · lines 4–5", "3 times", "shop.py:3 in g",
                 "Called from 8 frames", "2 other errors of this text",
                 "None of these is a match"]:  # fmt: skip
        assert said in document.text, said
    assert "/search/?q=x" in hrefs(document)
    assert document.all("article") == []  # what is merely similar is no match
    nothing = dataclasses.replace(none, events=(), near=(), search_url=None)
    assert "No error was recognized" in show(template, nothing).text


def test_a_problem_with_the_paste_is_said_at_the_box():
    page = dataclasses.replace(MATCH, asked=False, problem="This is more than 5 MB.")
    document = show("match.html", page)
    assert document.all(".problem") == ["This is more than 5 MB."]
    box = next(attrs for tag, attrs in document.tags if tag == "textarea")
    assert box["aria-describedby"] == "paste-problem"
    assert document.all("h2") == []
    assert show("match_result.html", page).text == "This is more than 5 MB."


def test_the_result_alone_is_the_result_of_the_page():
    whole = ENV.get_template("match.html").render(page=MATCH)
    alone = ENV.get_template("match_result.html").render(page=MATCH).strip()
    assert alone in whole
    assert Document(alone).tags[0][1]["data-summary"] == MATCH.summary
