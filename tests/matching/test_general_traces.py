"""Lines that look like errors in text that no language's parser takes."""

import pytest

from errorkb.matching.clean import clean
from errorkb.matching.traces import parse
from errorkb.matching.traces.general import MAX_LINE, SHORT_TEXT_LINES

FILL = "\nplain line" * (SHORT_TEXT_LINES + 1)

#: Name, line, class, code, message; the line stands in a long text of plain lines. None: no event.
LINES = [
    ("class and message", "ValueError: bad", ("ValueError", None, "bad")),
    ("a dotted class", "java.lang.IllegalStateException: bad",
     ("java.lang.IllegalStateException", None, "bad")),
    ("a class with colons", "std::BadError: bad", ("std::BadError", None, "bad")),
    ("a class of php", "App\\Http\\NotFoundException: bad",
     ("App\\Http\\NotFoundException", None, "bad")),
    ("indented", "   TypeError: bad", ("TypeError", None, "bad")),
    ("words before", "Unhandled Promise Rejection: TypeError: bad", ("TypeError", None, "bad")),
    ("prose before", "I got a ValueError: bad", ("ValueError", None, "bad")),
    ("a class alone", "KeyboardInterrupt", ("KeyboardInterrupt", None, "")),
    ("a class and a colon", "AssertionError:", ("AssertionError", None, "")),
    ("a class at the end of prose", "this is a ValueError", None),
    ("a source line that raises", "    raise ValueError", None),
    ("a source line that raises with text", 'raise ValueError: "bad"', None),
    ("a source line that catches", "except ValueError: pass", None),
    ("a source line that imports", "import ValueError", None),
    ("a call", "ValueError('bad')", None),
    ("error", "error: bad", (None, None, "bad")),
    ("capitals", "Fatal: bad", (None, None, "bad")),
    ("a program before", "git: fatal: bad", (None, None, "bad")),
    ("a place before", "src/x.h:40:13: error: bad", (None, None, "bad")),
    ("a code in brackets", "error[E0277]: bad", (None, "E0277", "bad")),
    ("a code behind", "x.ts:7:3 - error TS2345: bad", (None, "TS2345", "bad")),
    ("errors are counted", "3 errors: none", None),
    ("a level that fails", "2026-11-30 10:00:00,1 - app - ERROR - bad thing",
     (None, None, "bad thing")),
    ("a level that fails and a class", "2026-11-30 10:00:00,1 ERROR app.x: ValueError: bad",
     ("ValueError", None, "bad")),
    ("a level that informs", "2026-11-30 10:00:00,1 - app - INFO - good thing", None),
    ("a level alone", "ERROR:  duplicate key", (None, None, "duplicate key")),
    ("blanks at the end", "error: bad   ", (None, None, "bad")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "line", "event"), LINES, ids=[row[0] for row in LINES])
def test_a_line_in_a_long_text(name, line, event):
    events = [(e.error_class, e.error_code, e.message) for e in parse(clean(line + FILL))]
    assert events == ([event] if event else [])


def test_a_short_text_is_taken_line_by_line():
    events = parse(clean("  it went wrong  \n\nquite badly"))
    assert [event.message for event in events] == ["it went wrong", "quite badly"]
    assert [(event.start, event.end) for event in events] == [(2, 15), (19, 30)]


def test_a_long_text_without_errors_says_nothing():
    assert parse(clean(FILL)) == []


def test_lines_of_a_traceback_are_not_errors_of_their_own():
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n'
        "    raise ValueError\nValueError: bad\n\nerror: and more"
    )
    assert [event.message for event in parse(clean(text))] == ["bad", "and more"]


def test_python_among_other_languages():
    text = (
        "Error: spawn failed\n    at run (index.js:3:5)\n    at main (index.js:9:1)\n"
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'
        "ValueError: bad\n\nnpm ERR! code 1\nerror Command failed: exit 1\n"
    )
    assert [(event.language, event.message) for event in parse(clean(text))] == [
        (None, "spawn failed"),
        ("python", "bad"),
    ]


def test_events_stand_in_the_order_of_the_text():
    text = "error: one\nValueError: two\nfatal: three"
    events = parse(clean(text))
    assert [event.message for event in events] == ["one", "two", "three"]
    for event in events:
        assert text[event.offsets[0] : event.offsets[-1] + 1] == event.message


def test_a_long_line_is_read_at_its_start_only():
    [event] = parse(clean("error: " + "x" * 10_000))
    assert len(event.message) <= MAX_LINE
