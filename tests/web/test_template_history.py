"""What a reader of an entry's history notices."""

import dataclasses

from tests.web.rendering import ENV, links, robots, show
from tests.web.samples import HISTORY, VERSION


def test_versions_say_how_they_stand_and_what_differs():
    document = show("history.html", HISTORY)
    newest, middle, oldest = (words for words in document.all(".version"))
    assert newest.startswith(
        "Analyzed 2026-08-14T21:57:28.298Z in effect In effect since 2026-08-15 10:00 UTC"
    )
    assert "dataset 2026-08-15T00:00:00Z" in newest
    assert "2 fields differ from the analysis of 2026-07-01T00:00:00.000Z." in newest
    assert "Never in effect" in middle
    assert "No field differs" in middle
    assert "Not compared, since a plain-text page lacks them: tags." in middle
    assert "The earliest analysis that is known." in oldest
    assert "no dataset version" in oldest
    assert robots(document) == "noindex"
    assert "/acme/widgets/no-widget/" in links(document)


def test_what_was_removed_and_added_are_elements_of_their_own():
    document = show("history.html", HISTORY)
    assert document.all("h3") == ["documentation", "solutions"]
    assert (document.all("del"), document.all("ins")) == (["had"], ["has", "Buy one."])
    assert document.all(".diff-gap") == ["7 lines are the same"]
    assert "Only white space differs." in document.text


def test_texts_keep_their_blanks_and_lines():
    html = ENV.get_template("history.html").render(page=HISTORY)
    assert ">The shelf <del>had</del><ins>has</ins></div>" in html
    assert '<li class="diff" tabindex="0">List the shelf first.</li>' in html


def test_the_history_of_a_retired_entry_says_so():
    last = dataclasses.replace(VERSION, state="last known")
    document = show("history.html", dataclasses.replace(HISTORY, retired="2026-09-01", versions=(last,)))
    assert document.all("main")[0].startswith("Retired on 2026-09-01:")
    assert "In effect until it was retired" in document.text


def test_versions_say_what_they_were_read_from():
    forms = {"json": "from JSON", "text": "from a plain-text page", "source": "read from source code"}
    for form, words in forms.items():
        versions = (dataclasses.replace(VERSION, form=form),)
        document = show("history.html", dataclasses.replace(HISTORY, versions=versions))
        assert words in document.all(".version")[0]
