"""What the Java reader makes of the ways in which Java raises errors."""

import re

from ingest.readers.source_tree import java
from ingest.readers.source_tree.site import Guard
from tests.ingest.source.curly.reading import DEEP, Cases, hostile

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
    # A text that may be missing is told of without the word null.
    (
        'String why = x > 0 ? null : reason(); throw new X("no: " + (x > 0 ? null : reason()));',
        ["no: {reason}"],
        "X",
    ),
    ('throw new X(tr("It is gone"));', ["It is gone"], "X"),
    ('throw new X(lenientFormat("%s (%s) is low", name, x));', ["{name} ({x}) is low"], "X"),
    ('throw new X(String.format(Locale.ROOT, "no %s", name));', ["no {name}"], "X"),
]
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
    (
        'if (x == 1) { return; } if (x == 2) return; throw new X("a");',
        [
            Guard(kind="condition", text="x == 1", holds=False),
            Guard(kind="condition", text="x == 2", holds=False),
        ],
    ),
    ('if (x == 1) { return; } go(); throw new X("a");', []),
    ('if (x == 1) { return; } else { go(); } throw new X("a");', []),
    (
        'if (name == null) { name = read(); if (name.isEmpty()) { throw new X("a"); } }',
        [Guard(kind="condition", text="name.isEmpty()")],
    ),
]
# Sources of one tree, a file a line, and what the throw in the first says: (template, code, status).
TREES = [
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
    (
        'class A { void f(String a) { throw bad("no %s", a); } X bad(String text, Object... rest) {'
        " return new X(String.format(Locale.ROOT, text, rest)); } }",
        ("no {a}", None, None),
    ),
    (
        "class A { void f(int n) { throw new X(bad(n)); } String bad(int i) {"
        ' if (i < 0) { return "below"; } else return "above " + i; } }',
        ("below", None, None),
    ),
    (
        "class A { void f(int n) { throw new X(String.format(Texts.GONE, n)); } }\n"
        'class Texts { static final String GONE = "%s is gone"; }',
        ("{n} is gone", None, None),
    ),
    (
        "class A { void f(int n) { throw new X(String.format(Texts.LOST, n)); } }",
        ("{String_format_Texts_LOST_n}", None, None),
    ),
    (
        "class A { void f() { throw new OwnException(this.allKinds); } }\n"
        "class OwnException extends RuntimeException { OwnException(String m) { super(m); }"
        ' OwnException(List<Kind> kinds) { super("no such kind"); } }',
        ("no such kind", None, None),
    ),
]
HOSTILE = [
    *hostile("throw new X", ";"),
    "throw new X(" + "x ? y : " * DEEP + "z);",
    "log" + '.error("x")' * DEEP + ";",
    "throw new X(new StringBuilder()" + '.append("x")' * DEEP + ".toString());",
    'String m0 = "a";'
    + "".join(f"String m{n + 1} = m{n} + m{n};" for n in range(500))
    + "throw new X(m500);",
    'String m = "a";' + 'if (x) m += "b";' * 500 + "throw new X(m);",
    "String m = m + m; throw new X(m);",
    'throw new X(String.format("' + "%s" * DEEP + '"));',
]
# What is known to be missed, with what happens now.
MISSES = [
    # A loop's text is taken once; that of a resource bundle is in another kind of file.
    ('String m = "a"; for (String s : names) m += s; throw new X(m);', ["a", "a{s}"]),
    ('throw new X(bundle.getString("no.name"));', ["{bundle_getString}"]),
    ('throw new X(String.join(", ", "a", name));', ["{String_join_name}"]),
]

JAVA = Cases(
    language=java,
    around="class A {{ void f(int x, String name) {{ {} }} }}",
    messages=MESSAGES,
    nothing=NOTHING,
    guards=GUARDS,
    trees=TREES,
    hostile=HOSTILE,
    misses=MISSES,
    throws=re.compile(r"throw (?:new \w+|failure)\((?!\))"),
    thrown=10,
    found=19,
)
