"""Where a site stands in Java, Kotlin and C#: its function with lines, parameters and doc comments."""

import pytest

from tests.ingest.source.curly.csharp import CSHARP
from tests.ingest.source.curly.java import JAVA
from tests.ingest.source.curly.kotlin import KOTLIN
from tests.ingest.source.curly.reading import templates


def test_where_it_is_in_java():
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
    method, constructor, static = JAVA.tree(source)
    assert (method.line, method.first_line, method.last_line) == (11, 11, 12)
    assert (method.function, method.function_lines) == ("Outer.Inner.f", (8, 13))
    assert method.parameters == ("x", "rest")
    assert method.documentation == ("Does it for a Thing.",)
    assert constructor.function == "Outer.Inner.<init>"
    assert (static.function, static.manner) == ("Outer.Inner.<clinit>", "returns")


def test_a_namesake_of_a_library_class_elsewhere_is_another_class():
    facts = {
        "a/A.java": JAVA.language.read('class A { void f() { throw new IllegalStateException("mine"); } }'),
        "b/B.java": JAVA.language.read(
            "class IllegalStateException extends B { IllegalStateException(String s) { super(1); } }"
        ),
    }
    assert templates([site for _, site in JAVA.language.link(facts)]) == ["mine"]


def test_where_it_is_in_kotlin():
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
    method, getter, init, top = KOTLIN.tree(source)
    assert (method.line, method.first_line, method.last_line) == (8, 8, 9)
    assert method.function == "Outer.f"
    assert method.function_lines == (6, 10)
    assert method.parameters == ("x", "rest")
    assert method.documentation == ("Does it.",)
    assert [site.function for site in (getter, init, top)] == ["Outer.getP", "Outer.<init>", "top"]


def test_where_it_is_in_csharp():
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
    method, local, constructor, prop = CSHARP.tree(source)
    assert (method.line, method.first_line, method.last_line) == (14, 14, 15)
    assert method.function == "Outer.F"
    assert method.function_lines == (11, 17)
    assert method.parameters == ("x", "rest")
    assert method.documentation == ("Does it for a Thing.", "The class.")
    assert (local.function, local.parameters) == ("Outer.Local", ("z",))
    assert [site.function for site in (constructor, prop)] == ["Outer..ctor", "Outer.get_P"]


def test_an_accessor_is_told_of_with_its_property():
    source = """
class Shelf
{
    /// <summary>How many.</summary>
    public int Size
    {
        get { throw new X("a"); }
        set { throw new X("b"); }
    }
    public int this[int place] { get => throw new X("c"); }
    public int Area => throw new X("d");
}
"""
    found = CSHARP.tree(source)
    assert [site.function for site in found] == [
        "Shelf.get_Size",
        "Shelf.set_Size",
        "Shelf.get_Item",
        "Shelf.get_Area",
    ]
    assert found[1].function_lines == (5, 9)
    assert found[1].documentation == ("How many.",)


# What stands before a class, and what of it is told.
DOCUMENTED = [
    ("/** {@inheritDoc} */", ()),
    ("/**\n * {@inheritDoc}\n * <p>Needs a name. And more.\n */", ("Needs a name.",)),
    ("/*\n/*******************\n/* Life-cycle\n/*******************\n */", ()),
    ("/** Ends before it, i.e. soon. And more. */", ("Ends before it, i.e. soon.",)),
    ("/** Of a {@link Type} . */", ("Of a Type.",)),
    ("/** " + "many words " * 40 + ". */", (("many words " * 40)[:296].rstrip() + "…",)),
]


@pytest.mark.parametrize(("comment", "told"), DOCUMENTED)
def test_documentation(comment: str, told: tuple[str, ...]):
    (site,) = JAVA.tree(f'{comment}\nclass A {{ void f() {{ throw new X("a"); }} }}')
    assert site.documentation == told
