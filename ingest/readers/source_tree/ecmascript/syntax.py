"""What stands in an expression of ECMAScript, as far as its form alone tells."""

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.tree import first_child
from ingest.readers.source_tree.grammar import text

#: So many operands, items or members are looked at.
MAX_PARTS = 200
MAX_ARGUMENTS = 30
# What is only written around an expression, and whose type it states.
_WRAPPERS = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
)
_BRANCHING = frozenset(
    {
        *("statement_block", "if_statement", "else_clause", "switch_statement", "switch_body", "switch_case"),
        *("switch_default", "try_statement", "catch_clause", "finally_clause"),
    }
)


def only_result(function: Node) -> Node | None:
    """The expression of a function that has but one, in its last statement."""
    body = function.child_by_field_name("body")
    if body is None or body.type != "statement_block":
        return body
    statements = [child for child in body.named_children if child.type != "comment"]
    if not statements or statements[-1].type != "return_statement":
        return None
    if any(node.type not in ("lexical_declaration", "expression_statement") for node in statements[:-1]):
        return None
    return statements[-1].named_child(0)


def results(body: Node) -> list[Node]:
    """What a function's block returns, in its branches too, but not in functions within."""
    found: list[Node] = []
    waiting = [body]
    while waiting and len(found) < MAX_PARTS:
        node = waiting.pop()
        if node.type == "return_statement" and (result := first_child(node)) is not None:
            found.append(result)
        elif node.type in _BRANCHING:
            waiting.extend(reversed(node.named_children[:MAX_PARTS]))
    return found


def is_absent(node: Node) -> bool:
    """Whether a default says that there is nothing."""
    return text(node) in ("null", "undefined")


def unwrapped(node: Node) -> Node:
    """An expression without the parentheses and type assertions around it."""
    while node.type in _WRAPPERS and (inner := first_child(node)) is not None:
        node = inner
    return node


def argument_nodes(call: Node) -> list[Node]:
    """The arguments of a call; a template literal that is tagged counts as none."""
    around = call.child_by_field_name("arguments")
    if around is None or around.type != "arguments":
        return []
    return [child for child in around.named_children[:MAX_ARGUMENTS] if child.type != "comment"]


def last_name(node: Node | None) -> str:
    """`c` of `a.b.c`."""
    if node is None:
        return ""
    return text(node.child_by_field_name("property")) if node.type == "member_expression" else text(node)


def member_of(node: Node, key: str) -> Node | None:
    """The value of a member of an object literal."""
    for pair in node.named_children[:MAX_PARTS] if node.type == "object" else ():
        if text(pair.child_by_field_name("key")).strip("'\"") == key:
            return pair.child_by_field_name("value")
    return None


def operands(node: Node) -> list[Node]:
    """The operands of a chain of `+`, which leans to the left."""
    found: list[Node] = []
    current: Node | None = node
    while current is not None and _is_sum(current):
        right = current.child_by_field_name("right")
        if right is not None:
            found.append(right)
        current = current.child_by_field_name("left")
        if len(found) > MAX_PARTS:
            break
    if current is not None:
        found.append(current)
    return found[::-1]


def _is_sum(node: Node) -> bool:
    return node.type == "binary_expression" and text(node.child_by_field_name("operator")) == "+"


def frozen(node: Node) -> Node:
    """The object of `Object.freeze({…})`."""
    if node.type == "call_expression" and last_name(node.child_by_field_name("function")) == "freeze":
        nodes = argument_nodes(node)
        return nodes[0] if nodes else node
    return node
