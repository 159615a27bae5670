"""Java's error classes, constants and enums: what one file says that sites of other files need."""

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from ingest.readers.source_tree.curly import Frame, documentation_of, first_named
from ingest.readers.source_tree.curly.facts import ERROR_NAME, Constructor, ErrorClass, Parameter
from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.status import status_annotated
from ingest.readers.source_tree.curly.text import Alternatives
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.java.tree import parameters, results, simple_name, statements_of
from ingest.readers.source_tree.site import Hole

_TEXT_TYPES = frozenset({"String", "CharSequence", "Object"})


def classes_of(file: File) -> Iterator[ErrorClass]:
    """The classes of a file that are errors, by their own name or that of their base."""
    known: set[str] = set()
    for frame in file.types:
        superclass = frame.node.child_by_field_name("superclass")
        name = text(frame.node.child_by_field_name("name"))
        base = simple_name(first_named(superclass)) if superclass is not None else ""
        if not base or not (base in known or ERROR_NAME.search(name) or ERROR_NAME.search(base)):
            continue
        known.add(name)
        modifiers = next((one for one in frame.node.children if one.type == "modifiers"), None)
        own = file.members(frame)
        yield ErrorClass(
            name=name,
            base=base,
            constructors=tuple(_constructors(file, own)) or (Constructor(parameters=()),),
            messages=_messages(file, own),
            http_status=status_annotated(text(modifiers)),
            documentation=documentation_of(frame, file.source),
        )


def _constructors(file: File, functions: list[Frame]) -> Iterator[Constructor]:
    for function in functions:
        if function.node.type != "constructor_declaration":
            continue
        first = next(iter(statements_of(function.node)), None)
        declared = tuple(_parameters(function.node))
        if first is None or first.type != "explicit_constructor_invocation":
            yield Constructor(parameters=declared)
            continue
        listed = first.child_by_field_name("arguments")
        arguments = [one for one in listed.named_children if not one.is_extra] if listed is not None else []
        yield Constructor(
            parameters=declared,
            arguments=tuple(file.argument(one, function) for one in arguments),
            to_own=text(first.child_by_field_name("constructor")) == "this",
        )


def _parameters(function: Node) -> Iterator[Parameter]:
    listed = function.child_by_field_name("parameters")
    names = parameters(function)
    declared = [] if listed is None else listed.named_children
    declared = [one for one in declared if one.type in ("formal_parameter", "spread_parameter")]
    for name, one in zip(names, declared, strict=True):
        kind = one.child_by_field_name("type")
        yield Parameter(
            name=name,
            kind=simple_name(kind),
            is_text=simple_name(kind) in _TEXT_TYPES,
            may_lack=one.type == "spread_parameter",
            many=one.type == "spread_parameter",
        )


def _messages(file: File, functions: list[Frame]) -> Alternatives:
    for function in functions:
        if text(function.node.child_by_field_name("name")) != "getMessage" or parameters(function.node):
            continue
        given = results(function.node)
        values = tuple(told for one in given for told in file.values.ask(one, function))
        return values or ((Hole(expression="message"),),)
    return ()


def enums_of(file: File) -> Mapping[str, Mapping[str, Alternatives]]:
    """What the constants of a file's enums are created with, by `Enum.NAME` and the parameters' names."""
    found: dict[str, Mapping[str, Alternatives]] = {}
    for frame in file.types:
        if frame.node.type != "enum_declaration":
            continue
        own = [
            tuple(name.lower() for name in parameters(function.node))
            for function in file.members(frame)
            if function.node.type == "constructor_declaration"
        ]
        body = frame.node.child_by_field_name("body")
        for constant in [] if own == [] or body is None else body.named_children:
            if constant.type != "enum_constant" or constant.child_by_field_name("arguments") is None:
                continue
            given = _given(constant)
            names = next((one for one in own if len(one) == len(given)), None)
            if names is None:
                continue
            key = (
                f"{text(frame.node.child_by_field_name('name'))}.{text(constant.child_by_field_name('name'))}"
            )
            found[key] = {name: file.values.ask(node, frame) for name, node in zip(names, given, strict=True)}
    return found


def _given(constant: Node) -> list[Node]:
    listed = constant.child_by_field_name("arguments")
    return [] if listed is None else [one for one in listed.named_children if not one.is_extra]
