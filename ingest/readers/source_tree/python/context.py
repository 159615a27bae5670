"""Where a reader of statements stands."""

import ast
import re

from ingest.readers.source_tree.python.scope import Scope
from ingest.readers.source_tree.site import Guard

MAX_GUARDS = 12
_NAME = re.compile(r"[A-Za-z_][\w.]*")
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Context:
    """Where the reader stands: names of the classes and functions around it, and what is so there.

    documented: the function and the class whose documentation tells of a place, nearest first. asked: the
    lines on which the guards stand.
    """

    def __init__(
        self,
        *,
        scope: Scope,
        names: tuple[str, ...] = (),
        function: tuple[int, int] | None = None,
        documented: tuple[Documented, ...] = (),
        guards: tuple[Guard, ...] = (),
        asked: tuple[int, ...] = (),
    ) -> None:
        self.scope = scope
        self.names = names
        self.function = function
        self.documented = documented
        self.guards = guards
        self.asked = asked

    def under(self, *guards: Guard, line: int, scope: Scope | None = None) -> "Context":
        """The same place under further conditions."""
        return Context(
            scope=scope or self.scope,
            names=self.names,
            function=self.function,
            documented=self.documented,
            guards=(*self.guards, *guards)[-MAX_GUARDS:],
            asked=(*self.asked, *(line for _ in guards))[-MAX_GUARDS:],
        )

    def outdated(self) -> tuple[Guard, ...]:
        """The conditions that were asked before one of their names was bound anew."""
        names = self.scope.names
        if not names:
            return ()
        return tuple(
            guard
            for guard, line in zip(self.guards, self.asked, strict=True)
            if guard.kind == "condition"
            and any(binding.node is None or getattr(binding.node, "lineno", line) > line
                    for word in _NAME.findall(guard.text) for binding in names.get(word, ()))
        )  # fmt: skip
