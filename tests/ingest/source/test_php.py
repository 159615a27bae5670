"""PHP source → sites: each idiom, across functions, classes and files."""

import pytest

from ingest.readers.source_tree import php
from ingest.readers.source_tree.site import Site
from ingest.readers.source_tree.template import template_of
from tests.ingest.source.test_javascript import sites_in, throws, tree, without_text


def sites(source: str, **others: str) -> list[Site]:
    """The sites of a file; ``others`` are files beside it, by their names."""
    files = {"main.php": "<?php\n" + source} | {
        f"{name}.php": f"<?php\n{text}" for name, text in others.items()
    }
    return [site for path, site in sites_in(php, files) if path == "main.php"]


def shown(site: Site) -> tuple[str | None, str]:
    return site.error_class, template_of(site.message)


MESSAGES: dict[str, tuple[str, list[tuple[str | None, str]]]] = {
    "single quotes": (r"throw new Exception('it\'s \n');", [("Exception", r"it's \n")]),
    "double quotes": (
        r'throw new Exception("a\n\x41\u{42}\103 \$x \q");',
        [("Exception", "a\nABC $x \\q")],
    ),
    "qualified class": (r"throw new \A\B\OopsException('a b');", [("OopsException", "a b")]),
    "without a message": ("throw new StopException;", [("StopException", "")]),
    "variables": (
        """throw new E("$a of {$this->b} and $c[d] and {$e['f']} and {$g->h()}");""",
        [("E", "{a} of {b} and {c_d} and {e} and {g_h}")],
    ),
    "concatenation": ("throw new E('a ' . $b . ' c' . PHP_EOL);", [("E", "a {b} c\n")]),
    "sprintf": (
        "throw new E(sprintf('%s has %05.2f, 100%%', $name, count($x)));",
        [("E", "{name} has {count_x}, 100%")],
    ),
    "sprintf with places": (r"throw new E(\sprintf('%2$s of %1$d', $a, $b));", [("E", "{b} of {a}")]),
    "sprintf of a variable": ("throw new E(sprintf($format, $a));", [("E", "{sprintf_format_a}")]),
    "heredoc": (
        "throw new E(<<<TEXT\n    A {$b->c} and\n      more\n    TEXT);",
        [("E", "A {b_c} and\n  more")],
    ),
    "nowdoc": ("throw new E(<<<'TEXT'\n  a $b\n  TEXT);", [("E", "a $b")]),
    "conditional": ("throw new E($x ? 'a b' : 'c d');", [("E", "a b"), ("E", "c d")]),
    "short conditional": ("throw new E($x ?: 'no text at all');", [("E", "no text at all")]),
    "fallback": ("throw new E($x ?? 'no text at all');", [("E", "no text at all")]),
    "match": (
        "throw new E(match ($x) { 1 => 'a b', default => 'c d' });",
        [("E", "a b"), ("E", "c d")],
    ),
    "constant of the class": (
        "class A { const TEXT = 'a b'; function f() { throw new E(self::TEXT . '!'); } }",
        [("E", "a b!")],
    ),
    "constants of the file": (
        "const A = 'a b'; define('C', 'c d'); throw new E(A); throw new E(C);",
        [("E", "a b"), ("E", "c d")],
    ),
    "variable": ("$m = 'a b'; throw new E($m);", [("E", "a b")]),
    "appended": ("$m = 'a'; $m .= ' b'; throw new E($m);", [("E", "a b")]),
    "appended in a branch": (
        "$m = 'a'; if ($x) { $m .= ' b'; } throw new E($m);",
        [("E", "a"), ("E", "a b")],
    ),
    "assigned in all branches": (
        "if ($x) { $m = 'a b'; } elseif ($y) { $m = 'c d'; } else { $m = 'e f'; } throw new E($m);",
        [("E", "a b"), ("E", "c d"), ("E", "e f")],
    ),
    "parameter that is changed": ("function f($m) { $m = 'no ' . $m; throw new E($m); }", [("E", "no {m}")]),
    "parameter with a default": (
        "class AException extends Exception { function __construct(?string $m = null) {\n"
        "  if ($m === null) { $m = 'a b'; } parent::__construct($m); } }\n"
        "throw new AException(); throw new AException('c d');",
        [("AException", "a b"), ("AException", "c d")],
    ),
    "of a loop": ("$m = 'a'; foreach ($ms as $m) { throw new E($m); }", [("E", "{m}")]),
    "of another function": ("$m = 'a'; function f() { throw new E($m); }", [("E", "{m}")]),
    "thrown variable": ("$e = new AException('a b'); throw $e;", [("AException", "a b")]),
    "thrown as an expression": ("$x ?? throw new E('a b');", [("E", "a b")]),
    "thrown again": ("try { f(); } catch (E $e) { throw $e; }", []),
    "the one before": ("throw $e->getPrevious();", []),
    "comment and string": ("// throw new E('a');\n# throw new E('b');\n$s = \"throw new E('c')\";", []),
    "function of the class": (
        'class AException extends Exception { static function no($x) { return new self("no $x"); } }\n'
        "throw AException::no('bread');",
        [("AException", "no {x}")],
    ),
    "function of a class with another name": (
        'class TooLate extends AException { static function by($x) { return new self("$x late"); } }\n'
        "throw TooLate::by(1);",
        [("TooLate", "{x} late")],
    ),
    "function that hands on": (
        "class AException extends Exception { static function of($m) { return new static($m); } }\n"
        "throw AException::of('a b');",
        [("AException", "a b")],
    ),
    "any other function": ("throw $this->make('x');", [(None, "{make}")]),
    "constructor": (
        "class AException extends Exception { function __construct(string $a, $b = 'that') {\n"
        "  parent::__construct(sprintf('no %s for %s', $a, $b)); } }\nthrow new AException('bread');",
        [("AException", "no bread for that")],
    ),
    "message of the class": (
        "class AException extends Exception { protected $message = 'a b'; }\n"
        "throw new AException(); throw new AException('c d');",
        [("AException", "a b"), ("AException", "c d")],
    ),
    "message set in the constructor": (
        'class AException extends Exception { function __construct($x) { $this->message = "no $x"; } }\n'
        "throw new AException('bread');",
        [("AException", "no bread")],
    ),
    "calls on an error": (
        "throw (new AException($x, 'no bread'))->in($bag)->to($url);",
        [("AException", "no bread")],
    ),
    "name of what is not known": ('$it = parse($a); throw new E("no $it");', [("E", "no {it}")]),
    "set again in a loop": (
        '$it = "a b"; foreach ($b as $a) { $it = next($a); } throw new E("no $it");',
        [("E", "no {it}")],
    ),
    "name of the function": ("function f() { throw new E(__FUNCTION__ . ' failed'); }", [("E", "f failed")]),
}


@pytest.mark.parametrize(("source", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_messages(source: str, expected: list[tuple[str | None, str]]) -> None:
    assert [shown(site) for site in sites(source)] == expected


def test_classes_and_constants_of_other_files() -> None:
    first, second = sites(
        "throw new GateClosed($gate); throw new BaseException(Texts::FOG);",
        gate="class GateClosed extends HttpException {\n"
        '  function __construct($g) { parent::__construct(403, "gate $g is closed"); } }',
        base="class BaseException extends Exception {\n"
        "  function __construct($m) { parent::__construct('B: ' . $m); } }",
        texts="interface Texts { const FOG = 'fog is coming'; }",
    )
    assert (*shown(first), first.http_status) == ("GateClosed", "gate {gate} is closed", 403)
    assert shown(second) == ("BaseException", "B: fog is coming")


# What is not understood yet, with what happens now.
KNOWN_MISSES: dict[str, tuple[str, list[tuple[str | None, str]]]] = {
    "method that returns a text": (
        "class A { function text() { return 'a b'; } function f() { throw new E($this->text()); } }",
        [("E", "{text}")],
    ),
    "array of texts": ("$all = ['a b']; throw new E($all[0]);", [("E", "{all_0}")]),
}


@pytest.mark.parametrize(("source", "expected"), KNOWN_MISSES.values(), ids=KNOWN_MISSES)
def test_known_misses(source: str, expected: list[tuple[str | None, str]]) -> None:
    assert [shown(site) for site in sites(source)] == expected


DEEP = 10_000
HOSTILE = {
    "empty": "",
    "no PHP": "function f(a) { throw new Error(`a ${b} ",
    "cut": 'function f() { throw new E("a {$b',
    "heredoc cut": "throw new E(<<<A\n a",
    "parentheses": f"throw new E({'(' * DEEP}'a'{')' * DEEP});",
    "concatenation": f"throw new E({'$a . ' * DEEP}'a');",
    "calls": f"throw new E({'sprintf(' * DEEP}'a'{')' * DEEP});",
    "blocks": f"{'if ($a) {' * DEEP}throw new E('a');{'}' * DEEP}",
    "arrays": f"$logger->error('a', {'[' * 2000}{']' * 2000});",
    "variables that double": "function f($a) { $v0 = $a . 'x';"
    + "".join(f"$v{n + 1} = $v{n} . $v{n};" for n in range(50))
    + "throw new E($v50); }",
    "constants of each other": "class A { const X = self::Y; const Y = self::X; }\nthrow new E(A::X);",
    "elseif": f"if ($a) {{}} {'elseif ($b) { throw new E(1); } ' * 300}",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_source(source: str) -> None:
    for site in sites(source):
        assert len(template_of(site.message)) < 100_000


def test_every_throw_of_a_tree_has_a_text() -> None:
    files = tree(php)
    assert len(list(throws(files))) == 7
    assert without_text(php, files) == []


def test_a_tree_as_a_whole() -> None:
    found = [shown(site) for _, site in sites_in(php, tree(php))]
    assert set(found) == {
        ("GardenException", 'Plant "{name}" is not known'),
        ("GardenException", 'Plant "{name}" is not known, try {implode_known}'),
        ("GardenException", "The ground is frozen"),
        ("GardenException", "The soil is too dry for sowing"),
        (None, "Sowing {name} late"),
        ("OutOfRangeException", "A bed holds no more than {value} plants, not {count}."),
        ("InvalidArgumentException", "Cannot sow {count} of {plants_name}"),
        ("GateClosed", "The gate {gate} is closed"),
        ("LogicException", "The key for {gate} does not fit\n"),
        ("EmptyShed", "The shed is empty"),
        ("DomainException", "Spades stay here"),
        ("DomainException", "A {tool_name} is\n  not allowed."),
        ("RuntimeException", "The hose does not work: {error_getMessage}"),
        ("Deprecated", "Watering by hand is old"),
        ("HttpException", "Out of water"),
    }
