"""Texts and names of PHP, as far as their form alone tells."""

import re

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.facts import Argument, Wording, hole, joined
from ingest.readers.source_tree.ecmascript.syntax import MAX_ARGUMENTS, MAX_PARTS
from ingest.readers.source_tree.ecmascript.tree import first_child
from ingest.readers.source_tree.grammar import text

FUNCTIONS = frozenset({"method_declaration", "function_definition", "anonymous_function", "arrow_function"})
NAMED_FUNCTIONS = frozenset({"method_declaration", "function_definition"})
CLASSES = frozenset(
    {"class_declaration", "interface_declaration", "trait_declaration", "enum_declaration", "anonymous_class"}
)
LOOPS = frozenset({"for_statement", "foreach_statement", "while_statement", "do_statement"})

_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "e": "\x1b", "f": "\f"}
_NUMBERED = re.compile(r"x([0-9A-Fa-f]{1,2})|u\{([0-9A-Fa-f]{1,6})\}|([0-7]{1,3})")
_VERB = re.compile(r"%(?:(?P<place>\d{1,2})\$)?[-+ 0]{0,4}(?:'.)?\d{0,3}(?:\.\d{1,3})?[bcdeEfFgGhHosuxX]|%%")
_PSR = re.compile(r"\{([A-Za-z0-9_.]{1,60})\}")


def unescaped(escape: str) -> str:
    """What an escape sequence, with its backslash, stands for between double quotes."""
    inner = escape[1:]
    hit = _NUMBERED.fullmatch(inner)
    if hit is None:
        # A backslash before anything else stays.
        return _SIMPLE.get(inner, inner if inner in ("\\", "$", '"', "'") else escape)
    digits, base = (hit[3], 8) if hit[3] else (hit[1] or hit[2], 16)
    value = int(digits, base)
    return chr(value) if value < 0x110000 and not 0xD800 <= value < 0xE000 else escape


def quoted(node: Node) -> str:
    """The text of a string between single quotes."""
    return "".join(
        text(child)[1:] if child.type == "escape_sequence" and text(child)[1:] in ("\\", "'") else text(child)
        for child in node.named_children
    )


def here_parts(node: Node) -> list[str | Node]:
    """The parts of a heredoc or nowdoc: texts and expressions, without the indentation of its end."""
    value, end = node.child_by_field_name("value"), node.child_by_field_name("end_tag")
    if value is None or value.text is None:
        return []
    parts: list[str | Node] = []
    place = value.start_byte
    for child in value.children[: 2 * MAX_PARTS]:
        gap = value.text[place - value.start_byte : child.start_byte - value.start_byte]
        parts.append(gap.decode("utf-8", "replace"))
        place = child.end_byte
        if child.type == "escape_sequence":
            parts.append(unescaped(text(child)))
        elif child.type in ("string_content", "nowdoc_string"):
            parts.append(text(child))
        elif child.is_named:
            parts.append(child)
    return _outdented(parts, end.start_point[1] if end is not None else 0)


def _outdented(parts: list[str | Node], width: int) -> list[str | Node]:
    merged: list[str | Node] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        else:
            merged.append(part)
    margin = re.compile(rf"(?<=\n)[ \t]{{0,{min(width, 200)}}}")
    first = re.compile(rf"\A\n?[ \t]{{0,{min(width, 200)}}}")
    done = [margin.sub("", part) if isinstance(part, str) else part for part in merged]
    if done and isinstance(done[0], str):
        done[0] = first.sub("", done[0])
    if done and isinstance(done[-1], str):
        done[-1] = done[-1].removesuffix("\n")
    return done


def formatted(format_text: str, arguments: list[Argument]) -> tuple[Wording, ...]:
    """A format string of `sprintf` with its arguments."""
    pieces: list[tuple[Wording, ...]] = []
    names: list[str] = []
    position = following = 0
    for hit in _VERB.finditer(format_text):
        if hit[0] == "%%":
            literal = format_text[position : hit.start()] + "%"
            pieces.append((Wording(parts=(literal,)),))
            names.append("")
            position = hit.end()
            continue
        place = int(hit["place"]) - 1 if hit["place"] else following
        following += 0 if hit["place"] else 1
        argument = arguments[place] if 0 <= place < len(arguments) else None
        expression = argument.expression if argument is not None else f"argument {place + 1}"
        pieces.append((Wording(parts=(format_text[position : hit.start()],)),))
        pieces.append((argument.wordings if argument is not None else ()) or (hole(expression),))
        names.extend(("", expression))
        position = hit.end()
    pieces.append((Wording(parts=(format_text[position:],)),))
    names.append("")
    return joined(pieces, names)


def interpolated(message: str, context: Argument) -> tuple[Wording, ...]:
    """A log message with `{name}` for what its context has under that name."""
    pieces: list[tuple[Wording, ...]] = []
    names: list[str] = []
    position = 0
    for hit in _PSR.finditer(message):
        value = context.member(hit[1])
        if value is None:
            continue
        pieces.append((Wording(parts=(message[position : hit.start()],)),))
        pieces.append((hole(value.expression),))
        names.extend(("", value.expression))
        position = hit.end()
    pieces.append((Wording(parts=(message[position:],)),))
    names.append("")
    return joined(pieces, names)


def short_name(node: Node | None) -> str:
    """`C` of `\\A\\B\\C`."""
    return text(node).rsplit("\\", 1)[-1]


def base_name(node: Node | None) -> str:
    """The name of the class that a class extends; empty without one."""
    children = node.named_children if node is not None else []
    clause = next((child for child in children if child.type == "base_clause"), None)
    return short_name(first_child(clause)) if clause is not None else ""


def argument_nodes(call: Node) -> list[Node]:
    """The expressions that a call or construction passes, without the names that they may be given."""
    around = call.child_by_field_name("arguments")
    if around is None:
        around = next((child for child in call.named_children if child.type == "arguments"), None)
    children = around.named_children[:MAX_ARGUMENTS] if around is not None else []
    nodes = [child for child in children if child.type == "argument"]
    values = [[child for child in node.named_children if child.type != "comment"] for node in nodes]
    return [value[-1] for value in values if value]
