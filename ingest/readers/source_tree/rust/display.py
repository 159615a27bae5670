"""What `Display` writes for Rust's own error types: by variant of an enum, or for a struct."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from tree_sitter import Node

from ingest.readers.source_tree.rust.link import Field, Variant
from ingest.readers.source_tree.rust.messages import Messages, macro_name, tokens_of
from ingest.readers.source_tree.rust.places import type_name
from ingest.readers.source_tree.rust.tokens import groups_of
from ingest.readers.source_tree.rust.types import Types
from ingest.readers.source_tree.site import Hole, Message
from ingest.readers.source_tree.surroundings import Choices, Place, Source, choices_of, says, tidy

#: So many statements and arms are looked at.
MAX_STATEMENTS, MAX_ARMS = 12, 400

DISPLAY = re.compile(rb"Display\s{1,9}for\s")
_IS_ERROR = re.compile(rb"Error\s{1,9}for\s{1,9}(?:\w{1,80}::){0,9}(\w{1,80})")
_SELF = re.compile(r"[&*]*self\Z")
_OWN_FIELD = re.compile(r"[&*]*self\.(?P<name>\w{1,80})\Z")
_BINDING = re.compile(r"[&*]*(?P<name>\w{1,80})\Z")
_WRITING = frozenset({"write_str", "pad", "fmt"})


class Displays:
    """Reads the `Display` implementations of one file."""

    def __init__(self, source: Source, messages: Messages, types: Types) -> None:
        self._source, self._messages, self._types = source, messages, types

    @cached_property
    def _errors(self) -> frozenset[str]:
        """The types that the file says are errors."""
        found = _IS_ERROR.finditer(self._source.data)
        return frozenset(hit[1].decode("utf-8", "replace") for hit in found)

    def add(self, impl: Node) -> None:
        """Takes what an implementation writes for the variants of its type."""
        owner = type_name(self._source.text(impl.child_by_field_name("type")))
        body = impl.child_by_field_name("body")
        functions = [each for each in body.named_children if each.type == "function_item"] if body else []
        if len(functions) != 1 or not owner:
            return
        block = functions[0].child_by_field_name("body")
        place = Place(function=functions[0])
        statements = _statements(block)
        if not statements:
            return
        is_error = owner in self._errors
        arms = self._arms(statements[0]) if len(statements) == 1 else None
        if arms is not None:
            self._add_arms(owner, arms, place, is_error=is_error)
            return
        written = self._written(statements, place, {})
        if written:
            site = self._types.declared(functions[0], owner)
            self._types.found.append(
                Variant(type_name=owner, name=owner, messages=written, site=site, is_error=is_error)
            )

    def _arms(self, node: Node) -> list[Node] | None:
        """The arms, when a statement chooses by the error itself."""
        node = _bare(node)
        if node.type == "call_expression":
            # `f.write_str(match self { … })`, `match self { … }.fmt(f)`
            given = self._shown(node)
            node = _bare(given) if given is not None else node
        value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
        if node.type != "match_expression" or body is None or not _SELF.match(self._source.text(value)):
            return None
        return [arm for arm in body.named_children if arm.type == "match_arm"][:MAX_ARMS]

    def _add_arms(self, owner: str, arms: list[Node], place: Place, *, is_error: bool) -> None:
        found: dict[str, tuple[Node, tuple[Message, ...]]] = {}
        for arm in arms:
            value = arm.child_by_field_name("value")
            pattern = arm.child_by_field_name("pattern")
            if value is None or pattern is None or pattern.named_child_count == 0:
                continue
            alternatives = pattern.named_children[0]
            for each in alternatives.named_children if alternatives.type == "or_pattern" else (alternatives,):
                name, fields = self._variant(each)
                written = self._written(_statements(value), place, fields) if name else None
                if written and name:
                    before = found.get(name, (arm, ()))
                    found[name] = before[0], (*before[1], *written)
        for name, (arm, messages) in found.items():
            site = self._types.declared(arm, name)
            self._types.found.append(
                Variant(type_name=owner, name=name, messages=messages[:4], site=site, is_error=is_error)
            )

    def _variant(self, pattern: Node) -> tuple[str, dict[str, str]]:
        """The name of the variant that a pattern names, and its fields by the names bound to them."""
        named = pattern.child_by_field_name("type") or pattern
        name = self._source.text(named).rpartition("::")[2]
        if not name[:1].isupper():
            return "", {}
        fields: dict[str, str] = {}
        inside = [child for child in pattern.named_children if child.id != named.id]
        for position, child in enumerate(inside if pattern.type.endswith("struct_pattern") else ()):
            if child.type == "field_pattern":
                field = self._source.text(child.child_by_field_name("name"))
                bound = self._source.text(child.child_by_field_name("pattern")) or field
                fields[bound.removeprefix("ref ")] = field
            else:
                fields[self._source.text(child).removeprefix("ref ")] = str(position)
        return name, fields

    def _written(self, statements: list[Node], place: Place, fields: Mapping[str, str]) -> Choices | None:
        """What statements write, up to the first that is not understood: what follows it is not told."""
        pieces: list[Choices] = []
        for statement in statements[:MAX_STATEMENTS]:
            node = _bare(statement)
            if node.type in ("let_declaration", "use_declaration", "empty_statement"):
                continue
            made = self._piece(node, place)
            if made is None:
                break
            pieces.append(made)
        written = choices_of(pieces, Hole(expression="self"))
        told = tuple(tidy(self._own(message, fields)) for message in written)
        return told if any(told) else None

    def _piece(self, node: Node, place: Place) -> Choices | None:
        if node.type == "macro_invocation" and macro_name(self._source, node) in ("write", "writeln"):
            return self._messages.in_macro(node, groups_of(tokens_of(node))[1:], place)
        if node.type == "call_expression":
            given = self._shown(node)
            return None if given is None else self._messages.of(given, place)
        if node.type == "if_expression":
            otherwise = node.child_by_field_name("alternative")
            last = otherwise.named_child(0) if otherwise else None
            first, second = self._all(node.child_by_field_name("consequence"), place), self._all(last, place)
            return (*first, *second) if first and second else None
        # An arm of `f.write_str(match self { … })`.
        made = self._messages.known(node, place)
        return made if made and all(map(says, made)) else None

    def _all(self, node: Node | None, place: Place) -> Choices | None:
        """What a branch writes, when all of it is understood."""
        made = [self._piece(_bare(each), place) for each in _statements(node)]
        known = [each for each in made if each is not None]
        return choices_of(known, Hole(expression="self")) if known and len(known) == len(made) else None

    def _shown(self, call: Node) -> Node | None:
        """What a call writes: of `f.write_str(x)`, `x.fmt(f)` and `Display::fmt(x, f)` it is x."""
        function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        if function is None or arguments is None or not arguments.named_children:
            return None
        name = self._source.text(function.child_by_field_name("field") or function).rpartition("::")[2]
        if name not in _WRITING:
            return None
        if name == "fmt" and function.type == "field_expression":
            return function.child_by_field_name("value")
        return arguments.named_children[0]

    def _own(self, message: Message, fields: Mapping[str, str]) -> Iterator[str | Hole]:
        """The parts of a message, fields of the error by their names."""
        for part in message:
            hit = _BINDING.match(part.expression) if isinstance(part, Hole) else None
            own = _OWN_FIELD.match(part.expression) if isinstance(part, Hole) else None
            if isinstance(part, Hole) and own:
                yield Field(expression=own["name"], name=own["name"])
            elif hit and hit["name"] in fields:
                yield Field(expression=hit["name"], name=fields[hit["name"]])
            else:
                yield part


def _bare(node: Node) -> Node:
    """An expression without what only hands it on."""
    for _ in range(8):
        if node.type not in (
            "expression_statement", "try_expression", "return_expression", "parenthesized_expression",
        ) or not node.named_children:  # fmt: skip
            break
        node = node.named_children[0]
    return node


def _statements(node: Node | None) -> list[Node]:
    """The statements of a block, or the expression alone."""
    if node is None:
        return []
    if node.type != "block":
        return [node]
    inside = node.named_children[: MAX_STATEMENTS * 2]
    return [
        child for child in inside if child.type != "use_declaration" and not child.type.endswith("comment")
    ]
