"""Kotlin's calls and functions, as nodes."""

from itertools import pairwise

from tree_sitter import Node

from ingest.readers.source_tree.curly import first_named, short_text, thrown_by
from ingest.readers.source_tree.curly.file import Call
from ingest.readers.source_tree.grammar import text

_FUNCTION_PARTS = frozenset({"function_value_parameters", "class_parameters"})


def call(node: Node) -> Call | None:
    """A call with its arguments, those before and the lambda after; one of a capitalized name creates."""
    if node.type in ("identifier", "navigation_expression"):
        # An object that is an error is thrown by its name.
        name = text(node).rpartition(".")[2]
        return Call(name=name, owner="", arguments=(), creates=True) if name[:1].isupper() else None
    if node.type != "call_expression":
        return None
    named = [child for child in node.named_children if not child.is_extra]
    head = named[0] if named else node
    if head.type == "call_expression":
        # A call of what a call of a call gives is followed by nobody.
        deeper = first_named(head)
        inner = call(head) if deeper is not None and deeper.type != "call_expression" else None
        if inner is None or named[-1].type != "annotated_lambda":
            return None
        return Call(
            name=inner.name, owner=inner.owner, arguments=(*inner.arguments, (None, named[-1])), creates=False
        )
    name, owner = text(head), ""
    if head.type == "navigation_expression":
        parts = [child for child in head.named_children if not child.is_extra]
        name, owner = text(parts[-1]), short_text(parts[0])
    elif head.type != "identifier":
        return None
    arguments = tuple(_arguments(named[1:]))
    return Call(name=name, owner=owner, arguments=arguments, creates=name[:1].isupper() and name != "TODO")


def _arguments(parts: list[Node]) -> list[tuple[str | None, Node]]:
    found: list[tuple[str | None, Node]] = []
    for part in parts:
        if part.type == "annotated_lambda":
            found.append((None, part))
        elif part.type == "value_arguments":
            found += filter(None, map(argument, part.named_children))
    return found


def argument(node: Node) -> tuple[str | None, Node] | None:
    """The name and the value of an argument, as it stands between parentheses."""
    parts = [child for child in node.named_children if not child.is_extra]
    if node.type != "value_argument" or not parts:
        return None
    is_named = len(parts) > 1 and any(child.type == "=" for child in node.children)
    return (text(parts[0]) if is_named else None), parts[-1]


def choices(node: Node) -> list[Node]:
    """What a throw throws: the branches of `if`, and what `.apply { }` and `as` are about."""
    return [_unchained(one) for one in thrown_by(node, _within)]


def _within(node: Node) -> list[Node | None]:
    if node.type == "if_expression":
        return list(branches_of(node))
    return [first_named(node)] if node.type in ("parenthesized_expression", "as_expression") else []


def _unchained(node: Node) -> Node:
    """`X("…").apply { … }` and `X("…").initCause(e)` are about the X."""
    current = node
    for _ in range(20):
        made = call(current)
        if made is None or made.creates:
            return node if made is None else current
        head = first_named(current)
        if head is not None and head.type == "call_expression":
            current = head
            continue
        below = first_named(head) if head is not None and head.type == "navigation_expression" else None
        if below is None or below.type != "call_expression":
            return node
        current = below
    return node


def branches_of(node: Node) -> tuple[Node | None, Node | None]:
    """What an `if` gives when its condition holds, and when not."""
    first = second = None
    seen_condition = seen_else = False
    for child in node.children:
        if child.type == ")" and not seen_condition:
            seen_condition = True
        elif child.type == "else":
            seen_else = True
        elif child.is_named and not child.is_extra and seen_condition:
            first, second = (first, child) if seen_else else (child, second)
    return first, second


def parameters(node: Node) -> tuple[str, ...]:
    """The names of a function's parameters."""
    return tuple(name for name, _ in typed_parameters(node))


def typed_parameters(node: Node) -> list[tuple[str, Node]]:
    """The names of a function's or a class's parameters with the nodes of their declarations."""
    if node.type == "class_declaration":
        node = next((one for one in node.named_children if one.type == "primary_constructor"), node)
    listed = next((one for one in node.named_children if one.type in _FUNCTION_PARTS), None)
    found = []
    for one in [] if listed is None else listed.named_children:
        name = next((part for part in one.named_children if part.type == "identifier"), None)
        if one.type in ("parameter", "class_parameter") and name is not None:
            found.append((text(name), one))
    return found


def takes_any(node: Node) -> bool:
    """Whether a function's last parameter takes any number of arguments."""
    listed = next((one for one in node.named_children if one.type in _FUNCTION_PARTS), None)
    modifiers = (
        [] if listed is None else [one for one in listed.named_children if one.type.endswith("_modifiers")]
    )
    return any(text(one) == "vararg" for one in modifiers[-1:])


def result(function: Node) -> Node | None:
    """The expression of a function that does nothing but give it."""
    body = next((one for one in function.named_children if one.type == "function_body"), None)
    inner = first_named(body) if body is not None else None
    if inner is None or inner.type != "block":
        return inner
    statements = [one for one in inner.named_children if not one.is_extra]
    if len(statements) != 1 or statements[0].type != "return_expression":
        return None
    return first_named(statements[0])


def outcome(function: Node) -> Node | None:
    """The expression that a function returns or throws at its end."""
    body = next((one for one in function.named_children if one.type == "function_body"), None)
    last = first_named(body) if body is not None else None
    if last is not None and last.type == "block":
        statements = [one for one in last.named_children if not one.is_extra]
        last = statements[-1] if statements else None
        if last is not None and last.type not in ("return_expression", "throw_expression"):
            return None
    if last is not None and last.type in ("return_expression", "throw_expression"):
        return first_named(last)
    return last


def declared(node: Node) -> list[tuple[Node, Node]]:
    """The name and the value of a property."""
    for before, value in pairwise(node.children):
        if before.type == "=" and value.is_named:
            variable = next((one for one in node.named_children if one.type == "variable_declaration"), None)
            name = first_named(variable) if variable is not None else None
            return [(name, value)] if name is not None else []
    return []
