"""JavaScript source → sites: each idiom, across functions, classes and files."""

import pickle
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.readers.source_tree import javascript
from ingest.readers.source_tree.site import Language, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent / "fixtures"
# Comments and strings go together, so that neither hides the other.
_UNREAD = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""",
    re.DOTALL,
)
_THROW = re.compile(r"\bthrow\s+new\s")


def sites_in(language: Language, files: dict[str, str]) -> list[tuple[str, Site]]:
    """All sites of a tree. The facts go through pickle, as they do between processes."""
    facts = {path: pickle.dumps(language.read(text)) for path, text in files.items()}
    # What is loaded was made in the line above.
    return list(language.link({path: pickle.loads(kept) for path, kept in facts.items()}))  # noqa: S301


def tree(language: Language) -> dict[str, str]:
    """The files of the language's fixture tree by their paths."""
    root = FIXTURES / language.NAME
    paths = (path for path in sorted(root.rglob("*")) if path.suffix in language.SUFFIXES)
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}


def throws(files: dict[str, str]) -> Iterator[tuple[str, int]]:
    """The paths and lines of all `throw new`, counted without the reader."""
    for path, source in files.items():
        bare = _UNREAD.sub(lambda hit: re.sub(r"[^\n]", " ", hit[0]), source)
        for hit in _THROW.finditer(bare):
            yield path, bare.count("\n", 0, hit.start()) + 1


def without_text(language: Language, files: dict[str, str]) -> list[tuple[str, int]]:
    """The throws that have no site with a text."""
    found = sites_in(language, files)
    told = {(path, site.line) for path, site in found if has_text(template_of(site.message))}
    return [place for place in throws(files) if place not in told]


def sites(source: str, **others: str) -> list[Site]:
    """The sites of a file; ``others`` are files beside it, by their names."""
    files = {"main.js": textwrap.dedent(source)}
    files |= {f"{name}.js": textwrap.dedent(text) for name, text in others.items()}
    return [site for path, site in sites_in(javascript, files) if path == "main.js"]


def shown(site: Site) -> tuple[str | None, str]:
    return site.error_class, template_of(site.message)


MESSAGES: dict[str, tuple[str, list[tuple[str | None, str]]]] = {
    "plain": ('throw new Error("no such ship")', [("Error", "no such ship")]),
    "without new": ("throw TypeError('bad')", [("TypeError", "bad")]),
    "without a message": ("throw new StopError()", [("StopError", "")]),
    "dotted class": ("throw new errors.BrokenError('leak')", [("BrokenError", "leak")]),
    "template": (
        "throw new Error(`${items.length} of ${this.limit}`)",
        [("Error", "{items_length} of {limit}")],
    ),
    "escapes": (
        r"throw new Error('it\'s \x41\u{42}\u0043\n\\')",
        [("Error", "it's ABC\n\\")],
    ),
    "line continued": ("throw new Error('a \\\nb')", [("Error", "a b")]),
    "braces stay literal": (
        "throw new Error('use {} or %s, not 5% of {x}')",
        [("Error", "use {{}} or %%s, not 5% of {{x}}")],
    ),
    "concatenation": ("throw new Error('a ' + kind + ' b' + 1)", [("Error", "a {kind} b{value}")]),
    "a sum is no text": ("throw new Error(a + b)", [("Error", "{a_b}")]),
    "concat": ("throw new Error('a '.concat(b, '!'))", [("Error", "a {b}!")]),
    "join": ("throw new Error(['a', b, 'c'].join(' '))", [("Error", "a {b} c")]),
    "raw": (r"throw new Error(String.raw`a\n${b}`)", [("Error", "a\\n{b}")]),
    "format": (
        "throw new Error(util.format('%s has %d, 100%%', name, n, more))",
        [("Error", "{name} has {n}, 100% {more}")],
    ),
    "sprintf": ("throw new Error(sprintf('%s has %d', name, n, more))", [("Error", "{name} has {n}")]),
    "conditional": ("throw new Error(x ? 'a b' : 'c d')", [("Error", "a b"), ("Error", "c d")]),
    "fallback": ("throw new Error(text || 'no text at all')", [("Error", "no text at all")]),
    "fallback of a word": ("throw new Error(e.text || 'n/a')", [("Error", "{e_text}")]),
    "constant": ("const LOST = 'all is lost'\nthrow new Error(LOST)", [("Error", "all is lost")]),
    "table of constants": (
        "const TEXTS = Object.freeze({ lost: 'all is lost' })\nthrow new Error(TEXTS.lost)",
        [("Error", "all is lost")],
    ),
    "assigned in branches": (
        "let m; if (a) { m = 'one way' } else { m = 'the other' } throw new Error(m)",
        [("Error", "one way"), ("Error", "the other")],
    ),
    "appended": ("let m = 'a'; m += ' b'; throw new Error(m + '.')", [("Error", "a b.")]),
    "appended in a branch": (
        "let m = 'a'; if (x) m += ' b'; throw new Error(m)",
        [("Error", "a"), ("Error", "a b")],
    ),
    "appended in a loop": (
        "let m = 'all:'; for (const x of xs) m += ', ' + x; throw new Error(m)",
        [("Error", "all:{x}")],
    ),
    "the branch of the throw": (
        "let m = 'a'; if (x) { m += ' b'; throw new Error(m) } else { m += ' c' }",
        [("Error", "a b")],
    ),
    "assigned afterwards": (
        "let m = 'before'; throw new Error(m); m = 'after'",
        [("Error", "before")],
    ),
    "assigned elsewhere": ("let m = 'a'; function f() { m = 'b' } throw new Error(m)", [("Error", "{m}")]),
    "shadowed": (
        "const m = 'outer'; function f({ m }) { throw new Error('in ' + m) }",
        [("Error", "in {m}")],
    ),
    "parameter": ("function f(m) { throw new Error('in ' + m) }", [("Error", "in {m}")]),
    "parameter that is changed": (
        "function f(m) { m = 'no ' + m; throw new Error(m) }",
        [("Error", "no {m}")],
    ),
    "function of the file": (
        "const say = (a) => `cannot ${a}`; throw new Error(say('swim'))",
        [("Error", "cannot swim")],
    ),
    "variable": ("const e = new Error('late'); log(e); throw e", [("Error", "late")]),
    "text": ("throw 'just text'", [(None, "just text")]),
    "text of a variable": ("const m = 'a b'; throw m", [(None, "a b")]),
    "object": ("throw { message: 'an object', code: 1 }", [(None, "an object")]),
    "either class": (
        "throw x ? new TypeError('a b') : new RangeError('c d')",
        [("TypeError", "a b"), ("RangeError", "c d")],
    ),
    "thrown again": ("try { f() } catch (e) { throw e }", []),
    "thrown again by member": ("throw result.error", []),
    "only its stack": ("const s = new Error('x').stack", []),
    "comment and string": ("// throw new Error('a')\nconst s = \"throw new Error('b')\"", []),
    "options": (
        "throw new PlanError({ message: 'no plan', code: 'E_PLAN' })",
        [("PlanError", "no plan")],
    ),
    "message after a name": (
        "throw new FieldError('age', 'must be a number')",
        [("FieldError", "must be a number")],
    ),
    "class of the file": (
        "class FooError extends Error { constructor(a, b) { super(`no ${a} for ${b}`) } }\n"
        "throw new FooError('bread', guest)",
        [("FooError", "no bread for {guest}")],
    ),
    "class that sets its message": (
        "class FooError extends Error { constructor(m) { super(m); this.message = m || 'Foo failed' } }\n"
        "throw new FooError(); throw new FooError('so')",
        [("FooError", "Foo failed"), ("FooError", "so")],
    ),
    "classes in a row": (
        "class AError extends Error { constructor(m) { super('A: ' + m) } }\n"
        "class BError extends AError { constructor(x) { super(`b ${x}`) } }\nthrow new BError(1)",
        [("BError", "A: b {value}")],
    ),
    "function that makes errors": (
        "function fail(m) { throw new RangeError(m) }\nfail('out of reach')",
        [("RangeError", "out of reach")],
    ),
    "functions in a row": (
        "function err(m) { return new TypeError(m) }\n"
        "function bad(m) { return err('bad ' + m) }\nthrow bad('idea of all')",
        [("TypeError", "bad {m}"), ("TypeError", "bad idea of all")],
    ),
    "function that has a text": (
        "function make(n) { return new Error('no ' + n) }\nthrow make('x')",
        [("Error", "no {n}")],
    ),
    "name of what is not known": (
        "const it = parse(a, 10); throw new Error(`no ${it} of ${this.b}`)",
        [("Error", "no {it} of {b}")],
    ),
    "list of names": (
        "const KINDS = Object.freeze(['a', 'b']); throw new Error(`none of ${KINDS}`)",
        [("Error", "none of {KINDS}")],
    ),
    "one of several fields": (
        "class AError extends Error { constructor(m) { super(m.message || m.reason || 'n/a') } }\n"
        "throw new AError(res)",
        [("AError", "{m_message_m_reason}")],
    ),
    "names that a compiler writes": (
        "throw new errors_1.AError(`no ${limits_1.MAX} ${(0, texts_1.list)(a)}`)",
        [("AError", "no {MAX} {list_a}")],
    ),
    "set again in a loop": (
        "let m = 'no bread'; for (const a of b) { m = next(m) } throw new Error(m + ' at all')",
        [("Error", "{m} at all")],
    ),
    "any other function": ("throw make('x')", [(None, "{make}")]),
    "HTTP error": ("throw createError(404, 'no page')", [(None, "no page")]),
}


@pytest.mark.parametrize(("source", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_messages(source: str, expected: list[tuple[str | None, str]]) -> None:
    assert [shown(site) for site in sites(source)] == expected


ERRORS = """
    E('ERR_FULL', 'Berth %s is full since %d', RangeError)
    E('ERR_WIND', (from, force) => `Wind from ${from}, force ${force}`, TypeError, Error)
    const ERR_TIDE = createError('ERR_TIDE', 'The tide is out', 503)
    class PilotError extends Error {
      constructor(message) { super(message); this.code = 'E_PILOT' }
    }
    const TEXTS = { fog: 'Fog is coming up' }
    /** Makes it. */
    function refuse(reason) { return new PilotError(reason) }
"""


def test_tables_classes_and_texts_of_other_files() -> None:
    found = sites(
        """
        const { ERR_FULL, ERR_WIND, TEXTS } = require('./errors')
        throw new ERR_FULL(name, year)
        throw new ERR_WIND('north', force)
        throw new ERR_TIDE()
        throw new PilotError(TEXTS.fog)
        throw refuse('The pilot is ill')
        done(ERR_FULL(1))
        """,
        errors=ERRORS,
    )
    assert [(*shown(site), site.error_code, site.http_status) for site in found] == [
        ("RangeError", "Berth {name} is full since {year}", "ERR_FULL", None),
        ("TypeError", "Wind from north, force {force}", "ERR_WIND", None),
        (None, "The tide is out", "ERR_TIDE", 503),
        ("PilotError", "Fog is coming up", "E_PILOT", None),
        ("PilotError", "The pilot is ill", "E_PILOT", None),
        ("RangeError", "Berth {value} is full since {argument_2}", "ERR_FULL", None),
    ]


def test_what_two_files_say_differently_is_not_taken() -> None:
    (site,) = sites(
        "const { TEXT } = require('./a'); throw new FooError(TEXT)",
        a="const TEXT = 'a b'; class FooError extends Error { code = 'A' }",
        b="const TEXT = 'c d'; class FooError extends Error { code = 'B' }",
    )
    assert (*shown(site), site.error_code) == ("FooError", "{TEXT}", None)


def test_a_constant_that_is_not_imported_is_not_taken() -> None:
    (site,) = sites("throw new Error(TEXT)", other="const TEXT = 'a b'")
    assert shown(site) == ("Error", "{TEXT}")


def test_types_are_read_too() -> None:
    (site,) = sites("function f(a: string): void { throw new Error(`no ${a}`) }")
    assert shown(site) == ("Error", "no {a}")


# What is not understood yet, with what happens now.
KNOWN_MISSES: dict[str, tuple[str, list[tuple[str | None, str]]]] = {
    "tagged template": ("throw new Error(dedent`a b`)", [("Error", "{dedent_a_b}")]),
    "trimmed": ("throw new Error('a b '.trim())", [("Error", "{trim}")]),
    "super in a branch": (
        "class AError extends Error { constructor(x) { if (x) super('a'); else super('b') } }\n"
        "throw new AError(y)",
        [("AError", "{y}")],
    ),
}


@pytest.mark.parametrize(("source", "expected"), KNOWN_MISSES.values(), ids=KNOWN_MISSES)
def test_known_misses(source: str, expected: list[tuple[str | None, str]]) -> None:
    assert [shown(site) for site in sites(source)] == expected


def test_every_throw_of_a_tree_has_a_text() -> None:
    files = tree(javascript)
    assert len(list(throws(files))) == 11
    assert without_text(javascript, files) == []


def test_a_tree_as_a_whole() -> None:
    found = [
        (*shown(s), s.error_code) for path, s in sites_in(javascript, tree(javascript)) if "ship" in path
    ]
    assert ("RangeError", "The anchor of {name} is lost at {depth} metres", "ERR_ANCHOR_LOST") in found
    assert ("ClosedHarbourError", "Harbour {harbour_name} is closed for the night", "ECLOSED") in found
    assert ("HarbourError", "Fog forbids leaving the harbour", "EHARBOUR") in found
    assert ("RangeError", "Too many on board, at most 12 passengers", "ETOOMANY") in found
    assert ("RequestError", "The request was refused", None) in found
