"""Statements that raise, hand an error on, or tell of one; and calls that may raise for their caller."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from ingest.readers.source_tree.python import idioms
from ingest.readers.source_tree.python.context import Context
from ingest.readers.source_tree.python.facts import Call, Maker, Place, Raise, Thrown
from ingest.readers.source_tree.python.scope import key_of
from ingest.readers.source_tree.site import Guard

if TYPE_CHECKING:
    from ingest.readers.source_tree.python.reader import Reader

# Functions that may raise for their caller, who completes the message.
_HELPER = re.compile(
    r"(?i)fail|error|raise|check|require|abort|ensure|validat|reject|invalid|deny|die\Z|usage|complain|forbid"
)


def read_raise(reader: Reader, node: ast.Raise, context: Context) -> None:
    if node.exc is None:
        return
    if thrown := reader.throws.of(node.exc, context.scope):
        reader.raises.append(Raise(place=_place(reader, node, context), thrown=thrown))


def read_return(reader: Reader, node: ast.Return, context: Context) -> None:
    if node.value is None:
        return
    _reported(reader, node, context)
    if isinstance(node.value, ast.Call):
        key = key_of(node.value.func)
        if key and not reader.makes_error(key):
            _called(reader, node, node.value, key, context)
            return
    elif not isinstance(node.value, ast.Name | ast.IfExp):
        return
    made = tuple(
        thrown
        for thrown in reader.throws.of(node.value, context.scope)
        if thrown.key and thrown.called and reader.makes_error(thrown.key)
    )
    if made and context.function:
        name = ".".join(context.names)
        before = reader.makers[name].made if name in reader.makers else ()
        reader.makers[name] = Maker(parameters=context.scope.parameters, made=(*before, *made))


def read_assert(reader: Reader, node: ast.Assert, context: Context) -> None:
    if node.msg is None:
        return
    # `assert False, "…"` says by its place alone when it is reached.
    guards = (
        ()
        if isinstance(node.test, ast.Constant)
        else (Guard(kind="condition", text=reader.source_of(node.test), holds=False),)
    )
    # A comma too many makes a tuple of the text, whose repr is shown.
    shown = node.msg.elts[0] if isinstance(node.msg, ast.Tuple) and node.msg.elts else node.msg
    message = reader.texts.choices(shown, context.scope)
    reader.raises.append(
        Raise(
            place=_place(reader, node, context.under(*guards, line=node.lineno)),
            thrown=(Thrown(key="AssertionError", called=True, arguments=(message,)),),
            manner="asserts",
        )
    )


def read_expression(reader: Reader, node: ast.Expr, context: Context) -> None:
    call = node.value.value if isinstance(node.value, ast.Await) else node.value
    if not isinstance(call, ast.Call):
        return
    _reported(reader, node, context)
    key = key_of(call.func)
    if key is None:
        return
    context.scope.call(key, call)
    found = idioms.reported(key, call, reader.texts, context.scope)
    if found is not None:
        reader.raises.append(found(_place(reader, node, context)))
    else:
        _called(reader, node, call, key, context)


def _reported(reader: Reader, node: ast.stmt, context: Context) -> None:
    """Django's system checks stand anywhere in an expression."""
    if not reader.has_checks:
        return
    at = bisect_left(reader.telling, node.lineno)
    last = node.end_lineno or node.lineno
    if at == len(reader.telling) or reader.telling[at] > last:
        return
    for call in idioms.checks(node):
        found = idioms.check(call, reader.texts, context.scope)
        reader.raises.append(found(_place(reader, call, context)))


def _called(reader: Reader, node: ast.stmt, call: ast.Call, key: str, context: Context) -> None:
    last = key.rpartition(".")[2]
    if not _HELPER.search(last) or not (call.args or call.keywords) or context.function is None:
        return
    thrown = next(iter(reader.throws.of(call, context.scope)), None)
    if thrown is not None and thrown.key is not None:
        reader.calls.append(Call(place=_place(reader, node, context), thrown=thrown))


def _place(reader: Reader, node: ast.stmt | ast.expr, context: Context) -> Place:
    guards, parameters = context.guards, context.scope.parameters.names
    if context.function is not None:
        # Under a condition of its own, an error that comes earlier goes without saying.
        told = [(g, raises) for g, raises in reader.exits[-2:] if not (raises and guards) and g not in guards]
        exits = tuple(guard for guard, _ in told)
        # Who left on the way, in a loop say, left by a condition that is not told here.
        leaves = sum(not raises for _, raises in told)
        if len(guards) + len(told) == 1 and reader.leaves(context.function[0], node.lineno) > leaves:
            parameters = ()
        guards = (*guards, *exits)
    return Place(
        line=node.lineno,
        last_line=node.end_lineno or node.lineno,
        function=".".join(context.names) if context.function else None,
        function_lines=context.function,
        owner=context.scope.owner,
        parameters=parameters,
        guards=guards,
        documentation=reader.documentation(context),
        outdated=context.outdated(),
    )
