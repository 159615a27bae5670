"""Where a reader of statements stands."""

from ingest.readers.source_tree.python.scope import Scope
from ingest.readers.source_tree.site import Guard

MAX_GUARDS = 12


class Context:
    """Where the reader stands: names of the classes and functions around it, and what is so there."""

    def __init__(
        self,
        *,
        scope: Scope,
        names: tuple[str, ...] = (),
        function: tuple[int, int] | None = None,
        documentation: tuple[str, ...] = (),
        guards: tuple[Guard, ...] = (),
    ) -> None:
        self.scope = scope
        self.names = names
        self.function = function
        self.documentation = documentation
        self.guards = guards

    def under(self, *guards: Guard, scope: Scope | None = None) -> "Context":
        """The same place under further conditions."""
        return Context(
            scope=scope or self.scope,
            names=self.names,
            function=self.function,
            documentation=self.documentation,
            guards=(*self.guards, *guards)[-MAX_GUARDS:],
        )
