"""JavaScript source → sites: what kind of error a place raises, and where it stands."""

import pytest

from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.template import template_of
from tests.ingest.source.test_javascript import sites

Manner = tuple[str, str, str, str | None, int | None, str]
MANNERS: dict[str, tuple[str, Manner]] = {
    "throws": ("throw new Error('a b')", ("raises", "exception", "error", None, None, "a b")),
    "rejects": (
        "Promise.reject(new Error('a b'))",
        ("raises", "exception", "error", None, None, "a b"),
    ),
    "rejects by name": (
        "new Promise((resolve, reject) => reject(new Error('a b')))",
        ("raises", "exception", "error", None, None, "a b"),
    ),
    "returns": (
        "function f() { return new Error('a b') }",
        ("returns", "exception", "error", None, None, "a b"),
    ),
    "calls back": ("done(new Error('a b'))", ("reports", "exception", "error", None, None, "a b")),
    "code set later": (
        "const e = new Error('a b'); e.code = 'E_AB'; e.status = 404; throw e",
        ("raises", "http", "error", "E_AB", 404, "a b"),
    ),
    "code assigned": (
        "throw Object.assign(new Error('a b'), { code: 'E_AB' })",
        ("raises", "exception", "error", "E_AB", None, "a b"),
    ),
    "code of a class": (
        "class AError extends Error { code = 'E_A'; status = 409 }\nthrow new AError('a b')",
        ("raises", "http", "error", "E_A", 409, "a b"),
    ),
    "code of a getter": (
        "class AError extends Error { get code() { return 'E_A' } }\nthrow new AError('a b')",
        ("raises", "exception", "error", "E_A", None, "a b"),
    ),
    "code of a constant": (
        "throw new PlanError({ message: 'a b', code: Codes.NO_PLAN })",
        ("raises", "exception", "error", "NO_PLAN", None, "a b"),
    ),
    "code as an argument": (
        "throw new PlanError('ERR_PLAN', 'a b')",
        ("raises", "exception", "error", "ERR_PLAN", None, "a b"),
    ),
    "code that is not constant": (
        "class AError extends Error { code = 'E_A' }\n"
        "class BError extends AError { constructor(m, c) { super(m); this.code = c } }\n"
        "throw new BError('a b', `E_${x}`)",
        ("raises", "exception", "error", None, None, "a b"),
    ),
    "status of a class": (
        "throw new HttpError(404, 'a b')",
        ("raises", "http", "error", None, 404, "a b"),
    ),
    "assertion": ("assert(x, 'a b')", ("asserts", "exception", "error", None, None, "a b")),
    "equality": ("assert.equal(x, y, 'a b')", ("asserts", "exception", "error", None, None, "a b")),
    "invariant": (
        "invariant(x, 'a %s', b)",
        ("asserts", "exception", "error", None, None, "a {b}"),
    ),
    "log": ("console.error('a %s', b, c)", ("logs", "console", "error", None, None, "a {b} {c}")),
    "log with fields": (
        "this.log.error({ err }, 'a %s', b)",
        ("logs", "console", "error", None, None, "a {b}"),
    ),
    "log of a warning": ("logger.warn('a b', meta)", ("logs", "console", "warning", None, None, "a b")),
    "log of the worst": ("log.fatal('a b')", ("logs", "console", "critical", None, None, "a b")),
    "exit": (
        "console.error('a b')\nprocess.exit(1)",
        ("exits", "console", "error", None, None, "a b"),
    ),
    "warning": (
        "process.emitWarning('a b', 'DeprecationWarning', 'DEP1')",
        ("warns", "console", "warning", "DEP1", None, "a b"),
    ),
    "answer": (
        "res.status(404).type('json').json({ error: { message: 'a b', code: 'E_AB' } })",
        ("reports", "http", "error", None, 404, "a b"),
    ),
    "thrown answer": ("ctx.throw(400, 'a b')", ("raises", "http", "error", None, 400, "a b")),
}


@pytest.mark.parametrize(("source", "expected"), MANNERS.values(), ids=MANNERS)
def test_manners(source: str, expected: Manner) -> None:
    (site,) = sites(source)
    assert expected == (
        *(site.manner, site.error_type, site.severity, site.error_code, site.http_status),
        template_of(site.message),
    )


SILENT = {
    "log of an error": "console.error(err)",
    "log of something": "console.log('a b')",
    "answer that is fine": "res.status(200).json({ message: 'a b' })",
    "assertion without a message": "assert.equal(x, 'a b')",
    "other error": "form.error('a b')",
    "collection": "const m = new Map('a b')",
}


@pytest.mark.parametrize("source", SILENT.values(), ids=SILENT)
def test_what_raises_nothing(source: str) -> None:
    assert sites(source) == []


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
