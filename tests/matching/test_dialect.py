"""JavaScript's constructs: translated to what both engines take, or refused with a reason."""

import re

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching.dialect import DialectError, escape, options, translate
from tests.matching.segments import occurring, segment_of

#: Construct, pattern, texts it matches, texts it does not.
TRANSLATED = [
    ("a literal", "bad", ["a bad x"], ["ba d"]),
    ("escaped punctuation", r"a\.b\/c\-d\"\'\#\,\:\<\@", ["a.b/c-d\"'#,:<@"], ["axb/c-d\"'#,:<@"]),
    ("an escaped letter that means nothing", r"\a\e\y\A", ["aeyA"], ["\x07"]),
    ("a placeholder", "a (.+?) b", ["a x b", "a x\ny b"], ["a  b"]),
    ("a named group", "a(?<name>[0-9]+)", ["a12"], ["ab"]),
    ("groups that capture nothing", "(?:ab)+c", ["ababc"], ["ac"]),
    ("alternatives", "^(?:a|bc)$", ["a", "bc"], ["ab"]),
    ("unicode of four digits", r"\u00e9\u4e2d", ["é中"], ["e"]),
    ("unicode in braces", r"\u{1F600}", ["😀"], ["u"]),
    ("a surrogate pair", r"\ud83d\ude00", ["😀"], ["d"]),
    ("a byte in hexadecimal", r"\x41\x2e", ["A."], ["Ax"]),
    ("white space", r"a\sb", ["a b", "a\tb", "a\nb", "a\vb"], ["ab"]),
    ("no white space", r"a\Sb", ["axb", "aéb"], ["a b", "a\vb"]),
    ("white space in a class", r"a[\s,]b", ["a b", "a,b", "a\vb"], ["axb"]),
    ("no white space in a class", r"a[\S]b", ["axb", "a😀b"], ["a b", "a\vb"]),
    ("any character", r"a[\s\S]b", ["a b", "a\nb", "axb"], ["ab"]),
    ("any character, short", "a[^]b", ["a\nb", "axb"], ["ab"]),
    ("a negated class", r"a[^\d]b", ["axb"], ["a1b"]),
    ("a bracket in a class", "[[]x", ["[x"], ["x"]),
    ("a hyphen beside a class", r"^[\w-.]+$", ["a-b.c"], ["a+b"]),
    ("a hyphen before a class", r"^[.-\w]+$", ["a-b.c"], ["a+b"]),
    ("a hyphen behind white space", r"^[\s-x]+$", [" -x"], ["a"]),
    ("an escaped backslash is no class", r"^[\\d-f]+$", ["\\def"], ["5"]),
    ("backspace in a class", r"[\b]", ["\b"], ["b"]),
    ("a word's end", r"\bbad\b", ["a bad x"], ["badly"]),
    ("no word's end", r"bad\B", ["badly"], ["bad"]),
    ("control letters", r"\cJ\t", ["\n\t"], ["cJ"]),
    ("nothing at all", r"a\0b", ["a\x00b"], ["a0b", "ab"]),
    ("a raw NUL", "a\x00b", ["a\x00b"], ["a"]),
    ("a raw control character in a class", "a[\x00\x01]b", ["a\x00b"], ["a"]),
    ("braces that count nothing", "a{b}{,3}}{", ["a{b}{,3}}{"], ["ab"]),
    ("braces that count", "^ab{2,3}$", ["abb", "abbb"], ["ab", "abbbb"]),
    ("a bracket that closes nothing", "a]b", ["a]b"], ["ab"]),
    ("flags in a group", "(?i:bad)", ["BAD"], ["b"]),
    ("several blanks", "a  b", ["a  b", "a b", "a\n    b"], ["ab"]),
    ("a line break", "a\nb", ["a\nb", "a  b"], ["ab"]),
    ("an escaped line break", r"a\n  b", ["a\nb"], ["ab"]),
    ("a blank that repeats", "a +b", ["a   b"], ["ab"]),
    ("blanks of which the last repeats", "a  *b", ["a b", "a  b"], ["ab"]),
    ("one blank is one blank", "a b", ["a b"], ["a  b", "a\nb"]),
    ("a blank that does not break", "a\u00a0b", ["a b"], ["ab"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "pattern", "yes", "no"), TRANSLATED, ids=[r[0] for r in TRANSLATED])
def test_it_is_translated(name, pattern, yes, no):
    expression = translate(pattern)
    compiled = re2.compile(expression, options())
    segment = segment_of(expression)
    for text in yes + no:
        assert bool(compiled.search(text)) == (text in yes), text
        assert bool(occurring(segment, text)) == (text in yes), text


REFUSED = [
    ("look-ahead", "a(?=b)", "pattern-nonlinear"),
    ("negative look-ahead", "a(?!b)", "pattern-nonlinear"),
    ("look-behind", "(?<=a)b", "pattern-nonlinear"),
    ("negative look-behind", "(?<!a)b", "pattern-nonlinear"),
    ("a back-reference", r"(a)\1", "pattern-nonlinear"),
    ("a back-reference by name", r"(?<x>a)\k<x>", "pattern-nonlinear"),
    ("too many repeats", "a{5000}", "pattern-nonlinear"),
    ("repeats of repeats", "(?:(?:a{100}){100}){100}", "pattern-nonlinear"),
    ("a huge program", r"(?:\w{900}x){900}", "pattern-nonlinear"),
    ("an open group", "(a", "pattern-invalid"),
    ("a group closed twice", "(a))", "pattern-invalid"),
    ("an open class", "[a", "pattern-invalid"),
    ("an empty class", "a[]b", "pattern-invalid"),
    ("nothing to repeat", "*a", "pattern-invalid"),
    ("a repeat of a repeat", "a**", "pattern-invalid"),
    ("a possessive repeat", "a++", "pattern-invalid"),
    ("a reversed range", "[z-a]", "pattern-invalid"),
    ("a backslash at the end", "a\\", "pattern-invalid"),
    ("half of a pair", r"\ud83d", "pattern-invalid"),
    ("a raw half of a pair", "a\ud83d", "pattern-invalid"),
    ("no such character", r"\u{110000}", "pattern-invalid"),
    ("too few digits", r"\u12", "pattern-invalid"),
    ("open braces of a code point", r"\u{12", "pattern-invalid"),
    ("an octal escape in a class", r"[\1]", "pattern-invalid"),
    ("a group of python", "(?P<x>a)", "pattern-invalid"),
    ("an atomic group", "(?>a)", "pattern-invalid"),
    ("a comment", "(?#a)", "pattern-invalid"),
    ("flags for the rest", "(?i)a", "pattern-invalid"),
    ("deep nesting", "(" * 5000 + ")" * 5000, "pattern-nonlinear"),
    ("repeats nested in repeats", "(?:" * 30 + "a" + ")+" * 30, "pattern-nonlinear"),
    ("many wild repeats", "(?:.{1,100}x){9}", "pattern-nonlinear"),
    ("a thousand placeholders", "a(.+?)" * 1000, "pattern-nonlinear"),
]


@pytest.mark.parametrize(("name", "pattern", "code"), REFUSED, ids=[row[0] for row in REFUSED])
def test_it_is_refused(name, pattern, code):
    with pytest.raises(DialectError) as caught:
        translate(pattern)
    assert caught.value.code == code
    assert caught.value.reason


# A subset in which JavaScript and Python agree: the same text is a pattern of both.
ATOMS = st.sampled_from(
    ["a", "b", "é", " ", "x1", r"\.", r"\(", r"\/", r"\d", r"\w", "[ab]", r"[^a\d]", ".", r"\u00e9", "[.*]"]
)  # fmt: skip
REPEATS = st.sampled_from(["", "", "", "+", "*?", "?", "{2}", "{1,2}", "+?"])


def grouped(inner):
    parts = st.lists(inner, min_size=1, max_size=3).map("".join)
    return st.one_of(
        st.tuples(parts, REPEATS).map(lambda two: f"(?:{two[0]}){two[1]}"),
        st.tuples(parts, parts).map(lambda two: f"({two[0]}|{two[1]})"),
    )


PATTERNS = st.lists(
    st.recursive(st.tuples(ATOMS, REPEATS).map("".join), grouped, max_leaves=6), min_size=1, max_size=5
).map("".join)  # fmt: skip
SUBJECTS = st.text(st.sampled_from("abé x1.(/*\n"), max_size=12)


@given(PATTERNS, st.lists(SUBJECTS, min_size=1, max_size=5))
def test_a_translated_pattern_matches_what_it_did(pattern, texts):
    # Several blanks match any white space; python's \d and \w are made ASCII as JavaScript's are.
    twin = re.compile(re.sub(r" {2,}(?![+*?{])", r"\\s+", pattern), re.DOTALL | re.ASCII)
    expression = translate(pattern)
    compiled = re2.compile(expression, options())
    segment = segment_of(expression)
    for text in texts:
        wanted = bool(twin.search(text))
        assert bool(compiled.search(text)) == wanted
        assert bool(occurring(segment, text)) == wanted


@given(st.text())
def test_any_text_is_translated_or_refused(pattern):
    try:
        expression = translate(pattern)
    except DialectError:
        return
    assert "\x00" not in expression
    occurring(segment_of(expression), pattern)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_an_escaped_text_is_itself(text):
    assert re2.compile(escape(text), options()).fullmatch(text)
