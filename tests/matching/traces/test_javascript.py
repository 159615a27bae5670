"""Errors of JavaScript as runtimes, browsers, frameworks and test runners print them."""

import pytest

from tests.matching.traces import USUAL, cases, found, misses

#: Cases that are read in another way under a noise, and why.
KNOWN_MISSES: dict[tuple[str, str], str] = {}


@pytest.mark.parametrize("case", cases("javascript"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text, "javascript") == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("javascript", noise) == {name for name, under in KNOWN_MISSES if under == noise}
