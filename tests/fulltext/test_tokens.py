"""By what a text is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errorkb.fulltext.tokens import tokens, words

FOUND_BY = [
    ("device_map", {"device", "map", "devicemap"}),
    ("DeviceMap", {"device", "map", "devicemap"}),
    ("torch.cuda.OutOfMemoryError", {"torch", "cuda", "memory", "error", "outofmemoryerror"}),
    ("HTTPServer2", {"http", "server", "2", "httpserver2"}),
    ("std::bad_alloc", {"std", "bad", "alloc", "badalloc"}),
    ("two ships", {"two", "ships", "ship"}),
    ("E0277", {"e", "0277", "e0277"}),
    ("größe_fehlt", {"größefehlt"}),
    ("文字化け", {"文字化け"}),
]


@pytest.mark.parametrize(("text", "wanted"), FOUND_BY)
def test_a_name_is_found_by_its_words_and_as_a_whole(text, wanted):
    assert wanted <= {token.text for token in tokens(text)}


def test_the_words_of_a_message_follow_each_other():
    places = {token.text: token.position for token in tokens("the device_map is bad")}
    assert [places[word] for word in ("the", "device", "map", "is", "bad")] == [0, 1, 2, 3, 4]
    assert places["devicemap"] == places["device"]


def test_a_name_of_many_words_is_found_by_these_alone():
    found = {token.text for token in tokens("_".join(["word"] * 50))}
    assert found == {"word"}


@given(st.text(max_size=200))
def test_positions_never_go_back_by_more_than_a_name(text):
    found = list(tokens(text))
    assert all(token.text and token.position >= 0 for token in found)
    assert len(found) <= 4 * len(text) + 1


@given(st.text(max_size=100))
def test_words_are_lower_case_and_of_the_text(text):
    assert all(word in text.lower() for word in words(text) if text.isascii())
