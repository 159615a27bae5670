"""Layers lie around each other in any order, and levels say something only where they are a logger's."""

import pytest

from errorkb.matching.clean import STEPS, clean
from tests.matching.cleaning.held_texts import FILLED, HELD, PLAIN_TEXT
from tests.matching.cleaning.layered_texts import LAYERED
from tests.matching.cleaning.shown_texts import TEXT, TRACE
from tests.matching.noises import LONE_NOISES, NOISES

ALL = {**NOISES, **LONE_NOISES}


@pytest.mark.parametrize(("name", "pasted", "lines"), HELD, ids=[row[0] for row in HELD])
def test_a_held_text(name, pasted, lines):
    assert [line.text for line in clean(pasted) if line.text.strip()] == lines


@pytest.mark.parametrize(("name", "pasted", "lines"), LAYERED, ids=[row[0] for row in LAYERED])
def test_a_layered_text(name, pasted, lines):
    assert [line.text for line in clean(pasted) if line.text.strip()] == lines


#: What stands outside, what inside.
LAYERS = [
    ("rank", "html"),
    ("html", "rank"),
    ("json", "boxed"),
    ("boxed", "json"),
    ("compose", "compose"),
    ("compose container", "compose"),
    ("syslog", "numbered"),
    ("repr", "kubernetes"),
    ("repr", "html"),
    ("kubernetes", "repr"),
    ("quoted", "psql"),
    ("tab-indented", "table"),
    ("yaml", "jenkins"),
    ("csv", "quoted twice"),
    ("wrapped at 120", "celery"),
    ("maven", "logging levels first"),
    ("maven", "modern syslog"),
    ("logging", "apache"),
    ("among prose", "numbered"),
    ("csv", "one line, escapes"),
    ("one line, escapes", "boxed"),
    ("numbered", "junit"),
]


@pytest.mark.parametrize(("outer", "inner"), LAYERS)
def test_a_layer_in_a_layer(outer, inner):
    cleaned = [line.text for line in clean(ALL[outer](ALL[inner](TEXT)))]
    start = cleaned.index(TRACE[0])
    assert cleaned[start : start + len(TRACE)] == TRACE


@pytest.mark.parametrize("name", ["jenkins", "unbroken", "gradle", "badged", "one line, escapes", "task"])
def test_a_noise_of_people(name):
    cleaned = [line.text for line in clean(ALL[name](TEXT))]
    start = cleaned.index(TRACE[0])
    assert cleaned[start : start + len(TRACE)] == TRACE


def test_steps_have_names_of_their_own():
    names = [step.name for step in STEPS if step.name != "full lines"]  # again after all
    assert len(names) == len(set(names))


def test_a_level_before_every_line_says_nothing():
    assert {line.level for line in clean(NOISES["basic logging"](PLAIN_TEXT))} == {None}
    assert {line.level for line in clean(LONE_NOISES["maven"](PLAIN_TEXT))} == {None}


def test_a_level_of_a_record_around_prefixes_says_nothing():
    for inner in ("kubernetes", "celery"):
        pasted = LONE_NOISES["json"](NOISES[inner](PLAIN_TEXT))
        assert {line.level for line in clean(pasted)} == {None}


def test_a_level_of_records_is_kept():
    assert [line.level for line in clean("ERROR:app:a\nERROR:app:b")] == ["ERROR", "ERROR"]
    several = clean("[INFO] a\n[ERROR] \n[ERROR] b")
    assert [line.level for line in several] == ["INFO", "ERROR", "ERROR"]


def test_a_number_in_a_prefix_is_told_apart():
    lines = clean("[rank0]: a\n[rank1]: a\n2026-11-30 10:00:01 ERROR c\n2026-11-30 10:00:02 ERROR c")
    assert [line.prefix for line in lines] == [
        ("rank rank0",),
        ("rank rank1",),
        ("logging ERROR",),
        ("logging ERROR",),
    ]


def test_what_all_lines_lost_is_not_in_their_text():
    assert [line.text for line in clean(PLAIN_TEXT) if line.text] == FILLED


#: Known misses, with what happens now.
MISSES = [
    ("a cell of one line", '17,error,"it says ""bad""",x', ['17,error,"it says ""bad""",x']),
    ("numbers below other lines", "log:\n1: a\n2: b\n3: c", ["log:", "1: a", "2: b", "3: c"]),
    ("a name before one line", "[Unit tests] bad", ["[Unit tests] bad"]),
    ("blanks for ends of lines", "a: error: bad   b: note: x", ["a: error: bad   b: note: x"]),
]


@pytest.mark.parametrize(("name", "pasted", "lines"), MISSES, ids=[row[0] for row in MISSES])
def test_a_known_miss(name, pasted, lines):
    assert [line.text for line in clean(pasted) if line.text.strip()] == lines
