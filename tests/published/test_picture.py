"""The picture of an entry: one size, whatever its texts are."""

import io

import pytest
from PIL import Image

from errorkb.published.picture import picture
from tests.published.shelf import HOSTILE, hostile_entry, plain_entry

USUAL = {"repo": "acme/widgets", "severity": "error", "heading": "WidgetError", "place": "widgets/shelf.py",
         "message": "No widget named {name} on the shelf"}  # fmt: skip


def opened(made):
    image = Image.open(io.BytesIO(made))
    image.load()
    return image


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "W" * 100_000,
        "字" * 100_000,
        "word " * 50_000,
        "\u202e\u200b\x1b",
        "عربي طويل",
        "e\u0301" * 500,
        HOSTILE,
    ],
    ids=[
        "empty",
        "blank",
        "word",
        "letters without a glyph",
        "words",
        "invisible",
        "arabic",
        "combined",
        "hostile",
    ],
)
@pytest.mark.parametrize("field", ["message", "heading", "place", "repo", "severity"])
def test_any_text_gives_a_picture_of_one_size_and_a_bounded_length(field, text):
    made = picture(**{**USUAL, field: text})
    image = opened(made)
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(made) < 100_000


def test_each_text_is_drawn_within_the_margins():
    ground = opened(picture(**dict.fromkeys(USUAL, "W" * 5000))).getpixel((30, 5))
    image = opened(picture(**dict.fromkeys(USUAL, "W" * 5000)))
    for column in (*range(20, 78), *range(1125, 1200)):
        assert {image.getpixel((column, row)) for row in range(630)} == {ground}
    # Between the message's last line and the place there is room.
    assert {image.getpixel((column, 540)) for column in range(80, 1120)} == {ground}


def test_pictures_differ_with_what_they_show():
    shown = [picture(**USUAL)] + [picture(**{**USUAL, field: "other"}) for field in USUAL]
    assert len(set(shown)) == len(shown)


@pytest.mark.django_db
def test_the_picture_stands_beside_the_page_and_is_not_sent_twice(client):
    for entry in (plain_entry(), hostile_entry()):
        address = f"/acme/widgets/{entry.slug}.png"
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
        assert opened(answer.content).size == (1200, 630)
        assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
