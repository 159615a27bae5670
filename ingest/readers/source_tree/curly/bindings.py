"""What names are given in a function: where a value may come from at a place in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tree_sitter import Node, Query, QueryCursor

from ingest.readers.source_tree.curly import MATCH_LIMIT
from ingest.readers.source_tree.grammar import text

#: A name that is given a value more often than this is not followed: near a place, in a whole function.
MAX_BINDINGS, MAX_NAMESAKES = 40, 300

BindingKind = Literal["given", "empty", "assigned", "changed"]
BINDING_KINDS: tuple[BindingKind, ...] = get_args(BindingKind)


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """What a name is given at the byte ``at``, within the bytes from ``start`` to ``end``.

    given     declared with a value, or (None) with one that is unknown, like a parameter
    empty     declared without a value
    assigned  given a value later, also by `x.append(…)`
    changed   given its own value and more, by `+=`
    """

    kind: BindingKind
    start: int
    end: int
    at: int
    value: Node | None


Bindings = Mapping[str, Sequence[Binding]]


def visible(bindings: Sequence[Binding], at: int) -> list[Binding]:
    """Where the value of a name at a byte may come from: the last place that every way there passes, and the
    places after it that some ways pass."""
    if len(bindings) > MAX_NAMESAKES:
        return [Binding(kind="given", start=0, end=0, at=0, value=None)]
    near = [one for one in bindings if (one.at < at < one.end) or one.kind not in ("given", "empty")]
    if len(near) > MAX_BINDINGS:
        return []
    declared = [one for one in near if one.kind in ("given", "empty") and one.start <= at < one.end]
    if not declared:
        return []
    own = max(declared, key=lambda one: (one.start, one.at))
    if own.kind == "given" and own.value is None:
        return [own]
    later = [one for one in near if one.kind in ("assigned", "changed") and own.at < one.at < at]
    later = [own, *(one for one in later if one.at < own.end)]
    sure = max(place for place, one in enumerate(later) if one.start <= at < one.end)
    return [one for one in later[sure:] if one.kind != "empty"] or [own]


def bindings_in(query: Query, node: Node) -> Bindings:
    """What names are given at or below a node, by name, in the order of the source."""
    found: dict[str, dict[int, Binding]] = {}
    for _, captures in QueryCursor(query, match_limit=MATCH_LIMIT).matches(node):
        value = captures.get("value", [None])[0]
        given: list[tuple[BindingKind, Node, Node | None]] = [
            (kind, name, value) for kind in BINDING_KINDS for name in captures.get(kind, ())
        ]
        given += [("assigned", leftmost(call), call) for call in captures.get("appended", ())]
        for kind, name, told in given:
            # A scope says where it is sure to have happened, or for a declaration where it counts.
            scope = captures.get("scope", [node] if kind in ("given", "empty") else [name])[0]
            of_name = found.setdefault(text(name), {})
            if name.start_byte not in of_name or told is not None:
                of_name[name.start_byte] = Binding(
                    kind=kind, start=scope.start_byte, end=scope.end_byte, at=name.start_byte, value=told
                )
    return {name: sorted(of_name.values(), key=lambda one: one.at) for name, of_name in found.items()}


def leftmost(node: Node) -> Node:
    """The `a` of `a.b().c()`, within a hundred calls."""
    for _ in range(200):
        if node.child_count == 0:
            break
        node = node.children[0]
    return node
