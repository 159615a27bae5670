"""What the Java reader makes of the ways in which Java raises errors."""

import re
from pathlib import Path
from pickle import dumps

import pytest

from ingest.readers.source_tree.java import link, read
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent / "fixtures" / "java"


def sites(source: str) -> list[Site]:
    return [site for _, site in link({"src/A.java": read(source)})]


def within(statements: str) -> list[Site]:
    return sites(f"class A {{ void f(int x, String name) {{ {statements} }} }}")


# What is written, what of it a user sees, and the class.
MESSAGES = [
    ('throw new X("plain");', ["plain"], "X"),
    ('throw new a.b.X("a" + x + "b");', ["a{x}b"], "X"),
    ('throw new X("tab\\tquote\\"\\u00e9");', ['tab\tquote"é'], "X"),
    ("throw new X(name);", ["{name}"], "X"),
    ("throw new X();", [""], "X"),
    ("throw new X(null);", [""], "X"),
    ('throw new X("a" + null);', ["anull"], "X"),
    ('throw new X("brace { and %s");', ["brace {{ and %%s"], "X"),
    ('throw new X(x + 1 + " more");', ["{x_1} more"], "X"),
    ("throw new X(\"it's \" + 'c' + 3 + 1.5);", ["it's c3{value_1_5}"], "X"),
    ('throw new X(String.format("%s is %5d of %2$s%%", name, x));', ["{name} is {x} of {x}%"], "X"),
    ('throw new X("%s %s".formatted(name));', ["{name} {value}"], "X"),
    (
        "throw new X(MessageFormat.format(\"it''s {0}, '{1}' {1,number}\", name, x));",
        ["it's {name}, {{1}} {x}"],
        "X",
    ),
    ('throw new X("""\n      one \\\n      two\n        three\n      """);', ["one two\n  three\n"], "X"),
    ('throw new X(x > 0 ? "more" : "less");', ["more", "less"], "X"),
    ('throw x > 0 ? new X("more") : new Y("less");', ["more", "less"], "X"),
    ('String m = "a"; throw new X(m + x);', ["a{x}"], "X"),
    ('String m = "a"; m += "b"; throw new X(m);', ["ab"], "X"),
    ('String m = "a"; if (x > 0) m += "b"; throw new X(m);', ["a", "ab"], "X"),
    ('String m; if (x > 0) { m = "a"; } else { m = "b" + x; } throw new X(m);', ["a", "b{x}"], "X"),
    ('String m = "a"; m = "b"; throw new X(m);', ["b"], "X"),
    ('String m = "a"; while ((m = next()) != null) { } throw new X("no " + m);', ["no {m}"], "X"),
    ('int i = 0; while (more()) i++; throw new X("at " + i);', ["at {i}"], "X"),
    ('if (x > 0) { String m = "a"; } throw new X("b" + m);', ["b{m}"], "X"),
    (
        'StringBuilder b = new StringBuilder("a"); b.append(x).append("c"); throw new X(b.toString());',
        ["a{x}c"],
        "X",
    ),
    ('throw (X) new X("a").initCause(null);', ["a"], "X"),
    ('throw new X(404, "a text");', ["a text"], "X"),
    ("throw new X(this, name, e);", ["{name}"], "X"),
    ('Supplier<X> s = () -> new MyException("made");', ["made"], "MyException"),
    ('return new MyException("given");', ["given"], "MyException"),
    ('throw MyException.of("built", x);', ["built"], "MyException"),
    ('throw other.wrap("told");', ["told"], None),
    ('X e = new MyException("first"); throw e;', ["first"], "MyException"),
    ('Objects.requireNonNull(name, "no name");', ["no name"], "NullPointerException"),
    ('requireNonNull(name, () -> "no " + x);', ["no {x}"], "NullPointerException"),
    ('Preconditions.checkState(x > 0, "x is %s", x);', ["x is {x}"], "IllegalStateException"),
    ('Assert.hasText(name, "no text");', ["no text"], "IllegalArgumentException"),
    ('Validate.isTrue(x > 0, "x is %d", x);', ["x is {x}"], "IllegalArgumentException"),
    ('assert x > 0 : "too small: " + x;', ["too small: {x}"], "AssertionError"),
    ('LOG.error("{} of {}", x, name, e);', ["{x} of {name}"], None),
    ('logger.log(Level.SEVERE, "no {0}", name);', ["no {name}"], None),
    ('Log.e(TAG, "no " + name, e);', ["no {name}"], None),
    ('response.sendError(404, "no page");', ["no page"], None),
    (
        'System.err.println("bad"); System.err.println("use it well"); System.exit(1);',
        ["bad\nuse it well"],
        None,
    ),
]


@pytest.mark.parametrize(("source", "templates", "error_class"), MESSAGES, ids=[row[0] for row in MESSAGES])
def test_messages(source: str, templates: list[str], error_class: str | None):
    found = within(source)
    assert [template_of(site.message) for site in found] == templates
    assert found[0].error_class == error_class


NOTHING = [
    "throw e;",
    "throw (X) e;",
    "throw wrap(e);",
    "throw e.getCause();",
    "Objects.requireNonNull(name);",
    "Assert.notNull(name);",
    "assert x > 0;",
    'System.out.println("fine"); System.exit(1);',
    'System.err.println("bye"); System.exit(0);',
    'catalog.error("not a logger");',
    'LOG.warn("soft");',
    'String s = "throw new X(\\"a\\")"; // throw new X("b");',
    'new Exception("here").printStackTrace();',
    'Log.w(TAG, "deprecated", new Exception());',
]


@pytest.mark.parametrize("source", NOTHING)
def test_what_is_no_site(source: str):
    assert within(source) == []


GUARDS = [
    ('if (x > 0) { throw new X("a"); }', [Guard(kind="condition", text="x > 0")]),
    (
        'if (x > 0) { } else if (name == null) throw new X("a");',
        [Guard(kind="condition", text="x > 0", holds=False), Guard(kind="condition", text="name == null")],
    ),
    ('switch (x) { case 1: case 2: throw new X("a"); }', [Guard(kind="case", text="x", pattern="1, 2")]),
    ('switch (x) { case 1: break; default: throw new X("a"); }', [Guard(kind="case", text="x")]),
    ('switch (x) { case 1 -> f(); default -> throw new X("a"); }', [Guard(kind="case", text="x")]),
    ('switch (x) { case 1: default: throw new X("a"); }', []),
    ('try { } catch (A | B e) { throw new X("a", e); }', [Guard(kind="catch", text="A | B")]),
    ('for (;;) { if (x\n  > 0) throw new X("a"); }', [Guard(kind="condition", text="x > 0")]),
    ('Assert.state(x > 0, "a");', [Guard(kind="condition", text="x > 0", holds=False)]),
    ('if (x > 0) { list.forEach(y -> { throw new X("a"); }); }', [Guard(kind="condition", text="x > 0")]),
]


@pytest.mark.parametrize(("source", "guards"), GUARDS, ids=[row[0] for row in GUARDS])
def test_guards(source: str, guards: list[Guard]):
    assert [list(site.guards) for site in within(source)] == [guards]


def test_where_it_is():
    source = """
/** The class. And more. */
public class Outer { static class Inner {
        /**
         * Does {@code it} for a {@link Thing}.
         * @param x what
         */
        @Deprecated
        void f(final int x, String... rest) {
            if (x > 0)
                throw new X(
                    "a");
        }
        Inner() { throw new X("b"); } static { fail(new MyException("c")); }
    } }
"""
    method, constructor, static = sites(source)
    assert (method.line, method.first_line, method.last_line) == (11, 11, 12)
    assert (method.function, method.function_lines) == ("Outer.Inner.f", (8, 13))
    assert method.parameters == ("x", "rest")
    assert method.documentation == ("Does it for a Thing.",)
    assert constructor.function == "Outer.Inner.<init>"
    assert (static.function, static.manner) == ("Outer.Inner.<clinit>", "returns")


# Sources of one tree, a file a line, and what the throw in the first says: (template, code, status).
CLASSES = [
    (
        'class A { void f(int id) { throw new Gone("no %s in %s", id, "it"); } }\n'
        "class Gone extends BaseException { Gone(String text, Object... rest) {"
        " super(String.format(text, rest)); } }",
        ("no {id} in it", None, None),
    ),
    (
        "class A { void f(int id) { throw new Gone(id); } }\n"
        'class Gone extends BaseException { Gone(int n) { super("no " + n); } }',
        ("no {id}", None, None),
    ),
    (
        'class A { void f(String a) { throw new OwnException("x", a); } }\n'
        "class OwnException extends RuntimeException { OwnException(String what, String why) {"
        ' this(what + " because " + why); } OwnException(String text) { super("Own: " + text); } }',
        ("Own: x because {a}", None, None),
    ),
    (
        "class A { void f() { throw new OwnException(3); } }\n"
        "class OwnException extends Base { int n; OwnException(int n) { this.n = n; } public String"
        ' getMessage() { return "n is " + n; } }',
        ("n is {n}", None, None),
    ),
    (
        "class A { void f() { throw new OwnException(Code.GONE); } }\n"
        "class OwnException extends Base { OwnException(Code c) { super(c.getText()); } }\n"
        'enum Code { GONE("E-7", "It is gone"); Code(String code, String text) { } }',
        ("It is gone", "E-7", None),
    ),
    (
        'class A { void f() { throw new OwnException("a"); } }\n'
        "@ResponseStatus(code = HttpStatus.CONFLICT) class OwnException extends RuntimeException {"
        " OwnException(String m) { super(m); } }",
        ("a", None, 409),
    ),
    (
        "class A { void f(int id) { throw new X(Texts.GONE + id); } }\n"
        'class Texts { static final String GONE = "gone "; }',
        ("gone {id}", None, None),
    ),
    (
        'class A { void f() { throw new ResponseStatusException(HttpStatus.NOT_FOUND, "none"); } }',
        ("none", None, 404),
    ),
    (
        'class A { void f() { throw new X(ErrorCode.GONE, "none"); } }',
        ("none", "GONE", None),
    ),
    (
        'class A { void f() { throw new X("E1001", "none"); } }',
        ("none", "E1001", None),
    ),
    (
        'class A { void f() { throw new X(text(3)); } String text(int n) { return "n" + n; } }',
        ("n3", None, None),
    ),
    (
        'class A { void f() { throw no("it"); } X no(String s) { String t = "no " + s; return new X(t); } }',
        ("no it", None, None),
    ),
]


@pytest.mark.parametrize(("sources", "said"), CLASSES, ids=[row[0][-60:] for row in CLASSES])
def test_classes_constants_and_enums(sources: str, said: tuple[str, str | None, int | None]):
    tree = {f"src/F{number}.java": read(source) for number, source in enumerate(sources.split("\n"))}
    _, site = next(found for found in link(tree) if found[1].manner == "raises")
    assert (template_of(site.message), site.error_code, site.http_status) == said
    assert site.error_type == ("http" if site.http_status else "exception")


def test_a_namesake_of_a_library_class_elsewhere_is_another_class():
    tree = {
        "a/A.java": read('class A { void f() { throw new IllegalStateException("mine"); } }'),
        "b/B.java": read(
            "class IllegalStateException extends B { IllegalStateException(String s) { super(1); } }"
        ),
    }
    assert [template_of(site.message) for _, site in link(tree)] == ["mine"]


def test_recall_of_a_tree():
    sources = {str(path.relative_to(FIXTURES)): path.read_text() for path in sorted(FIXTURES.rglob("*.java"))}
    facts = {path: read(source) for path, source in sources.items()}
    found = list(link(facts))
    told = {(path, site.line) for path, site in found if has_text(template_of(site.message))}
    thrown = [
        (path, source.count("\n", 0, hit.start()) + 1)
        for path, source in sources.items()
        for hit in re.finditer(r"throw (?:new \w+|failure)\((?!\))", source)
    ]
    assert len(thrown) == 10
    assert [place for place in thrown if place not in told] == []
    assert (len(found), bool(dumps(facts))) == (19, True)


DEEP = 10_000
HOSTILE = [
    "throw new X(" + '"a"+' * DEEP + "b);",
    "throw new X(" + "(" * DEEP + '"a"' + ")" * DEEP + ");",
    "throw new X(" + "x ? y : " * DEEP + "z);",
    'if (x) { throw new X("m"); ' * 500 + "}" * 500,
    "throw " + 'new XException("a", ' * 500 + ")" * 500 + ";",
    "log" + '.error("x")' * DEEP + ";",
    "throw new X(new StringBuilder()" + '.append("x")' * DEEP + ".toString());",
    'String m0 = "a";'
    + "".join(f"String m{n + 1} = m{n} + m{n};" for n in range(500))
    + "throw new X(m500);",
    'String m = "a";' + 'if (x) m += "b";' * 500 + "throw new X(m);",
    "String m = m + m; throw new X(m);",
    'throw new X(String.format("' + "%s" * DEEP + '"));',
    'throw new X( } { "',
    'throw new X("\ud800\\ud83d\0");',
    "throw new",
    "",
]


@pytest.mark.parametrize("source", HOSTILE, ids=[row[:30] for row in HOSTILE])
def test_hostile_sources_are_read(source: str):
    for site in within(source):
        template_of(site.message)


# What is known to be missed, with what happens now.
MISSES = [
    # A loop's text is taken once; that of a resource bundle is in another kind of file.
    ('String m = "a"; for (String s : names) m += s; throw new X(m);', ["a", "a{s}"]),
    ('throw new X(bundle.getString("no.name"));', ["{bundle_getString}"]),
    ('throw new X(String.join(", ", "a", name));', ["{String_join_name}"]),
]


@pytest.mark.parametrize(("source", "templates"), MISSES)
def test_known_misses(source: str, templates: list[str]):
    assert [template_of(site.message) for site in within(source)] == templates
