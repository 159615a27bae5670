"""Which conditions can hold together."""

import pytest

from ingest.readers.source_tree.possible import consistent, possible
from ingest.readers.source_tree.site import Guard


def guard(told: str) -> Guard:
    """`x > 0`, `not: x > 0`, `case: x: 3`, `catch: X`."""
    kind, _, rest = told.partition(": ")
    match kind:
        case "not":
            return Guard(kind="condition", text=rest, holds=False)
        case "case":
            return Guard(kind="case", text=rest.partition(": ")[0], pattern=rest.partition(": ")[2])
        case "catch":
            return Guard(kind="catch", text=rest)
    return Guard(kind="condition", text=told)


CLASHES = [
    ("x", "!x"),
    ("x", "not: x"),
    ("a.b > 3", "not: a.b > 3"),
    ("x", "x == 0"),
    ("not: x", "x == 3"),
    ("x", "x === null"),
    ("x == null", "x != null"),
    ("x is None", "not: x is None"),
    ("x == null", "x.y > 3"),
    ("$x == null", "$x->y()"),
    ("x == null", "x === 'a'"),
    ("'a' === $x", "'b' === $x"),
    ("case: x: 1", "case: x: 2"),
    ("case: x: 1", "x == 2"),
    ("err == nil", "err != nil && n > 3"),
    ("not: x || y", "x"),
]
TOGETHER = [
    ("x", "y"),
    ("x", "x == 3"),
    ("not: x", "x == 0"),
    ("x == null", "x === undefined"),
    ("x != 1", "x != 2"),
    ("x && y", "not: x && y && z"),
    ("not: x && y", "x"),
    ("x || y", "not: x"),
    ("x == null", "x?.y"),
    ("x == null || x.y > 3", "x.y > 3"),
    ("x == null", "not: x.y"),
    ("x == null", "xy.z"),
    ("case: x: 1, 2", "case: x: 3"),
    ("catch: E", "x"),
    ("f(x) == 1", "f(x) == 2"),
    ("x == 'a'", "y == 'b'"),
    ("x == a", "x == b"),
    ("(a || b) && x", "not: x || y"),
]


@pytest.mark.parametrize(("first", "second"), CLASHES)
def test_what_clashes(first: str, second: str):
    assert not possible([guard(first)], [guard(second)])
    assert not possible([guard(second)], [guard(first)])
    # The outer one is not so any more.
    assert consistent((guard("z"), guard(first), guard(second))) == (guard("z"), guard(second))


@pytest.mark.parametrize(("first", "second"), TOGETHER)
def test_what_may_hold_together(first: str, second: str):
    assert possible([guard(first)], [guard(second)])
    assert consistent((guard(first), guard(second))) == (guard(first), guard(second))
