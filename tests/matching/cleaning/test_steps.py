"""Whole texts before and after: what one step alone is for."""

import pytest

from errorkb.matching.clean import clean
from tests.matching.cleaning.shown_texts import SHOWN, TRACE
from tests.matching.cleaning.string_texts import STRINGS

TEXTS = [*SHOWN, *STRINGS]


@pytest.mark.parametrize(("name", "pasted", "lines"), TEXTS, ids=[row[0] for row in TEXTS])
def test_a_text(name, pasted, lines):
    assert [line.text for line in clean(pasted) if line.text.strip()] == lines


WRITERS = [
    ("ranks", "[rank{n}]: "),
    ("mpi", "[1,{n}]<stderr>:"),
    ("compose", "web-{n}  | "),
    ("ray", "(f pid=1{n}) "),
    ("pods", "[pod/web-7d9f8b6c5-abcd{n}/app] "),
    ("hosts", "host-{n}: "),
]


@pytest.mark.parametrize(("name", "prefix"), WRITERS, ids=[row[0] for row in WRITERS])
def test_lines_of_several_writers_are_separated(name, prefix):
    mixed = "\n".join(prefix.format(n=n) + line for line in TRACE for n in (0, 1))
    assert [line.text for line in clean(mixed)] == TRACE * 2


def test_a_line_without_a_writer_stays_with_the_one_before():
    mixed = "[rank0]: a\n[rank1]: b\n[rank0]: c\nd\n[rank1]: e"
    assert [line.text for line in clean(mixed)] == ["a", "c", "d", "b", "e"]


def test_lines_of_full_width_are_joined():
    width = 60
    long = [f'  File "/srv/{"x" * 70}/{n}.py", line {n}, in f' for n in range(3)]
    text = "\n".join(
        ["Traceback (most recent call last):"]
        + [line[start : start + width] for line in long for start in range(0, len(line), width)]
        + ["ValueError: bad"]
    )
    assert [line.text for line in clean(text)] == [
        "Traceback (most recent call last):",
        *long,
        "ValueError: bad",
    ]
