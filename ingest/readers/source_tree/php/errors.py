"""Places where PHP code makes an error, and where it throws one without making it there."""

import re
from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.errors import MAX_STATEMENT, owner, site_at
from ingest.readers.source_tree.ecmascript.facts import Draft, hole
from ingest.readers.source_tree.ecmascript.tree import first_child, folded
from ingest.readers.source_tree.grammar import last_line, line, text
from ingest.readers.source_tree.php.file import File
from ingest.readers.source_tree.php.message import Messages, unwrapped
from ingest.readers.source_tree.php.status import STATUS_CLASSES
from ingest.readers.source_tree.php.syntax import base_name, short_name
from ingest.readers.source_tree.site import Manner

#: What is an error by its name, wherever it comes from.
_ERROR_NAME = re.compile(r".*(?:Exception|Error|Failure)")
_THROUGH = frozenset({"parenthesized_expression", "conditional_expression", "binary_expression"})


def made(file: File, messages: Messages, node: Node) -> Draft | None:
    """The draft of `new X(…)`; None for what is no error."""
    named = first_child(node)
    name = short_name(named)
    path = file.tree.path(node)
    if not path or named is None or named.type not in ("name", "qualified_name"):
        return None
    is_error = _ERROR_NAME.fullmatch(name) is not None
    if name in ("self", "static"):
        around = file.class_at(node)
        name = text(around.child_by_field_name("name")) if around is not None else ""
        is_error = any(_ERROR_NAME.fullmatch(known) for known in (name, base_name(around)))
    manner, last = _use(path)
    if not name or (manner != "raises" and not is_error):
        return None
    setting = file.setting(node)
    arguments = messages.arguments(node, setting.node)
    site = site_at(path, setting, manner, error_class=name)
    status = STATUS_CLASSES.get(name)
    site = replace(
        site,
        last_line=max(site.last_line, last),
        http_status=status,
        error_type="http" if status else "exception",
    )
    return Draft(
        kind="error",
        site=site,
        makers=(name,),
        arguments=arguments,
        owner=owner(setting, arguments),
        maker=_method(setting.short) if manner == "returns" else None,
    )


def thrown_call(file: File, messages: Messages, node: Node) -> Draft | None:
    """The draft of `throw X::forFoo(…)` or `throw $this->error(…)`, which another function makes."""
    thrown = unwrapped(node)
    path = file.tree.path(node)
    if not path or not thrown.type.endswith("call_expression") or _is_of_new(thrown):
        return None
    name = _called_name(file, thrown)
    # What an error says of the one before it was raised elsewhere.
    if not name or name.endswith("getPrevious"):
        return None
    setting = file.setting(node)
    arguments = messages.arguments(thrown, setting.node)
    holder = (
        short_name(thrown.child_by_field_name("scope")) if thrown.type == "scoped_call_expression" else ""
    )
    site = site_at(path, setting, "raises", error_class=holder if _ERROR_NAME.fullmatch(holder) else None)
    return Draft(
        kind="call",
        site=site,
        makers=(_method(name), name),
        arguments=arguments,
        wordings=(hole(folded(thrown)),),
        owner=owner(setting, arguments),
    )


def _is_of_new(call: Node) -> bool:
    """Whether `(new X)->a()->b()` is about an error that is made there."""
    current: Node | None = call
    for _ in range(MAX_STATEMENT):
        if current is None or current.type != "member_call_expression":
            break
        current = current.child_by_field_name("object")
        current = unwrapped(current) if current is not None else None
    return current is not None and current.type == "object_creation_expression"


def _called_name(file: File, call: Node) -> str:
    if call.type == "function_call_expression":
        return short_name(call.child_by_field_name("function"))
    name = text(call.child_by_field_name("name"))
    holder = short_name(call.child_by_field_name("scope") or call.child_by_field_name("object"))
    if holder in ("self", "static", "$this"):
        around = file.class_at(call)
        holder = text(around.child_by_field_name("name")) if around is not None else ""
    return f"{holder}::{name}" if not holder.startswith("$") else f"::{name}"


def _method(name: str | None) -> str:
    """A function's own name: a subclass calls its parent's factories by another class's."""
    return "::" + (name or "").rsplit("::", 1)[-1]


def _use(path: tuple[Node, ...]) -> tuple[Manner, int]:
    """What is done with the error at the end of a path, and the last line that belongs to it."""
    for depth in range(len(path) - 2, -1, -1):
        around = path[depth]
        match around.type:
            case "throw_expression":
                return "raises", last_line(around)
            case "return_statement" | "arrow_function":
                return "returns", last_line(around)
            case "assignment_expression":
                return _assigned(path, depth)
            case "expression_statement":
                return "reports", 0
            case "member_call_expression" if path[depth + 1] == around.child_by_field_name("object"):
                # `(new X)->setId(1)` is the error itself.
                continue
            case kind if kind not in _THROUGH:
                return "reports", 0
    return "reports", 0


def _assigned(path: tuple[Node, ...], depth: int) -> tuple[Manner, int]:
    name = text(path[depth].child_by_field_name("left"))
    for statement in _following(path[depth - 1]):
        inner = first_child(statement)
        thrown = first_child(inner) if inner is not None and inner.type == "throw_expression" else None
        if thrown is not None and text(thrown) == name:
            near = last_line(statement) - line(path[-1]) <= MAX_STATEMENT
            return "raises", last_line(statement) if near else 0
        if statement.type == "return_statement" and text(inner) == name:
            return "returns", 0
    return "reports", 0


def _following(statement: Node) -> Iterator[Node]:
    current = statement.next_named_sibling
    for _ in range(MAX_STATEMENT):
        if current is None:
            return
        yield current
        current = current.next_named_sibling
