"""What people read: the terminal at two widths, with and without colour, and Markdown for comments."""

import io
import re
from typing import Literal

import pytest
from rich.console import Console

from errorkb.reports import markdown, text
from errorkb.reports.told import Row
from tests.cli.answers import HOSTILE, entry, event, match, told

LONG = "The shelf knows its widgets by their names, and none of them has the one that was asked for. " * 3


def shown(show, *values, width=80, colour=False):
    out = io.StringIO()
    colours: Literal["standard"] | None = "standard" if colour else None
    show(
        *values,
        Console(file=out, width=width, highlight=False, force_terminal=colour, color_system=colours),
    )
    return out.getvalue()


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize(
    ("show", "value"),
    [
        (text.print_match, told(documentation=LONG, solutions=[LONG, LONG])),
        (text.print_match, told([event(message=LONG, matches=[])], [])),
        (text.print_rows, [Row(id="0" * 16, repo="acme/widgets", title=LONG, match_type="fuzzy", url="")]),
        (text.print_entry, entry(documentation=LONG, solutions=[LONG], preventionTips=[LONG])),
    ],
)
def test_no_line_is_wider_than_the_terminal(show, value, width):
    lines = [line for line in shown(show, value, width=width).splitlines() if "https://" not in line]
    assert max(map(len, lines)) <= width
    assert all(re.search(r"\S", line) or line.strip() == "" for line in lines)


def test_an_address_is_whole_on_one_line_however_narrow():
    url = entry().text("githubUrl")
    assert f"  {url}" in shown(text.print_match, told(), width=40).splitlines()


def test_colour_is_there_on_a_terminal_only():
    assert "\x1b[1;32mconfirmed\x1b[0m" in shown(text.print_match, told(), colour=True)
    assert "\x1b" not in shown(text.print_match, told())


def test_what_the_paste_holds_is_filled_into_the_solutions():
    lines = shown(text.print_match, told()).splitlines()
    assert "  1. List the shelf before you ask for `gear`." in lines
    assert "  2. Order gear." in lines


@pytest.mark.parametrize("show", [text.print_match, text.print_entry])
def test_hostile_texts_neither_move_the_cursor_nor_style_anything(show):
    changes = {"errorMessage": HOSTILE, "documentation": "[red]x[/red] " + HOSTILE, "solutions": [HOSTILE]}
    value = (
        told(matches=[match(message=HOSTILE)], **changes) if show is text.print_match else entry(**changes)
    )
    printed = shown(show, value, width=200)
    assert "[red]x[/red]" in printed
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", printed)


def test_markdown_tells_the_best_match_and_names_the_next():
    other = match(id="f" * 16, confidence="possible")
    shown = markdown.match(told(matches=[match(), other], pages="http://kb:8000"))
    lines = shown.splitlines()
    assert lines[0] == r"### No widget named \{name\} on the shelf"
    assert lines[2] == "**confirmed** · acme/widgets · WidgetError"
    assert lines[4:7] == ["```", "No widget named {name} on the shelf", "```"]
    assert r"1. List the shelf before you ask for `gear`\." in lines
    assert "<http://kb:8000/acme/widgets/no-widget-named/>" in lines
    assert any(line.startswith("- No widget named") and "possible" in line for line in lines)


def test_markdown_of_nothing():
    assert markdown.match(told([event(matches=[])], [])).startswith("**errorkb**: no entry explains this")


def test_markdown_shows_hostile_texts_and_obeys_none():
    written = markdown.escaped(HOSTILE)
    assert "\n" not in written
    assert r"\<img src\=x\>" in written
    assert r"\[l\]\(http\:<!-- -->//evil\.example\)" in written
    assert "@<!-- -->team" in written
    assert r"\#12" in written
    assert r"\*\*b\*\*" in written


def test_markdown_fences_are_longer_than_what_they_hold():
    block = markdown.fenced("a\n````\nb")
    assert block.splitlines()[0] == block.splitlines()[-1] == "`````"


def test_markdown_fits_a_comment():
    huge = "x " * 100_000
    shown = markdown.match(
        told(matches=[match()] * 25, errorMessage=huge, documentation=huge, solutions=[huge] * 9)
    )
    assert len(shown) <= 65_536
