"""What C#'s expressions may be: its kinds of strings, formats, `nameof`."""

from tree_sitter import Node

from ingest.readers.source_tree.curly import first_named
from ingest.readers.source_tree.curly.text import (
    COMPOSITE,
    Alternatives,
    Piece,
    formatted,
    has_text,
    joined,
    literal,
    reshaped,
    translated,
    unescaped,
    without_indent,
)
from ingest.readers.source_tree.curly.values import (
    Rule,
    Values,
    branches,
    hole_of,
    identifier,
    inside,
    null,
    number,
    otherwise,
)
from ingest.readers.source_tree.grammar import text


def simple_name(node: Node | None) -> str:
    """The last name of a type or a member, without what it is made of: `A.Box<T>` → `Box`."""
    return text(node).partition("<")[0].rpartition(".")[2].strip()


def _string(_values: Values, node: Node, _depth: int) -> Alternatives:
    return literal(unescaped(text(node)[1:].removesuffix("u8")[:-1])).values


def _verbatim(_values: Values, node: Node, _depth: int) -> Alternatives:
    return literal(text(node)[2:-1].replace('""', '"')).values


def _raw(_values: Values, node: Node, _depth: int) -> Alternatives:
    source = text(node).strip()
    quotes = len(source) - len(source.lstrip('"'))
    return literal(_raw_text(source[quotes:-quotes])).values


def _raw_text(told: str) -> str:
    lines = told.replace("\r\n", "\n").split("\n")
    if len(lines) < 3:
        return told
    width = len(lines[-1]) - len(lines[-1].lstrip())
    by = [" " * width] + [line for line in lines[1:-1] if line.strip()]
    return "\n".join(without_indent(lines[1:-1], by))


def _interpolated(values: Values, node: Node, depth: int) -> Alternatives:
    source = node.text or b""
    opening = source[:8].lstrip(b"$@")
    start_signs = source[: len(source[:8]) - len(opening)]
    raw = opening.startswith(b'"""')
    quotes = 3 if raw else 1
    start, end = node.start_byte + len(start_signs) + quotes, node.end_byte - quotes
    verbatim = b"@" in start_signs
    pieces: list[Piece] = []
    for hole in [one for one in node.children if one.type == "interpolation"]:
        told = source[start - node.start_byte : hole.start_byte - node.start_byte]
        pieces.append(_between(told, raw=raw, verbatim=verbatim))
        pieces.append(_inserted(values, hole, depth))
        start = hole.end_byte
    told = source[start - node.start_byte : max(start, end) - node.start_byte]
    pieces.append(_between(told, raw=raw, verbatim=verbatim))
    told_ones = joined(pieces)
    return tuple(reshaped(one, _raw_text) for one in told_ones) if raw else told_ones


def _inserted(values: Values, hole: Node, depth: int) -> Piece:
    parts = [one for one in hole.named_children if one.type != "interpolation_brace" and not one.is_extra]
    if not parts:
        return literal("")
    if len(parts) > 1:
        # A format or an alignment changes what is shown.
        return Piece(values=((hole_of(parts[0]),),), hole=hole_of(parts[0]))
    return values.piece(parts[0], depth)


def _between(source: bytes, *, raw: bool, verbatim: bool) -> Piece:
    told = source.decode("utf-8", "replace")
    if raw:
        return literal(told)
    told = told.replace('""', '"') if verbatim else unescaped(told)
    return literal(told.replace("{{", "{").replace("}}", "}"))


def _member(values: Values, node: Node, depth: int) -> Alternatives:
    owner, name = node.child_by_field_name("expression"), text(node.child_by_field_name("name"))
    if owner is None or owner.type == "this":
        return values.named(name, node, depth)
    if name == "NewLine" and text(owner) == "Environment":
        return (("\n",),)
    if name == "Empty" and text(owner) in ("string", "String"):
        return ((),)
    return values.constant(text(owner).rpartition(".")[2], name, node, depth)


def _creation(values: Values, node: Node, depth: int) -> Alternatives:
    if simple_name(node.child_by_field_name("type")) not in ("StringBuilder", "String"):
        return ((hole_of(node),),)
    arguments = _arguments(node)
    if not arguments or arguments[0].type == "integer_literal":
        return ((),)
    return values.of(arguments[0], depth)


def _arguments(node: Node) -> list[Node]:
    listed = next((one for one in node.children if one.type == "argument_list"), None)
    inner = listed.named_children if listed is not None else []
    return [one.named_children[-1] for one in inner if one.type == "argument" and one.named_children]


def _invocation(values: Values, node: Node, depth: int) -> Alternatives:
    function, arguments = node.child_by_field_name("function"), _arguments(node)
    if function is None or function.type != "member_access_expression":
        name = text(function)
        if name == "nameof" and len(arguments) == 1:
            return literal(simple_name(arguments[0])).values
        said = values.file.called(values, name, arguments, depth)
        pieces = [values.piece(argument, depth) for argument in arguments[:1]] if len(arguments) == 1 else []
        return said or translated(name, pieces) or ((hole_of(node),),)
    return _called_on(values, node, function, arguments, depth)


def _called_on(values: Values, node: Node, function: Node, arguments: list[Node], depth: int) -> Alternatives:
    whole, owner = hole_of(node), function.child_by_field_name("expression") or node
    name = simple_name(function.child_by_field_name("name"))
    pieces = [values.piece(argument, depth) for argument in arguments[:20]]
    told: Alternatives = ((whole,),)
    if text(owner) in ("string", "String", "System.String"):
        pieces = _without_culture(pieces)
        if name == "Format" and pieces:
            told = formatted(COMPOSITE, pieces[0].values, pieces[1:], whole)
        elif name == "Concat" and pieces:
            told = joined(pieces)
        return told
    if said := translated(name, pieces):
        return said
    if text(owner).rpartition(".")[2] == "SR" and name in ("Format", "GetString") and pieces:
        told = pieces[0].values if len(pieces) == 1 else ()
        return told or formatted(COMPOSITE, pieces[0].values, pieces[1:], whole)
    before = values.piece(owner, depth)
    if name == "FormatWith" and has_text(before.values):
        told = formatted(COMPOSITE, before.values, _without_culture(pieces), whole)
    elif name == "Append" and len(pieces) == 1:
        told = joined([before, *pieces])
    elif name == "AppendLine" and len(pieces) < 2:
        told = joined([before, *pieces, literal("\n")])
    elif name == "AppendFormat" and pieces:
        added = formatted(COMPOSITE, pieces[0].values, pieces[1:], whole)
        told = joined([before, Piece(values=added, hole=whole)])
    elif name in ("ToString", "Trim", "TrimEnd") and not pieces and has_text(before.values):
        told = before.values
    return told


def _without_culture(pieces: list[Piece]) -> list[Piece]:
    return pieces[1:] if pieces and "Culture" in pieces[0].hole.expression else pieces


RULES: dict[str, Rule] = {
    "string_literal": _string,
    "verbatim_string_literal": _verbatim,
    "raw_string_literal": _raw,
    "interpolated_string_expression": _interpolated,
    "character_literal": lambda values, node, depth: literal(unescaped(text(node)[1:-1])).values,
    "binary_expression": otherwise,
    "parenthesized_expression": inside,
    "conditional_expression": branches,
    "identifier": identifier,
    "integer_literal": number,
    "null_literal": null,
    "cast_expression": lambda values, node, depth: values.of(
        node.child_by_field_name("value") or first_named(node) or node, depth
    ),
    "member_access_expression": _member,
    "invocation_expression": _invocation,
    "object_creation_expression": _creation,
}
