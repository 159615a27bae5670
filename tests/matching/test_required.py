"""What an expression requires: never more than every match holds; where it says all, exactly that."""

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching.dialect import DialectError, options, translate
from errorkb.matching.patterns import pattern_of
from errorkb.matching.required import required

CASES = {
    "plain": ("no such ship", ((b"no such ship",), True)),
    "placeholder": ("no ship (.+?) here", ((b"no ship ", b" here"), True)),
    "placeholders at the ends": ("(.+?) is not (.+?)", ((b" is not ",), True)),
    "escaped": (r"a\.b\(c\) \/ d", ((b"a.b(c) / d",), True)),
    "two placeholders in a row": ("a(.+?)(.+?)b", ((b"a", b"b"), False)),
    "line break": ("one\\ntwo", ((b"one", b"two"), False)),
    "several blanks": ("one   two", ((b"one", b"two"), False)),
    "digits": (r"code (\d+) of", ((b"code ", b" of"), False)),
    "optional letter": ("ships? lost", ((b"ship", b" lost"), False)),
    "repeated group": ("a(?:bc)*d", ((b"a", b"d"), False)),
    "class": ("a[bc)]+d", ((b"a", b"d"), False)),
    "anchors": ("^lost$", ((b"lost",), False)),
    "word border": (r"\blost\b at", ((b"lost", b" at"), False)),
    "counted": ("ab{2,3}c", ((b"a", b"c"), False)),
    "case does not count inside": ("a(?i:B)c", ((b"a", b"c"), False)),
    "alternatives": ("lost|found", ((), False)),
    "alternatives in a group": ("(?:lost|found) it", ((b" it",), False)),
    "beyond ASCII": ("« (.+?) »", (("« ".encode(), " »".encode()), True)),
    "by its number": (r"caf\u00e9 \x41", (("café A".encode(),), True)),
    "nothing": ("(.+?)", ((), True)),
}


@pytest.mark.parametrize("name", CASES)
def test_pieces(name):
    pattern, (pieces, exact) = CASES[name]
    found = required(translate(pattern))
    assert (found.pieces, found.exact) == (pieces, exact)


PARTS = ["a", "b", "ab", "(.+?)", r"\d", "(?:a|b)", "[ab]", "a?", "b+", "^", "$", " ", "  ", "|", r"\x41"]
PATTERNS = st.lists(st.sampled_from([*PARTS, "{2}", "(?:a(?:b)c)*"]), max_size=7).map("".join)
TEXTS = st.text(st.sampled_from("abcé1A \n"), max_size=14)


@given(PATTERNS, TEXTS)
def test_every_match_has_the_pieces_and_exact_ones_are_enough(pattern, text):
    try:
        expression = translate(pattern)
    except DialectError:
        return
    found = required(expression)
    occurs = re2.compile(expression, options()).search(text) is not None
    fits = found.fits(text.encode())
    assert fits or not occurs
    if found.exact and found.pieces:
        assert fits == occurs


@given(st.lists(st.sampled_from(["{x}", "ab", "b", "é ", "a.b", "%s"]), max_size=6).map("".join), TEXTS)
def test_templates_are_exact_unless_placeholders_touch(template, text):
    expression = translate(pattern_of(template))
    found = required(expression)
    if found.exact and found.pieces:
        assert found.fits(text.encode()) == (re2.compile(expression, options()).search(text) is not None)
