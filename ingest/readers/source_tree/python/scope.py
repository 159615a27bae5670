"""What names stand for at a statement, as far as the statements before it say."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ingest.readers.source_tree.python.facts import MAX_CHOICES, Parameters
from ingest.readers.source_tree.site import Guard


class Binding(NamedTuple):
    """A value that a name may have. `node` None: it cannot be told. `added`: `name += node` upon `before`."""

    node: ast.expr | None
    guards: tuple[Guard, ...] = ()
    before: "tuple[Binding, ...]" = ()
    added: bool = False


UNKNOWN = Binding(None)
#: Longer lists are not followed.
MAX_ITEMS = 12


@dataclass(slots=True)
class Scope:
    """The names of one function, or of a module. Keys are names and `self.x`.

    caught: names of exceptions that are being handled. functions: those that may be asked for the text that
    they return, by the name under which they are called here (`f`, `self.f`).
    """

    parameters: Parameters = field(default_factory=Parameters)
    owner: str | None = None
    functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = field(default_factory=dict)
    names: dict[str, tuple[Binding, ...]] = field(default_factory=dict)
    caught: frozenset[str] = frozenset()

    def branch(self) -> "Scope":
        """A copy that may go its own way."""
        return Scope(self.parameters, self.owner, self.functions, dict(self.names), self.caught)

    def bind(self, key: str, node: ast.expr | None) -> None:
        """`key = node`; values that the name had may stand in it."""
        self.names[key] = (Binding(node, before=self.names.get(key, ())),)

    def add(self, key: str, node: ast.expr) -> None:
        """`key += node`."""
        before = self.names.get(key) or (UNKNOWN,)
        self.names[key] = (Binding(node, before=before, added=True),)

    def call(self, key: str, node: ast.Call) -> None:
        """`list.append(…)` and what else changes a list that is known item by item."""
        name, _, method = key.rpartition(".")
        if not node.args or not any(isinstance(b.node, ast.List) for b in self.names.get(name, ())):
            return  # what else has such a method keeps its value
        if method == "append":
            self._append(name, node.args[0])
        elif method == "extend":
            items = node.args[0]
            more = items.elts if isinstance(items, ast.List | ast.Tuple) else [ast.Name(id="more")]
            for item in more:
                self._append(name, item)
        elif method in ("insert", "remove"):
            self.names[name] = (UNKNOWN,)

    def _append(self, key: str, node: ast.expr) -> None:
        grown = []
        for binding in self.names.get(key, ()):
            items = binding.node
            known = isinstance(items, ast.List) and len(items.elts) < MAX_ITEMS
            longer = ast.List(elts=[*items.elts, node], ctx=ast.Load()) if known else None  # type: ignore[union-attr] # a list
            grown.append(Binding(longer, binding.guards, binding.before))
        self.names[key] = tuple(grown)

    def join(self, branches: "Iterable[tuple[Scope, tuple[Guard, ...]]]") -> None:
        """Goes on after branches that meet here; each with what was so in it."""
        held = list(branches)
        if not held:
            return
        if len(held) == 1:
            self.names = held[0][0].names
            return
        # Only names that a branch bound differ from what was before.
        touched = {
            key
            for branch, _ in held
            for key, value in branch.names.items()
            if value is not self.names.get(key)
        }
        for key in touched:
            union: list[Binding] = []
            for branch, guards in held:
                for binding in branch.names.get(key) or self._given(key):
                    if len(union) < MAX_CHOICES:
                        further = (*guards, *binding.guards)
                        union.append(Binding(binding.node, further, binding.before, binding.added))
            self.names[key] = tuple(union)

    def _given(self, key: str) -> tuple[Binding, ...]:
        """What a parameter or an attribute is where no statement bound it."""
        if key in self.parameters.names or key.startswith("self."):
            return (Binding(ast.Name(id=key, ctx=ast.Load())),)
        return ()

    def forget(self, keys: Iterable[str]) -> None:
        """A loop may have bound these in a round before."""
        for key in keys:
            self.names[key] = (*self.names.get(key, ()), UNKNOWN)


def key_of(node: ast.expr) -> str | None:
    """`x`, `self.x.y` for a name or a chain of attributes; None for anything else."""
    if type(node) is ast.Name:
        return node.id
    words: list[str] = []
    while type(node) is ast.Attribute:
        words.append(node.attr)
        node = node.value
    if type(node) is ast.Name:
        words.append(node.id)
        return ".".join(reversed(words))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super" and words:
        return ".".join(("super()", *reversed(words)))
    return None


def assigned(statements: Iterable[ast.stmt]) -> set[str]:
    """The keys that statements, and those inside them, assign to."""
    keys: set[str] = set()
    waiting: list[ast.AST] = list(statements)
    while waiting:
        node = waiting.pop()
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.AsyncFor):
            targets = [node.target]
        for target in targets:
            for item in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                if key := key_of(item):
                    keys.add(key)
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, name, ())
    return keys
