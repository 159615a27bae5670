"""Go's panics, fatal errors, failed tests and diagnostics."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import go
from tests.matching.traces import USUAL, cases, found, misses


@pytest.mark.parametrize("case", cases("go"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("go", noise) == set()


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "panic: x",
    "panic: x [recovered]",
    "goroutine 1 [running]:",
    "fatal error: x",
    "fatal error: [signal ",
    "--- FAIL: TestX (0.0",
    "# a",
    "./a.go:3: x",
    "exit status 1",
    "\tmain.f(0x1)",
    "main.f((((((((",
    "DATA RACE",
    "==================",
    "=== RUN   TestX",
    "got:",
    "SIGSEGV: x",
    "x.f",
    "\t/a.go:12",
    "a.go:1: x (",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        go.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes
