"""Ruby's errors, and those of Rails, rake, RSpec, Minitest and Bundler."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import ruby
from tests.matching.traces import USUAL, cases, found, misses


@pytest.mark.parametrize("case", cases("ruby"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("ruby", noise) == set()


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "a.rb:1:in `f': x",
    "a.rb:1:in `f': x (Foo",
    "\tfrom a.rb:1:in `f'",
    "Traceback (most recent call last):",
    "\t1: from a.rb:1:in `f'",
    "Foo::BarError (x",
    "FooError: x",
    "  Failure/Error: x",
    "Causes:",
    "Failure/Error:",
    "# --- Caused by: ---",
    "Pending: (Failures listed here are expected",
    "rake aborted!",
    "x (FooError)",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        ruby.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes
