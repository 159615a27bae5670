"""tree-sitter for the languages that have no parser in Python's library: trees, queries, text."""

from collections.abc import Callable, Iterator
from functools import cached_property

from tree_sitter import Language, Node, Parser, Query, QueryCursor

#: Without it a query takes time that grows with the square of the depth.
MATCH_LIMIT = 256


class Grammar:
    """A grammar, loaded when it is first used. ``load``: what the grammar's package calls `language`."""

    def __init__(self, load: Callable[[], object]) -> None:
        self._load = load

    @cached_property
    def language(self) -> Language:
        return Language(self._load())

    def parse(self, source: str) -> Node:
        """The root of the source's tree; errors in it are nodes of their own, as tree-sitter has them."""
        return Parser(self.language).parse(source.encode("utf-8", "surrogatepass")).root_node

    def query(self, pattern: str) -> Query:
        """A compiled query, to be kept."""
        return Query(self.language, pattern)


def matches(query: Query, node: Node) -> Iterator[dict[str, list[Node]]]:
    """What a query finds at or below a node: nodes by the names of their captures."""
    for _, captures in QueryCursor(query, match_limit=MATCH_LIMIT).matches(node):
        yield captures


def text(node: Node | None) -> str:
    """The source of a node; empty for none."""
    if node is None or node.text is None:
        return ""
    return node.text.decode("utf-8", "replace")


def line(node: Node) -> int:
    """The 1-based line on which a node begins."""
    return node.start_point[0] + 1


def last_line(node: Node) -> int:
    """The 1-based line on which a node ends."""
    return node.end_point[0] + 1


def ancestors(node: Node) -> Iterator[Node]:
    """The nodes around a node, innermost first."""
    while (parent := node.parent) is not None:
        yield parent
        node = parent
