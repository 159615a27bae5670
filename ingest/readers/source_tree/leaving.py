"""Statements that leave: what must be so for what stands behind them, and what a function gives by them."""

from collections.abc import Callable, Iterator

from tree_sitter import Node

from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.site import Guard

#: So many conditions right before a statement are told. Anything else between them may change what they ask.
MAX_PASSED = 3
#: A function of more statements than these is not looked into.
MAX_RETURNED = 12
_LEAVING = frozenset(
    f"{kind}_{form}"
    for kind in ("return", "throw", "break", "continue")
    for form in ("statement", "expression")
) | {"return", "break", "next"}
_CONDITIONAL = frozenset({"if_statement", "if_expression", "if_modifier", "unless_modifier", "if", "unless"})
_BLOCKS = frozenset({"block", "statement_block", "compound_statement", "statement_list", "then"})
#: A condition longer than this, in bytes, is not told.
MAX_CONDITION = 1000


def passed(statement: Node, said: Callable[[Node], str] | None = None) -> tuple[Guard, ...]:
    """The conditions right before a statement by which it is not reached, in their order. ``said``: how the
    language writes a condition down, if not as its source has it."""
    found = [
        Guard(kind="condition", text=told, holds=before.type.startswith("unless"))
        for before in _before(statement)
        if (told := _condition(before, said or _folded))
    ]
    return tuple(reversed(found))


def _condition(node: Node, said: Callable[[Node], str]) -> str:
    asked = node.child_by_field_name("condition")
    if asked is not None and asked.type == "parenthesized_expression" and asked.named_child_count == 1:
        asked = _first(asked)
    if asked is None or asked.end_byte - asked.start_byte > MAX_CONDITION:
        return ""
    return said(asked)


def _folded(node: Node) -> str:
    return " ".join(text(node).split())


def _before(statement: Node) -> Iterator[Node]:
    current: Node | None = statement
    for _ in range(MAX_PASSED):
        current = current.prev_named_sibling if current is not None else None
        while current is not None and current.is_extra:
            current = current.prev_named_sibling
        inner = _first(current) if current is not None and current.type == "expression_statement" else current
        if inner is None or not _may_leave(inner):
            break
        yield inner


def _may_leave(node: Node) -> bool:
    """Whether a statement is an `if` without `else` that leaves when its condition holds."""
    if node.type not in _CONDITIONAL or node.child_by_field_name("initializer") is not None:
        return False
    if node.child_by_field_name("alternative") or any(child.type == "else" for child in node.children):
        return False
    branch = node.child_by_field_name("consequence") or node.child_by_field_name("body")
    branch = branch or node.named_children[-1]
    for _ in range(3):
        if branch.type in _BLOCKS:
            inside = [child for child in branch.named_children if not child.is_extra]
            branch = inside[-1] if inside else branch
    inner = _first(branch) if branch.type == "expression_statement" else branch
    if inner is None:
        return False
    # Kotlin's grammar takes these two words for names.
    return inner.type in _LEAVING or (inner.type == "identifier" and text(inner) in ("break", "continue"))


def _first(node: Node) -> Node | None:
    return next((child for child in node.named_children if not child.is_extra), None)


def returned(body: Node) -> list[Node]:
    """What a body gives that does nothing but choose what to return; [] when it does anything else."""
    found: list[Node] = []
    waiting = [body]
    while waiting:
        current = waiting.pop(0)
        match current.type:
            case "block" | "else_clause":
                waiting[:0] = [child for child in current.named_children if not child.is_extra]
            case "if_statement":
                branches = (current.child_by_field_name(name) for name in ("consequence", "alternative"))
                waiting[:0] = [branch for branch in branches if branch is not None]
            case "return_statement" if (value := _first(current)) is not None:
                found.append(value)
            case "throw_statement":
                continue
            case _:
                return []
        if len(waiting) + len(found) > MAX_RETURNED:
            return []
    return found
