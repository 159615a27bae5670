"""Errors as compilers and build tools of the JVM print them."""

import pytest

from tests.matching.traces import USUAL, cases, found, misses

#: Cases that are read in another way under a noise, and why.
KNOWN_MISSES: dict[tuple[str, str], str] = {}


@pytest.mark.parametrize("case", cases("jvm_builds"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text, "jvm_builds") == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("jvm_builds", noise) == {name for name, under in KNOWN_MISSES if under == noise}
