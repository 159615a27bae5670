"""How the file's own classes and tables of codes make errors.

class X extends Y { constructor(…) { super(`…`); this.message = …; this.code = 'C'; this.status = 400 } }
code = 'C' as a field, get code() { return 'C' }; (public code: string) as a parameter of TypeScript
E('ERR_X', 'message %s', TypeError), E('ERR_X', (a, b) => `…`, Error), const ERR_X = make('ERR_X', '…', 400)
"""

from collections.abc import Iterator

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.facts import Argument, Shape, Slot, Wording
from ingest.readers.source_tree.ecmascript.file import File, is_error, parts_of
from ingest.readers.source_tree.ecmascript.names import FUNCTIONS
from ingest.readers.source_tree.ecmascript.setting import class_name, comment_before
from ingest.readers.source_tree.ecmascript.syntax import argument_nodes, results, unwrapped
from ingest.readers.source_tree.ecmascript.text import formatted, literal
from ingest.readers.source_tree.ecmascript.tree import first_child
from ingest.readers.source_tree.grammar import text

_STATUS = ("status", "statusCode", "httpStatus")
_FIELDS = frozenset({"message", "code", *_STATUS})
#: So many arguments of a row's format string are told apart.
_MAX_SLOTS = 12


def class_shape(file: File, node: Node) -> Shape | None:
    """The shape of a class that extends another one, when one of the two is an error by its name."""
    path = file.tree.path(node)
    name = class_name(path, len(path) - 1) if path else ""
    base = _base(node)
    if not name or base is None or not is_error((name, base)):
        return None
    body = node.child_by_field_name("body")
    fields: dict[str, Argument] = {}
    constructor: Node | None = None
    for member in body.named_children if body is not None else ():
        key = text(member.child_by_field_name("name") or member.child_by_field_name("property"))
        if key == "constructor":
            constructor = member
        elif key in _FIELDS and (value := _field(member)) is not None:
            fields[key] = file.messages.argument(value)
    passed, own = _constructed(file, constructor) if constructor is not None else (None, {})
    fields |= own
    message = fields.get("message")
    return Shape(
        name=name,
        base=base,
        arguments=passed,
        message=message.wordings if message is not None else (),
        code=fields.get("code"),
        status=next((fields[key] for key in _STATUS if key in fields), None),
        error_class=name,
        defaults=_defaults(file, constructor) if constructor is not None else (),
        documentation=comment_before(path, len(path) - 1),
    )


def _base(node: Node) -> str | None:
    heritage = next((child for child in node.named_children if child.type == "class_heritage"), None)
    inner = first_child(heritage) if heritage is not None else None
    if inner is not None and inner.type == "extends_clause":
        inner = inner.child_by_field_name("value")
    if inner is None or inner.type not in ("identifier", "member_expression"):
        return None
    return parts_of(inner)[-1]


def _field(member: Node) -> Node | None:
    """The value of a field, or what a getter returns."""
    if member.type != "method_definition":
        return member.child_by_field_name("value")
    body = member.child_by_field_name("body")
    if body is None or body.named_child_count != 1 or not any(c.type == "get" for c in member.children):
        return None
    only = first_child(body)
    return first_child(only) if only is not None and only.type == "return_statement" else None


def _constructed(file: File, constructor: Node) -> tuple[tuple[Argument, ...] | None, dict[str, Argument]]:
    """What a constructor passes to its base, and the fields that it sets. Only its own statements count, not
    those in branches."""
    passed: tuple[Argument, ...] | None = None
    fields: dict[str, Argument] = {
        name: file.messages.argument(node, constructor) for name, node in _properties(constructor)
    }
    body = constructor.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        inner = first_child(statement) if statement.type == "expression_statement" else None
        if inner is None:
            continue
        if inner.type == "call_expression" and text(inner.child_by_field_name("function")) == "super":
            passed = file.messages.arguments(inner, constructor)
        if inner.type != "assignment_expression":
            continue
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        if left is None or right is None or text(left.child_by_field_name("object")) != "this":
            continue
        if (key := text(left.child_by_field_name("property"))) in _FIELDS:
            fields[key] = file.messages.argument(right, constructor)
    return passed, fields


def _properties(constructor: Node) -> Iterator[tuple[str, Node]]:
    """The parameters that TypeScript makes fields of."""
    parameters = constructor.child_by_field_name("parameters")
    for parameter in parameters.named_children if parameters is not None else ():
        modified = any(child.type in ("accessibility_modifier", "readonly") for child in parameter.children)
        pattern = parameter.child_by_field_name("pattern")
        if modified and pattern is not None and text(pattern) in _FIELDS - {"message"}:
            yield text(pattern), pattern


def _defaults(file: File, function: Node) -> tuple[tuple[int, Argument], ...]:
    parameters = file.names.parameters(function).values()
    return tuple(
        (parameter.place, file.messages.argument(parameter.default))
        for parameter in parameters
        if parameter.default is not None and parameter.place is not None and parameter.member is None
    )


def row_shapes(file: File, row: Node) -> Iterator[Shape]:
    """The shape of a row of a table of codes: a code, a message (or a function that makes it), then classes
    and a status."""
    nodes = argument_nodes(row)
    if len(nodes) < 2:
        return
    code = literal(nodes[0])
    message = _row_message(file, unwrapped(nodes[1]))
    if not any(wording.has_text for wording in message):
        return
    others = [unwrapped(node) for node in nodes[2:]]
    classes = [name for node in others if node.type == "identifier" and is_error((name := text(node),))]
    numbers = [argument for node in others if (argument := file.messages.argument(node)).number is not None]
    shape_code = Argument(expression=code, wordings=(Wording(parts=(code,)),))
    for name in {code, *_row_names(file, row)}:
        yield Shape(
            name=name,
            message=message,
            code=shape_code,
            status=numbers[0] if numbers else None,
            error_class=classes[0] if classes else None,
        )


def _row_names(file: File, row: Node) -> Iterator[str]:
    path = file.tree.path(row)
    around = path[-2] if len(path) > 1 else row
    if around.type == "variable_declarator":
        yield text(around.child_by_field_name("name"))
    elif around.type == "pair":
        yield text(around.child_by_field_name("key")).strip("'\"")


def _row_message(file: File, node: Node) -> tuple[Wording, ...]:
    if node.type not in FUNCTIONS:
        texts = file.messages.wordings(node)
        format_text = texts[0].literal if len(texts) == 1 else None
        if format_text is None:
            return texts
        slots = [_slot(place) for place in range(_MAX_SLOTS)]
        return formatted(format_text, slots, keep_rest=False)
    body = node.child_by_field_name("body")
    if body is None:
        return ()
    if body.type != "statement_block":
        return file.messages.wordings(body, node)
    return tuple(
        Wording(parts=wording.parts)
        for result in results(body)
        for wording in file.messages.wordings(result, node)
    )


def _slot(place: int) -> Argument:
    slot = Slot(parameter=place, expression=f"argument {place + 1}")
    return Argument(expression=slot.expression, wordings=(Wording(parts=(slot,)),))
