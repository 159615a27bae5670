"""Exceptions as .NET prints them, errors of its builds, records of PowerShell."""

import pytest

from tests.matching.traces import USUAL, cases, found, misses

#: Cases that are read in another way under a noise, and why.
KNOWN_MISSES: dict[tuple[str, str], str] = {}


@pytest.mark.parametrize("case", cases("dotnet"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text, "dotnet") == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("dotnet", noise) == {name for name, under in KNOWN_MISSES if under == noise}
