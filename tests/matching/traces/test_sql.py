"""Errors of databases."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import sql
from tests.matching.traces import USUAL, cases, found, misses

#: Cases that are read in another way under a noise, and what happens.
KNOWN_MISSES = {
    ("psql, a script", "github actions"): "behind a time stamp the script is taken for the logger's name"
}


@pytest.mark.parametrize("case", cases("sql"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("sql", noise) == {name for name, under in KNOWN_MISSES if under == noise}


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "ERROR:  x",
    "ERROR: x (SQLSTATE",
    "LINE 1: x",
    "DETAIL:  x",
    "Msg 1, Level 1, State 1",
    "ERROR 1064 (42000) at line",
    "ORA-00001: x",
    "Code: 1. DB::",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        sql.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes
