"""What kind of error a place raises, in JavaScript and PHP; and what raises none."""

import pytest

from ingest.readers.source_tree.template import template_of
from tests.ingest.source import test_javascript, test_php

Expected = tuple[str | int | None, ...]
_ALWAYS = ("manner", "error_type", "severity")
JAVASCRIPT_FIELDS = (*_ALWAYS, "error_code", "http_status")
JAVASCRIPT: dict[str, tuple[str, Expected]] = {
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
PHP_FIELDS = (*_ALWAYS, "http_status", "error_class")
PHP: dict[str, tuple[str, Expected]] = {
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
MANNERS = [
    *(
        pytest.param(test_javascript.sites, JAVASCRIPT_FIELDS, *row, id=name)
        for name, row in JAVASCRIPT.items()
    ),
    *(pytest.param(test_php.sites, PHP_FIELDS, *row, id=f"PHP {name}") for name, row in PHP.items()),
]


@pytest.mark.parametrize(("sites", "fields", "source", "expected"), MANNERS)
def test_manners(sites, fields: tuple[str, ...], source: str, expected: Expected) -> None:
    (site,) = sites(source)
    assert expected == (*(getattr(site, field) for field in fields), template_of(site.message))


SILENT_JAVASCRIPT = {
    "log of an error": "console.error(err)",
    "log of something": "console.log('a b')",
    "answer that is fine": "res.status(200).json({ message: 'a b' })",
    "assertion without a message": "assert.equal(x, 'a b')",
    "other error": "form.error('a b')",
    "collection": "const m = new Map('a b')",
}
SILENT_PHP = {
    "exit with a number": "exit(1);",
    "log of an error": "$logger->error($e);",
    "other error": "$form->error('a b');",
    "other class": "$x = new Exceptional('a b');",
    "abort without a text": "abort(404);",
}
SILENT = [
    *(pytest.param(test_javascript.sites, source, id=name) for name, source in SILENT_JAVASCRIPT.items()),
    *(pytest.param(test_php.sites, source, id=f"PHP {name}") for name, source in SILENT_PHP.items()),
]


@pytest.mark.parametrize(("sites", "source"), SILENT)
def test_what_raises_nothing(sites, source: str) -> None:
    assert sites(source) == []
