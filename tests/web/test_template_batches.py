"""What somebody who follows an import notices."""

import dataclasses

import pytest

from tests.web.rendering import ENV, links, robots, show
from tests.web.samples import BATCH, BATCH_ROW, BATCHES, FULL, MOMENT, UPLOAD


def refreshes(document):
    return [attrs["content"] for tag, attrs in document.tags if attrs.get("http-equiv") == "refresh"]


def test_the_list_says_what_became_of_each():
    document = show("batches.html", BATCHES)
    running, done = document.all(".row")
    assert running.startswith("Batch 7 running /dumps/a.jsonl /dumps/b.jsonl and 3 more 1,234 read 1,000 new")
    assert "Finished" not in running
    assert "Finished 2026-08-15 10:00 UTC" in done
    assert robots(document) == "noindex"
    empty = dataclasses.replace(BATCHES, rows=())
    assert show("batches.html", empty).all("h2") == ["Nothing was imported yet"]


@pytest.mark.parametrize("name", [name for name in FULL if name != "match_result.html"])
def test_every_page_leads_to_the_imports(name):
    assert "/batches/" in links(show(name, FULL[name]))


def test_a_batch_says_how_far_it_is_and_shows_itself_anew_while_it_is_open():
    document = show("batch.html", BATCH)
    bar = next(attrs for tag, attrs in document.tags if tag == "progress")
    assert (bar["value"], bar["max"]) == ("37", "100")
    assert "37%: 1.5 KiB of 4.0 KiB." in document.text
    assert refreshes(document) == ["3"]
    assert robots(document) == "noindex"
    assert "Stop it; what is stored stays errorkb batches 7 --cancel" in document.text
    assert document.all(".numbers")[0].startswith("1,234 read 1,000 new")
    assert "2 retired" in document.all(".numbers")[0]
    ended = dataclasses.replace(
        BATCH, is_open=False, last_sign=None, row=dataclasses.replace(BATCH_ROW, finished=MOMENT)
    )
    assert refreshes(show("batch.html", ended)) == []
    assert "Finished 2026-08-15 10:00 UTC" in show("batch.html", ended).text


def test_parts_that_failed_say_why():
    document = show("batch.html", BATCH)
    assert "Parts that failed" in document.all("h2")
    gone, waits = document.all(".row")[:2]
    assert gone == "/dumps/b.jsonl, from line 1,001 OSError: gone failed"
    assert waits == "/dumps/c.jsonl its worker went away queued It is tried again."


def test_problems_have_their_place_and_raw_text():
    html = ENV.get_template("batch.html").render(page=BATCH)
    # A browser drops the first line break after the tag; the second one is the text's own.
    assert ">\n\n{&#39;lineNumber&#39;: &#39;x&#39;}</pre>" in html
    document = show("batch.html", BATCH)
    rejected, doubted = document.all(".row")[2:]
    assert rejected.startswith("/dumps/a.jsonl, line 3 lineNumber is a text rejected wrong-type Raw text")
    assert rejected.endswith("the download has more.")
    assert doubted == "/dumps/a.jsonl, line 3 lineNumber is a text warning wrong-type"


def test_problems_are_chosen_by_kind_and_code():
    document = show("batch.html", BATCH)
    assert {"/batches/7/?kind=rejected", "/batches/7/?kind=warning", "/batches/7/problems.jsonl",
            "/batches/7/?kind=rejected&code=wrong-type"} <= set(links(document))  # fmt: skip
    chosen = [attrs["href"] for _, attrs in document.tags if "aria-current" in attrs]
    assert chosen == ["/batches/7/?kind=rejected&code=wrong-type"]
    assert "Rejected: wrong-type" in document.all("h2")
    assert "wrong-type 10,000+" in document.text


def test_a_batch_without_problems_says_so_once_it_has_ended():
    clean = dataclasses.replace(BATCH, problem_counts=(), problems=(), kind=None, code=None)
    assert "Nothing was refused" not in show("batch.html", clean).text
    assert "Nothing was refused" in show("batch.html", dataclasses.replace(clean, is_open=False)).text


def test_an_upload_says_how_much_it_takes_and_what_was_wrong():
    document = show("upload.html", UPLOAD)
    assert "up to 3,072 MiB" in document.text
    assert document.all(".problem") == ["No file was chosen. The token is not in force. Try again."]
    assert robots(document) == "noindex"
    assert show("upload.html", dataclasses.replace(UPLOAD, problems=())).all(".problem") == []
