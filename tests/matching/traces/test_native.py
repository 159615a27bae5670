"""What C and C++ programs print when they die."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import native
from tests.matching.traces import USUAL, cases, found, misses

#: Cases that are read in another way under a noise, and what happens.
KNOWN_MISSES = {("glib", "github actions"): "behind a time stamp the level is taken for the logger's"}


@pytest.mark.parametrize("case", cases("native"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("native", noise) == {name for name, under in KNOWN_MISSES if under == noise}


def test_what_every_thread_of_a_kernel_says_is_one_error():
    line = "/x/Loss.cu:250: nll: block: [0,0,0], thread: [{n},0,0] Assertion `t >= 0 && t < n` failed.\n"
    [event], taken = native.parse(split_lines("".join(line.format(n=n) for n in range(50))))
    assert event.message == "nll: block: [0,0,0], thread: [0,0,0] Assertion `t >= 0 && t < n` failed."
    assert (event.language, event.frames[-1].line, len(taken)) == ("cuda", 250, 50)


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "terminate called after throwing an instance of 'X'",
    "  what():  x",
    "==1==ERROR: AddressSanitizer: x",
    "#0 0x1 in f a.c:1",
    "==1== Invalid read",
    "a: a.c:1: Assertion `x",
    "Assertion failed: (",
    "***",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        native.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes
