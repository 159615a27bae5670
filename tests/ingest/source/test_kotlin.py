"""What the Kotlin reader makes of the ways in which Kotlin raises errors."""

import re
from pathlib import Path

import pytest

from ingest.readers.source_tree.kotlin import link, read
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent / "fixtures" / "kotlin"


def sites(source: str) -> list[Site]:
    return [site for _, site in link({"src/A.kt": read(source)})]


def within(statements: str) -> list[Site]:
    return sites(f"class A {{ fun f(x: Int, name: String?) {{ {statements} }} }}")


# What is written, what of it a user sees, and the class.
MESSAGES = [
    ('throw X("plain")', ["plain"], "X"),
    ('throw a.b.X("a $x b ${name.length} c")', ["a {x} b {name_length} c"], "X"),
    ('throw X("a\\$x \\"${f("q")}\\" \\u00e9")', ['a$x "{f}" é'], "X"),
    ('throw X("a\\\\$x")', ["a\\{x}"], "X"),
    ('throw X("""raw\\n $x ${\'$\'}y""")', ["raw\\n {x} $y"], "X"),
    ('throw X("""\n   one $x\n     two\n""".trimIndent())', ["one {x}\n  two"], "X"),
    ('throw X("""one\n   |two $x\n""".trimMargin())', ["one\ntwo {x}"], "X"),
    ("throw X(name)", ["{name}"], "X"),
    ("throw X()", [""], "X"),
    ("throw X(null)", [""], "X"),
    ("throw X(\"a\" + x + 'c')", ["a{x}c"], "X"),
    ('throw X("%s of %d".format(name, x))', ["{name} of {x}"], "X"),
    ('throw X(String.format("%s", name))', ["{name}"], "X"),
    ('throw X(if (x > 0) "more" else "less")', ["more", "less"], "X"),
    ('throw X(when (x) { 1 -> "one"; else -> "some" })', ["one", "some"], "X"),
    ('throw X(name ?: "nobody")', ["{name}", "nobody"], "X"),
    ('throw X(name?.let { "by $it" } ?: "by nobody")', ["by {name}", "by nobody"], "X"),
    ('throw if (x > 0) X("more") else Y("less")', ["more", "less"], "X"),
    ('val m = "a"; throw X("$m$x")', ["a{x}"], "X"),
    ('var m = "a"; if (x > 0) m += "b"; throw X(m)', ["a", "ab"], "X"),
    ('var i = 0; while (more()) i++; throw X("at $i")', ["at {i}"], "X"),
    ('val b = StringBuilder("a"); b.append(x); throw X(b.toString())', ["a{x}"], "X"),
    ('throw X("a").apply { code = 3 }', ["a"], "X"),
    ('throw X(cause = e, message = "named")', ["named"], "X"),
    ('val e = MyException("made")', ["made"], "MyException"),
    ('return MyException("given")', ["given"], "MyException"),
    ('throw MyException.of("built", x)', ["built"], "MyException"),
    ("throw Nobody", [""], "Nobody"),
    ('require(x > 0) { "x is $x" }', ["x is {x}"], "IllegalArgumentException"),
    ("require(x > 0)", ["Failed requirement."], "IllegalArgumentException"),
    ("check(x > 0)", ["Check failed."], "IllegalStateException"),
    ("requireNotNull(name)", ["Required value was null."], "IllegalArgumentException"),
    ('checkNotNull(name) { "no name" }', ["no name"], "IllegalStateException"),
    ('error("no $name")', ["no {name}"], "IllegalStateException"),
    ('TODO("some day")', ["An operation is not implemented: some day"], "NotImplementedError"),
    ("TODO()", ["An operation is not implemented."], "NotImplementedError"),
    ('assert(x > 0) { "too small" }', ["too small"], "AssertionError"),
    ('log.error("{} of {}", x, name, e)', ["{x} of {name}"], None),
    ('logger.error(e) { "no $name" }', ["no {name}"], None),
    ('Log.e(TAG, "no $name", e)', ["no {name}"], None),
    ('call.respond(HttpStatusCode.NotFound, "no page")', ["no page"], None),
    ('System.err.println("bad"); exitProcess(1)', ["bad"], None),
]


@pytest.mark.parametrize(("source", "templates", "error_class"), MESSAGES, ids=[row[0] for row in MESSAGES])
def test_messages(source: str, templates: list[str], error_class: str | None):
    found = within(source)
    assert [template_of(site.message) for site in found] == templates
    assert found[0].error_class == error_class


NOTHING = [
    "throw e",
    "throw wrap(e)",
    "throw e.cause!!",
    'list.error("not a logger")',
    "log.warn { name }",
    'val s = "throw X()" // throw X("b")',
    "exitProcess(0)",
    "this.check(x)",
    'call.respond(HttpStatusCode.OK, "fine")',
]


@pytest.mark.parametrize("source", NOTHING)
def test_what_is_no_site(source: str):
    assert within(source) == []


GUARDS = [
    ('if (x > 0) { throw X("a") }', [Guard(kind="condition", text="x > 0")]),
    ('if (x > 0) f() else throw X("a")', [Guard(kind="condition", text="x > 0", holds=False)]),
    ('val n = name ?: throw X("a")', [Guard(kind="condition", text="name == null")]),
    ('when (x) { 1, 2 -> throw X("a") }', [Guard(kind="case", text="x", pattern="1, 2")]),
    ('when (x) { is Int -> f(); else -> throw X("a") }', [Guard(kind="case", text="x")]),
    ('when { x > 0 -> throw X("a") }', [Guard(kind="condition", text="x > 0")]),
    ('try { f() } catch (e: IOException) { throw X("a", e) }', [Guard(kind="catch", text="IOException")]),
    ("check(x > 0)", [Guard(kind="condition", text="x > 0", holds=False)]),
    ("requireNotNull(name)", [Guard(kind="condition", text="name == null")]),
]


@pytest.mark.parametrize(("source", "guards"), GUARDS, ids=[row[0] for row in GUARDS])
def test_guards(source: str, guards: list[Guard]):
    assert [list(site.guards) for site in within(source)] == [guards]


def test_where_it_is():
    source = """
/** The class. */
class Outer {
    companion object {
        /** Does it. And more. */
        @JvmStatic
        fun f(x: Int, vararg rest: String) {
            val y = g() ?: throw X(
                "a")
        }
    }
    val p: String get() = throw X("b")
    init { throw X("c") }
}
fun top() { throw X("d") }
"""
    method, getter, init, top = sites(source)
    assert (method.line, method.first_line, method.last_line) == (8, 8, 9)
    assert method.function == "Outer.f"
    assert method.function_lines == (6, 10)
    assert method.parameters == ("x", "rest")
    assert method.documentation == ("Does it.",)
    assert [site.function for site in (getter, init, top)] == ["Outer.getP", "Outer.<init>", "top"]


# Sources of one tree, a file a line, and what the throw in the first says: (template, code, status).
CLASSES = [
    (
        'fun f(id: Int) { throw Gone("no %s in %s", id, "it") }\n'
        "class Gone(text: String, vararg rest: Any) : BaseException(text.format(*rest))",
        ("no {id} in it", None, None),
    ),
    (
        'fun f(id: Int) { throw Gone(id) }\nclass Gone(n: Int) : BaseException("no $n")',
        ("no {id}", None, None),
    ),
    (
        "fun f(id: Int) { throw Gone(id) }\n"
        'class Gone : BaseException { constructor(n: Int) : this("n$n"); constructor(s: String) :'
        ' super("no $s") }',
        ("no n{id}", None, None),
    ),
    (
        "fun f() { throw Gone() }\n"
        'class Gone(n: Int = 3) : BaseException() { override val message get() = "is $n" }',
        ("is {n}", None, None),
    ),
    (
        "fun f() { throw OwnException(Code.GONE) }\n"
        "class OwnException(code: Code) : RuntimeException(code.text)\n"
        'enum class Code(val code: String, val text: String) { GONE("E-7", "It is gone") }',
        ("It is gone", "E-7", None),
    ),
    (
        'fun f() { throw OwnException("a") }\n'
        "@ResponseStatus(HttpStatus.CONFLICT) class OwnException(m: String) : RuntimeException(m)",
        ("a", None, 409),
    ),
    (
        "fun f() { throw Base.Gone }\n"
        'sealed class Base(m: String) : Exception(m) { object Gone : Base("gone") }',
        ("gone", None, None),
    ),
    (
        'fun f() { throw X(Texts.GONE) }\nobject Texts { const val GONE = "gone" }',
        ("gone", None, None),
    ),
    (
        'fun f() { throw ResponseStatusException(HttpStatus.NOT_FOUND, "none") }',
        ("none", None, 404),
    ),
    (
        'fun f() { throw X("none", code = "C9") }',
        ("none", "C9", None),
    ),
    (
        'fun f() { throw no("it") }; fun no(s: String) = MyException("no $s")',
        ("no it", None, None),
    ),
]


@pytest.mark.parametrize(("sources", "said"), CLASSES, ids=[row[0][-60:] for row in CLASSES])
def test_classes_constants_and_enums(sources: str, said: tuple[str, str | None, int | None]):
    tree = {f"src/F{number}.kt": read(source) for number, source in enumerate(sources.split("\n"))}
    _, site = next(found for found in link(tree) if found[1].manner == "raises")
    assert (template_of(site.message), site.error_code, site.http_status) == said


def test_recall_of_a_tree():
    sources = {str(path.relative_to(FIXTURES)): path.read_text() for path in sorted(FIXTURES.rglob("*.kt"))}
    found = list(link({path: read(source) for path, source in sources.items()}))
    told = {(path, site.line) for path, site in found if has_text(template_of(site.message))}
    thrown = [
        (path, source.count("\n", 0, hit.start()) + 1)
        for path, source in sources.items()
        for hit in re.finditer(r"throw (?:[A-Z]\w+|failure)\((?!\))|throw Nameless|error\(\"Order", source)
    ]
    assert len(thrown) == 10
    assert [place for place in thrown if place not in told] == []
    assert len(found) == 18


DEEP = 10_000
HOSTILE = [
    "throw X(" + '"a"+' * DEEP + "b)",
    "throw X(" + "(" * DEEP + '"a"' + ")" * DEEP + ")",
    "throw X(" + "if (x) y else " * DEEP + "z)",
    'if (x) { throw X("m"); ' * 500 + "}" * 500,
    "throw " + 'XException("a", ' * 500 + ")" * 500,
    "throw X" + '("x")' * DEEP,
    "throw X(StringBuilder()" + '.append("x")' * DEEP + ".toString())",
    'throw X("' + "\\\\$x${y}" * 3000 + '")',
    "throw X(" + '"${' * DEEP + "a" + '}"' * DEEP + ")",
    'throw X("""\n a\0$b """.trimIndent())',
    'throw X( } { "',
    'throw X("\ud800\\ud83d")',
    "throw",
    "",
]


@pytest.mark.parametrize("source", HOSTILE, ids=[row[:30] for row in HOSTILE])
def test_hostile_sources_are_read(source: str):
    for site in within(source):
        template_of(site.message)


# What is known to be missed, with what happens now.
MISSES = [
    # A text that a builder's block makes.
    ('throw X(buildString { append("a"); append(x) })', ["{buildString_append_append_x}"]),
    ('throw X(listOf("a", "b").joinToString())', ["{listOf_joinToString}"]),
]


@pytest.mark.parametrize(("source", "templates"), MISSES)
def test_known_misses(source: str, templates: list[str]):
    assert [template_of(site.message) for site in within(source)] == templates
