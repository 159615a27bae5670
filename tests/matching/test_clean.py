"""What is stripped, what stays, and that every character keeps its place."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching.clean import Places, clean, split_lines
from errorkb.matching.prefixes import find_prefix, services

#: Name, one pasted line, the same line cleaned.
LINES = [
    ("nothing", "ValueError: bad", "ValueError: bad"),
    ("indentation", "    return x", "    return x"),
    ("colours", "\x1b[1;31mValueError\x1b[0m: \x1b[35mbad\x1b[m", "ValueError: bad"),
    ("colours of 24 bit", "\x1b[38;2;1;2;3mbad\x1b[0K", "bad"),
    ("colours as cat -v shows them", "^[[31;1mERR^[[0m bad", "ERR bad"),
    ("a link of the terminal", "\x1b]8;;http://a\x1b\\bad\x1b]8;;\x07", "bad"),
    ("control characters", "b\x00a\x07d\x7f", "bad"),
    ("zero width", "\ufeffb\u200ba\u2060d", "bad"),
    ("a blank that does not break", "a\u00a0b\u202fc", "a b c"),
    ("half of a pair", "a\ud800b", "a\ufffdb"),
    ("a progress bar", " 10%\r 50%\rdone", "done"),
    ("a quote", "> ValueError: bad", "ValueError: bad"),
    ("quotes in quotes", "> > >ValueError: bad", "ValueError: bad"),
    ("an indented quote", "  > ValueError: bad", "ValueError: bad"),
    ("a quote keeps indentation", ">   File", "  File"),
    ("a prompt of python", ">>> f()", ">>> f()"),
    ("a quoted prompt", "> >>> f()", ">>> f()"),
    ("a fence", "```", ""),
    ("a fence with its language", "  ```pytb", ""),
    ("a long fence", "````", ""),
    ("a fence of tildes", "~~~", ""),
    ("inline code", "`x`", "`x`"),
    ("compose", "web-1  | bad", "bad"),
    ("compose, empty line", "web-1  |", ""),
    ("compose keeps indentation", "web-1  |   File", "  File"),
    ("compose, coloured", "\x1b[36mweb-1  | \x1b[0mbad", "bad"),
    ("iso", "2026-11-30T10:00:00Z bad", "bad"),
    ("iso keeps indentation", "2026-11-30T10:00:00.1234567Z   File", "  File"),
    ("iso with zone", "2026-11-30 10:00:00,5+01:00 bad", "bad"),
    ("iso alone", "2026-11-30 10:00:00", ""),
    ("slashes", "2026/11/30 10:00:00 bad", "bad"),
    ("boxed", "[2026-11-30 10:00:00] bad", "bad"),
    ("indented stamp", "   2026-11-30T10:00:00Z   File", "  File"),
    ("clock", "[10:00:00] bad", "bad"),
    ("date and clock", "Nov 30 10:00:00   File", "  File"),
    ("syslog", "Nov  3 10:00:00 host app[12]: bad", "bad"),
    ("syslog with priority", "<34>Nov 30 10:00:00 host app: bad", "bad"),
    ("modern syslog", "2026-11-30T10:00:00.123+00:00 host app[12]:   File", "  File"),
    ("kubernetes", "2026-11-30T10:00:00.123456789Z stderr F   File", "  File"),
    ("logging", "2026-11-30 10:00:00,123 - app.x - ERROR - bad", "bad"),
    ("logging, level first", "2026-11-30 10:00:00,123 ERROR app.x: bad", "bad"),
    ("logging, boxes", "2026-11-30 10:00:00,123 [ERROR] [app.x] bad", "bad"),
    ("logging, process", "2026-11-30 10:00:00,123 12 ERROR bad", "bad"),
    ("logging, name in a box", "[2026-11-30 10:00:00] [app.x] [ERROR] bad", "bad"),
    ("logging keeps indentation", "2026-11-30 10:00:00,1 ERROR   File", "  File"),
    (
        "logging keeps a class",
        "2026-11-30 10:00:00,1 ERROR json.decoder.JSONDecodeError: bad",
        "json.decoder.JSONDecodeError: bad",
    ),
    (
        "logging keeps a word and a colon",
        "2026-11-30 10:00:00,1 ERROR timeout: bad",
        "timeout: bad",
    ),
    ("logging, colons", "2026-11-30 10:00:00,1:ERROR:bad thing", "bad thing"),
    ("loguru", "2026-11-30 10:00:00.123 | ERROR    | app:run:12 - bad", "bad"),
    ("celery", "[2026-11-30 10:00:00,123: ERROR/ForkPoolWorker-1] bad", "bad"),
    ("rank", "[rank0]:   File", "  File"),
    ("default rank", "[default3]:[rank3]: bad", "bad"),
    ("mpi", "[1,0]<stderr>:  File", "  File"),
    ("github log", "build\tRun tests\t2026-11-30T10:00:00.1234567Z bad", "bad"),
    ("github annotation", "##[error]bad", "bad"),
    ("basic logging", "ERROR:root:bad", "bad"),
    ("boxed level", "[ERROR] bad", "bad"),
    ("bare level", "ERROR:    Traceback (most recent call last):",
     "Traceback (most recent call last):"),
    ("bare level keeps indentation", "ERROR:   File", "  File"),
    ("a level that is part of a word", "ERRORS: 3", "ERRORS: 3"),
    ("a word in capitals", "NOTE: bad", "NOTE: bad"),
    ("a source line with a bar", "    flags | re.X", "    flags | re.X"),
    ("a table of markdown", "| a | b |", "| a | b |"),
    ("a type", "x: int | None = 1", "x: int | None = 1"),
    ("prefixes around prefixes", "2026-11-30T10:00:00Z web-1  | [rank0]: > ERROR:root:bad", "bad"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "pasted", "cleaned"), LINES, ids=[row[0] for row in LINES])
def test_a_line(name, pasted, cleaned):
    rest = "x = 1\nfoo()\n"  # a second text beside it, so that it does not stand alone
    assert clean(pasted + "\n" + rest)[0].text == cleaned


SERVICES = [
    ("numbered names", "web-1  | a\nfoo\nfoo\nfoo", {"web-1"}),
    ("a name alone", "api | bad", {"api"}),
    ("names that repeat", "api | a\napi | b\ndb  | c\ndb  | d", {"api", "db"}),
    ("behind a stamp", "2026-11-30T10:00:00Z api | a\n2026-11-30T10:00:00Z api | b", {"api"}),
    ("a table in a message", "ValueError: bad\nname | value\nfoo | 1\nbar | 2", set()),
    ("source lines", "a\nb\nc\nd\ne\nx = y | z\nx = y | w", set()),
    ("a table with bars around", "| a | b |\n| c | d |", set()),
    ("no bar", "a", set()),
]


@pytest.mark.parametrize(("name", "text", "names"), SERVICES, ids=[row[0] for row in SERVICES])
def test_compose_shows_in_the_whole_text(name, text, names):
    assert services(text.split("\n")) == names


def test_a_line_knows_its_prefixes_and_level():
    [line] = clean("web-1 | 2026-11-30 10:00:00,1 - app.x - ERROR - bad")
    assert line.prefix == ("docker compose web-1", "logging ERROR")
    assert line.level == "ERROR"
    assert find_prefix("bad", ()) is None


def test_ends_of_lines():
    assert [line.text for line in clean("a\r\nb\n\r\nc\r")] == ["a", "b", "", "c"]
    assert [line.text for line in split_lines("")] == [""]


#: Pieces from which odd texts are made.
PIECES = st.sampled_from(
    [
        "\n", "\r", "\r\n", " ", "\t", ">", "> ", ">>> ", "|", " | ", "+-+", "web-1  | ", "api | ",
        "\x1b[31m", "\x1b]8;;", "\x07", "^[[0m", "\x1b", "\u00a0", "\u200b", "\ufeff", "\ud800",
        "\x00", "```", "~~~", "2026-11-30T10:00:00Z ", "[2026-11-30 10:00:00,1: ERROR/x] ",
        "Nov 30 10:00:00 h a[1]: ", "ERROR:root:", "[ERROR] ", "INFO: ", "[rank0]: ", "##[error]",
        "10:00:00 ", " - app - ERROR - ", "a\tb\t", "Traceback (most recent call last):",
        '  File "a.py", line 1, in f', '  File "a.py", line 1', "ValueError: bad", "KeyError",
        "    code()", "    ^^^^", "  + Exception Group Traceback (most recent call last):", "  | ",
        "  +-+---------------- 1 ----------------", "    +------------------------------------",
        "During handling of the above exception, another exception occurred:", "error[E0277]: bad",
        "  [Previous line repeated 3 more times]", "é", "𝒳", "a.b.<locals>.C: d",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS, st.data())
def test_spans_lie_in_the_text(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    places = Places(text)
    span = places.span(start, end)
    lines = text.split("\n")
    assert 1 <= span.start_line <= span.end_line <= len(lines)
    first, last = lines[span.start_line - 1], lines[span.end_line - 1]
    assert 1 <= span.start_column <= len(first) + 1
    assert 1 <= span.end_column <= len(last) + 2  # behind the end of the line itself
    if end > start and "\n" not in text[start:end]:
        assert first[span.start_column - 1 : span.end_column - 1] == text[start:end]


HOSTILE = {
    "one line": "x" * 2_000_000,
    "blanks": " " * 2_000_000,
    "quotes": "> " * 1_000_000,
    "escapes": "\x1b[31m" * 400_000,
    "broken escapes": "\x1b]" * 1_000_000,
    "escapes without an end": "\x1b[" + "0" * 2_000_000,
    "carriage returns": "a\r" * 1_000_000,
    "bars": "a | " * 500_000,
    "names": "a" * 2_000_000 + " |",
    "stamps": "2026-11-30T10:00:00Z " * 100_000,
    "fences": "`" * 2_000_000,
    "empty lines": "\n" * 500_000,
    "tabs": "a\t" * 1_000_000,
    "levels": "ERROR:" * 300_000,
    "invisible": "\u200b" * 2_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_linear_time(name):
    began = time.process_time()
    clean(HOSTILE[name])
    assert time.process_time() - began < 8  # some tenths of a second; quadratic would be minutes
