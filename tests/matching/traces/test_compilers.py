"""Diagnostics of compilers, linkers and CMake."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import compilers
from tests.matching.traces import USUAL, cases, found, misses


@pytest.mark.parametrize("case", cases("compilers"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("compilers", noise) == set()


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "a.c:1:1: error: x",
    "a.c: In function 'f':",
    "   12 | x",
    "    ~^",
    "CMake Error at a:1 (b):",
    "/usr/bin/ld: a.o: in function `f':",
    "a.c:(.text+0x1): undefined reference to `x",
    "a: b: c: d: e: f: ",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        compilers.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes
