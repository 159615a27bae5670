"""Errors as compilers and build tools of the JVM print them."""

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import jvm_builds
from tests.matching.traces import USUAL, cases, found, misses

#: Cases that are read in another way under a noise, and why.
KNOWN_MISSES: dict[tuple[str, str], str] = {}


@pytest.mark.parametrize("case", cases("jvm_builds"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text, "jvm_builds") == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("jvm_builds", noise) == {name for name, under in KNOWN_MISSES if under == noise}


def test_a_failure_of_which_nothing_is_said_is_none():
    events, _ = jvm_builds.parse(split_lines("* What went wrong:\n\n> x\n"))
    assert events == []
