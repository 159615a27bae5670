"""What the C# reader makes of the ways in which C# raises errors."""

import re

from ingest.readers.source_tree import csharp
from ingest.readers.source_tree.site import Guard
from tests.ingest.source.curly.reading import DEEP, Cases, hostile

NULL, RANGE = "Value cannot be null.", "Specified argument was out of the range of valid values."
# What is written, what of it a user sees, and the class.
MESSAGES = [
    ('throw new X("plain");', ["plain"], "X"),
    ("throw new A.B.X<int>(\"a\" + x + 'c');", ["a{x}c"], "X"),
    ('throw new X($"a {x} b {name.Length:N2} {{c}}");', ["a {x} b {name_Length} {{c}}"], "X"),
    ('throw new X("tab\\tquote\\"\\x41\\u00e9");', ['tab\tquote"Aé'], "X"),
    ('throw new X(@"C:\\dir ""q""");', ['C:\\dir "q"'], "X"),
    ('throw new X($@"C:\\{x} ""q"" {{n}}");', ['C:\\{x} "q" {{n}}'], "X"),
    ('throw new X("""\n    one\n      two\n    """);', ["one\n  two"], "X"),
    ('throw new X($"""\n    one {x}\n    """);', ["one {x}"], "X"),
    ("throw new X(name);", ["{name}"], "X"),
    ("throw new X();", [""], "X"),
    ("throw new X(null);", [""], "X"),
    (
        'throw new X(string.Format("{0} is {1,5:x} of {0}{{}}", name, x));',
        ["{name} is {x} of {name}{{}}"],
        "X",
    ),
    ('throw new X(string.Format(CultureInfo.InvariantCulture, "{0}!", name));', ["{name}!"], "X"),
    ('throw new X(string.Concat("a", x) + Environment.NewLine);', ["a{x}\n"], "X"),
    ('throw new X(x > 0 ? "more" : "less");', ["more", "less"], "X"),
    ('throw new X(name ?? "nobody");', ["{name}", "nobody"], "X"),
    ('var m = "a"; throw new X(m + x);', ["a{x}"], "X"),
    ('string m = ""; Fill(out m); throw new X("no " + m);', ["no {m}"], "X"),
    ('var i = 0; while (More()) i++; throw new X("at " + i);', ["at {i}"], "X"),
    ('var b = new StringBuilder("a"); b.AppendFormat("{0}", x); throw new X(b.ToString());', ["a{x}"], "X"),
    ('throw new X("a") { Code = 3 };', ["a"], "X"),
    ('throw new X(paramName: nameof(x), message: "named");', ["named"], "X"),
    ('const int Max = 5; throw new X("over " + Max);', ["over {Max}"], "X"),
    ('var e = new MyException("made");', ["made"], "MyException"),
    ('return new MyException("given");', ["given"], "MyException"),
    ('throw MyException.Of("built", x);', ["built"], "MyException"),
    (
        "throw new ArgumentNullException(nameof(name));",
        [f"{NULL} (Parameter 'name')"],
        "ArgumentNullException",
    ),
    ('throw new ArgumentNullException("name", "no name");', ["no name"], "ArgumentNullException"),
    (
        "throw new ArgumentOutOfRangeException(nameof(A.B));",
        [f"{RANGE} (Parameter 'B')"],
        "ArgumentOutOfRangeException",
    ),
    (
        'throw new ArgumentOutOfRangeException(nameof(x), x, "too big");',
        ["too big"],
        "ArgumentOutOfRangeException",
    ),
    ('throw new ArgumentException("bad", nameof(x));', ["bad"], "ArgumentException"),
    ('throw new ArgumentException(SR.Bad, "x");', ["{SR_Bad}"], "ArgumentException"),
    (
        "throw new ObjectDisposedException(nameof(A));",
        ["Cannot access a disposed object.\nObject name: 'A'."],
        "ObjectDisposedException",
    ),
    ("ArgumentNullException.ThrowIfNull(name);", [f"{NULL} (Parameter 'name')"], "ArgumentNullException"),
    ('Debug.Assert(x > 0, "too small");', ["too small"], None),
    ('Contract.Requires<MyException>(x > 0, "too small");', ["too small"], "MyException"),
    ('_logger.LogError(e, "{Count:N0} of {Name}", x, name);', ["{x} of {name}"], None),
    ('_logger?.LogCritical($"no {name}");', ["no {name}"], None),
    ('log.ErrorFormat("no {0}", name);', ["no {name}"], None),
    ('Debug.LogError("no " + name);', ["no {name}"], None),
    ('return NotFound("no page");', ["no page"], None),
    ('throw new HttpException(404, "no page");', ["no page"], "HttpException"),
    ('Console.Error.WriteLine("bad {0}", x); Environment.Exit(1);', ["bad {x}"], None),
    ('Environment.FailFast("over");', ["over"], None),
    ('throw new X("no {0}.".FormatWith(CultureInfo.InvariantCulture, name));', ["no {name}."], "X"),
    ('throw new X(string.Format(Locale.GetText("no {0}"), name));', ["no {name}"], "X"),
    (
        "throw new ObjectDisposedException(null);",
        ["Cannot access a disposed object."],
        "ObjectDisposedException",
    ),
]
NOTHING = [
    "throw;",
    "throw e;",
    "throw Wrap(e);",
    "Debug.Assert(x > 0);",
    "return NotFound();",
    "return NotFound(model);",
    "Environment.Exit(0);",
    'catalog.Error("not a logger");',
    'var s = "throw new X()"; // throw new X("b");',
]
GUARDS = [
    ('if (x > 0) { throw new X("a"); }', [Guard(kind="condition", text="x > 0")]),
    ('if (x > 0) F(); else throw new X("a");', [Guard(kind="condition", text="x > 0", holds=False)]),
    ('y = name ?? throw new X("a");', [Guard(kind="condition", text="name == null")]),
    ('y = x > 0 ? x : throw new X("a");', [Guard(kind="condition", text="x > 0", holds=False)]),
    (
        'switch (x) { case 1: case > 5 when name == null: throw new X("a"); }',
        [Guard(kind="case", text="x", pattern="1, > 5 when name == null")],
    ),
    ('switch (x) { case 1: break; default: throw new X("a"); }', [Guard(kind="case", text="x")]),
    ('y = x switch { 1 => 2, _ => throw new X("a") };', [Guard(kind="case", text="x")]),
    (
        'try { } catch (E e) when (x > 0) { throw new X("a", e); }',
        [Guard(kind="catch", text="E when (x > 0)")],
    ),
    ('try { } catch { throw new X("a"); }', [Guard(kind="catch", text="")]),
    ('Debug.Assert(x > 0, "a");', [Guard(kind="condition", text="x > 0", holds=False)]),
    ('if (x > 0) { return; } throw new X("a");', [Guard(kind="condition", text="x > 0", holds=False)]),
]
# Sources of one tree, a file a line, and what the throw in the first says: (template, code, status).
TREES = [
    (
        'class A { void F(int id) { throw new Gone("no {0} in {1}", id, "it"); } }\n'
        "class Gone : BaseException { Gone(string text, params object[] rest) :"
        " base(string.Format(text, rest)) { } }",
        ("no {id} in it", None, None),
    ),
    (
        'class A { void F(int id) { throw new Gone(id); } }\nclass Gone(int n) : BaseException($"no {n}");',
        ("no {id}", None, None),
    ),
    (
        "class A { void F(int id) { throw new Gone(id); } }\n"
        'class Gone : BaseException { Gone(int n) : this("n" + n) { } Gone(string s) : base("no " + s)'
        " { } }",
        ("no n{id}", None, None),
    ),
    (
        "class A { void F() { throw new Gone(); } }\n"
        'class Gone : BaseException { public override string Message => $"is {n}"; }',
        ("is {n}", None, None),
    ),
    (
        "class A { void F() { throw new X(Texts.Gone); } }\n"
        'class Texts { internal const string Gone = "gone"; }',
        ("gone", None, None),
    ),
    (
        'class A { void F() { throw new HttpResponseException(HttpStatusCode.NotFound, "none"); } }',
        ("none", None, 404),
    ),
    (
        'class A { void F() { throw new X("none") { ErrorCode = "C9" }; } }',
        ("none", "C9", None),
    ),
    (
        'class A { void F() { throw new X("none", ErrorCode.Gone); } }',
        ("none", "Gone", None),
    ),
    (
        'class A { void F() { throw No("it"); } X No(string s) => new X($"no {s}"); }',
        ("no it", None, None),
    ),
    (
        'static class ThrowHelper { static void Throw(int x) => throw new X($"bad {x}"); }',
        ("bad {x}", None, None),
    ),
    (
        'class A { void F() { throw Bad("no {0}", x); } X Bad(string text, params object[] rest) {'
        " return new X(string.Format(text, rest)); } }",
        ("no {x}", None, None),
    ),
    (
        "class A { void F() { throw new X(string.Format(Texts.Gone, x)); } }\n"
        'class Texts { internal const string Gone = "{0} is gone"; }',
        ("{x} is gone", None, None),
    ),
]
HOSTILE = [
    *hostile("throw new X", ";"),
    "throw new X(" + "x ? y : " * DEEP + "z);",
    "log" + '.Error("x")' * DEEP + ";",
    "throw new X(new StringBuilder()" + '.Append("x")' * DEEP + ".ToString());",
    "void g() { throw new X(m + q);" * 300 + "}" * 300,
    "throw new X(" + '$"{' * DEEP + "a" + '}"' * DEEP + ");",
    'throw new X(string.Format("' + "{0}" * DEEP + '"));',
    'throw new X($"""\n a\0{b}\n """);',
]
# What is known to be missed, with what happens now.
MISSES = [
    # The text is in a resource file.
    ("throw new X(Resources.Gone);", ["{Resources_Gone}"]),
    ('throw new X(SR.Format(SR.Gone, name), "x");', ["{SR_Format_SR_Gone_name}"]),
    ('throw new X(string.Join(", ", names));', ["{string_Join_names}"]),
]

CSHARP = Cases(
    language=csharp,
    around="class A {{ void F(int x, string name) {{ {} }} }}",
    messages=MESSAGES,
    nothing=NOTHING,
    guards=GUARDS,
    trees=TREES,
    hostile=HOSTILE,
    misses=MISSES,
    throws=re.compile(r"throw (?:new \w+|Failure)\((?!\))"),
    thrown=11,
    found=16,
)
