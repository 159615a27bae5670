"""Templates: their placeholders, their patterns, what they match and capture."""

import re
import time

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from errorkb.matching import patterns
from errorkb.matching.dialect import options, translate
from errorkb.matching.patterns import (
    OPENING_CHARACTERS,
    Placeholder,
    lint,
    literal_words,
    literals,
    parse_template,
    pattern_of,
    searchable,
    specificity,
)
from errorkb.matching.template_matcher import TemplateMatcher

#: Template, its literals with {} for each placeholder, the placeholders' names.
TEMPLATES = [
    ("no hole", "no hole", []),
    ("{name} is bad", "{} is bad", ["name"]),
    ("{} and {0} are bad", "{} and {} are bad", ["arg1", "arg2"]),
    ("{name!r:>10} is bad", "{} is bad", ["name"]),
    ("{value:.2f}%", "{}%", ["value"]),
    ("{x=}", "{}", ["x"]),
    ("{error.args[0]}", "{}", ["error_args_0"]),
    ("{len(x)}", "{}", ["len_x"]),
    ("{', '.join(names)}", "{}", ["join_names"]),
    ("{d['a']} {x:{width}}", "{} {}", ["d_a", "x"]),
    ("{{x}} {y}", "{x} {}", ["y"]),
    ("{{{x}}}", "{{}}", ["x"]),
    ("${name} costs ${price.amount}", "{} costs {}", ["name", "price_amount"]),
    ("#{name} is bad", "{} is bad", ["name"]),
    ("%s and %d", "{} and {}", ["arg1", "arg2"]),
    ("%(name)s is bad", "{} is bad", ["name"]),
    ("%(a)r %(b)5.2f", "{} {}", ["a", "b"]),
    ("%1$s of %2$-5d", "{} of {}", ["arg1", "arg2"]),
    ("%#x %05d %+.3f %.*f %-10s %zu %lld", "{} {} {} {} {} {} {}",
     [f"arg{n}" for n in range(1, 8)]),
    ("100%% of %s", "100% of {}", ["arg1"]),
    ("100 % sure", "100 % sure", []),
    ("50%", "50%", []),
    ("a { b", "a { b", []),
    ("a } b", "a } b", []),
    ("{a\nb}", "{a\nb}", []),
    ("", "", []),
    ("é {x} 𝒳", "é {} 𝒳", ["x"]),
]  # fmt: skip


@pytest.mark.parametrize(("template", "shape", "names"), TEMPLATES, ids=[r[0] for r in TEMPLATES])
def test_a_template_is_parsed(template, shape, names):
    pieces = parse_template(template)
    assert "".join(p if isinstance(p, str) else "{}" for p in pieces) == shape
    assert [p.name for p in pieces if isinstance(p, Placeholder)] == names


def test_the_words_of_a_template():
    assert literals("a {x} b") == ("a ", " b")
    assert specificity("a_b {x} 12!") == 4
    assert literal_words("an {x} is-2 12") == 2


def test_the_pattern_is_the_record_s():
    assert pattern_of("a/b (c) [{x}] 1%% -") == r"a\/b \(c\) \[(.+?)\] 1% -"


LITERAL = st.text(
    st.one_of(st.sampled_from("ab. (*[\\^$+?|é\n\t"), st.characters(exclude_categories=["Cs", "Cc"])),
    min_size=1,
    max_size=8,
).map(lambda text: text.replace("$", "S").replace("#", "H"))  # `${` is a placeholder's start
FILLING = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
HOLE = st.sampled_from(["{x}", "{}", "%s", "%(y)s", "{z!r:>3}"])


def doubled(literal):
    return literal.replace("{", "{{").replace("}", "}}").replace("%", "%%")


def cleaned(text):
    return re.sub("[\u00a0\u202f\u2007]", " ", text)


@given(st.lists(st.tuples(LITERAL, HOLE, FILLING), min_size=1, max_size=4), LITERAL)
def test_a_rendered_template_is_found_again(parts, last):
    template = "".join(doubled(literal) + hole for literal, hole, _ in parts) + doubled(last)
    message = cleaned("".join(literal + filling for literal, _, filling in parts) + last)
    assert [p for p in parse_template(template) if isinstance(p, str)] == [
        *(literal for literal, _, _ in parts),
        last,
    ]
    assert re2.compile(translate(pattern_of(template)), options()).search(message)
    if specificity(template):
        matcher = TemplateMatcher(template)
        assert matcher.whole(message)
        assert matcher.whole("  " + message.strip(" \t\n"))
        assert matcher.part(message)


@given(
    st.lists(
        st.sampled_from(["lost", " ", "{x}", "'", "‘", "\n", "\u00a0", "a b", "é"]), min_size=1, max_size=5
    ),
    st.lists(st.sampled_from(["lost", " ", "'", "’", "\n", "\u00a0", "a b", "q", "é"]), max_size=6),
)
def test_a_look_at_the_first_word_misses_nothing(parts, said):
    matcher, message = TemplateMatcher("".join(parts)), "".join(said)
    found = matcher.whole(message)
    matcher._opening = ""  # looks at nothing
    assert found == matcher.whole(message)


@given(st.lists(st.tuples(HOLE, FILLING), min_size=1, max_size=4))
def test_placeholders_at_the_ends(parts):
    template = " mid ".join(hole for hole, _ in parts)
    message = " mid ".join(filling for _, filling in parts)
    matcher = TemplateMatcher(template)
    assert (matcher.whole(message) is not None) == (len(parts) > 1)


#: Name, template, message, what `whole` captures (None: it does not fit), what `part` does.
MATCHES = [
    ("all of it", "No {x} here", "No cat here", {"x": "cat"}, {"x": "cat"}),
    ("the last of it", "No such file: {path}", "No such file: /a b", {"path": "/a b"},
     {"path": "/a b"}),
    ("a prefix", "No {x} here", "sorry: No cat here", None, {"x": "cat"}),
    ("a suffix", "No {x} here", "No cat here\nat all", None, {"x": "cat"}),
    ("a hole at the end stays in its line", "No {x}", "oh\nNo cat\nat all", None, {"x": "cat"}),
    ("a hole at the start stays in its line", "{x} is bad", "oh\nit is bad", {"x": "oh\nit"},
     {"x": "it"}),
    ("several lines in a hole", "<{x}>", "<a\nb>", None, None),
    ("several lines in a hole between words", "got <{x}> it", "got <a\nb> it", {"x": "a\nb"},
     {"x": "a\nb"}),
    ("re-wrapped", "a long message", "a long\n   message", {}, {}),
    ("a template of lines, indentation lost", "bad:\n  - {x}", "bad:\n- it", {"x": "it"},
     {"x": "it"}),
    ("a name twice", "{x} or {x} it is", "a or b it is", {"x": "a"}, {"x": "a"}),
    ("an empty filling", "got '{x}' only", "got '' only", {"x": ""}, {"x": ""}),
    ("an empty filling at the end", "No such file: {x}", "No such file:", {"x": ""}, {"x": ""}),
    ("blanks at the template's ends", " bad thing \n", "bad thing", {}, {}),
    ("blanks at the message's ends", "bad thing", "  bad thing\n", {}, {}),
    ("case differs", "Bad thing", "bad thing", None, None),
    ("no text of its own", "{x}: {y}", "a: b", None, None),
    ("no template", "", "a", None, None),
    ("operators are text", "a.b (c) [d] {x}", "a.b (c) [d] e", {"x": "e"}, {"x": "e"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "template", "message", "whole", "part"), MATCHES, ids=[row[0] for row in MATCHES]
)
def test_a_template_matches(name, template, message, whole, part):
    matcher = TemplateMatcher(template)
    found = matcher.whole(message)
    assert (found and found.captures) == whole
    found = matcher.part(message)
    assert (found and found.captures) == part
    if found:
        assert 0 <= found.start < found.end <= len(message)


LINTED = [
    ("fine", r"No (.+?) here", "No {x} here", []),
    ("typed groups", r"line (\d+) is bad", "line {n} is bad", []),
    ("no hole", r"bad\/thing", "bad/thing", []),
    ("look-ahead", "No (?=x)", "No {x} here", ["pattern-nonlinear"]),
    ("not closed", "No (", "No {x} here", ["pattern-invalid"]),
    ("anything", "(.+?)", "{x}", ["pattern-broad"]),
    ("anything with a blank", "(.+?) (.+?)", "{x} {y}", ["pattern-broad"]),
    ("hardly any text", "x(.+?)y", "x{x}y", ["pattern-broad"]),
    ("another message", "Some (.+?) here", "No {x} here", ["pattern-mismatch"]),
    ("an empty pattern", "", "No {x} here", ["pattern-broad"]),
]


@pytest.mark.parametrize(("name", "pattern", "template", "codes"), LINTED, ids=[r[0] for r in LINTED])
def test_a_doubtful_pattern_is_marked(name, pattern, template, codes):
    assert [fault.code for fault in lint(pattern, template)] == codes


SEARCHED = [
    ("the pattern", r"No (.+?) here", "No {x} here", "No (?:.+?) here"),
    ("look-ahead: the template", "No (?=x)", "No {x} here", "No (?:.+?) here"),
    ("too broad: the template", "(.+?)", "No {x} here", "No (?:.+?) here"),
    ("both too broad: none", "(.+?)", "{x}", None),
]


@pytest.mark.parametrize(("name", "pattern", "template", "expression"), SEARCHED)
def test_what_is_searched_for(name, pattern, template, expression):
    assert searchable(pattern, template) == expression


def test_a_long_message_is_searched_by_its_opening():
    template = "word {x} " * 5000
    expression = searchable(pattern_of(template), template)
    assert expression is not None
    assert len(expression) < 2 * OPENING_CHARACTERS
    assert re2.compile(expression, options()).search("word a " * 5000)


HOSTILE = {
    "braces": "{" * 200_000,
    "closing braces": "}" * 200_000,
    "percent and bracket": "%(" * 100_000,
    "percent": "%" * 200_000,
    "percent and digits": "%" + "1" * 200_000,
    "percent, digits again": "%1111" * 40_000,
    "open braces with text": "{aaaaaaaaa" * 20_000,
    "braces in braces": "{a{b}c" * 40_000,
    "many placeholders": "{x} " * 50_000,
    "one word": "a" * 200_000,
    "blanks": " " * 200_000,
    "a long expression": "{" + "a" * 200_000 + "}",
    "colons": "{:" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_templates_take_linear_time(name):
    template = HOSTILE[name]
    began = time.process_time()
    searchable(pattern_of(template), template)
    lint(pattern_of(template), template)
    matcher = TemplateMatcher(template)
    matcher.whole(template[:20_000])
    matcher.part(template[:20_000])
    assert time.process_time() - began < 10  # a second or two; quadratic would be hours


@given(template=st.text(st.sampled_from("ab {}%s$#'()[]x.+*0"), max_size=60))
def test_the_short_way_of_lint_says_what_the_long_one_does(template):
    pattern = patterns.pattern_of(template)
    with pytest.MonkeyPatch.context() as patch:
        short = patterns.lint(pattern, template)
        patch.setattr(patterns, "_is_usual", lambda *_: False)
        assert short == patterns.lint(pattern, template)
