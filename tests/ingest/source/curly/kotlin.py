"""What the Kotlin reader makes of the ways in which Kotlin raises errors."""

import re

from ingest.readers.source_tree import kotlin
from ingest.readers.source_tree.site import Guard
from tests.ingest.source.curly.reading import DEEP, Cases, hostile

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
    (
        'when (x) { is Int, is Long -> throw X("a") }',
        [Guard(kind="condition", text="x is Int || x is Long")],
    ),
    ('when (x) { !in names -> throw X("a") }', [Guard(kind="condition", text="x in names", holds=False)]),
    (
        'when { x > 0 -> f(); x == 0 -> g(); else -> throw X("a") }',
        [Guard(kind="condition", text="x > 0 || x == 0", holds=False)],
    ),
    ('if (x > 0) return\nerror("a")', [Guard(kind="condition", text="x > 0", holds=False)]),
    (
        'for (y in ys) { if (y > 0) continue\nerror("a") }',
        [Guard(kind="condition", text="y > 0", holds=False)],
    ),
]
# Sources of one tree, a file a line, and what the throw in the first says: (template, code, status).
TREES = [
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
    (
        'fun f(a: String) { throw bad("no %s", a) }; '
        "fun bad(text: String, vararg rest: Any) = IllegalArgumentException(text.format(*rest))",
        ("no {a}", None, None),
    ),
]
HOSTILE = [
    *hostile("throw X", ""),
    "throw X(" + "if (x) y else " * DEEP + "z)",
    "throw X" + '("x")' * DEEP,
    "throw X(StringBuilder()" + '.append("x")' * DEEP + ".toString())",
    'throw X("' + "\\\\$x${y}" * 3000 + '")',
    "throw X(" + '"${' * DEEP + "a" + '}"' * DEEP + ")",
    'throw X("""\n a\0$b """.trimIndent())',
]
# What is known to be missed, with what happens now.
MISSES = [
    # A text that a builder's block makes.
    ('throw X(buildString { append("a"); append(x) })', ["{buildString_append_append_x}"]),
    ('throw X(listOf("a", "b").joinToString())', ["{listOf_joinToString}"]),
]

KOTLIN = Cases(
    language=kotlin,
    around="class A {{ fun f(x: Int, name: String?) {{ {} }} }}",
    messages=MESSAGES,
    nothing=NOTHING,
    guards=GUARDS,
    trees=TREES,
    hostile=HOSTILE,
    misses=MISSES,
    throws=re.compile(r"throw (?:[A-Z]\w+|failure)\((?!\))|throw Nameless|error\(\"Order"),
    thrown=10,
    found=18,
)
