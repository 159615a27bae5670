"""Pastes of languages without many forms: what is printed, and the same through what happens to any paste."""

import pytest

from errorkb.matching.clean import clean
from errorkb.matching.traces import parse
from tests.matching.traces import USUAL, cases, found, misses

FILES = ("invocations", "python", "elixir", "functional", "dart", "scripts")
ALL = [pytest.param(file, case, id=f"{file}-{case}") for file in FILES for case in cases(file)]

#: What a noise still takes away: file, noise, and the cases that are read in another way.
KNOWN_MISSES: dict[tuple[str, str], set[str]] = {}


@pytest.mark.parametrize(("file", "case"), ALL)
def test_it_reads_what_is_printed(file, case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
@pytest.mark.parametrize("file", FILES)
def test_it_reads_through_noise(file, noise):
    assert misses(file, noise) == KNOWN_MISSES.get((file, noise), set())


def test_a_failure_whose_only_place_is_below_it_begins_at_its_message():
    [event] = parse(clean("E       fixture 'client' not found\n/app/tests/test_a.py:1\n"))
    assert (event.start, event.message) == (0, "fixture 'client' not found")
