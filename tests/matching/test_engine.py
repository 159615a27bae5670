"""One scan finds exactly what trying every expression with RE2 finds."""

import threading

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching.dialect import options
from errorkb.matching.engine import Engine, compile_patterns

#: Hyperscan takes no anchor inside of a repeat and nothing that matches the empty text; RE2 does.
REFUSED = "(?:^a|b)*c"
EXPRESSIONS = st.sampled_from(
    [
        "a", "b", "ab", "a.+?b", "a.*b", "^a", "b\\z", "^ab\\z", "[ab]c", "(?:a|bc)+", "a{2,3}", "é",
        "\\bab\\b", "\\d", "[\\x00-\\x08]", "a[^b]c", "(?i:AB)", "", "c*", REFUSED, "(?:^b)*",
    ]
)  # fmt: skip
SUBJECTS = st.text(st.sampled_from("abcéABC1 \n\x00𝒳\ud800"), max_size=12)


def one_by_one(expressions, text):
    text = text.encode("utf-8", "replace").decode()
    return [
        position
        for position, expression in enumerate(expressions)
        if re2.compile(expression, options()).search(text)
    ]


@given(st.lists(EXPRESSIONS, max_size=12), SUBJECTS, st.integers(1, 5))
def test_a_scan_equals_trying_each(expressions, text, segment):
    engine = compile_patterns(expressions, segment=segment)
    assert engine.size == len(expressions)
    assert engine.scan(text) == one_by_one(expressions, text)


def test_what_hyperscan_refuses_is_tried_with_re2():
    expressions = ["x", REFUSED, "y", REFUSED.replace("c", "d")]
    engine = compile_patterns(expressions)
    assert sorted(engine.refused) == [1, 3]
    assert len(engine._segments) == 1
    assert engine.scan("bc y") == [1, 2]


def test_a_dollar_may_precede_a_final_newline():
    engine = compile_patterns(["a$"])
    assert engine.scan("a") == [0]
    assert engine.scan("a\n") == [0]  # reported too much, as the module says
    assert one_by_one(["a$"], "a\n") == []


@pytest.mark.parametrize("refused", [0, 1, 100])
def test_many_segments_and_many_refused(refused):
    expressions = [f"word{number}x" for number in range(100)]
    expressions[:refused] = [f"(?:^a|b)*word{number}x" for number in range(refused)]
    engine = compile_patterns(expressions, segment=7)
    assert len(engine.refused) == refused
    text = " ".join(f"word{number}x" for number in range(0, 100, 3))
    assert engine.scan(text) == one_by_one(expressions, text) == list(range(0, 100, 3))


def test_half_of_a_surrogate_pair_is_scanned_as_a_question_mark():
    assert compile_patterns(["a\\?b", "ab"]).scan("a\ud800b") == [0]


def test_no_expression_at_all():
    assert compile_patterns([]).scan("a") == []


def test_threads_scan_at_once():
    expressions = [f"word{number}x.+?end" for number in range(200)]
    engine = compile_patterns(expressions, segment=50)
    start = threading.Barrier(8)
    wrong: list[tuple[int, list[int]]] = []

    def scan(engine: Engine, first: int) -> None:
        start.wait()
        for number in range(first, first + 200):
            wanted = number % 200
            found = engine.scan(f"a word{wanted}x at the end " + "filler " * 200)
            if found != [wanted]:
                wrong.append((wanted, found))

    threads = [threading.Thread(target=scan, args=(engine, 25 * n)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
