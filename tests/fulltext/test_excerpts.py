"""What is marked in a text, and which passage is shown of a long one."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errorkb.fulltext.excerpts import wanted
from errorkb.fulltext.query import read

MARKED = [
    ("crate", "The crate is sealed", ["crate"]),
    ("crates", "Crate {n}", ["Crate"]),
    ("run", "while running", ["running"]),
    ("device map", "unknown device_map", ["device_map"]),
    ("devicemap", "unknown device_map or DeviceMap", ["device_map", "DeviceMap"]),
    ("device_map", "the map of a device", ["map", "device"]),
    ("OutOfMemoryError", "torch.cuda.OutOfMemoryError: no", ["OutOfMemoryError"]),
    ("cuda.memory", "torch.cuda.memory", ["cuda.memory"]),
    ("what is the crate", "the crate is", ["crate"]),
    ("the", "the crate", ["the"]),
    ('"is sealed"', "It is sealed", ["sealed"]),
    ("crate -sealed", "crate sealed", ["crate"]),
    ("class:Foo", "Foo", []),
    ("E0277", "error[E0277]: bound", ["E0277"]),
    ("größe", "Die Größe fehlt", ["Größe"]),
    ("?", "what?", []),
]


@pytest.mark.parametrize(("query", "text", "marked"), MARKED)
def test_words_are_marked_as_they_are_found(query, text, marked):
    assert [text[start:end] for start, end in wanted(read(query)).spans(text)] == marked


LONG = "Nothing of note here. " * 30
PASSAGES = [
    ("oil", ["no such thing", "a lamp and its oil"], "a lamp and its oil"),
    ("oil lamp", ["oil alone", "a lamp and its oil"], "a lamp and its oil"),
    ("oil lamp", [LONG + "then the oil of the lamp goes out. " + LONG], "oil of the lamp goes out"),
    ("oil", [LONG + "oil"], "oil"),
    ("oil", ["oil " + LONG], "oil Nothing"),
    ("oil", ["x" * 500 + " oil " + "y" * 500], "oil"),
]


@pytest.mark.parametrize(("query", "texts", "has"), PASSAGES)
def test_the_passage_that_has_most_of_the_words_is_shown(query, texts, has):
    words = wanted(read(query))
    passage = words.passage(texts, words.missing_in(""), 100)
    assert passage is not None
    assert has in passage
    assert len(passage) <= 102


def test_no_passage_is_shown_where_no_text_has_what_is_missing():
    words = wanted(read("oil lamp"))
    assert words.passage(["oil"], words.missing_in("more oil"), 100) is None
    assert words.passage(["oil"], words.missing_in("oil lamps"), 100) is None


@given(st.text(max_size=200), st.text(max_size=400))
def test_marks_are_in_order_and_within_the_text(query, text):
    spans = wanted(read(query)).spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))
