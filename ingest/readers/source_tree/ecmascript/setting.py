"""Where a place stands: its function with lines, parameters and doc comments, and its conditions."""

from dataclasses import dataclass

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.guards import guards_of, passed_before
from ingest.readers.source_tree.ecmascript.names import CLASSES, FUNCTIONS, Names
from ingest.readers.source_tree.ecmascript.text import first_sentence
from ingest.readers.source_tree.grammar import last_line, line, text
from ingest.readers.source_tree.site import Guard

# Statements that a doc comment stands before, rather than before the function in them.
_AROUND = frozenset(
    {
        *("export_statement", "lexical_declaration", "variable_declaration", "variable_declarator", "pair"),
        *("assignment_expression", "expression_statement", "public_field_definition", "field_definition"),
    }
)

# The depth of an argument of a call that an exported constant is made of.
_TOP = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """What is around a place. node: the innermost function that has a name; short: its name alone."""

    node: Node | None = None
    function: str | None = None
    short: str | None = None
    lines: tuple[int, int] | None = None
    parameters: tuple[str, ...] = ()
    documentation: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()


def setting_of(path: tuple[Node, ...], names: Names) -> Setting:
    """The setting of the last node of a path from the root."""
    for depth in range(len(path) - 2, -1, -1):
        if path[depth].type not in FUNCTIONS:
            continue
        short = _name(path, depth)
        if short:
            return _setting(path, depth, short, names)
    return Setting(guards=guards_of(path))


def _setting(path: tuple[Node, ...], depth: int, short: str, names: Names) -> Setting:
    node = path[depth]
    class_depth = _class_depth(path, depth)
    owner = class_name(path, class_depth) if class_depth is not None else ""
    comments = [comment_before(path, depth)]
    if class_depth is not None:
        comments.append(comment_before(path, class_depth))
    return Setting(
        node=node,
        function=f"{owner}.{short}" if owner else short,
        short=short.rsplit(".", 1)[-1],
        lines=(line(node), last_line(node)),
        parameters=tuple(name for name in names.parameters(node) if name),
        documentation=tuple(filter(None, comments)),
        guards=(*guards_of(path[depth + 1 :]), *passed_before(path[depth + 1 :])),
    )


def _name(path: tuple[Node, ...], depth: int) -> str:
    node, around = path[depth], path[depth - 1] if depth else path[depth]
    own = text(node.child_by_field_name("name"))
    if own:
        return own.strip("'\"") if node.type == "method_definition" else own
    # `const f = memoize((x) => …)` at the top of a file.
    if around.type == "arguments" and depth <= _TOP and path[depth - 2].type == "call_expression":
        wrapped = path[depth - 2].child_by_field_name("function")
        around = path[depth - 3] if wrapped is not None and wrapped.type == "identifier" else around
        around = around if around.type == "variable_declarator" else path[depth - 1]
    match around.type:
        case "variable_declarator":
            return _plain(text(around.child_by_field_name("name")))
        case "pair":
            return _plain(text(around.child_by_field_name("key")).strip("'\""))
        case "field_definition" | "public_field_definition":
            named = around.child_by_field_name("property") or around.child_by_field_name("name")
            return _plain(text(named))
        case "assignment_expression" if around.child_by_field_name("right") == node:
            left = text(around.child_by_field_name("left"))
            for prefix in ("module.exports.", "exports.", "this."):
                left = left.removeprefix(prefix)
            return _plain(left.replace(".prototype.", "."))
    return ""


def _plain(name: str) -> str:
    return (
        name
        if len(name) <= 80 and name.replace(".", "").replace("$", "").replace("#", "").isidentifier()
        else ""
    )


def _class_depth(path: tuple[Node, ...], depth: int) -> int | None:
    for place in range(depth - 1, -1, -1):
        if path[place].type in CLASSES:
            return place
        if path[place].type in FUNCTIONS:
            return None
    return None


def class_name(path: tuple[Node, ...], depth: int) -> str:
    """The name of a class, or of the variable that it is put into."""
    own = text(path[depth].child_by_field_name("name"))
    if own or not depth:
        return own
    around = path[depth - 1]
    if around.type == "variable_declarator":
        return text(around.child_by_field_name("name"))
    if around.type == "assignment_expression":
        return _plain(text(around.child_by_field_name("left")).rsplit(".", 1)[-1])
    return ""


def comment_before(path: tuple[Node, ...], depth: int) -> str:
    """The first sentence of the doc comment before a node of a path, or before its statement."""
    while depth > 1 and path[depth - 1].type in _AROUND:
        depth -= 1
    before = path[depth].prev_named_sibling
    while before is not None and before.type == "decorator":
        before = before.prev_named_sibling
    if before is None or before.type != "comment" or line(path[depth]) - last_line(before) > 1:
        return ""
    comment = text(before)
    return first_sentence(comment) if comment.startswith("/**") else ""
