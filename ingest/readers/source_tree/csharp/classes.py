"""C#'s error classes: what one file says that sites of other files need."""

from collections.abc import Iterator

from tree_sitter import Node

from ingest.readers.source_tree.csharp.grammar import arguments_of, declared_parameters, params_of, results
from ingest.readers.source_tree.csharp.values import simple_name
from ingest.readers.source_tree.curly import Frame, documentation_of, first_named
from ingest.readers.source_tree.curly.facts import ERROR_NAME, Argument, Constructor, ErrorClass, Parameter
from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.text import Alternatives
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.site import Hole

_TEXT_TYPES = ("string", "String", "object")


def classes_of(file: File) -> Iterator[ErrorClass]:
    """The classes of a file that are errors, by their own name or that of their base."""
    known: set[str] = set()
    for frame in file.types:
        name = text(frame.node.child_by_field_name("name"))
        base, handed = _base(frame.node)
        if not base or not (base in known or ERROR_NAME.search(name) or ERROR_NAME.search(base)):
            continue
        known.add(name)
        yield ErrorClass(
            name=name,
            base=base,
            constructors=tuple(_constructors(file, frame, handed)) or (Constructor(parameters=()),),
            messages=_messages(file, frame),
            documentation=documentation_of(frame, file.source),
        )


def _base(node: Node) -> tuple[str, Node | None]:
    """The first base, and the node with its arguments when the class has a primary constructor."""
    listed = next((one for one in node.named_children if one.type == "base_list"), None)
    first = first_named(listed) if listed is not None else None
    if first is None or first.type != "primary_constructor_base_type":
        handed = (
            listed
            if listed is not None and any(one.type == "argument_list" for one in listed.children)
            else None
        )
        return simple_name(first), handed
    return simple_name(first_named(first)), first


def _constructors(file: File, frame: Frame, handed: Node | None) -> Iterator[Constructor]:
    if handed is not None:
        yield Constructor(
            parameters=tuple(_parameters(frame.node)), arguments=_arguments(file, frame, handed)
        )
    for function in file.members(frame):
        if function.node.type != "constructor_declaration":
            continue
        initializer = next(
            (one for one in function.node.named_children if one.type == "constructor_initializer"), None
        )
        yield Constructor(
            parameters=tuple(_parameters(function.node)),
            arguments=() if initializer is None else _arguments(file, function, initializer),
            to_own=any(child.type == "this" for child in initializer.children) if initializer else False,
        )


def _arguments(file: File, frame: Frame, node: Node) -> tuple[Argument, ...]:
    return tuple(file.argument(one, frame, name) for name, one in arguments_of(node))


def _parameters(node: Node) -> Iterator[Parameter]:
    many = params_of(node)
    for one in declared_parameters(node):
        kind = text(one.child_by_field_name("type"))
        optional = any(child.type in ("=", "params") for child in one.children)
        yield Parameter(
            name=text(one.child_by_field_name("name")),
            kind=simple_name(one.child_by_field_name("type")).rstrip("?"),
            is_text=kind.startswith(_TEXT_TYPES),
            may_lack=optional,
        )
    if many is not None:
        yield Parameter(name=text(many), kind="", is_text=False, may_lack=True, many=True)


def _messages(file: File, frame: Frame) -> Alternatives:
    """What an overriding property `Message` gives."""
    for function in file.members(frame):
        name = text(function.node.child_by_field_name("name"))
        if name != "Message" or function.node.type != "property_declaration":
            continue
        given = results(function.node) or _got(function.node)
        values = tuple(told for one in given for told in file.values.ask(one, function))
        return values or ((Hole(expression="message"),),)
    return ()


def _got(node: Node) -> list[Node]:
    """What `get { return …; }` or `get => …` gives."""
    accessors = node.child_by_field_name("accessors")
    for one in accessors.named_children if accessors is not None else ():
        if text(one.child_by_field_name("name")) == "get":
            return results(one)
    return []
