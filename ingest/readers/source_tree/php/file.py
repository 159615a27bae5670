"""One parsed file of PHP: its functions and variables, and where a place stands."""

from functools import cache

import tree_sitter_php
from tree_sitter import Node, Query

from ingest.readers.source_tree.ecmascript.names import Binding, Variable
from ingest.readers.source_tree.ecmascript.setting import Setting
from ingest.readers.source_tree.ecmascript.text import first_sentence
from ingest.readers.source_tree.ecmascript.tree import Tree
from ingest.readers.source_tree.grammar import Grammar, last_line, line, matches, text
from ingest.readers.source_tree.php.guards import guards_of, passed_before
from ingest.readers.source_tree.php.syntax import CLASSES, FUNCTIONS, NAMED_FUNCTIONS

#: Of a function that assigns more often, nothing is known.
MAX_BINDINGS = 1000
_ASSIGNMENTS = """
(assignment_expression left: (variable_name) @name right: (_) @value) @assigned
(augmented_assignment_expression left: (variable_name) @name operator: ".=" right: (_) @value) @extended
(augmented_assignment_expression left: (variable_name) @name operator: "??=")
(foreach_statement (variable_name) @name)
(foreach_statement (pair (variable_name) @name))
(list_literal (variable_name) @name)
(by_ref (variable_name) @name)
(global_declaration (variable_name) @name)
(static_variable_declaration name: (variable_name) @name)
(catch_clause name: (variable_name) @name)
"""

GRAMMAR = Grammar(tree_sitter_php.language_php)


@cache
def _assignments() -> Query:
    return GRAMMAR.query(_ASSIGNMENTS)


class File:
    """A file's tree with what its readers ask it."""

    def __init__(self, root: Node) -> None:
        self.tree = Tree(root)
        self._assigned: dict[int, dict[str, list[Binding]]] = {}
        self.constants: dict[str, Node] = {}

    def function(self, node: Node) -> Node | None:
        """The innermost function around a node, closures too."""
        return next((n for n in reversed(self.tree.path(node)[:-1]) if n.type in FUNCTIONS), None)

    def variable(self, name: str, node: Node) -> Variable | None:
        """A variable (`$name`) of the function around a node, or of the file itself."""
        scope = self.function(node)
        while scope is not None and scope.type == "arrow_function" and name not in self.parameters(scope):
            scope = self.function(scope)
        scope = scope if scope is not None else self.tree.root
        if scope.id not in self._assigned:
            self._assigned[scope.id] = self._bindings(scope)
        bindings = self._assigned[scope.id].get(name)
        return Variable(scope=scope, bindings=bindings) if bindings else None

    def _bindings(self, scope: Node) -> dict[str, list[Binding]]:
        found: dict[str, list[Binding]] = {}
        for count, captures in enumerate(matches(_assignments(), scope)):
            if count >= MAX_BINDINGS:
                return {}
            name = captures["name"][0]
            binding = _binding(captures)
            if (self.function(binding.node) or self.tree.root) == scope:
                found.setdefault(text(name), []).append(binding)
        for bindings in found.values():
            bindings.sort(key=lambda binding: binding.node.start_byte)
        return found

    def parameters(self, function: Node) -> dict[str, tuple[int, Node | None]]:
        """The places and defaults of a function's parameters, by their names (`$name`)."""
        around = function.child_by_field_name("parameters")
        nodes = around.named_children if around is not None else []
        nodes = [node for node in nodes if node.type.endswith("_parameter")]
        return {
            text(node.child_by_field_name("name")): (place, node.child_by_field_name("default_value"))
            for place, node in enumerate(nodes)
            if node.type != "variadic_parameter"
        }

    def class_at(self, node: Node) -> Node | None:
        """The class around a node."""
        return next((n for n in reversed(self.tree.path(node)[:-1]) if n.type in CLASSES), None)

    def setting(self, node: Node) -> Setting:
        """Where a node stands."""
        path = self.tree.path(node)
        depth = next((d for d in range(len(path) - 2, -1, -1) if path[d].type in NAMED_FUNCTIONS), None)
        if depth is None:
            return Setting(guards=guards_of(path))
        function = path[depth]
        class_depth = next((d for d in range(depth - 1, -1, -1) if path[d].type in CLASSES), None)
        owner = text(path[class_depth].child_by_field_name("name")) if class_depth is not None else ""
        name = text(function.child_by_field_name("name"))
        comments = [comment_before(function)]
        if class_depth is not None:
            comments.append(comment_before(path[class_depth]))
        full = f"{owner}::{name}" if owner else name
        return Setting(
            node=function,
            function=full,
            short=full,
            lines=(line(function), last_line(function)),
            parameters=tuple(key.removeprefix("$") for key in self.parameters(function)),
            documentation=tuple(filter(None, comments)),
            guards=(*guards_of(path[depth + 1 :]), *passed_before(path[depth + 1 :])),
        )


def _binding(captures: dict[str, list[Node]]) -> Binding:
    if "assigned" in captures:
        return Binding(kind="assigned", node=captures["assigned"][0], value=captures["value"][0])
    if "extended" in captures:
        return Binding(kind="extended", node=captures["extended"][0], value=captures["value"][0])
    return Binding(kind="opaque", node=captures["name"][0], value=None)


def comment_before(node: Node) -> str:
    """The first sentence of the doc comment before a declaration."""
    before = node.prev_named_sibling
    if before is None or before.type != "comment" or line(node) - last_line(before) > 1:
        return ""
    comment = text(before)
    return first_sentence(comment) if comment.startswith("/**") else ""
