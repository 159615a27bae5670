"""Statements that branch: each branch goes its own way, under its own conditions, until they meet again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ingest.readers.source_tree.python.context import Context
from ingest.readers.source_tree.python.scope import Scope, assigned, key_of
from ingest.readers.source_tree.site import Guard

if TYPE_CHECKING:
    from ingest.readers.source_tree.python.reader import Reader


def read_if(reader: Reader, node: ast.If, context: Context) -> None:
    text = reader.source_of(node.test)
    if text == "TYPE_CHECKING":
        return
    branches = []
    for holds, body in ((True, node.body), (False, node.orelse)):
        guard = Guard(kind="condition", text=text, holds=holds)
        scope = context.scope.branch() if body else context.scope
        if not body or reader.block(body, context.under(guard, line=node.lineno, scope=scope)):
            branches.append((scope, (guard,)))
    context.scope.join(branches)


def read_loop(reader: Reader, node: ast.For | ast.AsyncFor | ast.While, context: Context) -> None:
    context.scope.forget(assigned(node.body))
    guards: tuple[Guard, ...] = ()
    if isinstance(node, ast.While):
        if not isinstance(node.test, ast.Constant):
            guards = (Guard(kind="condition", text=reader.source_of(node.test)),)
    else:
        for item in ast.walk(node.target):
            if isinstance(item, ast.Name):
                context.scope.bind(item.id, None)
    scope = context.scope.branch()
    reader.block(node.body, context.under(*guards, line=node.lineno, scope=scope))
    context.scope.join([(context.scope.branch(), ()), (scope, ())])
    reader.block(node.orelse, context)


def read_with(reader: Reader, node: ast.With | ast.AsyncWith, context: Context) -> None:
    for item in node.items:
        if item.optional_vars is not None and (key := key_of(item.optional_vars)):
            context.scope.bind(key, None)
    reader.block(node.body, context)


def read_try(reader: Reader, node: ast.Try, context: Context) -> None:
    before = context.scope.branch()
    goes_on = reader.block(node.body, context)
    if node.orelse:
        goes_on = reader.block(node.orelse, context)
    branches: list[tuple[Scope, tuple[Guard, ...]]] = [(context.scope.branch(), ())] if goes_on else []
    for handler in node.handlers:
        caught = reader.source_of(handler.type) if handler.type else ""
        guard = Guard(kind="catch", text=caught)
        scope = before.branch()
        scope.forget(assigned(node.body))
        if handler.name:
            scope.names.pop(handler.name, None)
            scope.caught = scope.caught | {handler.name}
        if reader.block(handler.body, context.under(guard, line=handler.lineno, scope=scope)):
            branches.append((scope, (guard,)))
    context.scope.join(branches)
    reader.block(node.finalbody, context)


def read_match(reader: Reader, node: ast.Match, context: Context) -> None:
    subject = reader.source_of(node.subject)
    branches = []
    for case in node.cases:
        pattern = ast.unparse(case.pattern)
        guards = [Guard(kind="case", text=subject, pattern="" if pattern == "_" else pattern)]
        if case.guard is not None:
            guards.append(Guard(kind="condition", text=reader.source_of(case.guard)))
        scope = context.scope.branch()
        if reader.block(case.body, context.under(*guards, line=node.lineno, scope=scope)):
            branches.append((scope, tuple(guards)))
    context.scope.join(branches)
