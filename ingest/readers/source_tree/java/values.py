"""What Java's expressions may be."""

import re

from tree_sitter import Node

from ingest.readers.source_tree.curly.text import (
    MESSAGE_FORMAT,
    PERCENT_S,
    PRINTF,
    Alternatives,
    Late,
    Piece,
    formatted,
    has_text,
    joined,
    literal,
    translated,
    unescaped,
    without_indent,
)
from ingest.readers.source_tree.curly.values import (
    Rule,
    Values,
    branches,
    concatenation,
    hole_of,
    identifier,
    inside,
    null,
    number,
)
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.java.tree import call
from ingest.readers.source_tree.site import Hole

_KEY = re.compile(r"\w[\w.\-]{0,150}\Z")


def _string(values: Values, node: Node, depth: int) -> Alternatives:
    source = text(node)
    if not source.startswith('"""'):
        return literal(unescaped(source[1:-1])).values
    lines = source[3:-3].replace("\r\n", "\n").split("\n")[1:]
    told = [line for line in lines[:-1] if line.strip()] + lines[-1:]
    bare = [line.rstrip() for line in without_indent(lines, told)]
    return literal(unescaped("\n".join(bare))).values


def _character(values: Values, node: Node, depth: int) -> Alternatives:
    return literal(unescaped(text(node)[1:-1])).values


def _cast(values: Values, node: Node, depth: int) -> Alternatives:
    value = node.child_by_field_name("value")
    return values.of(value, depth) if value is not None else ((hole_of(node),),)


def _field(values: Values, node: Node, depth: int) -> Alternatives:
    owner, name = node.child_by_field_name("object"), text(node.child_by_field_name("field"))
    if owner is not None and owner.type == "this":
        return values.named(name, node, depth)
    return values.constant(text(owner).rpartition(".")[2], name, node, depth)


def _creation(values: Values, node: Node, depth: int) -> Alternatives:
    made = call(node)
    if made is None or made.name not in ("StringBuilder", "StringBuffer", "String"):
        return ((hole_of(node),),)
    if not made.arguments:
        return ((),)
    first = made.arguments[0][1]
    return ((),) if first.type == "decimal_integer_literal" else values.of(first, depth)


def _invocation(values: Values, node: Node, depth: int) -> Alternatives:
    made, owner = call(node), node.child_by_field_name("object")
    whole: Alternatives = ((hole_of(node),),)
    if made is None:
        return whole
    arguments = [argument for _, argument in made.arguments]
    is_own = owner is None or owner.type == "this"
    if is_own and (said := values.file.called(values, made.name, arguments, depth)):
        return said
    pieces = [values.piece(argument, depth) for argument in arguments[:20]]
    if said := _said_by_name(made.name, pieces, hole_of(node)):
        return said
    if owner is None or is_own:
        return translated(made.name, pieces) or whole
    if made.owner in ("String", "MessageFormat", "Objects", "System"):
        return _said_by_class(made.owner, made.name, pieces, hole_of(node))
    return translated(made.name, pieces) or _said_by(values.piece(owner, depth), made.name, pieces) or whole


def _said_by_name(name: str, pieces: list[Piece], whole: Hole) -> Alternatives:
    """What is known of a call by its name, whoever is asked; () for nothing."""
    if name == "lenientFormat" and pieces:
        return formatted(PERCENT_S, pieces[0].values, pieces[1:], whole)
    match pieces[0].values if pieces and name == "getString" else ():
        case ((str() as key,),) if _KEY.match(key):
            # `bundle.getString("a.key", x)`: the text may be in a file of texts.
            style = MESSAGE_FORMAT.name if len(pieces) > 1 else ""
            given = tuple(pieces[1:])
            return ((Late(expression=whole.expression, format=f'"{key}"', style=style, arguments=given),),)
    return ()


def _said_by(before: Piece, name: str, pieces: list[Piece]) -> Alternatives:
    """What a method of a text gives; () when it is not known."""
    if name == "formatted":
        return formatted(PRINTF, before.values, pieces, before.hole)
    if name in ("append", "concat") and len(pieces) == 1:
        return joined([before, *pieces])
    return before.values if name in _SAME and not pieces and has_text(before.values) else ()


# What these give is the text itself, but for white space at its ends.
_SAME = frozenset({"toString", "strip", "trim", "stripIndent", "intern"})


def _said_by_class(owner: str, name: str, pieces: list[Piece], whole: Hole) -> Alternatives:
    if pieces and "ocale" in pieces[0].hole.expression:
        pieces = pieces[1:]
    told: Alternatives = ((whole,),)
    if (owner, name) == ("System", "lineSeparator"):
        told = (("\n",),)
    elif name == "format" and pieces:
        style = PRINTF if owner == "String" else MESSAGE_FORMAT
        told = formatted(style, pieces[0].values, pieces[1:], whole)
    elif name in ("valueOf", "toString") and len(pieces) == 1:
        told = pieces[0].values
    return told


RULES: dict[str, Rule] = {
    "string_literal": _string,
    "character_literal": _character,
    "binary_expression": concatenation,
    "parenthesized_expression": inside,
    "ternary_expression": branches,
    "identifier": identifier,
    "decimal_integer_literal": number,
    "null_literal": null,
    "cast_expression": _cast,
    "field_access": _field,
    "method_invocation": _invocation,
    "object_creation_expression": _creation,
}
