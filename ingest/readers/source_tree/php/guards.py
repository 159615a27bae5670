"""The conditions between a place in PHP and the function around it."""

from collections.abc import Iterator

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.guards import MAX_BRANCHES, MAX_GUARDS
from ingest.readers.source_tree.ecmascript.tree import bare, folded
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.leaving import passed
from ingest.readers.source_tree.php.syntax import FUNCTIONS
from ingest.readers.source_tree.site import Guard

#: What holds statements that follow one another.
BLOCKS = frozenset(
    {"program", "compound_statement", "colon_block", "switch_block", "case_statement", "default_statement"}
)
_AND, _OR = frozenset({"&&", "and"}), frozenset({"||", "or"})


def guards_of(path: tuple[Node, ...]) -> tuple[Guard, ...]:
    """The conditions along a path of nodes, outermost first."""
    found: list[Guard] = []
    for depth in range(len(path) - 1):
        found.extend(_guards(path[depth], path[depth + 1], path[depth - 1] if depth else None))
    return tuple(found[-MAX_GUARDS:])


def passed_before(path: tuple[Node, ...]) -> tuple[Guard, ...]:
    """The conditions right before the statement at the end of a path by which it is not reached."""
    for depth in range(len(path) - 2, -1, -1):
        if path[depth].type in BLOCKS:
            return passed(path[depth + 1], bare)
        if path[depth].type in FUNCTIONS:
            break
    return ()


def branches(statement: Node) -> int:
    """How many branches a chain of `if … elseif … else` has; 0 when it may take none of them."""
    if statement.type != "if_statement":
        return 0
    others = statement.children_by_field_name("alternative")
    return 1 + len(others) if others and others[-1].type == "else_clause" else 0


def _guards(node: Node, below: Node, above: Node | None) -> Iterator[Guard]:
    match node.type:
        case "if_statement" if below.type in ("else_clause", "else_if_clause"):
            yield Guard(kind="condition", text=_condition(node), holds=False)
            # Of a very long chain only the first condition and the own one are told.
            others = node.children_by_field_name("alternative") if node.child_count < 2 * MAX_BRANCHES else []
            for other in others:
                if other == below:
                    return
                yield Guard(kind="condition", text=_condition(other), holds=False)
        case "if_statement" | "else_if_clause" | "conditional_expression":
            if below == node.child_by_field_name("body"):
                yield Guard(kind="condition", text=_condition(node))
            elif below == node.child_by_field_name("alternative"):
                yield Guard(kind="condition", text=_condition(node), holds=False)
        case "binary_expression":
            operator = text(node.child_by_field_name("operator")).lower()
            if operator in _AND | _OR and below == node.child_by_field_name("right"):
                left = bare(node.child_by_field_name("left"))
                yield Guard(kind="condition", text=left, holds=operator in _AND)
        case "switch_block" | "match_block":
            value = _condition(above) if above is not None else ""
            yield Guard(kind="case", text=value, pattern=_pattern(below))
        case "catch_clause" if below == node.child_by_field_name("body"):
            yield Guard(kind="catch", text=folded(node.child_by_field_name("type")))


def _condition(node: Node) -> str:
    return bare(node.child_by_field_name("condition"))


def _pattern(case: Node) -> str:
    """The values of a case and of the empty cases that fall into it; empty for the default."""
    if case.type == "match_conditional_expression":
        return folded(case.child_by_field_name("conditional_expressions"))
    values: list[str] = []
    current: Node | None = case
    while current is not None and len(values) < MAX_BRANCHES and current.type == "case_statement":
        if current != case and current.named_child_count > 1:
            break
        values.append(folded(current.child_by_field_name("value")))
        current = current.prev_named_sibling
    return ", ".join(reversed(values))
