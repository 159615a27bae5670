"""Pastes that are too large, too long or no proper text."""

import pytest
from hypothesis import HealthCheck, given, settings

from errorkb.matching import explaining, index
from errorkb.matching.clean import MAX_LINES
from errorkb.matching.lookup import MAX_TEXT_BYTES, PasteTooLarge, match
from tests.matching.base import PASTE, ids, store
from tests.matching.test_clean import TEXTS

pytestmark = pytest.mark.django_db


def test_a_text_that_is_too_large():
    with pytest.raises(PasteTooLarge):
        match("x" * (MAX_TEXT_BYTES + 1))
    with pytest.raises(PasteTooLarge):
        match("é" * (MAX_TEXT_BYTES // 2 + 1))
    match("x" * 1000)


def test_a_very_long_message_is_cut():
    record = store()
    report = match(PASTE + "x" * 100_000 + "\n" + "y" * 100_000)
    assert ids(report) == [record.id]
    assert len(report.events[0].message) == explaining.MAX_MESSAGE


@pytest.mark.parametrize("odd", ["\x00", "\ud800", "\ufffe", "\x1b[31m", "\u202e"])
def test_odd_characters_break_nothing(odd):
    record = store()
    for text in (
        PASTE.replace("gear", f"ge{odd}ar"),
        PASTE.replace("main.py", f"ma{odd}in.py"),
        PASTE.replace("WidgetError", f"Widget{odd}Error"),
        odd + PASTE + odd,
        "WidgetError: No widget called " + odd,
    ):
        report = match(text)
        for found in report.matches:
            assert found.entry.id == record.id
            "".join(found.verdict.captures.values()).encode()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS)
def test_any_text_is_answered(text):
    if not index.current().size:
        store()
    report = match(text)
    assert len(report.spans) == len(report.event_matches) == len(report.events)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\\n", "<br>\n"], ids=repr)
def test_of_more_lines_than_any_log_has_the_last_are_read(end):
    """Five megabytes of ends of lines took seventeen seconds and a gigabyte."""
    record = store()
    report = match(end * MAX_LINES + "\n" + PASTE)
    assert (ids(report), report.stats.truncated) == ([record.id], True)
    assert len(report.lines) <= MAX_LINES + 1
    before = MAX_LINES if "\n" in end else 0
    assert report.spans[0].start_line == before + 2
    assert not match(PASTE).stats.truncated
