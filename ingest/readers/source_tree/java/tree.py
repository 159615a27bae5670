"""Java's calls and functions, as nodes."""

from tree_sitter import Node

from ingest.readers.source_tree.curly import first_named, parts_of, short_text, thrown_by
from ingest.readers.source_tree.curly.file import Call
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.leaving import returned


def call(node: Node) -> Call | None:
    """A method's invocation or an object's creation."""
    if node.type == "object_creation_expression":
        made = node.child_by_field_name("type")
        return Call(name=simple_name(made), owner="", arguments=_arguments(node), creates=True)
    if node.type != "method_invocation":
        return None
    return Call(
        name=text(node.child_by_field_name("name")),
        owner=short_text(node.child_by_field_name("object")),
        arguments=_arguments(node),
    )


def simple_name(node: Node | None) -> str:
    """The last name of a type, without what it is made of: `a.b.Box<T>` → `Box`."""
    return text(node).partition("<")[0].rpartition(".")[2].strip()


def _arguments(node: Node) -> tuple[tuple[None, Node], ...]:
    listed = node.child_by_field_name("arguments")
    return () if listed is None else tuple((None, one) for one in listed.named_children if not one.is_extra)


def choices(node: Node) -> list[Node]:
    """What a throw statement throws: the branches of `?:`, and what casts and chained calls are about."""
    return thrown_by(node, _within)


def _within(node: Node) -> list[Node | None]:
    if node.type == "method_invocation" and _is_chained(node):
        return [node.child_by_field_name("object")]
    return parts_of(node)


def _is_chained(node: Node) -> bool:
    """`new X("…").initCause(e)` is about the new X."""
    for _ in range(20):
        below = node.child_by_field_name("object")
        if below is None:
            return False
        node = first_named(below) or below if below.type == "parenthesized_expression" else below
        if node.type == "cast_expression":
            node = node.child_by_field_name("value") or node
        if node.type == "object_creation_expression":
            return True
    return False


def declared(node: Node) -> list[tuple[Node, Node]]:
    """The names and values of a field's declaration."""
    both = [
        (one.child_by_field_name("name"), one.child_by_field_name("value"))
        for one in node.children_by_field_name("declarator")
    ]
    return [(name, value) for name, value in both if name is not None and value is not None]


def parameters(node: Node) -> tuple[str, ...]:
    """The names of a function's parameters."""
    listed = node.child_by_field_name("parameters")
    if listed is None:
        return ()
    declared = [
        one.child_by_field_name("name") or next(iter(one.named_children[-1:]), None)
        for one in listed.named_children
        if one.type in ("formal_parameter", "spread_parameter")
    ]
    return tuple(text(name) for name in declared)


def takes_any(node: Node) -> bool:
    """Whether a function's last parameter takes any number of arguments."""
    listed = node.child_by_field_name("parameters")
    return listed is not None and any(one.type == "spread_parameter" for one in listed.named_children)


def statements_of(function: Node) -> list[Node]:
    """The statements of a function's body."""
    body = function.child_by_field_name("body")
    return [] if body is None else [one for one in body.named_children if not one.is_extra]


def results(function: Node) -> list[Node]:
    """The expressions that a function gives, if it does nothing but choose one."""
    body = function.child_by_field_name("body")
    return [] if body is None else returned(body)


def outcome(function: Node) -> Node | None:
    """The expression that a function returns or throws at its end."""
    for last in statements_of(function)[-1:]:
        if last.type in ("return_statement", "throw_statement"):
            return first_named(last)
    return None
