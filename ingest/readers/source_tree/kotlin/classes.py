"""Kotlin's error classes and enums: what one file says that sites of other files need."""

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from ingest.readers.source_tree.curly import Frame, documentation_of, first_named
from ingest.readers.source_tree.curly.facts import ERROR_NAME, Argument, Constructor, ErrorClass, Parameter
from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.status import status_annotated
from ingest.readers.source_tree.curly.text import Alternatives
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.kotlin.tree import argument, declared, result, typed_parameters
from ingest.readers.source_tree.site import Hole

_TEXT_TYPES = ("String", "CharSequence", "Any")


def classes_of(file: File) -> Iterator[ErrorClass]:
    """The classes and objects of a file that are errors, by their own name or that of their base."""
    known: set[str] = set()
    for frame in file.types:
        name = text(frame.node.child_by_field_name("name"))
        base, handed = _base(frame.node)
        if not base or not (base in known or ERROR_NAME.search(name) or ERROR_NAME.search(base)):
            continue
        known.add(name)
        modifiers = next((one for one in frame.node.children if one.type == "modifiers"), None)
        yield ErrorClass(
            name=name,
            base=base,
            constructors=tuple(_constructors(file, frame, handed)),
            messages=_messages(file, frame),
            http_status=status_annotated(text(modifiers)),
            documentation=documentation_of(frame, file.source),
        )


def _base(node: Node) -> tuple[str, Node | None]:
    """The base class, which is the first that is created, or else the first named; and its arguments."""
    listed = next((one for one in node.named_children if one.type == "delegation_specifiers"), None)
    inner = [first_named(one) for one in listed.named_children] if listed is not None else []
    for one in inner:
        if one is not None and one.type == "constructor_invocation":
            made = first_named(one)
            arguments = next((part for part in one.named_children if part.type == "value_arguments"), None)
            return _simple(text(made)), arguments
    named = next((one for one in inner if one is not None and one.type == "user_type"), None)
    return _simple(text(named)), None


def _simple(name: str) -> str:
    return name.partition("<")[0].rpartition(".")[2].strip()


def _constructors(file: File, frame: Frame, handed: Node | None) -> Iterator[Constructor]:
    own = [one for one in file.members(frame) if one.node.type == "secondary_constructor"]
    has_primary = any(one.type == "primary_constructor" for one in frame.node.named_children)
    if has_primary or handed is not None or not own:
        yield Constructor(
            parameters=tuple(_parameters(frame.node)), arguments=_arguments(file, frame, handed)
        )
    for function in own:
        delegated = next((one for one in function.node.named_children if "delegation_call" in one.type), None)
        listed = delegated.named_children if delegated is not None else []
        yield Constructor(
            parameters=tuple(_parameters(function.node)),
            arguments=_arguments(file, function, next(iter(listed[-1:]), None)),
            to_own=text(delegated).startswith("this"),
        )


def _arguments(file: File, frame: Frame, listed: Node | None) -> tuple[Argument, ...]:
    given = [argument(one) for one in listed.named_children] if listed is not None else []
    return tuple(file.argument(one[1], frame, one[0]) for one in given if one is not None)


def _parameters(node: Node) -> Iterator[Parameter]:
    for name, declaration in typed_parameters(node):
        kind = text(declaration).partition(":")[2].strip()
        following = declaration.next_sibling
        before = declaration.prev_sibling
        modifiers = text(before) if before is not None and before.type == "parameter_modifiers" else ""
        many = "vararg" in modifiers + text(declaration).partition(name)[0]
        has_default = "=" in kind or (following is not None and following.type == "=")
        yield Parameter(
            name=name,
            kind=_simple(kind.partition("=")[0].strip().rstrip("?")),
            is_text=kind.startswith(_TEXT_TYPES),
            may_lack=has_default or many,
            many=many,
        )


def _messages(file: File, frame: Frame) -> Alternatives:
    """What an overriding property `message` gives."""
    body = next((one for one in frame.node.named_children if one.type == "class_body"), None)
    for one in [] if body is None else body.named_children:
        variable = next((part for part in one.named_children if part.type == "variable_declaration"), None)
        if one.type != "property_declaration" or variable is None or text(first_named(variable)) != "message":
            continue
        getter = next((part for part in one.named_children if part.type == "getter"), None)
        value = result(getter) if getter is not None else next((given for _, given in declared(one)), None)
        values = file.values.ask(value, frame)
        return values or ((Hole(expression="message"),),)
    return ()


def enums_of(file: File) -> Mapping[str, Mapping[str, Alternatives]]:
    """What the constants of a file's enums are created with, by `Enum.NAME` and the parameters' names."""
    found: dict[str, Mapping[str, Alternatives]] = {}
    for frame in file.types:
        body = next((one for one in frame.node.named_children if one.type == "enum_class_body"), None)
        names = [name.lower() for name, _ in typed_parameters(frame.node)] if body is not None else []
        for entry in body.named_children if body is not None and names else ():
            listed = next((one for one in entry.named_children if one.type == "value_arguments"), None)
            given = _arguments(file, frame, listed)
            if entry.type != "enum_entry" or len(given) != len(names):
                continue
            key = f"{text(frame.node.child_by_field_name('name'))}.{text(first_named(entry))}"
            found[key] = {name: one.values for name, one in zip(names, given, strict=True)}
    return found
