"""One file of Java, Kotlin or C#: its frames, its places, and the sites that are made of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tree_sitter import Node, Query

from ingest.readers.source_tree.curly import (
    Frame,
    GuardOf,
    Place,
    documentation_of,
    guards_at,
    lines_of,
    path_to,
    qualified,
    sweep,
)
from ingest.readers.source_tree.curly.bindings import Binding
from ingest.readers.source_tree.curly.facts import Argument
from ingest.readers.source_tree.curly.text import Alternatives, Piece
from ingest.readers.source_tree.curly.values import (
    Speech,
    Values,
    hole_of,
    substituted,
)
from ingest.readers.source_tree.grammar import Grammar, last_line, line, text
from ingest.readers.source_tree.site import Guard, Site

#: A helper that is looked into has at most so many namesakes.
_MAX_NAMESAKES = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A call, or the creation of an object. ``owner``: what stands before the name, as source; ``arguments``
    with their names, if they have any."""

    name: str
    owner: str
    arguments: tuple[tuple[str | None, Node], ...]
    creates: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Conventions:
    """How a language writes what a site needs to know.

    places      the query of frames and places, see `curly.sweep`
    declared    the names and values of a place `constant`, which never change
    guards      by the roles of frames
    parameters  the names of a function's parameters
    named       what a function is called in traces
    statements  the types of nodes that are statements; blocks: of nodes whose children are
    owners_of_calls  the types of nodes in which the first child is what a call is asked of
    result      the expression that a function consists of, if it is nothing but one
    outcome     the expression that a function ends with, returned or thrown
    call        a node as a call
    choices     the expressions that a throw may throw
    """

    grammar: Grammar
    places: Query
    speech: Speech
    guards: Mapping[str, GuardOf]
    declared: Callable[[Node], list[tuple[Node, Node]]]
    parameters: Callable[[Node], tuple[str, ...]]
    named: Callable[[Node], str]
    statements: frozenset[str]
    blocks: frozenset[str]
    owners_of_calls: frozenset[str]
    result: Callable[[Node], Node | None]
    outcome: Callable[[Node], Node | None]
    call: Callable[[Node], Call | None]
    choices: Callable[[Node], list[Node]]


class File:
    """A file that was parsed. ``places`` are in the order of the source."""

    def __init__(self, source: str, conventions: Conventions) -> None:
        self.conventions = conventions
        self.source = source.encode("utf-8", "surrogatepass")
        self.places: list[Place] = []
        self.types: list[Frame] = []
        self.function_frames: list[Frame] = []
        self.unchanging: list[Place] = []
        root = conventions.grammar.parse(source)
        for found in sweep(conventions.places, root):
            match found:
                case Place(role="constant"):
                    self.unchanging.append(found)
                case Place():
                    self.places.append(found)
                case Frame(role="type"):
                    self.types.append(found)
                case Frame(role="function"):
                    self.function_frames.append(found)
                case Frame(role="file"):
                    self.root = found
        self.values = Values(speech=conventions.speech, file=self)

    @cached_property
    def functions(self) -> dict[str, list[Frame]]:
        """The functions of the file by their names."""
        found: dict[str, list[Frame]] = {}
        for frame in self.function_frames:
            found.setdefault(text(frame.node.child_by_field_name("name")), []).append(frame)
        return found

    @cached_property
    def _members(self) -> dict[int, list[Frame]]:
        found: dict[int, list[Frame]] = {}
        for frame in self.function_frames:
            found.setdefault(id(frame.type), []).append(frame)
        return found

    def members(self, frame: Frame) -> list[Frame]:
        """The functions of a type."""
        return self._members.get(id(frame), [])

    @cached_property
    def constants(self) -> dict[str, list[Binding]]:
        """What never changes, by `NAME` and by `Owner.NAME`."""
        found: dict[str, list[Binding]] = {}
        for place in self.unchanging:
            if place.frame.function is not None:
                continue
            scope = self.owner(place.frame)
            owner = text(scope.node.child_by_field_name("name"))
            for name, value in self.conventions.declared(place.node):
                binding = Binding(
                    kind="given", start=scope.start, end=scope.end, at=name.start_byte, value=value
                )
                for key in (text(name), f"{owner}.{text(name)}"):
                    found.setdefault(key, []).append(binding)
        return found

    def owner(self, frame: Frame) -> Frame:
        """The type with a name that a frame is in, or the file: a companion has none."""
        current = frame.type
        for _ in range(4):
            if current is None or current.node.child_by_field_name("name") is not None:
                break
            current = current.parent.type if current.parent is not None else None
        return current or self.root

    def helper(self, name: str, arity: int) -> tuple[Frame, tuple[str, ...]] | None:
        """The one function of the file with this name and so many parameters, and their names."""
        fitting = [
            (frame, parameters)
            for frame in self.functions.get(name, ())[:_MAX_NAMESAKES]
            if len(parameters := self.conventions.parameters(frame.node)) == arity
        ]
        return fitting[0] if len(fitting) == 1 else None

    def called(self, values: Values, name: str, arguments: list[Node], depth: int) -> Alternatives | None:
        """What a helper of the file gives for arguments, when it is nothing but an expression."""
        helper = self.helper(name, len(arguments))
        result = self.conventions.result(helper[0].node) if helper is not None else None
        if helper is None or result is None:
            return None
        meanings = {
            parameter: values.piece(argument, depth)
            for parameter, argument in zip(helper[1], arguments, strict=True)
        }
        return tuple(told for message in values.of(result, depth) for told in substituted(message, meanings))

    def argument(self, node: Node, frame: Frame, name: str | None = None) -> Argument:
        """An argument of a constructor that is called in a frame."""
        return Argument(
            values=self.values.ask(node, frame), expression=hole_of(node).expression, name=name or None
        )

    def with_meanings(
        self, arguments: Iterable[Argument], meanings: Mapping[str, Piece]
    ) -> tuple[Argument, ...]:
        """Arguments in which parameters are replaced by what they are given."""
        return tuple(
            Argument(
                values=tuple(told for value in one.values for told in substituted(value, meanings)),
                expression=one.expression,
                name=one.name,
            )
            for one in arguments
        )

    def statement(self, frame: Frame, node: Node) -> tuple[Node, list[Node]]:
        """The innermost statement that `node` is in, and the nodes from the frame down to `node`."""
        if node.type in self.conventions.statements:
            return node, [node]
        path = [*path_to(frame, node), node]
        for place in range(len(path) - 1, 0, -1):
            is_statement = path[place].type in self.conventions.statements
            if is_statement or path[place - 1].type in self.conventions.blocks:
                return path[place], path
        return node, path

    def site(
        self,
        node: Node,
        frame: Frame,
        *,
        statement: Node | None = None,
        guard: Guard | None = None,
        **facts: Any,
    ) -> Site:
        """The site of a node: where it is and what surrounds it. ``facts``: fields of the site that
        differ."""
        first, last = lines_of(node, statement)
        function, conventions = frame.function, self.conventions
        guards = guards_at(frame, node.start_byte, conventions.guards)
        docs = [documentation_of(one, self.source) for one in (function, frame.type) if one is not None]
        facts.setdefault("error_class", None)
        return Site(
            message=(),
            line=line(node),
            first_line=first,
            last_line=max(last, line(node)),
            function=qualified(frame, conventions.named),
            function_lines=None if function is None else (line(function.node), last_line(function.node)),
            guards=guards if guard is None else (*guards, guard),
            documentation=tuple(filter(None, docs)),
            parameters=() if function is None else self._parameters(function),
            **facts,
        )

    def _parameters(self, function: Frame) -> tuple[str, ...]:
        if "parameters" not in function.facts:
            function.facts["parameters"] = self.conventions.parameters(function.node)
        known: tuple[str, ...] = function.facts["parameters"]
        return known
