"""What must be so for a place to be reached, as Go, Rust, Ruby, JavaScript and PHP write it."""

import pytest

from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.template import template_of
from tests.ingest.source import test_go, test_javascript, test_php, test_ruby, test_rust


def is_so(text: str) -> Guard:
    return Guard(kind="condition", text=text)


def is_not_so(text: str) -> Guard:
    return Guard(kind="condition", text=text, holds=False)


GO = [
    ('if a { return nil }\nreturn errors.New("x")', [is_not_so("a")]),
    ('if a { return nil }\ngo()\nreturn errors.New("x")', []),
    ('if v := f(); v > 1 { return nil }\nreturn errors.New("x")', []),
    ('if err := f(a); err != nil {\nreturn errors.New("x")\n}', [is_so("f(a) != nil")]),
    (
        'if err == nil {\nif err := f(a); err != nil {\npanic("x")\n}\n}',
        [is_so("err == nil"), is_so("f(a) != nil")],
    ),
    ('if err == nil {\nerr = f(a)\nif err != nil {\npanic("x")\n}\n}', [is_so("err != nil")]),
    ('if v, ok := m[a]; !ok {\npanic("x")\n}', [is_so("v, ok := m[a]; !ok")]),
]
RUST = [
    ('if a { return Ok(()); }\nErr("x".into())', [is_not_so("a")]),
    ('if let Some(b) = a { return Ok(()); }\nErr("x".into())', []),
    ('if let Some(b) = a { panic!("x") }', [Guard(kind="case", text="a", pattern="Some(b)")]),
    ('match a { 1 => {}, b => panic!("x") }', [Guard(kind="case", text="a")]),
    ('match (a, c) { (1, 2) => {}, (b, d) => panic!("x") }', [Guard(kind="case", text="(a, c)")]),
    ('match a { 1 => {}, b if b > 2 => panic!("x") }', [is_so("b > 2")]),
    (
        'match (a, c) { (true, false) => panic!("x"), _ => {} }',
        [Guard(kind="case", text="(a, c)", pattern="(true, false)")],
    ),
    ('match a { true => panic!("x"), _ => {} }', [Guard(kind="case", text="a", pattern="true")]),
    (
        "match a { 'x' if b => panic!(\"x\"), _ => {} }",
        [Guard(kind="case", text="a", pattern="'x'"), is_so("b")],
    ),
]
RUBY = [
    ('return if a\nraise "x"', [is_not_so("a")]),
    ('return 1 unless a\nraise "x"', [is_so("a")]),
    ('if a\n  return\nend\nraise "x"', [is_not_so("a")]),
    ('go if a\nraise "x"', []),
    ('if a && \\\n  b\n  raise "x"\nend', [is_so("a && b")]),
]
JAVASCRIPT = [
    ("function f() { if (a) return 1\n throw new Error('x y') }", [is_not_so("a")]),
    ("function f() { if (!(0, b_1.c)(a)) { return }\n throw new Error('x y') }", [is_not_so("!c(a)")]),
    ("function f() { if (a) { return } else { go() }\n throw new Error('x y') }", []),
    ("function f() { throw (a ?? new Error('x y')) }", [is_so("a == null")]),
    # What is set in one branch is not said in another.
    (
        "function f() { let m = 'u v'; if (a === 1) { m = 'w z' }\n if (a === 2) { throw new Error(m) } }",
        [is_so("a === 2")],
    ),
]
PHP = [
    ("function f() { if ($a) { return 1; } throw new E('x y'); }", [is_not_so("$a")]),
    ("function f() { if ($a) { return 1; } elseif ($b) { go(); } throw new E('x y'); }", []),
    ("function f() { foreach ($a as $b) { if ($b) continue; throw new E('x y'); } }", [is_not_so("$b")]),
]
ROWS = [
    *(
        pytest.param(lambda body: test_go.sites(test_go.function(body)), *row, id=f"Go {row[0]}")
        for row in GO
    ),
    *(
        pytest.param(lambda body: test_rust.sites(test_rust.function(body)), *row, id=f"Rust {row[0]}")
        for row in RUST
    ),
    *(
        pytest.param(lambda body: test_ruby.sites(test_ruby.method(body)), *row, id=f"Ruby {row[0]}")
        for row in RUBY
    ),
    *(pytest.param(test_javascript.sites, *row, id=f"JavaScript {row[0]}") for row in JAVASCRIPT),
    *(pytest.param(test_php.sites, *row, id=f"PHP {row[0]}") for row in PHP),
]


@pytest.mark.parametrize(("sites", "source", "guards"), ROWS)
def test_conditions(sites, source: str, guards: list[Guard]):
    assert [list(site.guards) for site in sites(source)] == [guards]


# Of an error's class, the constructor and what a raise of it says.
SILENT_CLASSES = [
    ("def initialize(a); @a = a; end", [""]),
    ("def initialize(a); @a = a; log(a); end", [""]),
    ("def initialize(a); super(a); end", ["{b}"]),
    # What a method makes of it is not known: what is given is told.
    ("def initialize(a); @a = a; end\ndef to_s; x = 1; go(x); end", ["{b}"]),
    ("def message; x = 1; go(x); end\ndef initialize(a); @a = a; end", ["{b}"]),
    ("def initialize(a); super unless a; end", ["{b}"]),
]


@pytest.mark.parametrize(("constructor", "said"), SILENT_CLASSES)
def test_a_class_that_hands_nothing_up_says_nothing(constructor: str, said: list[str]):
    source = f"class Wrong < StandardError\n{constructor}\nend\n"
    found = test_ruby.sites(source + test_ruby.method("raise Wrong.new(b)"))
    assert [template_of(site.message) for site in found] == said


# What stands above a method, and what of it is told.
COMMENTS = [("# Reads it. Now.", ("Reads it.",)), ("# file - The path.", ()), ("# = Reader", ())]


@pytest.mark.parametrize(("comment", "told"), COMMENTS)
def test_what_a_comment_says_of_a_method(comment: str, told: tuple[str, ...]):
    (site,) = test_ruby.sites(f'class A\n  {comment}\n  def f\n    raise "x"\n  end\nend')
    assert site.documentation == told


def test_what_a_deserializer_expected():
    body = 'Err(de::Error::invalid_length(len, &"fewer elements"))'
    (site,) = test_rust.sites(test_rust.function(body))
    assert template_of(site.message) == "invalid length {len}, expected fewer elements"
