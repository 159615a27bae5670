"""PHP source → sites: what kind of error a place raises, and where it stands."""

import pytest

from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.template import template_of
from tests.ingest.source.test_php import sites

Manner = tuple[str, str, str, int | None, str | None, str]
MANNERS: dict[str, tuple[str, Manner]] = {
    "throws": ("throw new E('a b');", ("raises", "exception", "error", None, "E", "a b")),
    "returns": (
        "function f() { return new AException('a b'); }",
        ("returns", "exception", "error", None, "AException", "a b"),
    ),
    "class of a status": (
        "throw new NotFoundHttpException('a b');",
        ("raises", "http", "error", 404, "NotFoundHttpException", "a b"),
    ),
    "status as an argument": (
        "throw new HttpException(Response::HTTP_GONE, 'a b');",
        ("raises", "http", "error", 410, "HttpException", "a b"),
    ),
    "abort": ("abort(404, 'a b');", ("raises", "http", "error", 404, "HttpException", "a b")),
    "abort if": (
        'abort_if($x, 403, "a $b");',
        ("raises", "http", "error", 403, "HttpException", "a {b}"),
    ),
    "throw if": (
        r"throw_if($x, \A\BException::class, 'a b');",
        ("raises", "exception", "error", None, "BException", "a b"),
    ),
    "warning": (
        "trigger_error('a b', E_USER_WARNING);",
        ("warns", "console", "warning", None, "Warning", "a b"),
    ),
    "error": (
        r"\trigger_error(sprintf('a %s', $b), \E_USER_ERROR);",
        ("warns", "console", "critical", None, "Fatal error", "a {b}"),
    ),
    "silenced": (
        "@trigger_error('a b', E_USER_DEPRECATED);",
        ("warns", "console", "warning", None, "Deprecated", "a b"),
    ),
    "deprecation": (
        "trigger_deprecation('acme/shop', '1.2', 'a %s', $b);",
        ("warns", "console", "warning", None, "Deprecated", "Since acme/shop 1.2: a {b}"),
    ),
    "log": (
        "$this->logger->error('a {b} {c}', ['b' => $x->y]);",
        ("logs", "console", "error", None, None, "a {x_y} {{c}}"),
    ),
    "log of the worst": ("Log::emergency('a b');", ("logs", "console", "critical", None, None, "a b")),
    "exit": ("exit('a b');", ("exits", "console", "error", None, None, "a b")),
    "die": ('die("a $b");', ("exits", "console", "error", None, None, "a {b}")),
    "assertion": (
        "assert($x, 'a b');",
        ("asserts", "exception", "error", None, "AssertionError", "a b"),
    ),
}


@pytest.mark.parametrize(("source", "expected"), MANNERS.values(), ids=MANNERS)
def test_manners(source: str, expected: Manner) -> None:
    (site,) = sites(source)
    assert expected == (
        *(site.manner, site.error_type, site.severity, site.http_status, site.error_class),
        template_of(site.message),
    )


SILENT = {
    "exit with a number": "exit(1);",
    "log of an error": "$logger->error($e);",
    "other error": "$form->error('a b');",
    "other class": "$x = new Exceptional('a b');",
    "abort without a text": "abort(404);",
}


@pytest.mark.parametrize("source", SILENT.values(), ids=SILENT)
def test_what_raises_nothing(source: str) -> None:
    assert sites(source) == []


NESTED = """
/** A shelf. */
class Shelf {
    /**
     * Finds things. Slowly.
     */
    public function find(string $name, int ...$counts): void {
        if ($a && $b) {
            f();
        } elseif ($c) {
            switch ($d) {
                case 1:
                case 2:
                    array_map(function ($x) { throw new E('a b'); }, $y);
            }
        } else {
            try { f(); } catch (\\A|B $e) {
                $f or throw new E('c d');
            }
        }
        $x = match ($g) { 1, 2 => 3, default => throw new E('e f') };
    }
}
"""


def test_where_it_stands() -> None:
    first, second, third = sites(NESTED)
    assert (first.function, first.function_lines, first.parameters) == ("Shelf::find", (8, 23), ("name",))
    assert first.documentation == ("Finds things.", "A shelf.")
    assert (first.line, first.first_line, first.last_line) == (15, 15, 15)
    assert first.guards == (
        Guard(kind="condition", text="$a && $b", holds=False),
        Guard(kind="condition", text="$c"),
        Guard(kind="case", text="$d", pattern="1, 2"),
    )
    assert second.guards == (
        Guard(kind="condition", text="$a && $b", holds=False),
        Guard(kind="condition", text="$c", holds=False),
        Guard(kind="catch", text="\\A|B"),
        Guard(kind="condition", text="$f", holds=False),
    )
    assert third.guards == (Guard(kind="case", text="$g", pattern=""),)
