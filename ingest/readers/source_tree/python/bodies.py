"""What a small function makes: the attributes that it sets, the texts that it returns, the calls of bases."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ingest.readers.source_tree.python.choices import expression_of
from ingest.readers.source_tree.python.facts import Choice, Choices, Thrown
from ingest.readers.source_tree.python.scope import Scope, assigned, key_of
from ingest.readers.source_tree.site import Guard, Hole

if TYPE_CHECKING:
    from ingest.readers.source_tree.python.text import Texts


class Body:
    """Walks a small function and keeps what its names and attributes stand for."""

    def __init__(self, scope: Scope, texts: Texts) -> None:
        self.scope = scope
        self.texts = texts
        self.handed: list[Thrown] = []
        self.attributes: dict[str, Choices] = {}
        self.returned: list[Choice] = []

    def walk(self, statements: list[ast.stmt], guards: tuple[Guard, ...]) -> bool:
        """False when the statements end the function."""
        for statement in statements:
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    self._assign(target, statement.value)
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                self._assign(statement.target, statement.value)
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
                if key := key_of(statement.target):
                    self.scope.add(key, statement.value)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                self._call(statement.value, guards)
            elif isinstance(statement, ast.Return):
                if statement.value is not None:
                    self.returned += (
                        Choice(text=choice.text, guards=(*guards, *choice.guards))
                        for choice in self.texts.choices(statement.value, self.scope)
                    )
                return False
            elif isinstance(statement, ast.If):
                guards = self._if(statement, guards)
            elif isinstance(statement, ast.For | ast.While | ast.With | ast.Try):
                self.scope.forget(assigned([statement]))
            elif isinstance(statement, ast.Raise):
                return False
        return True

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        key = key_of(target)
        if key is None:
            return
        if key.startswith("self."):
            if key == "self.args" and isinstance(value, ast.Tuple):
                arguments = tuple(self.texts.choices(item, self.scope) for item in value.elts[:4])
                self.handed.append(Thrown(key="self.args", called=True, arguments=arguments))
            self.attributes[key[5:]] = self._kept(value)
        self.scope.bind(key, value)

    def _kept(self, value: ast.expr) -> Choices:
        """What an attribute keeps. A function that is not known, `self.detail = details(detail, code)`, is
        taken to hand its first argument on."""
        found = self.texts.choices(value, self.scope)
        if isinstance(value, ast.Call) and value.args and isinstance(value.args[0], ast.Name):
            is_open = all(isinstance(part, Hole) for choice in found for part in choice.text)
            return self.texts.choices(value.args[0], self.scope) if is_open else found
        return found

    def _call(self, call: ast.Call, guards: tuple[Guard, ...]) -> None:
        key = key_of(call.func) or ""
        self.scope.call(key, call)
        if not key.endswith(".__init__"):
            return
        arguments = call.args if key.startswith("super()") else call.args[1:]
        if (
            len(call.args) == 2
            and isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Call)
        ):
            arguments = call.args  # super(Class, self).__init__(…)
        self.handed.append(
            Thrown(
                key=key.removesuffix(".__init__"),
                called=True,
                arguments=tuple(
                    self.texts.choices(a.value if isinstance(a, ast.Starred) else a, self.scope)
                    for a in arguments[:4]
                ),
                keywords=tuple(
                    (k.arg or "", self.texts.choices(k.value, self.scope)) for k in call.keywords[:6]
                ),
                guards=guards,
            )
        )

    def _if(self, node: ast.If, guards: tuple[Guard, ...]) -> tuple[Guard, ...]:
        """Walks both branches; what then is so for the statements behind."""
        text = expression_of(node.test)
        outer = self.scope
        branches = []
        ended = []
        for holds, body in ((True, node.body), (False, node.orelse)):
            guard = Guard(kind="condition", text=text, holds=holds)
            self.scope = outer.branch()
            if self.walk(body, (*guards, guard)):
                branches.append((self.scope, (guard,)))
            else:
                ended.append(Guard(kind="condition", text=text, holds=not holds))
        self.scope = outer
        outer.join(branches)
        for key, bindings in outer.names.items():
            if key.startswith("self.") and len(bindings) > 1:
                self.attributes[key[5:]] = self.texts.choices(_attribute(key), outer)
        return (*guards, *ended)


def _attribute(key: str) -> ast.expr:
    first, *rest = key.split(".")
    node: ast.expr = ast.Name(id=first, ctx=ast.Load())
    for word in rest:
        node = ast.Attribute(value=node, attr=word, ctx=ast.Load())
    return node
