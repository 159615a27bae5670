"""Usual patterns are taken apart without a regex engine, with the same result."""

import re2
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching.dialect import options
from errorkb.matching.patterns import pattern_of, searchable
from errorkb.matching.required import required
from errorkb.matching.searched import usual_pieces

PIECES = [
    *("lost ship ", "{x}", "%s", "é", "a.b(c)", "{{", "%%", "  "),
    *("\n", "\t", "${y}", " not found", "\u00a0", "100%"),
]
TEMPLATES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join)


@given(TEMPLATES, st.data())
def test_usual_pieces_are_those_of_the_expression(template, data):
    pattern = pattern_of(template)
    usual = usual_pieces(pattern, template)
    if usual is None:
        return
    expression = searchable(pattern, template)
    assert expression is not None
    assert usual == required(expression)
    text = data.draw(st.lists(st.sampled_from([*PIECES, "q"]), max_size=9).map("".join))
    assert usual.fits(text.encode()) == (re2.compile(expression, options()).search(text) is not None)


def test_most_templates_are_usual():
    for template in ("no such ship: {name}", "{x} is not a valid ship for {port}", "expected %s, got %r"):
        assert usual_pieces(pattern_of(template), template) is not None


def test_a_pattern_of_its_own_is_asked_about():
    assert usual_pieces(r"no such ship: (\w+)", "no such ship: {name}") is None
