"""PHP's errors, and those of its frameworks."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import php
from tests.matching.traces import USUAL, cases, found, misses


@pytest.mark.parametrize("case", cases("php"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("php", noise) == set()


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "PHP Fatal error:  Uncaught Foo: x",
    "PHP Warning:  x",
    "Fatal error: ",
    "Stack trace:",
    "#0 /a/b.php(12): f()",
    "Next Foo: x",
    "In Foo.php line 1:",
    "  at a/b.php:12",
    "1) A::b",
    "[object] (Foo(code: 0): x",
    " in a:1 in b:2",
    " and defined in ",
    "Caused by",
    " ✘ x",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        php.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes
