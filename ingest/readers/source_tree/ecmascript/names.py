"""What a name means at a place: a parameter, a variable with its values, or something that is not known."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.tree import Tree, first_child
from ingest.readers.source_tree.grammar import text

#: Of a name that is bound more often, nothing is known.
MAX_BINDINGS = 60
FUNCTIONS = frozenset(
    {
        *("function_declaration", "function_expression", "arrow_function", "method_definition"),
        *("generator_function", "generator_function_declaration"),
    }
)
CLASSES = frozenset({"class_declaration", "abstract_class_declaration", "class"})
LOOPS = frozenset({"for_statement", "for_in_statement", "while_statement", "do_statement"})
_SCOPES = FUNCTIONS | {
    *("program", "statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body"),
    *("class_body", "class_static_block"),
}

#: Where names get values. Only the names are captured, for few of them are ever asked for.
BINDINGS = """
(variable_declarator name: (identifier) @declared)
(assignment_expression left: (identifier) @assigned)
(augmented_assignment_expression left: (identifier) @extended)
(assignment_expression left: (member_expression object: (identifier) @member property: (property_identifier)))
(function_declaration name: (identifier) @function)
[
  (generator_function_declaration name: (identifier) @opaque)
  (shorthand_property_identifier_pattern) @opaque
  (array_pattern (identifier) @opaque)
  (pair_pattern value: (identifier) @opaque)
  (for_in_statement left: (identifier) @opaque)
  (catch_clause parameter: (identifier) @opaque)
  (import_specifier name: (identifier) @opaque)
  (import_clause (identifier) @opaque)
]
"""

BindingKind = Literal["declared", "assigned", "extended", "function", "member", "opaque"]
_KINDS: tuple[BindingKind, ...] = ("declared", "assigned", "extended", "function", "member", "opaque")


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """One place that gives a name a value. node: the declaration or assignment."""

    kind: BindingKind
    node: Node
    value: Node | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter:
    """A name among a function's parameters. place: 0-based, None for the rest of all; member: of the object
    there that is taken apart."""

    function: Node
    place: int | None
    member: str | None = None
    default: Node | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Variable:
    """A variable of the file. scope: the block in which it is known; bindings: in the order of the source."""

    scope: Node
    bindings: list[Binding] = field(default_factory=list)


class Names:
    """The names of one file."""

    def __init__(self, tree: Tree, captures: dict[str, list[Node]]) -> None:
        self._tree = tree
        self._captures = captures
        self._parameters: dict[int, dict[str, Parameter]] = {}
        self._by_name: dict[str, list[Binding]] = {}

    @cached_property
    def _found(self) -> dict[bytes | None, list[tuple[BindingKind, Node]]]:
        found: dict[bytes | None, list[tuple[BindingKind, Node]]] = {}
        for kind in _KINDS:
            for node in self._captures.get(kind, ()):
                found.setdefault(node.text, []).append((kind, node))
        return found

    def _bindings(self, name: str) -> list[Binding]:
        if name not in self._by_name:
            nodes = self._found.get(name.encode(), [])[: MAX_BINDINGS + 1]
            found = [self._binding(kind, node) for kind, node in nodes]
            found.sort(key=lambda binding: binding.node.start_byte)
            self._by_name[name] = found
        return self._by_name[name]

    def _binding(self, kind: BindingKind, name: Node) -> Binding:
        path = self._tree.path(name)
        around = path[-3 if kind == "member" else -2] if len(path) > 2 else name
        if kind == "opaque":
            return Binding(kind=kind, node=name, value=None)
        value = around.child_by_field_name("value") or around.child_by_field_name("right")
        return Binding(kind=kind, node=around, value=value)

    def meaning(self, name: str, node: Node) -> Parameter | Variable | None:
        """What a name means at a node; None for what the file does not bind, or binds too often."""
        path = self._tree.path(node)
        depths = {node.id: depth for depth, node in enumerate(path)}
        best, meaning = self._parameter(name, path)
        bindings = self._bindings(name)
        if len(bindings) > MAX_BINDINGS:
            return meaning
        scope: Node | None = None
        for binding in bindings:
            if binding.kind in ("assigned", "extended", "member"):
                continue
            around = self._scope(binding)
            depth = depths.get(around.id, -1) if around is not None else -1
            if depth > best:
                best, scope = depth, around
        if scope is None:
            return meaning
        return Variable(scope=scope, bindings=[b for b in bindings if self._belongs(b, scope)])

    def members(self, name: str, scope: Node) -> list[Binding]:
        """The assignments to members of a name (`name.x = …`) within a node."""
        return [
            binding
            for binding in self._bindings(name)[:MAX_BINDINGS]
            if binding.kind == "member"
            and scope.start_byte <= binding.node.start_byte
            and binding.node.end_byte <= scope.end_byte
        ]

    def assignments(self, parameter: Parameter, name: str) -> Variable:
        """The other values that a function gives its parameter."""
        around = parameter.function
        bindings = [
            binding
            for binding in self._bindings(name)
            if binding.kind in ("assigned", "extended")
            and around.start_byte < binding.node.start_byte < around.end_byte
        ]
        return Variable(scope=around, bindings=bindings)

    def _belongs(self, binding: Binding, scope: Node) -> bool:
        if binding.kind == "member":
            return False
        if binding.kind in ("assigned", "extended"):
            return scope.start_byte <= binding.node.start_byte and binding.node.end_byte <= scope.end_byte
        return self._scope(binding) == scope

    def _scope(self, binding: Binding) -> Node | None:
        path = self._tree.path(binding.node)
        # `var` is known in its whole function, not in its block only.
        is_var = len(path) > 1 and path[-2].type == "variable_declaration"
        scopes = FUNCTIONS | {"program"} if is_var else _SCOPES
        return next((node for node in reversed(path[:-1]) if node.type in scopes), None)

    def _parameter(self, name: str, path: tuple[Node, ...]) -> tuple[int, Parameter | None]:
        for depth in range(len(path) - 2, -1, -1):
            if path[depth].type in FUNCTIONS and (found := self.parameters(path[depth]).get(name)):
                return depth, found
        return -1, None

    def parameters(self, function: Node) -> dict[str, Parameter]:
        """The names among a function's parameters."""
        if function.id not in self._parameters:
            self._parameters[function.id] = dict(_parameters(function))
        return self._parameters[function.id]


def _parameters(function: Node) -> list[tuple[str, Parameter]]:
    single = function.child_by_field_name("parameter")
    if single is not None:
        return [(text(single), Parameter(function=function, place=0))]
    around = function.child_by_field_name("parameters")
    found: list[tuple[str, Parameter]] = []
    nodes = around.named_children if around is not None else []
    for place, node in enumerate(node for node in nodes if not _is_no_parameter(node)):
        pattern, default = node, None
        if node.type in ("required_parameter", "optional_parameter"):
            pattern = node.child_by_field_name("pattern") or node
            default = node.child_by_field_name("value")
        if pattern.type == "assignment_pattern":
            default = pattern.child_by_field_name("right")
            pattern = pattern.child_by_field_name("left") or pattern
        if pattern.type == "identifier":
            found.append((text(pattern), Parameter(function=function, place=place, default=default)))
        elif pattern.type == "rest_pattern":
            rest = first_child(pattern)
            found.append((text(rest), Parameter(function=function, place=None)))
        elif pattern.type == "object_pattern":
            found.extend(_members(function, pattern, place))
    return found


def _is_no_parameter(node: Node) -> bool:
    # TypeScript's `this: Type` is an annotation.
    pattern = node.child_by_field_name("pattern")
    return node.type == "comment" or (pattern is not None and pattern.type == "this")


def _members(function: Node, pattern: Node, place: int) -> list[tuple[str, Parameter]]:
    found = []
    for child in pattern.named_children:
        name, default = child, None
        if child.type == "object_assignment_pattern":
            default = child.child_by_field_name("right")
            name = child.child_by_field_name("left") or child
        if name.type == "shorthand_property_identifier_pattern":
            member = text(name)
            parameter = Parameter(function=function, place=place, member=member, default=default)
            found.append((member, parameter))
    return found
