"""JavaScript source → sites: where a site stands."""

import pytest

from ingest.readers.source_tree.site import Guard
from tests.ingest.source.test_javascript import sites

NESTED = """
    class Shelf {
      /**
       * Finds things. Slowly.
       * @param {string} name of the thing
       */
      find(name, { count = 1 }, ...rest) {
        if (this.open && name) {
          switch (this.kind) {
            case 'a':
            case 'b':
              try { f() } catch (e) {
                each((x) => { throw new Error('a b') })
              }
          }
        } else if (count > 1) {
          count || fail()
          throw new Error('c d')
        }
      }
    }
"""


def test_where_it_stands() -> None:
    first, second = sites(NESTED)
    assert (first.function, first.function_lines, first.parameters) == (
        "Shelf.find",
        (7, 20),
        ("name", "count", "rest"),
    )
    assert first.documentation == ("Finds things.",)
    assert (first.line, first.first_line, first.last_line) == (13, 13, 13)
    assert first.guards == (
        Guard(kind="condition", text="this.open && name"),
        Guard(kind="case", text="this.kind", pattern="'a', 'b'"),
        Guard(kind="catch", text=""),
    )
    assert second.guards == (
        Guard(kind="condition", text="this.open && name", holds=False),
        Guard(kind="condition", text="count > 1"),
    )


def test_the_line_is_the_one_of_the_statement() -> None:
    first, second = sites("if (x) {\n  throw make(\n    'a b')\n}\nfoo(a,\n  new Error('c d'))")
    assert (first.line, first.last_line, first.manner) == (2, 3, "raises")
    assert (second.line, second.last_line, second.manner) == (5, 6, "reports")


def test_conditions_of_a_class_are_not_those_of_its_callers() -> None:
    (first, second) = sites(
        "class AError extends Error { constructor(m) { super(m ? 'a b' : 'c d') } }\nthrow new AError(x)"
    )
    assert first.guards == second.guards == ()


def test_guards_of_operators_and_texts() -> None:
    (short,) = sites("open || fail(new Error('a b'))")
    assert short.guards == (Guard(kind="condition", text="open", holds=False),)
    first, second = sites("if (x) throw new Error(y > 1 ? 'a b' : 'c d')")
    assert first.guards == (Guard(kind="condition", text="x"), Guard(kind="condition", text="y > 1"))
    assert second.guards[1] == Guard(kind="condition", text="y > 1", holds=False)


NAMES = {
    "function f() { %s }": "f",
    "const f = () => { %s }": "f",
    "exports.f = function () { %s }": "f",
    "Shelf.prototype.find = function () { %s }": "Shelf.find",
    "export const f = wrap((a) => { %s })": "f",
    "const xs = all.map((a) => { %s })": None,
    "const o = { find() { %s } }": "find",
    "const Shelf = class { find = () => { %s } }": "Shelf.find",
    "class Shelf { [find]() { %s } }": "Shelf.[find]",
    "items.forEach(() => { %s })": None,
}


@pytest.mark.parametrize(("source", "name"), NAMES.items())
def test_names_of_functions(source: str, name: str | None) -> None:
    (site,) = sites(source % "throw new Error('a b')")
    assert site.function == name
