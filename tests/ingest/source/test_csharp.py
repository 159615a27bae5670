"""What the C# reader makes of the ways in which C# raises errors."""

import re
from pathlib import Path

import pytest

from ingest.readers.source_tree.csharp import link, read
from ingest.readers.source_tree.site import Guard, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent / "fixtures" / "csharp"


def sites(source: str) -> list[Site]:
    return [site for _, site in link({"src/A.cs": read(source)})]


def within(statements: str) -> list[Site]:
    return sites(f"class A {{ void F(int x, string name) {{ {statements} }} }}")


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
]


@pytest.mark.parametrize(("source", "templates", "error_class"), MESSAGES, ids=[row[0] for row in MESSAGES])
def test_messages(source: str, templates: list[str], error_class: str | None):
    found = within(source)
    assert [template_of(site.message) for site in found] == templates
    assert found[0].error_class == error_class


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


@pytest.mark.parametrize("source", NOTHING)
def test_what_is_no_site(source: str):
    assert within(source) == []


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
]


@pytest.mark.parametrize(("source", "guards"), GUARDS, ids=[row[0] for row in GUARDS])
def test_guards(source: str, guards: list[Guard]):
    assert [list(site.guards) for site in within(source)] == [guards]


def test_where_it_is():
    source = """
namespace N
{
    /// <summary>The class.</summary>
    public class Outer
    {
        /// <summary>
        /// Does it for a <see cref="Thing"/>. And more.
        /// </summary>
        /// <param name="x">What.</param>
        [Obsolete]
        public void F(int x, params string[] rest)
        {
            var y = G() ?? throw new X(
                "a");
            void Local(int z) { throw new X("b"); }
        }
        Outer() { throw new X("c"); }
        int P { get => throw new X("d"); }
    }
}
"""
    method, local, constructor, prop = sites(source)
    assert (method.line, method.first_line, method.last_line) == (14, 14, 15)
    assert method.function == "Outer.F"
    assert method.function_lines == (11, 17)
    assert method.parameters == ("x", "rest")
    assert method.documentation == ("Does it for a Thing.", "The class.")
    assert (local.function, local.parameters) == ("Outer.Local", ("z",))
    assert [site.function for site in (constructor, prop)] == ["Outer..ctor", "Outer.P"]


# Sources of one tree, a file a line, and what the throw in the first says: (template, code, status).
CLASSES = [
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
]


@pytest.mark.parametrize(("sources", "said"), CLASSES, ids=[row[0][-60:] for row in CLASSES])
def test_classes_constants_and_enums(sources: str, said: tuple[str, str | None, int | None]):
    tree = {f"src/F{number}.cs": read(source) for number, source in enumerate(sources.split("\n"))}
    _, site = next(found for found in link(tree) if found[1].manner == "raises")
    assert (template_of(site.message), site.error_code, site.http_status) == said


def test_recall_of_a_tree():
    sources = {str(path.relative_to(FIXTURES)): path.read_text() for path in sorted(FIXTURES.rglob("*.cs"))}
    found = list(link({path: read(source) for path, source in sources.items()}))
    told = {(path, site.line) for path, site in found if has_text(template_of(site.message))}
    thrown = [
        (path, source.count("\n", 0, hit.start()) + 1)
        for path, source in sources.items()
        for hit in re.finditer(r"throw (?:new \w+|Failure)\((?!\))", source)
    ]
    assert len(thrown) == 11
    assert [place for place in thrown if place not in told] == []
    assert len(found) == 16


DEEP = 10_000
HOSTILE = [
    "throw new X(" + '"a"+' * DEEP + "b);",
    "throw new X(" + "(" * DEEP + '"a"' + ")" * DEEP + ");",
    "throw new X(" + "x ? y : " * DEEP + "z);",
    'if (x) { throw new X("m"); ' * 500 + "}" * 500,
    "throw " + 'new XException("a", ' * 500 + ")" * 500 + ";",
    "log" + '.Error("x")' * DEEP + ";",
    "throw new X(new StringBuilder()" + '.Append("x")' * DEEP + ".ToString());",
    "void g() { throw new X(m + q);" * 300 + "}" * 300,
    "throw new X(" + '$"{' * DEEP + "a" + '}"' * DEEP + ");",
    'throw new X(string.Format("' + "{0}" * DEEP + '"));',
    'throw new X($"""\n a\0{b}\n """);',
    'throw new X( } { "',
    'throw new X("\ud800\\ud83d\\U99999999");',
    "throw new",
    "",
]


@pytest.mark.parametrize("source", HOSTILE, ids=[row[:30] for row in HOSTILE])
def test_hostile_sources_are_read(source: str):
    for site in within(source):
        template_of(site.message)


# What is known to be missed, with what happens now.
MISSES = [
    # The text is in a resource file.
    ("throw new X(Resources.Gone);", ["{Resources_Gone}"]),
    ('throw new X(SR.Format(SR.Gone, name), "x");', ["{SR_Format_SR_Gone_name}"]),
    ('throw new X(string.Join(", ", names));', ["{string_Join_names}"]),
]


@pytest.mark.parametrize(("source", "templates"), MISSES)
def test_known_misses(source: str, templates: list[str]):
    assert [template_of(site.message) for site in within(source)] == templates
