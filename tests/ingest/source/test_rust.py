"""Rust's places of errors: what a user sees, of the idioms that are in use."""

import pickle
import re
from pathlib import Path

import pytest

from ingest.readers.source_tree import rust
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent / "fixtures" / "rust"


def sites(source: str) -> list[Site]:
    facts = pickle.loads(pickle.dumps(rust.read(source)))  # noqa: S301 - what was pickled a moment ago
    return [site for _, site in rust.link({"src/a.rs": facts})]


def function(body: str) -> str:
    return f"fn f(a: &str, n: usize) -> Result<(), E> {{\n{body}\n}}\n"


TEMPLATES = [
    ("panic", 'panic!("cannot be")', ["cannot be"]),
    ("arguments", 'panic!("{} of {:>5}", a, n)', ["{a} of {n}"]),
    ("inline", 'panic!("{a} of {n:?} at {x:.*}", 3)', ["{a} of {n} at {x}"]),
    ("by number", 'panic!("{1} then {0}", a, n)', ["{n} then {a}"]),
    ("by name", 'panic!("{x}", x = "no {n}")', ["no {{n}}"]),
    ("named text", 'panic!("{x} here", x = "none")', ["none here"]),
    ("braces", 'panic!("{{{a}}} and {{}}")', ["{{{a}}} and {{}}"]),
    ("escapes", r'panic!("a\tb \"c\" \u{e9}\x41 \\")', ['a\tb "c" éA \\']),
    ("continued line", 'panic!("one \\\n      two")', ["one two"]),
    ("raw", 'panic!(r#"a "b" \\n {a}"#)', ['a "b" \\n {a}']),
    ("call, comma", 'panic!(\n"no {}",\n self.name.len(),\n)', ["no {name_len}"]),
    ("alone", "panic!()", ["explicit panic"]),
    ("unreachable text", 'unreachable!("n {n}")', ["internal error: entered unreachable code: n {n}"]),
    ("assert", 'assert!(n > 1, "n is {n}")', ["n is {n}"]),
    ("assert alone", "assert!(n > 1)", ["assertion failed: n > 1"]),
    ("assert_eq", 'assert_eq!(a, "b", "a is {}", a)', ["a is {a}"]),
    ("assert_eq alone", 'assert_eq!(a, "b")', []),
    ("expect", 'x.expect("no x")', ["no x"]),
    ("parser's expect", 'self.expect("token")', []),
    ("expect with ?", 'p.expect("token")?', []),
    ("bail", 'return anyhow::bail!("no {a}")', ["no {a}"]),
    ("Err into", 'Err("no a".into())', ["no a"]),
    ("Err String", 'Err(String::from("no a"))', ["no a"]),
    ("Err format", 'Err(format!("no {}", a).into())', ["no {a}"]),
    ("io::Error", 'Err(io::Error::new(ErrorKind::Other, "no a"))', ["no a"]),
    ("custom", 'de::Error::custom(format_args!("no {}", a))', ["no {a}"]),
    ("sum", 'Err("no ".to_string() + a)', ["no {a}"]),
    ("branches", 'Err(if n > 1 { "many" } else { "few" })', ["many", "few"]),
    ("match", 'Err(match n { 1 => "one", _ => "some" }.to_string())', ["one", "some"]),
    ("ok_or", 'x.ok_or("no x")?', ["no x"]),
    ("map_err", 'x.map_err(|e| format!("bad x: {e}"))?', ["bad x: {e}"]),
    ("context", 'x.context("reading x")?', ["reading x"]),
    ("with_context", 'x.with_context(|| format!("reading {}", a))?', ["reading {a}"]),
    ("context within", 'return Err(e.context("reading x"))', ["reading x"]),
    ("local", 'let m = format!("no {a}");\nErr(m)', ["no {a}"]),
    ("uncertain local", 'let mut m = "x";\nif n > 1 { m = "y"; }\npanic!("{}", m)', ["{m}"]),
    ("hidden local", 'let m = "x";\ny.map(|m| panic!("no {m}"))', ["no {m}"]),
    ("concat", 'panic!(concat!("a", " b"))', ["a b"]),
    ("handed on", "if n > 1 { Err(e.into()) } else { Err(EINVAL) }", []),
    ("question mark", "x?", []),
    ("pattern", "match x { Err(E::Io(e)) => 1, _ => 2 }", []),
    ("comment, text", '// panic!("x")\nlet x = "panic!(1) Err(2)";', []),
    ("compile_error", 'compile_error!("no such feature")', ["no such feature"]),
    ("error!", 'error!(target: "net", "lost {}", a)', ["lost {a}"]),
    ("fields", 'tracing::error!(%a, code = 3, "lost {a}")', ["lost {a}"]),
    ("exit", 'eprintln!("reading");\nread();\neprintln!("no {a}");\nstd::process::exit(1);', ["no {a}"]),
]


@pytest.mark.parametrize(("idiom", "body", "expected"), TEMPLATES)
def test_templates(idiom, body, expected):
    assert [template_of(site.message) for site in sites(function(body))] == expected


KINDS = [
    ('panic!("x")', ("panics", "panic", "critical", None, None)),
    ('assert!(a, "x")', ("asserts", "panic", "critical", None, None)),
    ('bail!("x")', ("returns", "exception", "error", None, None)),
    ('error!("x")', ("logs", "console", "error", None, None)),
    ('eprintln!("x"); exit(2)', ("exits", "console", "critical", None, None)),
    ('struct_span_err!(sess, span, E0277, "x")', ("reports", "exception", "error", "E0277", None)),
    ('}\n#[diag("x", code = "E0277")]\nstruct Bad {', ("returns", "exception", "error", "E0277", None)),
    ('Err((StatusCode::NOT_FOUND, "x".to_string()))', ("returns", "http", "error", None, 404)),
]


@pytest.mark.parametrize(("body", "expected"), KINDS)
def test_kinds(body, expected):
    (site,) = sites(function(body))
    found = (site.manner, site.error_type, site.severity, site.error_code, site.http_status)
    assert (template_of(site.message), found) == ("x", expected)


TYPES = """
/// Errors of a shop.
#[derive(Error)]
enum Shop {
    /// Nothing is left.
    #[error("no {0} left, {} wanted", .1)]
    Gone(String, u8),
    #[error("{name} costs {}", .price.cents)]
    Dear { name: String, price: Price },
    #[error("shut")] #[diagnostic(code(shop::shut))]
    Shut,
}
enum Till { Full(u8), Stuck { why: String }, Lost, Stolen }
impl fmt::Display for Till {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        use self::Till::*;
        match *self {
            Full(ref many) => write!(f, "{} coins are too many", many),
            Stuck { why: reason } => { f.write_str("stuck: ")?; write!(f, "{reason}") }
            Till::Lost | Self::Stolen => f.write_str("lost"),
        }
    }
}
struct Plain(String);
impl Display for Plain { fn fmt(&self, f: &mut F) -> R { write!(f, "plain {}", self.0) } }
#[derive(Snafu)]
enum Snafu { #[snafu(display("cannot open {}", path.display()))] Open { path: PathBuf } }
"""


@pytest.mark.parametrize(
    ("body", "template", "error_class", "code"),
    [
        ('Err(Shop::Gone("tea".into(), n))', "no tea left, {n} wanted", "Gone", None),
        ("x.ok_or(Shop::Gone(a, 3))", "no {a} left, 3 wanted", "Gone", None),
        ('Err(Shop::Dear { name: format!("tea {n}"), price })', "tea {n} costs {price_cents}", "Dear", None),
        ("bail!(Shop::Shut)", "shut", "Shut", "shop::shut"),
        ("Err(Box::new(Till::Full(9)))", "9 coins are too many", "Full", None),
        ('Err(Till::Stuck { why: "dust".into() })', "stuck: dust", "Stuck", None),
        ("x.map_err(|_| Till::Lost)", "lost", "Lost", None),
        ("Err(Stolen.into())", "lost", "Stolen", None),
        ("Err(Plain(a.to_string()))", "plain {a}", "Plain", None),
        ("x.map_err(Till::Full)", "{many} coins are too many", "Full", None),
    ],
)
def test_own_error_types(body, template, error_class, code):
    first = sites(function(body) + TYPES)[0]
    assert (template_of(first.message), first.error_class, first.error_code) == (template, error_class, code)


def test_a_variant_that_is_not_made_by_name_is_told_where_it_is_declared():
    every = sites(function("Err(Shop::Shut)") + TYPES)
    found = {site.error_class: site for site in every}
    assert len(found) == len(every)
    assert {name: template_of(site.message) for name, site in found.items()} == {
        "Shut": "shut",
        "Gone": "no {value} left, {value_2} wanted",
        "Dear": "{name} costs {price_cents}",
        "Open": "cannot open {path_display}",
    }
    assert found["Gone"].documentation == ("Nothing is left.", "Errors of a shop.")
    assert (
        found["Gone"].line
        == (function("Err(Shop::Shut)") + TYPES).split("\n").index("    Gone(String, u8),") + 1
    )


def test_where_a_site_stands():
    source = """
impl<T: Send> Cart<T> {
    /// Adds a thing. It may be dear.
    #[inline]
    fn add(&mut self, thing: T, mut count: usize) -> Result<(), String> {
        if let Some(full) = self.full() {
            match count {
                1 | 2 if full => {}
                n => {
                    let Ok(x) = take(n) else {
                        return Err(format!(
                            "took {}",
                            n
                        ));
                    };
                }
            }
        }
        Ok(())
    }
}
"""
    (site,) = sites(source)
    assert (site.function, site.function_lines) == ("Cart::add", (5, 20))
    assert (site.parameters, site.documentation) == (("thing", "count"), ("Adds a thing.",))
    assert (site.line, site.first_line, site.last_line) == (11, 11, 14)
    assert site.guards == (
        Guard(kind="case", text="self.full()", pattern="Some(full)"),
        Guard(kind="case", text="count"),
        Guard(kind="case", text="take(n)", pattern="Ok(x)", holds=False),
    )


@pytest.mark.parametrize(
    ("body", "guard"),
    [
        ('if a { } else { panic!("x") }', Guard(kind="condition", text="a", holds=False)),
        ('match a { 1 | 2 => panic!("x"), _ => {} }', Guard(kind="case", text="a", pattern="1, 2")),
        ('match a { 1 => {}, _ => panic!("x") }', Guard(kind="case", text="a", pattern="")),
        ('b.c()\n.ok_or("x")', Guard(kind="case", text="b.c()", pattern="None")),
        ('b.expect("x")', Guard(kind="case", text="b", pattern="None, Err(_)")),
        ('ensure!(a > 1, "x")', Guard(kind="condition", text="a > 1", holds=False)),
    ],
)
def test_guards(body, guard):
    (site,) = sites(function(body))
    assert site.guards == (guard,)


@pytest.mark.parametrize(
    "source",
    [
        '#[cfg(test)]\nmod tests { fn x() { panic!("x") } }',
        '#[test]\n#[should_panic]\nfn x() { panic!("x") }',
        '#[tokio::test]\nasync fn x() { panic!("x") }',
        '#[cfg(all(test, unix))]\nmod tests { impl A { fn x() { panic!("x") } } }',
        '#![cfg(test)]\nfn x() { panic!("x") }',
    ],
)
def test_code_for_tests_is_left_out(source):
    assert sites(source) == []
    assert sites(source.replace("test", "feature")) != []


def tree() -> dict[str, str]:
    return {str(path.relative_to(FIXTURES)): path.read_text() for path in sorted(FIXTURES.rglob("*.rs"))}


#: Places of the tree whose text is known at run time only.
UNRESOLVED = {"Err(anyhow!(reason))"}
PLACE = re.compile(
    r"(?:\bErr|\.expect|\b(?:bail|ensure|panic|todo|unreachable|assert)!|_else|context|map_err)\(.*"
)


def test_every_place_of_a_tree_is_told():
    found = list(rust.link({path: rust.read(source) for path, source in tree().items()}))
    told = [(path, site) for path, site in found if has_text(template_of(site.message))]
    missed = set()
    for path, source in tree().items():
        for number, text in enumerate(source.partition("#[cfg(test)]")[0].split("\n"), 1):
            place = PLACE.search(text)
            if place and not any(p == path and s.first_line <= number <= s.last_line for p, s in told):
                missed.add(place[0])
    assert missed == UNRESOLVED
    templates = {template_of(site.message) for _, site in told}
    assert {
        "account {account} has 0, not {want}",
        "line {line}: an entry has two words",
        "line {line}: bad amount: {e}",
        "the ledger is locked by another process",
        "unknown currency {code}",
        "cannot read the ledger: {source}",
    } <= templates


DEEP = 2000
HOSTILE = {
    "open ifs": "fn f() {\n" + 'if x {\npanic!("a");\n' * DEEP,
    "macros": "fn f() { " + "panic!(" * DEEP + '"x"' + ")" * DEEP + "}",
    "Err": "fn f() { " + "Err(" * DEEP + '"x"' + ")" * DEEP + "}",
    "matches": "fn f() { " + "Err(match x { a => " * DEEP + '"x"' + "})" * DEEP + "}",
    "chain": "fn f() { x" + '.expect("a")' * DEEP + "}",
    "attributes": '#[error("x")] ' * DEEP + "#[cfg(" * DEEP,
    "displays": "impl Display for X {} " * DEEP,
    "placeholders": 'fn f() { panic!("' + "{}" * DEEP + '") }',
    "no source": '\0\ud800 }} panic!( r#" Err(',
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_source_is_read(source):
    assert isinstance(sites(source), list)


def test_a_source_cut_anywhere_is_read():
    whole = function('ensure!(n > 1, "n {n}");\nErr(Shop::Gone(a, 1)).context("y")?;\nx.expect("z")') + TYPES
    for end in range(0, len(whole), 23):
        sites(whole[:end])
        sites(whole[end:])


#: Known misses, and what happens now.
MISSES: list[tuple[str, list[str]]] = [
    # Expressions within macros are only tokens there.
    ('println!("{}", x.expect("no x"))', []),
    # What a function that makes an error is given is not followed into it, unless it is one phrase.
    ("Err(conflict(a, n))", []),
]


@pytest.mark.parametrize(("body", "expected"), MISSES)
def test_known_misses(body, expected):
    assert [template_of(site.message) for site in sites(function(body))] == expected
