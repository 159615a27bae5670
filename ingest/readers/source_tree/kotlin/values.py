"""What Kotlin's expressions may be."""

import re
from collections.abc import Callable

from tree_sitter import Node

from ingest.readers.source_tree.curly import first_named
from ingest.readers.source_tree.curly.file import Call
from ingest.readers.source_tree.curly.text import (
    NULL,
    PRINTF,
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
    hole_of,
    identifier,
    inside,
    number,
    otherwise,
    substituted,
)
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.kotlin.tree import branches_of, call
from ingest.readers.source_tree.site import Hole

# `$name` in a raw text, and in one where a backslash takes away what a sign means.
_RAW_NAME = re.compile(r"\$([A-Za-z_]\w{0,80})")
_NAME = re.compile(r"\\.|\$([A-Za-z_]\w{0,80})", re.DOTALL)
_MARGIN = re.compile(r"(?m)^[ \t]*\|")


def _string(values: Values, node: Node, depth: int) -> Alternatives:
    source = node.text or b""
    quotes = 3 if source.startswith(b'"""') else 1
    start, end = node.start_byte + quotes, node.end_byte - quotes
    pieces: list[Piece] = []
    for hole in [one for one in node.children if one.type == "interpolation"]:
        pieces += _plain(
            values, node, source[start - node.start_byte : hole.start_byte - node.start_byte], depth
        )
        inner = first_named(hole)
        if inner is not None:
            pieces.append(values.piece(inner, depth))
        start = hole.end_byte
    pieces += _plain(values, node, source[start - node.start_byte : end - node.start_byte], depth)
    return joined(pieces) if pieces else ((),)


def _plain(values: Values, node: Node, source: bytes, depth: int) -> list[Piece]:
    """Text between `${…}`; the grammar leaves `$name` in it."""
    told, raw = source.decode("utf-8", "replace"), node.type == "multiline_string_literal"
    pieces: list[Piece] = []
    position = 0
    for hit in (_RAW_NAME if raw else _NAME).finditer(told):
        if not hit[1]:
            continue
        pieces.append(_literal(told[position : hit.start()], raw=raw))
        hole = Hole(expression=hit[1])
        pieces.append(Piece(values=values.named(hit[1], node, depth, hole), hole=hole))
        position = hit.end()
    pieces.append(_literal(told[position:], raw=raw))
    return pieces


def _literal(told: str, *, raw: bool) -> Piece:
    return literal(told if raw else unescaped(told))


def _if(values: Values, node: Node, depth: int) -> Alternatives:
    return tuple(
        told for branch in branches_of(node) if branch is not None for told in values.of(branch, depth)
    )


def _when(values: Values, node: Node, depth: int) -> Alternatives:
    entries = [one for one in node.named_children if one.type == "when_entry"]
    results = [[one for one in entry.named_children if not one.is_extra][-1:] for entry in entries[:6]]
    if len(entries) > len(results):
        return ((hole_of(node),),)
    return tuple(told for last in results for one in last for told in values.of(one, depth))


def _block(values: Values, node: Node, depth: int) -> Alternatives:
    named = [one for one in node.named_children if not one.is_extra]
    return values.of(named[-1], depth) if named else ((hole_of(node),),)


def _navigation(values: Values, node: Node, depth: int) -> Alternatives:
    parts = [one for one in node.named_children if not one.is_extra]
    if len(parts) != 2 or parts[1].type != "identifier":
        return ((hole_of(node),),)
    if parts[0].type == "this_expression":
        return values.named(text(parts[1]), node, depth)
    return values.constant(text(parts[0]).rpartition(".")[2], text(parts[1]), node, depth)


def _call(values: Values, node: Node, depth: int) -> Alternatives:
    made, whole = call(node), ((hole_of(node),),)
    if made is None:
        return whole
    arguments = [one for _, one in made.arguments]
    head = first_named(node)
    owner = first_named(head) if head is not None and head.type == "navigation_expression" else None
    if owner is not None:
        return _called_on(values, node, made, owner, depth)
    if made.name == "StringBuilder":
        return values.of(arguments[0], depth) if arguments else ((),)
    if made.name == "buildString" or made.creates:
        return whole
    said = values.file.called(values, made.name, arguments, depth)
    return said or translated(made.name, [values.piece(one, depth) for one in arguments[:2]]) or whole


def _called_on(values: Values, node: Node, made: Call, owner: Node, depth: int) -> Alternatives:
    whole, name = hole_of(node), made.name
    pieces = [values.piece(one, depth) for _, one in made.arguments[:20]]
    before = values.piece(owner, depth)
    told: Alternatives = translated(name, pieces) or ((whole,),)
    if name == "format" and text(owner) == "String" and pieces:
        told = formatted(PRINTF, pieces[0].values, pieces[1:], whole)
    elif name == "format":
        told = formatted(PRINTF, before.values, pieces, whole)
    elif name == "let" and len(pieces) == 1:
        told = tuple(one for value in pieces[0].values for one in substituted(value, {"it": before}))
    elif name == "lineSeparator" and not pieces:
        told = (("\n",),)
    elif name in ("append", "plus") and len(pieces) == 1:
        told = joined([before, *pieces])
    elif name in _SHAPES and not pieces and has_text(before.values):
        told = tuple(reshaped(message, _SHAPES[name]) for message in before.values)
    return told


def _without_margin(told: str) -> str:
    return _MARGIN.sub("", told).strip()


def _without_indent(told: str) -> str:
    lines = told.split("\n")
    return "\n".join(without_indent(lines, [line for line in lines if line.strip()])).strip("\n ")


_SHAPES: dict[str, Callable[[str], str]] = {
    "trimIndent": _without_indent,
    "trimMargin": _without_margin,
    "trim": str.strip,
    "toString": str,
}


def _identifier(values: Values, node: Node, depth: int) -> Alternatives:
    return (NULL,) if node.text == b"null" else identifier(values, node, depth)


RULES: dict[str, Rule] = {
    "string_literal": _string,
    "multiline_string_literal": _string,
    "character_literal": lambda values, node, depth: literal(unescaped(text(node)[1:-1])).values,
    "binary_expression": otherwise,
    "parenthesized_expression": inside,
    "if_expression": _if,
    "when_expression": _when,
    "block": _block,
    "annotated_lambda": _block,
    "lambda_literal": _block,
    "identifier": _identifier,
    "number_literal": number,
    "navigation_expression": _navigation,
    "call_expression": _call,
}
