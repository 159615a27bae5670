"""The texts that a variable can hold at a place: its declaration, and what is assigned or appended before."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.facts import Wording, hole, joined
from ingest.readers.source_tree.ecmascript.names import Binding, Variable
from ingest.readers.source_tree.ecmascript.tree import Tree, folded
from ingest.readers.source_tree.site import Guard

Evaluate = Callable[[Node], tuple[Wording, ...]]
Wordings = tuple[Wording, ...]
#: So many texts of a variable are told apart, before what differs becomes a hole.
MAX_VALUES = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """What a language calls its nodes. blocks: what holds statements that follow one another. branches: how
    many branches a statement has of which it takes one, 0 when it may take none."""

    blocks: frozenset[str]
    loops: frozenset[str]
    functions: frozenset[str]
    guards_of: Callable[[tuple[Node, ...]], tuple[Guard, ...]]
    branches: Callable[[Node], int]


def values_at(
    variable: Variable, use: Node, tree: Tree, form: Form, evaluate: Evaluate, *, initial: Wordings = ()
) -> Wordings:
    """The texts at ``use``; () where they cannot be followed. Assignments are taken in the order of the
    source, after ``initial``. What stands in a branch may have happened or not; what is appended in a loop is
    a hole."""
    bindings = variable.bindings
    if any(binding.kind in ("opaque", "function") for binding in bindings):
        return ()
    function = _function(use, tree, form)
    if any(b.kind != "declared" and _function(b.node, tree, form) != function for b in bindings):
        # What another function assigns cannot be placed in time.
        return ()
    if len(bindings) > 1 or initial:
        bindings = [binding for binding in bindings if binding.node.end_byte <= use.start_byte]
    steps = [binding for binding in bindings if binding.value is not None]
    if not steps:
        return initial
    return _Walk(use=use, tree=tree, form=form, evaluate=evaluate).followed(steps, variable.scope, initial)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Walk:
    use: Node
    tree: Tree
    form: Form
    evaluate: Evaluate

    def followed(self, steps: list[Binding], block: Node, state: Wordings) -> Wordings:
        """The texts after the assignments in a block, up to the use."""
        own = self._statement(self.use, block)
        for _, group in groupby(steps, key=lambda step: self._key(step.node, block)):
            bindings, before = list(group), state
            statement = self._statement(bindings[0].node, block)
            if statement is not None and statement == own:
                inner = self._block_of_use(statement)
                within = [step for step in bindings if inner is not None and _contains(inner, step.node)]
                return self.followed(within, inner, state) if inner is not None and within else state
            state = self._after(state, bindings, statement)
            if len(state) > MAX_VALUES:
                # What all of them begin with is still known, when nothing was replaced.
                state = _begun(before, bindings)
            if not state:
                return ()
        return state

    def _after(self, state: Wordings, bindings: list[Binding], statement: Node | None) -> Wordings:
        """The texts after a statement that assigns, in one branch or several."""
        ways: dict[tuple[Guard, ...], Wordings] = {}
        for binding in bindings:
            path = self.tree.path(binding.node)
            inner = path[path.index(statement) :] if statement is not None and statement in path else path
            if any(node.type in self.form.loops for node in inner):
                if binding.kind != "extended":
                    return ()
                return joined((state, (hole(folded(binding.value)),)), ("", "")) if state else ()
            guards = self.form.guards_of(inner)
            ways[guards] = self._applied(ways.get(guards, state), binding)
            if not ways[guards]:
                return ()
        if not ways or () in ways:
            return ways.get((), state)
        open_ways = () if statement is not None and self.form.branches(statement) == len(ways) else state
        return (*open_ways, *(way for guards, texts in ways.items() for way in _guarded(texts, guards)))

    def _applied(self, state: Wordings, binding: Binding) -> Wordings:
        value = self.evaluate(binding.value) if binding.value is not None else ()
        if binding.kind != "extended":
            return value
        return joined((state, value), ("", folded(binding.value))) if state else ()

    def _key(self, node: Node, block: Node) -> int:
        statement = self._statement(node, block)
        return statement.id if statement is not None else 0

    def _statement(self, node: Node, block: Node) -> Node | None:
        """The statement of a block's own that holds a node."""
        path = self.tree.path(node)
        place = path.index(block) + 1 if block in path else len(path)
        while place < len(path) and path[place].type in self.form.blocks:
            place += 1
        return path[place] if place < len(path) else None

    def _block_of_use(self, statement: Node) -> Node | None:
        path = self.tree.path(self.use)
        below = path[path.index(statement) + 1 :]
        return next((node for node in below if node.type in self.form.blocks), None)


def _guarded(wordings: Wordings, guards: tuple[Guard, ...]) -> Iterator[Wording]:
    for wording in wordings:
        yield Wording(parts=wording.parts, guards=(*wording.guards, *guards))


def _begun(before: Wordings, bindings: list[Binding]) -> Wordings:
    if any(binding.kind != "extended" for binding in bindings):
        return ()
    return joined((before, (hole(folded(bindings[0].value)),)), ("", ""))


def _contains(block: Node, node: Node) -> bool:
    return block.start_byte <= node.start_byte and node.end_byte <= block.end_byte


def _function(node: Node, tree: Tree, form: Form) -> Node | None:
    return next((around for around in reversed(tree.path(node)[:-1]) if around.type in form.functions), None)
