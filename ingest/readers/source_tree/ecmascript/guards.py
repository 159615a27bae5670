"""The conditions between a place and the function around it."""

from collections.abc import Iterator

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.names import FUNCTIONS, LOOPS
from ingest.readers.source_tree.ecmascript.tree import bare, first_child, folded
from ingest.readers.source_tree.ecmascript.variables import Form
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.leaving import passed
from ingest.readers.source_tree.site import Guard

#: Of more conditions than so many, the innermost are kept.
MAX_GUARDS = 20
MAX_BRANCHES = 20


def guards_of(path: tuple[Node, ...]) -> tuple[Guard, ...]:
    """The conditions along a path of nodes, outermost first."""
    found: list[Guard] = []
    for depth in range(len(path) - 1):
        found.extend(_guards(path[depth], path[depth + 1], path[depth - 1] if depth else None))
    return tuple(found[-MAX_GUARDS:])


def passed_before(path: tuple[Node, ...]) -> tuple[Guard, ...]:
    """The conditions right before the statement at the end of a path by which it is not reached."""
    for depth in range(len(path) - 2, -1, -1):
        if path[depth].type in FORM.blocks:
            return passed(path[depth + 1], bare)
        if path[depth].type in FUNCTIONS:
            break
    return ()


def branches(statement: Node) -> int:
    """How many branches a chain of `if … else if … else` has; 0 when it may take none of them."""
    count = 1
    current: Node | None = statement
    while current is not None and current.type == "if_statement" and count < MAX_BRANCHES:
        otherwise = current.child_by_field_name("alternative")
        if otherwise is None:
            return 0
        count += 1
        current = first_child(otherwise)
    return count if statement.type == "if_statement" else 0


def _guards(node: Node, below: Node, above: Node | None) -> Iterator[Guard]:
    match node.type:
        case "if_statement" | "ternary_expression":
            condition = bare(node.child_by_field_name("condition"))
            if below == node.child_by_field_name("consequence"):
                yield Guard(kind="condition", text=condition)
            elif below == node.child_by_field_name("alternative"):
                yield Guard(kind="condition", text=condition, holds=False)
        case "binary_expression":
            operator = text(node.child_by_field_name("operator"))
            if operator in ("&&", "||", "??") and below == node.child_by_field_name("right"):
                left = bare(node.child_by_field_name("left"))
                is_absent = operator == "??"
                asked = f"{left} == null" if is_absent else left
                yield Guard(kind="condition", text=asked, holds=is_absent or operator == "&&")
        case "switch_body":
            value = bare(above.child_by_field_name("value")) if above is not None else ""
            yield Guard(kind="case", text=value, pattern=_pattern(below))
        case "catch_clause":
            if below == node.child_by_field_name("body"):
                yield Guard(kind="catch", text="")


def _pattern(case: Node) -> str:
    """The values of a case and of the empty cases that fall into it; empty for the default."""
    values: list[str] = []
    current: Node | None = case
    while current is not None and len(values) < MAX_BRANCHES:
        if current.type == "switch_default":
            return ""
        if current.type != "switch_case" or (current != case and current.child_by_field_name("body")):
            break
        values.append(folded(current.child_by_field_name("value")))
        current = current.prev_named_sibling
    return ", ".join(reversed(values))


#: How variables are followed.
FORM = Form(
    blocks=frozenset({"program", "statement_block", "switch_case", "switch_default", "switch_body"}),
    loops=LOOPS,
    functions=FUNCTIONS,
    guards_of=guards_of,
    branches=branches,
)
