"""Conditions that cannot hold together: a branch that needs them is never taken."""

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from ingest.readers.source_tree.python.scope import key_of
from ingest.readers.source_tree.site import Guard

#: A longer condition is not looked into, in characters.
_MAX_TEST = 200
_MAX_CACHED = 20_000
# What stands in one of these is not always evaluated, or of other names.
_LAZY = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# The sign that says the same of the opposite.
_POSITIVE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "==", ast.Is: "is", ast.IsNot: "is", ast.In: "in", ast.NotIn: "in",
}  # fmt: skip


class _Fact(NamedTuple):
    """What a condition says of a name or expression.

    true: it counts as true; none: it is None; equal: it equals ``value``, a constant's source; of: it is an
    instance of ``value``; asked: an attribute or an item of it is looked at.
    """

    of: str
    kind: Literal["true", "none", "equal", "of", "asked"]
    holds: bool = True
    value: str = ""


def contradict(guards: Iterable[Guard]) -> bool:
    """Whether the conditions exclude each other, as far as it can be told without knowing any value."""
    facts: dict[str, list[_Fact]] = {}
    for guard in guards:
        if guard.kind != "condition" or len(guard.text) > _MAX_TEST:
            continue
        for fact in _facts(guard.text, guard.holds):
            known = facts.setdefault(fact.of, [])
            if any(_exclude(fact, other) or _exclude(other, fact) for other in known):
                return True
            known.append(fact)
    return False


def _exclude(one: _Fact, other: _Fact) -> bool:
    """Whether the first, of the same expression, rules the second out."""
    if (one.kind, one.value) == (other.kind, other.value):
        return one.holds != other.holds
    if not one.holds:
        return one.kind == "true" and other.kind == "equal" and other.holds and not _is_empty(other.value)
    if one.kind == "none":
        return (other.holds and other.kind != "none") or (other.kind == "asked")
    if one.kind == "true":
        return other.kind == "equal" and other.holds and _is_empty(other.value)
    return one.kind == "equal" == other.kind and other.holds and one.value != other.value


def _is_empty(constant: str) -> bool:
    return constant in ("0", "''", "b''", "False", "0.0")


@lru_cache(maxsize=_MAX_CACHED)
def _facts(text: str, holds: bool) -> tuple[_Fact, ...]:
    try:
        tree = ast.parse(f"({text})", mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(_of_test(tree.body, holds))


def _of_test(node: ast.expr, holds: bool) -> Iterator[_Fact]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _of_test(node.operand, not holds)
    elif isinstance(node, ast.BoolOp):
        # Of a conjunction that fails, or a disjunction that holds, no single part is known.
        if isinstance(node.op, ast.And) == holds:
            for value in node.values:
                yield from _of_test(value, holds)
    else:
        yield from _of_one(node, holds)
        for inner in () if any(isinstance(item, _LAZY) for item in ast.walk(node)) else ast.walk(node):
            if isinstance(inner, ast.Attribute | ast.Subscript) and (key := key_of(inner.value)):
                yield _Fact(of=key, kind="asked")


def _of_one(node: ast.expr, holds: bool) -> Iterator[_Fact]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _of_comparison(node, holds)
    elif isinstance(node, ast.Call) and key_of(node.func) == "isinstance" and len(node.args) == 2:
        yield _Fact(of=ast.unparse(node.args[0]), kind="of", holds=holds, value=ast.unparse(node.args[1]))
    else:
        yield _Fact(of=ast.unparse(node), kind="true", holds=holds)


def _of_comparison(node: ast.Compare, holds: bool) -> Iterator[_Fact]:
    sign, left, right = node.ops[0], node.left, node.comparators[0]
    if isinstance(sign, ast.IsNot | ast.NotEq | ast.NotIn):
        holds = not holds
    name = _POSITIVE.get(type(sign))
    if name is None:
        yield _Fact(of=ast.unparse(node), kind="true", holds=holds)
    elif name != "in" and isinstance(right, ast.Constant) and right.value is None:
        yield _Fact(of=ast.unparse(left), kind="none", holds=holds)
    elif name == "==" and isinstance(right, ast.Constant):
        yield _Fact(of=ast.unparse(left), kind="equal", holds=holds, value=repr(right.value))
    else:
        yield _Fact(of=f"{ast.unparse(left)} {name} {ast.unparse(right)}", kind="true", holds=holds)
