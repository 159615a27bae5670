"""The lines that a record shows."""

import pytest

from ingest.readers.source_tree.site import Site
from ingest.readers.source_tree.snippet import Snippet, snippet


def site(first, last=None, function=None):
    return Site(message=(), error_class="E", line=first, first_line=first, last_line=last or first,
                function_lines=function)  # fmt: skip


def shown(lines, site):
    found = snippet(lines, site)
    assert isinstance(found, Snippet)
    return found


LONG = [f"line {number}" for number in range(1, 201)]


def test_a_function_that_fits_is_shown_whole():
    found = shown(LONG, site(50, function=(30, 60)))
    assert (found.first, found.last) == (30, 60)
    assert found.text.splitlines() == LONG[29:60]


def test_of_a_long_function_the_lines_around():
    found = shown(LONG, site(100, 102, function=(1, 200)))
    assert found.first <= 100
    assert found.last >= 102
    assert len(found.text.splitlines()) <= 40
    assert found.first >= 70


def test_it_begins_after_a_blank_line_and_ends_before_one():
    lines = list(LONG)
    lines[89] = lines[103] = ""
    found = shown(lines, site(100, function=(1, 200)))
    assert (found.first, found.last) == (91, 103)


def test_it_begins_with_what_opens_a_block():
    lines = list(LONG)
    lines[84] = "if x:"
    assert shown(lines, site(100, function=(1, 200))).first == 85


def test_a_statement_longer_than_a_snippet_is_cut():
    found = shown(LONG, site(10, 90))
    assert (found.first, found.last) == (10, 49)


def test_without_a_function_it_keeps_to_the_file():
    found = shown(LONG[:5], site(2))
    assert (found.first, found.last) == (1, 5)


@pytest.mark.parametrize("lines", [(0, 0), (6, 6), (5, 3)])
def test_lines_that_the_file_does_not_have_give_none(lines):
    assert snippet(LONG[:5], site(*lines)) is None


def test_odd_line_ends_do_not_change_the_count():
    lines = ["a\fb", "raise \u2028X", "c\v"]
    found = shown(lines, site(2, function=(1, 3)))
    assert len(found.text.splitlines()) == 3


def test_a_line_of_data_is_not_shown():
    assert snippet(["x" * 50_000], site(1)) is None
