"""One file of Java, Kotlin or C#: its frames, its places, and the sites that are made of them."""

import re
from collections.abc import Callable, Mapping, Sequence
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
    short_text,
    sweep,
)
from ingest.readers.source_tree.curly.arguments import filled
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
from ingest.readers.source_tree.leaving import passed
from ingest.readers.source_tree.possible import consistent
from ingest.readers.source_tree.site import Guard, Site

#: A helper that is looked into has at most so many namesakes.
_MAX_NAMESAKES = 8
# Java's `import static a.B.C;`, Kotlin's `import a.B.C`.
_IMPORTED = re.compile(
    rb"^import[ ](?:static[ ])?[a-z][\w.]{0,200}\.(?P<owner>[A-Z]\w{0,80})\.(?P<name>[A-Z][A-Z0-9_]{1,80})\b",
    re.MULTILINE | re.ASCII,
)


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
    takes_any   whether the last of them takes any number of arguments
    named       what a function is called in traces
    statements  the types of nodes that are statements; blocks: of nodes whose children are
    owners_of_calls  the types of nodes in which the first child is what a call is asked of
    results     the expressions that a function gives, if it does nothing but choose one
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
    takes_any: Callable[[Node], bool]
    named: Callable[[Node], str]
    statements: frozenset[str]
    blocks: frozenset[str]
    owners_of_calls: frozenset[str]
    results: Callable[[Node], list[Node]]
    outcome: Callable[[Node], Node | None]
    call: Callable[[Node], Call | None]
    choices: Callable[[Node], list[Node]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Helper:
    """A function of the file that is called with arguments: what its parameters mean then. ``many``: the
    parameter that takes any number."""

    frame: Frame
    meanings: Mapping[str, Piece]
    many: Mapping[str, list[Piece]]

    def said(self, values: Alternatives, expression: str) -> Alternatives:
        """What an expression of the function, which may be ``values``, is for the arguments."""
        return filled(expression, self.meanings, self.many) or tuple(
            told for value in values for told in substituted(value, self.meanings)
        )


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

    @cached_property
    def imported(self) -> dict[str, str]:
        """Constants of other classes that are known by their names alone: `Owner.NAME` of each."""
        hits = _IMPORTED.finditer(self.source)
        return {hit["name"].decode(): f"{hit['owner'].decode()}.{hit['name'].decode()}" for hit in hits}

    def owner(self, frame: Frame) -> Frame:
        """The type with a name that a frame is in, or the file: a companion has none."""
        current = frame.type
        for _ in range(4):
            if current is None or current.node.child_by_field_name("name") is not None:
                break
            current = current.parent.type if current.parent is not None else None
        return current or self.root

    def helper(self, name: str, given: Sequence[Piece]) -> Helper | None:
        """The one function of the file with this name that takes so many arguments."""
        fitting: list[Helper] = []
        for frame in self.functions.get(name, ())[:_MAX_NAMESAKES]:
            parameters = self.conventions.parameters(frame.node)
            takes_any = self.conventions.takes_any(frame.node)
            if len(parameters) != len(given) and not (takes_any and len(parameters) <= len(given) + 1):
                continue
            fixed = parameters[:-1] if takes_any else parameters
            many = {parameters[-1]: list(given[len(fixed) :])} if takes_any else {}
            meanings = dict(zip(fixed, given, strict=False))
            fitting.append(Helper(frame=frame, meanings=meanings, many=many))
        return fitting[0] if len(fitting) == 1 else None

    def called(self, values: Values, name: str, arguments: list[Node], depth: int) -> Alternatives | None:
        """What a helper of the file gives for arguments, when it does nothing but give it."""
        if name not in self.functions:
            return None
        helper = self.helper(name, [values.piece(argument, depth) for argument in arguments])
        results = self.conventions.results(helper.frame.node) if helper is not None else []
        if helper is None or not results:
            return None
        said = [told for one in results for told in helper.said(values.of(one, depth), short_text(one))]
        return tuple(dict.fromkeys(said))

    def argument(self, node: Node, frame: Frame, name: str | None = None) -> Argument:
        """An argument of a constructor that is called in a frame."""
        return Argument(
            values=self.values.ask(node, frame), expression=hole_of(node).expression, name=name or None
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
        guards += passed(statement) if statement is not None else ()
        if function is not None and function.node.type == "accessor_declaration":
            # It is told of by its property, and shown with it.
            function = frame.outermost
        docs = [documentation_of(one, self.source) for one in (function, frame.type) if one is not None]
        facts.setdefault("error_class", None)
        return Site(
            message=(),
            line=line(node),
            first_line=first,
            last_line=max(last, line(node)),
            function=qualified(frame, conventions.named),
            function_lines=None if function is None else (line(function.node), last_line(function.node)),
            guards=consistent(guards if guard is None else (*guards, guard)),
            documentation=tuple(filter(None, docs)),
            parameters=() if function is None else self._parameters(function),
            **facts,
        )

    def _parameters(self, function: Frame) -> tuple[str, ...]:
        if "parameters" not in function.facts:
            function.facts["parameters"] = self.conventions.parameters(function.node)
        known: tuple[str, ...] = function.facts["parameters"]
        return known
