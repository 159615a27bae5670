"""What somebody who pasted a text notices."""

import dataclasses

from tests.web.rendering import ENV, Document, show
from tests.web.samples import MATCH, MATCHED


def test_a_match_says_why_and_what_to_do():
    document = show("match.html", MATCH)
    assert document.all("h2") == ["Best match", "Further candidates", "What was understood",
                                  "Your text"]  # fmt: skip
    best = document.all("article")[0]
    for said in ["Confirmed The message and the place", "Why this entry, for WidgetError",
                 "the class is WidgetError", "List the shelf first."]:  # fmt: skip
        assert said in best, said
    assert (document.all("th")[2], document.all("td")[0]) == ("name", "gear")
    assert "Likely The message alone" in document.all("article")[1]
    assert "1,500 message patterns in 1.9 ms" in document.text
    assert "there may be further matches" in document.text


def test_a_match_by_similar_words_is_called_a_guess():
    guess = dataclasses.replace(MATCHED, confidence="possible", similar=True, solution=None)
    best = show("match.html", dataclasses.replace(MATCH, matches=(guess,))).all("article")[0]
    assert best.startswith("Possible Found by similar words only: a guess.")
    assert "First thing to try" not in best


def test_the_paste_is_kept_and_marked_up():
    html = ENV.get_template("match.html").render(page=MATCH)
    # A browser drops the first line break after the tag; the second one is the paste's own.
    assert ">\n\nWidgetError: No widget named gear</textarea>" in html
    document = Document(html)
    assert document.all("mark")[-1] == "No widget named gear"
    assert document.all(".noise")[-1] == "web |"
    assert document.all(".in-event") == ["2web | WidgetError: No widget named gear"]
    assert "9 further lines are not shown." in document.text


def test_no_match_says_what_was_understood():
    none = dataclasses.replace(MATCH, matches=())
    document = show("match.html", none)
    assert document.all("h2")[:2] == ["No entry for this", "What was understood"]
    assert "raised first" in document.text
    assert "shelf.py:8 in f · line 2" in document.text
    assert "/search/?q=x" in [attrs.get("href") for _, attrs in document.tags]
    nothing = dataclasses.replace(none, events=(), search_url=None)
    assert "No error was recognized" in show("match.html", nothing).text


def test_a_problem_with_the_paste_is_said_at_the_box():
    page = dataclasses.replace(MATCH, asked=False, problem="This is more than 5 MB.")
    document = show("match.html", page)
    assert document.all(".problem") == ["This is more than 5 MB."]
    box = next(attrs for tag, attrs in document.tags if tag == "textarea")
    assert box["aria-describedby"] == "paste-problem"
    assert document.all("h2") == []
