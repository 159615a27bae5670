"""Errors of shells, package managers, containers, clusters and services."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import tools, tools_npm
from tests.matching.traces import USUAL, cases, found, misses


@pytest.mark.parametrize("case", cases("tools"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("tools", noise) == set()


@pytest.mark.parametrize("case", cases("records"), ids=str)
def test_it_reads_records(case):
    assert found(case.text) == case.events


def test_npm_tells_where_a_dependency_could_not_be_resolved():
    text = (
        "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! \n"
        "npm ERR! Found: a@17.0.1\nnpm ERR! Could not resolve dependency:\nnpm ERR! peer a@15 from b@1\n"
    )
    events, _ = tools_npm.parse(split_lines(text))
    assert [(event.error_code, event.message) for event in events] == [
        ("ERESOLVE", "unable to resolve dependency tree"),
        (None, "Could not resolve dependency:\npeer a@15 from b@1"),
    ]


def test_the_api_of_a_cluster_answers_in_json():
    text = (
        '{\n  "kind": "Status",\n  "status": "Failure",\n'
        '  "message": "pods is \\"x\\"",\n  "reason": "Forbidden"\n}'
    )
    [event], _ = tools.parse(split_lines(text))
    assert (event.error_class, event.message) == ("Forbidden", 'pods is "x"')


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "npm ERR! x",
    "npm ERR! code X",
    "failed to solve: x",
    "--------------------",
    "   6 | x",
    '"kind":"Status",',
    "Error: x",
    "  on a line 3:",
    "cat: x: No such file or directory",
    "fatal: [h]: FAILED! => {",
    '{"error":"x',
    "((((((((",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        tools.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes
