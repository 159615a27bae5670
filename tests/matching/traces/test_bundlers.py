"""Errors as compilers, bundlers and linters of JavaScript print them."""

import pytest

from tests.matching.traces import USUAL, cases, found, misses

#: Cases that are read in another way under a noise, and why.
KNOWN_MISSES: dict[tuple[str, str], str] = {
    ("ts-loader", "github actions"): "its tag and level read as a record's: the place is lost",
    ("esbuild, windows", "github actions"): "its tag and level read as a record's: the place is lost",
    (
        "esbuild, its interface",
        "github actions",
    ): "a place and a level read as a record's: the second line is cut off",
}


@pytest.mark.parametrize("case", cases("bundlers"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text, "bundlers") == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("bundlers", noise) == {name for name, under in KNOWN_MISSES if under == noise}
