"""Go's own error types: what the `Error` method of a type prints, and what a literal of it fills in."""

import re

import tree_sitter_go
from tree_sitter import Node, QueryCursor

from ingest.readers.source_tree.go.link import Draft, ErrorType
from ingest.readers.source_tree.go.messages import Messages
from ingest.readers.source_tree.go.names import Names, arguments_of
from ingest.readers.source_tree.go.places import Places
from ingest.readers.source_tree.grammar import Grammar, line
from ingest.readers.source_tree.site import Hole, Message, Site
from ingest.readers.source_tree.surroundings import Place, Source, either

GRAMMAR = Grammar(tree_sitter_go.language)
#: So many fields of a type or a literal are looked at.
MAX_FIELDS = 60
_RETURNS = GRAMMAR.query("(return_statement (expression_list . (_) @value .))")
_PRINTS = re.compile(rb"\) {0,3}Error\(\) {0,3}string\b")
_LAST_NAME = re.compile(r"(\w{1,200})(?:\[.*)?\Z")
# What a function that returns an error says of its results.
_ERROR_RESULT = re.compile(r"\berror\)?\Z")


class Types:
    """The error types of one file, and their literals."""

    def __init__(self, source: Source, names: Names, messages: Messages, places: Places) -> None:
        self._source, self._names, self._messages, self._places = source, names, messages, places
        self.found: dict[str, ErrorType] = {}

    def add_all(self) -> bool:
        """Takes the types that have an `Error` method in the file. Whether there may be one."""
        if not _PRINTS.search(self._source.data):
            return False
        methods = [
            child
            for child in self._source.root.named_children
            if child.type == "method_declaration"
            and self._source.text(child.child_by_field_name("name")) == "Error"
        ]
        declared = self._declared()
        for method in methods:
            name, owner = self._places.receiver(method)
            messages = self._printed(method, name)
            node = declared.get(owner)
            self.found[owner] = ErrorType(
                messages=messages,
                fields=self._fields(node),
                documentation=() if node is None else self._places.documentation(line(node)),
            )
        return True

    def _printed(self, method: Node, receiver: str) -> tuple[Message, ...]:
        self._messages.receiver = receiver
        place = Place(function=method, parameters=self._places.parameters(method))
        values = QueryCursor(_RETURNS).captures(method).get("value", [])
        made = [self._messages.of(value, place) for value in values]
        self._messages.receiver = ""
        otherwise = Hole(expression=f"{receiver}.Error()")
        return either(made, otherwise) or ((otherwise,),)

    def _declared(self) -> dict[str, Node]:
        """The types at the top of the file, by name."""
        return {
            self._source.text(spec.child_by_field_name("name")): spec
            for child in self._source.root.named_children
            if child.type == "type_declaration"
            for spec in child.named_children
        }

    def _fields(self, spec: Node | None) -> tuple[str, ...]:
        struct = spec and spec.child_by_field_name("type")
        if struct is None or struct.type != "struct_type" or not struct.named_children:
            return ()
        found: list[str] = []
        for field in struct.named_children[0].named_children[:MAX_FIELDS]:
            if field.type != "field_declaration":
                continue
            named = [each for each in field.children_by_field_name("name") if each.is_named]
            embedded = _LAST_NAME.search(self._source.text(field.child_by_field_name("type")))
            found += [self._source.text(each) for each in named] or [embedded[1] if embedded else ""]
        return tuple(found)

    def draft(self, node: Node, place: Place, site: Site) -> Draft | None:
        """A literal or a conversion, when it may be of an error's type."""
        named = node.child_by_field_name("type") or node.child_by_field_name("function")
        if named is None or named.type not in ("type_identifier", "qualified_type", "identifier"):
            return None
        package, _, name = self._source.text(named).rpartition(".")
        path = self._names.imports.get(package, "") if package else ""
        likely = "rr" in name or (not package and name in self.found)
        likely = likely or (node.type == "composite_literal" and self._returns_error(place))
        if not likely or (package and not path) or _is_assertion(node):
            return None
        told = set(self._messages.told)
        fields = self._filled(node, place)
        # An error in a field is one of its own, whatever its wrapper turns out to be.
        self._messages.told = told
        return Draft(site=site, type_name=name, package=path, fields=fields, source=self._source.text(node))

    def _returns_error(self, place: Place) -> bool:
        result = None if place.function is None else place.function.child_by_field_name("result")
        return bool(_ERROR_RESULT.search(self._source.text(result)))

    def _filled(self, node: Node, place: Place) -> dict[str | int, Message]:
        if node.type == "call_expression":
            given = dict[str | int, Node](enumerate(arguments_of(node)))
        else:
            given = self._elements(node.child_by_field_name("body"))
        filled: dict[str | int, Message] = {}
        for field, value in given.items():
            made = self._messages.of(value, place)
            filled[field] = made[0] if len(made) == 1 else (self._source.hole(value),)
        return filled

    def _elements(self, body: Node | None) -> dict[str | int, Node]:
        found: dict[str | int, Node] = {}
        elements = [] if body is None else body.named_children
        for index, element in enumerate(each for each in elements if each.type != "comment"):
            key = element.child_by_field_name("key")
            value = element.child_by_field_name("value") or element
            if value.named_child_count == 1 and index < MAX_FIELDS:
                found[self._source.text(key) if key else index] = value.named_children[0]
        return found


def _is_assertion(node: Node) -> bool:
    """`var _ error = &X{}` says that X is an error, and makes none."""
    current: Node | None = node
    for _ in range(4):
        if current is None or current.type == "var_spec":
            break
        current = current.parent
    name = current.child_by_field_name("name") if current is not None else None
    return name is not None and name.text == b"_"


def literal_in(node: Node) -> Node | None:
    """The literal that an expression is, or points to."""
    operand = node.child_by_field_name("operand") if node.type == "unary_expression" else node
    return operand if operand is not None and operand.type == "composite_literal" else None
