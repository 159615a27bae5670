"""Which entries the match page shows for a paste, and how: groups, chains, guesses, nothing."""

import pytest

from errorkb.matching.lookup import match
from errorkb.web.match import match_page
from ingest.store import save
from tests.ingest.sample import accepted
from tests.web.test_pages import text_of

pytestmark = pytest.mark.django_db

PASTE = "WidgetError: No widget named gear on the shelf"
CHAIN = """\
Traceback (most recent call last):
  File "/app/widgets/shelf.py", line 42, in pick
    raise WidgetError(name)
WidgetError: No widget named gear on the shelf

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/app/elsewhere/shop.py", line 42, in sell
    raise ShopError(name)
ShopError: The shop cannot sell gear to anybody today
"""
WRAPPER = {
    "errorMessage": "The shop cannot sell {name} to anybody today",
    "messagePattern": "The shop cannot sell (.+?) to anybody today",
    "errorClass": "ShopError", "slug": "cannot-sell", "filePath": "elsewhere/shop.py",
}  # fmt: skip


def page_of(text, *records):
    save([accepted(), *(accepted(**record) for record in records)])
    return match_page(text, match(text, limit=25))


def place(number):
    return {"filePath": f"widgets/room_{number}/shelf.py", "slug": f"no-widget-{number}"}


def test_one_message_of_several_places_is_one_card():
    page = page_of(PASTE, *map(place, range(11)))
    assert page.best
    assert page.further == ()
    assert page.best.place == "widgets/room_0/shelf.py:42"
    assert [other.place for other in page.best.places][:2] == [
        "widgets/room_1/shelf.py:42", "widgets/room_10/shelf.py:42",
    ]  # fmt: skip
    assert len(page.best.places) + page.best.more_places == 11


def test_a_frame_that_decides_takes_its_place_out_of_the_group():
    frame = (
        'Traceback (most recent call last):\n  File "x/widgets/room_1/shelf.py", line 42, in f\n    go()\n'
    )
    page = page_of(frame + PASTE, *map(place, range(3)))
    assert page.best
    assert (page.best.confidence, page.best.place, page.best.places) == (
        "confirmed", "widgets/room_1/shelf.py:42", (),
    )  # fmt: skip
    assert [len(other.places) for other in page.further] == [2]


def test_other_messages_stay_apart():
    other = {"errorMessage": "No widget named {widget} on the shelf", "slug": "other"}
    page = page_of(PASTE, other)
    assert page.best
    assert (page.best.places, len(page.further)) == ((), 1)


def test_a_wrapper_stands_beside_its_root():
    page = page_of(CHAIN, WRAPPER)
    assert page.best
    assert page.beside
    assert (page.best.event, page.best.relation) == ("WidgetError", "raised first")
    assert (page.beside.event, page.beside.relation) == ("ShopError", "raised from WidgetError")
    assert page.further == ()


def test_what_is_no_part_of_the_chain_does_not():
    page = page_of(PASTE + "\n\nShopError: The shop cannot sell gear to anybody today\n", WRAPPER)
    assert page.beside is None
    assert len(page.further) == 1


def test_what_is_merely_similar_is_no_match():
    page = page_of("ZebraError: No widgets were named on that shelf of mine", {"slug": "x"})
    assert (page.best, page.further) == (None, ())
    assert [row.repo for row in page.near] == ["acme/widgets"]
    assert [event.matched for event in page.events] == [False]
    assert page.summary == "No entry for this. Similar messages are listed."


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (PASTE, "Best match, likely: No widget named gear on the shelf, in acme/widgets."),
        ("ShopError: No widget named gear on the shelf",
         "A guess: No widget named gear on the shelf, in acme/widgets."),
        ("hello", "No entry for this."),
    ],
)  # fmt: skip
def test_the_outcome_is_said_in_a_sentence(text, summary):
    assert page_of(text).summary == summary


def test_what_was_understood_has_its_frames(client):
    save([accepted()])
    calls = "".join(f'  File "shop/{number}.py", line 3, in call{number}\n    go()\n' for number in range(9))
    text = f"Traceback (most recent call last):\n{calls}ZebraError: stripes missing\n"
    (event,) = match_page(text, match(text)).events
    assert (event.name, event.message, event.place) == (
        "ZebraError", "stripes missing", "shop/8.py:3 in call8",
    )  # fmt: skip
    assert event.frames[0] == "shop/7.py:3 in call7"
    assert len(event.frames) + event.more_frames == 8
    assert "shop/7.py:3 in call7" in text_of(client.post("/match/", {"text": text}))


@pytest.mark.parametrize("part", ["", "result"])
def test_a_part_of_the_page_is_answered_alone(client, part):
    save([accepted()])
    answer = client.post("/match/", {"text": PASTE, "part": part})
    assert ("<html" in answer.content.decode()) == (not part)
    assert "List the shelf first." in text_of(answer)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert not answer.cookies


@pytest.mark.parametrize("part", ["", "result"])
@pytest.mark.parametrize(
    ("text", "status", "said"),
    [("  \n", 400, "Nothing was pasted"), ("x" * (5 << 20) + "xx", 413, "more than 5 MB"),
     ("x" * (11 << 20), 413, "more than 5 MB")],
    ids=["empty", "long", "beyond the form"],
)  # fmt: skip
def test_what_cannot_be_read_is_said_in_words(client, part, text, status, said):
    answer = client.post("/match/", {"text": text, "part": part})
    assert answer.status_code == status
    assert said in text_of(answer)
    assert len(answer.content) < 100_000


def test_ends_of_lines_as_browsers_send_them_do_not_count_twice(client):
    assert client.post("/match/", {"text": "\r\n" * (5 << 20 >> 1) + "xx"}).status_code == 200


def test_a_paste_may_hold_anything(client):
    save([accepted()])
    answer = client.post("/match/", {"text": "\0\x1b[31m\u202e" + PASTE})
    assert answer.status_code == 200
    assert "List the shelf first." in text_of(answer)
