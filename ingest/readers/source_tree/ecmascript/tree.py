"""The way from the root of a tree down to a node, without a look at every node of a file."""

import re
from bisect import bisect_right

from tree_sitter import Node

from ingest.readers.source_tree.grammar import text

#: What lies deeper is not looked at. Code that people write stays below a hundred.
MAX_DEPTH = 400
#: An expression in a hole is cut after so many characters.
MAX_EXPRESSION = 200
# From so many children on, their places are kept and searched by halving.
_WIDE = 64


class Tree:
    """A parsed file. tree-sitter finds a parent from the root, so asking node after node for its parent costs
    the square of the depth; one way down costs the depth once."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self._wide: dict[int, tuple[list[int], list[Node]]] = {}
        self._paths: dict[int, tuple[Node, ...]] = {}
        self._last: list[Node] = [root]

    def path(self, node: Node) -> tuple[Node, ...]:
        """The nodes from the root to the node, both included; () for a node that lies too deep."""
        known = self._paths.get(node.id)
        if known is None:
            known = self._paths[node.id] = self._descend(node)
        return known

    def _descend(self, node: Node) -> tuple[Node, ...]:
        # Most nodes stand near the one that was looked for before.
        way = self._last
        start, end = node.start_byte, node.end_byte
        while len(way) > 1 and not (way[-1].start_byte <= start and end <= way[-1].end_byte):
            way.pop()
        # A node around it may have the very same place, and be the one that lies below.
        while len(way) > 1 and way[-1].start_byte == start and way[-1].end_byte == end:
            way.pop()
        while way[-1] != node:
            below = self._child(way[-1], node)
            if below is None or len(way) >= MAX_DEPTH:
                self._last = [self.root]
                return ()
            way.append(below)
        return tuple(way)

    def _child(self, parent: Node, node: Node) -> Node | None:
        if parent.child_count < _WIDE:
            return parent.child_with_descendant(node)
        if parent.id not in self._wide:
            children = [child for child in parent.children if child.end_byte > child.start_byte]
            self._wide[parent.id] = [child.start_byte for child in children], children
        starts, children = self._wide[parent.id]
        place = bisect_right(starts, node.start_byte) - 1
        return children[place] if place >= 0 and children[place].end_byte >= node.end_byte else None


# What TypeScript writes of an imported name: `errors_1.X`, `(0, utils_1.f)(x)`.
_EMITTED = re.compile(
    r"\(0, [A-Za-z]\w{0,80}_\d{1,2}\.(?P<called>[\w$]{1,80})\)(?=\()"
    r"|\b[A-Za-z]\w{0,80}_\d{1,2}\.(?=[A-Za-z_$])"
)


def folded(node: Node | None, limit: int = MAX_EXPRESSION) -> str:
    """The source of a node on one line; what is longer than ``limit`` characters is cut."""
    # Only as much is decoded as can be shown, for a node may be a whole file.
    if node is None:
        return ""
    source = text(node) if node.end_byte - node.start_byte < 8 * limit else _opening(node, 8 * limit)
    line = _EMITTED.sub(lambda hit: hit["called"] or "", " ".join(source.split()))
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _opening(node: Node, size: int) -> str:
    return (node.text or b"")[:size].decode("utf-8", "ignore")


def first_child(node: Node) -> Node | None:
    """The first named child, if there is one."""
    return node.named_child(0) if node.named_child_count else None


def bare(node: Node | None) -> str:
    """A condition's source, without the parentheses around it."""
    while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_child(0)
    return folded(node)
