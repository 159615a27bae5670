"""A paste marked up: what is shown of it, what is folded, and what is marked."""

import pytest

from errorkb.matching.lookup import match
from errorkb.web import paste
from errorkb.web.match import match_page
from ingest.store import save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

NOISE = "2026-08-14 10:00:{:02} INFO request served\n"
CALLS = "".join(f'  File "shop/{number}.py", line {number}, in call\n    go()\n' for number in range(1, 31))
TRACE = f"""\
Traceback (most recent call last):
{CALLS}WidgetError: No widget named gear on the shelf
"""
CHAIN = f"""\
Traceback (most recent call last):
  File "shop.py", line 3, in pick
    raise WidgetError(name)
WidgetError: No widget named gear on the shelf

The above exception was the direct cause of the following exception:

{TRACE.replace("WidgetError: No widget named gear on the shelf", "ShopError: no sale today")}"""


def noise(count):
    return "".join(NOISE.format(number % 60) for number in range(count))


def shown(text):
    """(kind, first line, last line, count) of each part."""
    save([accepted()])
    start = 1
    found = []
    for part in match_page(text, match(text)).parts:
        found.append((part.kind, start, start + part.count - 1))
        start += part.count
    return found


def lines_of(parts):
    return [line for part in parts for line in (*part.lines, *part.tail)]


def text_of(line):
    return "".join(piece.text for piece in line.pieces)


def page_of(text):
    save([accepted()])
    return match_page(text, match(text, limit=25))


def test_noise_and_frames_fold_around_what_was_said():
    assert shown(noise(9) + TRACE + noise(9)) == [
        ("noise", 1, 9), ("shown", 10, 10), ("stack", 11, 68), ("shown", 69, 71), ("noise", 72, 80),
    ]  # fmt: skip


def test_a_few_lines_are_not_worth_a_fold():
    assert shown(noise(3) + "WidgetError: No widget named gear on the shelf\n" + noise(2)) == [
        ("shown", 1, 3), ("shown", 4, 4), ("shown", 5, 6),
    ]  # fmt: skip


def test_each_error_of_a_chain_has_its_head_and_its_relation():
    page = page_of(noise(9) + CHAIN)
    heads = [(head.name, head.relation, head.matched) for part in page.parts for head in part.heads]
    assert heads == [
        ("WidgetError", "raised first", True),
        ("ShopError", "raised from WidgetError", False),
    ]
    assert {head.anchor for part in page.parts for head in part.heads} == {
        event.anchor for event in page.events
    }


def test_what_matched_is_marked_once_and_its_card_leads_there():
    page = page_of(noise(9) + TRACE)
    marked = [piece for line in lines_of(page.parts) for piece in line.pieces if piece.kind == "match"]
    assert [piece.text for piece in marked] == ["No widget named gear on the shelf"]
    assert page.best
    assert page.best.anchor == marked[0].anchor
    assert page.best.lines == "line 71"


@pytest.mark.parametrize(
    "text",
    [
        "", "one", "one\n", "\n\n\n", noise(100), noise(100) + TRACE, TRACE * 99, CHAIN * 30 + noise(7),
        CHAIN.replace("\n", "\r\n"), "\x1b[31m" + TRACE + "\x1b[0m",
        "web | " + TRACE.replace("\n", "\nweb | "), "> " + CHAIN.replace("\n", "\n> "), "\0\n" * 99,
        '{"error": "' + TRACE.replace("\n", "\\n") + '"}',
        "\ud800 \u202e\n" + TRACE, "x" * 9000 + "WidgetError: No widget named gear on the shelf",
    ],
    ids=range(16),
)  # fmt: skip
def test_every_line_is_accounted_for_and_shown_as_it_was_pasted(text):
    pasted = text.split("\n")
    if len(pasted) > 1 and not pasted[-1]:
        pasted.pop()
    page = page_of(text)
    assert sum(part.count for part in page.parts) == len(pasted)
    for part in page.parts:
        assert len(part.lines) + part.left_out + len(part.tail) == part.count
    numbers = [line.number for line in lines_of(page.parts)]
    assert numbers == sorted(set(numbers))
    for line in lines_of(page.parts):
        whole = pasted[line.number - 1].rstrip("\r")
        assert text_of(line) in whole
        assert line.cut_start or line.cut_end or text_of(line) == whole
        assert line.cut_start == (not whole.startswith(text_of(line))) or text_of(line) * 2 in whole


def test_a_long_paste_shows_what_stands_around_its_errors():
    page = page_of(noise(5000) + TRACE + noise(5000))
    kinds = [(part.kind, part.count) for part in page.parts]
    assert kinds == [("noise", 5000), ("shown", 1), ("stack", 58), ("shown", 3), ("noise", 5000)]
    assert len(lines_of(page.parts)) <= 4 + 3 * paste.FOLD_LINES
    assert page.parts[0].left_out == 5000 - paste.FOLD_LINES


def test_a_paste_of_errors_alone_is_bounded():
    page = page_of("".join(TRACE.replace("gear", f"gear{number}") for number in range(300)))
    assert len(page.events) == 50
    assert page.more_events == 250
    assert len(lines_of(page.parts)) <= paste.SHOWN_LINES + paste.FOLDED_LINES + paste.SHORT


def test_an_error_that_is_repeated_is_listed_once():
    page = page_of(noise(9) + TRACE * 7)
    assert [(event.name, event.times, event.matched) for event in page.events] == [("WidgetError", 7, True)]
    assert page.events[0].lines == "lines 382–443"


def test_of_a_very_long_line_the_part_that_matched_is_shown():
    page = page_of("WidgetError: " + "x " * 900 + "No widget named gear on the shelf" + " y" * 900)
    (line,) = lines_of(page.parts)
    assert (line.cut_start, line.cut_end) == (True, True)
    assert len(text_of(line)) == paste.SHOWN_LINE
    assert "No widget named gear" in text_of(line)
    assert page.best
    assert page.best.anchor in [piece.anchor for piece in line.pieces]
