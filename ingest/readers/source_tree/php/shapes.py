"""How the file's own classes make errors, and its constants.

class X extends Y { protected $message = '…'; function __construct(…) { parent::__construct("…", …); } }
$this->message = …, $this->statusCode = …                in the constructor
const X = '…' of a class, interface, enum or file, define('X', '…'), case A = '…' of an enum
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.facts import Argument, Shape, Slot, Wording
from ingest.readers.source_tree.ecmascript.tree import first_child
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.php.file import File, comment_before
from ingest.readers.source_tree.php.message import Messages
from ingest.readers.source_tree.php.syntax import argument_nodes, base_name, quoted

_ERROR = re.compile(r".*(?:Exception|Error|Failure|Fault|Throwable)")
_STATUS = frozenset({"status", "statusCode"})
_FIELDS = frozenset({"message", "errorCode"}) | _STATUS


def class_shape(file: File, messages: Messages, node: Node) -> Shape | None:
    """The shape of a class that extends another one, when one of the two is an error by its name."""
    name = text(node.child_by_field_name("name"))
    base = base_name(node)
    if not name or not base or not (_ERROR.fullmatch(name) or _ERROR.fullmatch(base)):
        return None
    body = node.child_by_field_name("body")
    fields: dict[str, Argument] = {}
    constructor: Node | None = None
    for member in body.named_children if body is not None else ():
        if member.type == "property_declaration":
            fields.update(_properties(messages, member))
        elif text(member.child_by_field_name("name")).lower() == "__construct":
            constructor = member
    # What a class states for its message counts only when nothing else is passed.
    message = fields.pop("message", None)
    passed: tuple[Argument, ...] | None = None
    if constructor is not None:
        passed, own = _constructed(messages, constructor)
        message = own.pop("message", message if passed is None else None)
        fields |= own
    defaults = _defaults(file, messages, constructor) if constructor is not None else ()
    if constructor is None and message is not None and message.wordings:
        passed, message = (_unless_passed(message),), None
    return Shape(
        name=name,
        base=base,
        arguments=passed,
        message=message.wordings if message is not None else (),
        code=fields.get("errorCode"),
        status=next((fields[key] for key in sorted(_STATUS) if key in fields), None),
        error_class=name,
        defaults=defaults,
        documentation=comment_before(node),
    )


def _unless_passed(message: Argument) -> Argument:
    """The first argument, or the message that the class states."""
    slot = Slot(parameter=0, expression="$message", otherwise=message.wordings[0].parts)
    return Argument(expression=slot.expression, wordings=(Wording(parts=(slot,)),))


def _properties(messages: Messages, declaration: Node) -> Iterator[tuple[str, Argument]]:
    for element in declaration.named_children:
        value = element.child_by_field_name("default_value")
        name = text(element.child_by_field_name("name")).removeprefix("$")
        if value is not None and name in _FIELDS:
            yield name, messages.argument(value)


def _constructed(
    messages: Messages, constructor: Node
) -> tuple[tuple[Argument, ...] | None, dict[str, Argument]]:
    """What a constructor passes to its parent, and the fields that it sets, outside of branches."""
    passed: tuple[Argument, ...] | None = None
    fields: dict[str, Argument] = {}
    body = constructor.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        inner = first_child(statement) if statement.type == "expression_statement" else None
        if inner is None:
            continue
        if inner.type == "scoped_call_expression" and text(inner.child_by_field_name("scope")) == "parent":
            passed = messages.arguments(inner, constructor)
        if inner.type != "assignment_expression":
            continue
        left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
        if left is None or right is None or text(left.child_by_field_name("object")) != "$this":
            continue
        if (key := text(left.child_by_field_name("name"))) in _FIELDS:
            fields[key] = messages.argument(right, constructor)
    return passed, fields


def _defaults(file: File, messages: Messages, constructor: Node) -> tuple[tuple[int, Argument], ...]:
    return tuple(
        (place, messages.argument(default))
        for place, default in file.parameters(constructor).values()
        if default is not None
    )


def constant_nodes(elements: list[Node], file: File) -> dict[str, Node]:
    """The values of constants by their names: `X` of the file, `C::X` of a class."""
    found: dict[str, Node] = {}
    for element in elements:
        if element.type == "function_call_expression":
            nodes = argument_nodes(element)
            if len(nodes) == 2 and nodes[0].type == "string":
                found[quoted(nodes[0])] = nodes[1]
            continue
        name = element.child_by_field_name("name") or first_child(element)
        value = element.child_by_field_name("value") or element.named_children[-1]
        around = file.class_at(element)
        owner = text(around.child_by_field_name("name")) if around is not None else ""
        found[f"{owner}::{text(name)}" if owner else text(name)] = value
    return found
