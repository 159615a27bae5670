"""TypeScript source → sites: what its types add to the idioms of JavaScript."""

import pytest

from ingest.readers.source_tree import typescript
from ingest.readers.source_tree.site import Site
from ingest.readers.source_tree.template import template_of
from tests.ingest.source.test_javascript import sites_in, throws, tree, without_text


def sites(source: str, **others: str) -> list[Site]:
    """The sites of a file; ``others`` are files beside it, by their names."""
    files = {"main.ts": source} | {f"{name}.ts": text for name, text in others.items()}
    return [site for path, site in sites_in(typescript, files) if path == "main.ts"]


Shown = tuple[str | None, str, str | None, int | None]


def shown(site: Site) -> Shown:
    return site.error_class, template_of(site.message), site.error_code, site.http_status


MESSAGES: dict[str, tuple[str, list[Shown]]] = {
    "typed parameters": (
        "function f(a: string, b?: number): never { throw new Error(`${a} of ${b}`) }",
        [("Error", "{a} of {b}", None, None)],
    ),
    "asserted types": (
        "throw new Error(('a b' as string)! + (x satisfies string))",
        [("Error", "a b{x}", None, None)],
    ),
    "old casts": ("const y = <string>x; throw new Error('a b')", [("Error", "a b", None, None)]),
    "elements": (
        "const page = <p>{(() => { throw new Error('a b') })()}</p>",
        [("Error", "a b", None, None)],
    ),
    "private members": (
        "class A { #x = 1; f() { throw new Error(`a ${this.#x}`) } }",
        [("Error", "a {x}", None, None)],
    ),
    "fields of a class": (
        "class AError extends Error { readonly code: string = 'E_A'; public status = 404 }\n"
        "throw new AError('a b')",
        [("AError", "a b", "E_A", 404)],
    ),
    "parameters that are fields": (
        "class AError extends Error { constructor(m: string, public readonly code = 'E_A') { super(m) } }\n"
        "throw new AError('a b'); throw new AError('a b', 'E_B')",
        [("AError", "a b", "E_A", None), ("AError", "a b", "E_B", None)],
    ),
    "parameters taken apart": (
        "class AError extends Error { constructor({ m, n = 'x' }: Options) { super(`${m} of ${n}`) } }\n"
        "throw new AError({ m: 'part', n: whole })",
        [("AError", "part of {whole}", None, None)],
    ),
    "member of an options parameter": (
        "class AError extends Error { constructor(o: O) { super(o.message) } }\n"
        "throw new AError({ message: 'a b' })",
        [("AError", "a b", None, None)],
    ),
    "abstract base": (
        "abstract class A extends Error { constructor(m: string) { super('A: ' + m) } }\n"
        "class BError extends A {}\nthrow new BError('b')",
        [("BError", "A: b", None, None)],
    ),
    "generic class": (
        "class AError<T> extends Base<T> { constructor(v: T) { super(`no ${v}`) } }\n"
        "throw new AError<string>('x')",
        [("AError", "no x", None, None)],
    ),
    "parameter that is only a type": (
        "function f(this: Window, m: string) { throw new Error(m) }\nf('a b')",
        [("Error", "a b", None, None)],
    ),
    "assertion of the file": (
        "function invariant(c: unknown, m: string): asserts c { if (!c) throw new TypeError(m) }\n"
        "invariant(x, 'a b')",
        [("TypeError", "a b", None, None)],
    ),
    "static function": (
        "class Debug { static fail(m: string): never { throw new Error(m) } }\nDebug.fail('a b')",
        [("Error", "a b", None, None)],
    ),
    "enumerated code": (
        "throw new RpcError({ code: Code.NOT_FOUND, message: 'a b' })",
        [("RpcError", "a b", "NOT_FOUND", None)],
    ),
}


@pytest.mark.parametrize(("source", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_messages(source: str, expected: list[Shown]) -> None:
    assert [shown(site) for site in sites(source)] == expected


def test_classes_and_texts_of_other_files() -> None:
    found = sites(
        "import { BError, TEXT, type Options } from './errors'\nthrow new BError(TEXT)",
        errors="export const TEXT = 'a b'\n/** It is bad. */\nexport class BError extends A {\n"
        "  constructor(m: string) { super(`B: ${m}`, 'E_B') } }",
        base="export class A extends Error { constructor(m: string, readonly code: string) { super(m) } }",
    )
    assert [shown(site) for site in found] == [("BError", "B: a b", "E_B", None)]
    assert found[0].documentation == ("It is bad.",)


def test_where_it_stands() -> None:
    (site,) = sites(
        "export class Shelf<T> {\n  find = async (name: T, n = 1) => {\n    throw new Error('a b')\n  }\n}"
    )
    assert (site.function, site.function_lines, site.parameters) == ("Shelf.find", (2, 4), ("name", "n"))


HOSTILE = {
    "types": f"type A = {'Array<' * 5000}string{'>' * 5000}; throw new Error('a')",
    "casts": f"throw new Error({'<string>' * 5000}x)",
    "assertions": f"throw new Error(x{' as string' * 5000})",
    "cut": "export class A extends Error { constructor(private readonly m: ",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_source(source: str) -> None:
    for site in sites(source):
        assert len(template_of(site.message)) < 1000


def test_every_throw_of_a_tree_has_a_text() -> None:
    files = tree(typescript)
    assert len(list(throws(files))) == 11
    # What an own `invariant` throws, its callers say.
    assert without_text(typescript, files) == [("src/theatre.ts", 7)]


def test_a_tree_as_a_whole() -> None:
    found = [shown(site) for _, site in sites_in(typescript, tree(typescript))]
    assert set(found) == {
        ("PlayNotFoundError", 'No play is called "{title}"', "PLAY_NOT_FOUND", 404),
        ("RangeError", "There are no seats left in this hall", None, None),
        ("Error", "The seat in row {seat_row} is taken", None, None),
        ("Error", "Rows are counted from one", None, None),
        ("DeniedError", "You may not enter here", "ENTRY_DENIED", 403),
        ("DeniedError", "This hall is for members", "ENTRY_DENIED", 403),
        ("OptionError", "Option lamps is no good: they are gone", "BAD_OPTION", None),
        ("OptionError", "Option {name} is no good: it is not known", "BAD_OPTION", None),
        ("Error", "The theatre does not open today", None, None),
        ("Error", "The theatre does not open this year", None, None),
        ("Error", "A page needs a title", None, None),
        ("TypeError", "Do not touch {title}", None, None),
    }
