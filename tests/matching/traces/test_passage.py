"""Words are found in the lines that hold them, and no reason keeps a parser from what it reads."""

import pytest

from errorkb.matching.clean import clean, split_lines
from errorkb.matching.traces import PARSERS
from errorkb.matching.traces.passage import Ahead, Passage, reaching_back
from errorkb.matching.traces.python import FORMS
from tests.matching.noises import NOISES
from tests.matching.traces import FOLDER, cases

TEXT = "\tat a\nno 12\nx at b\n\n  at c; at d\nNO 345"
PASSAGE = Passage(split_lines(TEXT))


def test_words_are_found_in_their_lines():
    assert PASSAGE.numbers("at ") == [0, 2, 4]
    assert PASSAGE.numbers("at c", "no") == [1, 4]
    assert PASSAGE.numbers("absent") == []
    assert PASSAGE.numbers_opening("at ") == [0, 4]
    assert PASSAGE.numbers_ignoring_case("no") == [1, 5]


def test_digits_are_told_apart_where_lines_are_asked_for():
    assert PASSAGE.has("no 98")
    assert PASSAGE.numbers("no 98") == []
    assert not PASSAGE.has("no 987")


def test_a_line_with_a_newline_of_its_own_counts_once():
    lines = split_lines("a\nb\nc")
    whole = Passage([lines[0], lines[0].joined(lines[1], blank=False), lines[2]])
    broken = Passage([line if number != 1 else _with_newline(line) for number, line in enumerate(whole)])
    assert broken.numbers("c") == [2]


def _with_newline(line):
    return type(line)("a\nb", line.offsets, line.end)


def test_an_empty_passage_has_nothing():
    assert Passage().numbers("a") == []
    assert not Passage().has("a")
    assert not Passage().opens("a")
    assert Passage().first() == ""


def test_half_of_a_pair_of_surrogates_is_read():
    assert Passage(split_lines("a\ud800b")).has("b")


def test_one_walks_from_number_to_number():
    ahead = Ahead([2, 5], 9)
    assert [ahead.after(at) for at in (0, 2, 3, 5, 6)] == [2, 2, 5, 5, 9]


def test_reaching_back_names_each_line_once():
    assert reaching_back([1, 4, 5, 20], 2) == [0, 1, 2, 3, 4, 5, 18, 19, 20]


@pytest.mark.parametrize(
    "noise", ["as it is", "indented", "quoted", "compose", "crlf", "github actions", "flat"]
)
@pytest.mark.parametrize("file", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_a_parser_without_a_reason_finds_nothing(file, noise):
    for case in cases(file):
        lines = clean(NOISES[noise](case.text) if noise in NOISES else case.text)
        passage = Passage(lines)
        for parser in (*PARSERS, *FORMS):
            if not parser.reason(passage):
                assert parser.parse(list(lines)) == ([], set()), (case.name, parser.name)


def test_a_healthy_text_gives_no_runtime_a_reason():
    lines = [f"2026-01-31 10:00:00 INFO worker: item {n} of the queue is done" for n in range(100)]
    passage = Passage(clean("\n".join(lines)))
    assert [parser.name for parser in PARSERS if parser.reason(passage)] == []
