"""For any text at all: every character keeps its place, and nothing fails."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching.clean import STEPS, clean, split_lines
from errorkb.matching.traces import python
from tests.matching.cleaning.prefix_lines import PREFIXED
from tests.matching.cleaning.test_steps import TEXTS as STEP_TEXTS
from tests.matching.python_forms import FORMS
from tests.matching.test_clean import PIECES, TEXTS

#: Pieces that are written as several characters and mean one, or that break and join lines.
CODED = st.sampled_from(
    [
        "&lt;",
        "&gt;",
        "&quot;",
        "&#39;",
        "&#x1F600;",
        "&nbsp;",
        "&amp;lt;",
        "<br>",
        "<pre>",
        "</pre>",
        "<b>",
        "=3D",
        "=C3=A4",
        "=\n",
        "=20\n",
        "\\n",
        "\\\\n",
        "\\t",
        '\\"',
        '"',
        "'",
        "b'",
        '{"message": "',
        '"}',
        '{"level":"error","msg":"x"}',
        "level=error msg=x",
        "Traceback (most recent call last):\\n",
        '\\n  File \\"a.py\\", line 1, in f\\n',
        "[x](http://a)",
        "<http://a|x>",
        "[x|http://a]",
        "`",
        "│",
        "╭─",
        "1: ",
        "2: ",
        "3: ",
        "1.5 ",
        "[x] ",
        "x:y: ",
        '  File "a',
        '.py", line',
        " 3, in f",
        "\b",
        "^[[1m",
        "\\u001b[0m",
        "[0m",
        "^M",
        "\u201c",
        "\u201d",
        " " * 12,
        "\x1b_x\x07",
        "E   ValueError: x",
        "a.py:3: ",
        "----> 3 ",
        "ValueError      Traceback (most recent call last)",
        "Exception Type: ",
        "Exception Value: ",
        "Fatal Python error: x",
        "FAILED a.py::t - ValueError: x",
        "╰" + "─" * 12 + "╯",
    ]
)
WIDE = st.one_of(TEXTS, st.lists(st.one_of(PIECES, CODED), max_size=40).map("".join))
#: What a character that was decoded, joined or made plain may start with in the pasted text.
STARTS = frozenset("&\\=\n\r\u00a0\u202f\u2007\u2002\u2003\u2009\u3000\u201c\u201d\u201e\u201f\u00ab\u00bb")


def check(text):
    for line in clean(text):
        assert len(line.text) == len(line.offsets)
        before = -1
        for character, offset in zip(line.text, line.offsets, strict=True):
            assert before < offset < len(text)
            before = offset
            pasted = text[offset]
            assert (
                character == pasted or pasted in STARTS or "\ud800" <= pasted <= "\udfff" or character == " "
            )
        assert before < line.end <= len(text) or (not line.text and 0 <= line.end <= len(text))
        assert "\n" not in line.text
        assert "\x00" not in line.text
        line.text.encode()


@given(WIDE)
def test_every_character_keeps_its_place(text):
    check(text)


@pytest.mark.parametrize("row", [*STEP_TEXTS, *PREFIXED], ids=[row[0] for row in (*STEP_TEXTS, *PREFIXED)])
def test_every_character_of_the_tables_keeps_its_place(row):
    check(row[1])


@given(WIDE)
def test_a_reason_is_never_wrong_when_it_says_no(text):
    lines = split_lines(text)
    # Those that see the pasted text itself, and do what they do wherever there is something to do.
    for step in STEPS:
        if step.name in ("carriage returns", "backspaces", "escapes", "odd blanks") and not step.reason(text):
            assert step.take(lines) == lines


@given(WIDE)
def test_python_is_read_from_any_text(text):
    lines = clean(text)
    events, taken = python.parse(lines)
    assert taken <= set(range(len(lines)))
    for event in events:
        assert len(event.message) == len(event.offsets)
        assert 0 <= event.start <= event.end <= len(text)
        assert all(event.start <= offset <= event.end for offset in event.offsets)
        assert sum(frame.innermost for frame in event.frames) == bool(event.frames)


@pytest.mark.parametrize("name", FORMS)
def test_spans_of_forms_lie_in_the_text(name):
    text, _ = FORMS[name]
    for event in python.parse(clean(text))[0]:
        assert 0 <= event.start < event.end <= len(text)
        for character, offset in zip(event.message, event.offsets, strict=True):
            assert text[offset : offset + 1] == character or character == "\n"


HOSTILE = {
    "entities": "&lt;" * 100_000,
    "half entities": "&#" * 200_000,
    "soft breaks": "a=\n" * 120_000,
    "codes": "=3D" * 120_000,
    "backspaces": "a\b" * 200_000,
    "tags": "<br>" * 100_000,
    "open tags": "<pre " * 80_000,
    "links": "[a](http://a)" * 30_000,
    "open links": "[" * 200_000 + "](http://",
    "half links": "[a](http:" * 40_000,
    "slack": "<http://a|" * 40_000,
    "back-ticks": "`a\n" * 120_000,
    "bars": "│ a │\n" * 60_000,
    "one bar": "│" + " " * 400_000 + "│",
    "line numbers": "\n".join(f"{n} x" for n in range(60_000)),
    "seconds": "1.5 a\n" * 60_000,
    "names": "[a] x\n" * 20_000 + "[a] Traceback (most recent call last):\n",
    "records": '{"level":"error","msg":"x"}\n' * 16_000,
    "open records": '{"level":"' * 40_000 + "}",
    "logfmt": "level=error " * 40_000,
    "members": '"message":"\\' * 40_000,
    "open members": '{"message": "Traceback (most recent call last):\n' * 8_000,
    "escaped headers": "Traceback (most recent call last):\\n" * 12_000,
    "escaped frames": '"x\\n  File "' * 40_000,
    "quotes before a mark": "'a " * 60_000 + "Traceback (most recent call last):\\n",
    "closed quotes": "('a' " * 4_000 + '"Traceback (most recent call last):\\n" ' * 4_000,
    "flat frames": 'File "a.py", line 1, in f x ' * 16_000,
    "flat starts": 'File "' * 80_000,
    "flat words": 'Traceback (most recent call last): File "a", line 1 ' + "Aa.Bb " * 80_000,
    "open files": '  File "a\n' * 40_000,
    "broken frames": '  File "a", line\n' * 30_000,
    "full lines": (" " + "x" * 79 + "\n") * 6_000,
    "stairs": "\n".join(" " * (10 * (n % 40)) + "x" * 10 for n in range(4_000)),
    "mixed writers": "".join(f"[rank{n % 50}]: x\n" for n in range(40_000)),
    "many writers": "".join(f"[rank{n % 19_999}]: x\n" for n in range(30_000)),
    "spaced stamps": "2026-11-30T10:00:00Z - a\n" * 16_000,
    "boxed": "[a]" * 140_000,
    "parentheses": "(pid=1) " * 50_000,
    "escapes shown": "\\x1b[" * 80_000,
    "bullets": "- ValueError\n" * 30_000,
    "curly": "File \u201ca\u201d\n" * 30_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_linear_time(name):
    began = time.process_time()
    clean(HOSTILE[name])
    assert time.process_time() - began < 4  # some tenths of a second; quadratic would be minutes


HOSTILE_FORMS = {
    "notebook headers": "ValueError   Traceback (most recent call last)\n" * 8_000,
    "notebook frames": "a.py in f(x)\n" * 20_000 + "--> 1\n",
    "arrows": "--> 1 x\n" * 30_000,
    "half places": ("a in b " * 500 + "\n--> 1\n") * 300,
    "error lines": "E   x\n" * 40_000,
    "error places": "a.py:1: in f\nE   x\n" * 12_000,
    "sections": "____ x ____\n" * 20_000,
    "long sections": ("_" * 3900 + "\n") * 300,
    "summaries": "FAILED a.py::t - ValueError: x\n" * 3_000,
    "boxes": "╭─ Traceback (most recent call last) ─╮\n" * 8_000,
    "half paths": "╭─ Traceback (most recent call last) ─╮\n" + "/a/b\n" * 40_000,
    "tables": "Exception Type: X\n" * 12_000,
    "values": "Exception Type: X\n" + "Exception Value: x\n" * 20_000,
    "titles": "X at /x\n" * 20_000,
    "faults": "Fatal Python error: x\n" * 16_000,
    "threads": "Fatal Python error: x\n" + "Current thread 0x1 (most recent call first):\n" * 12_000,
    "warnings": "a.py:1: ValueError: x\n" * 16_000,
    "class first": "ValueError: x\n" * 20_000,
    "class first, frames": 'ValueError: x\n  File "a", line 1\n' * 8_000,
    "remote": "x.RemoteTraceback: \n" * 20_000,
    "words before a header": ("a: " * 1300 + "Traceback (most recent call last)\n") * 300,
}


@pytest.mark.parametrize("name", HOSTILE_FORMS)
def test_hostile_forms_take_linear_time(name):
    lines = clean(HOSTILE_FORMS[name])
    began = time.process_time()
    python.parse(lines)
    assert time.process_time() - began < 4  # some tenths of a second; quadratic would be minutes


@pytest.mark.parametrize(
    "text",
    [
        'Testing a.py <failure message="bad"><![CDATA[E   ValueError: bad]]></failure>\nnext',
        "message: |-\n  ValueError: bad\n  more\nnext",
    ],
    ids=["a report", "a block"],
)
def test_what_was_opened_stands_in_the_order_of_the_paste(text):
    ends = [line.end for line in clean(text)]
    assert ends == sorted(ends)
