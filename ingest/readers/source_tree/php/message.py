"""An expression of PHP as a text: its literal parts, and holes for what is known at run time only."""

from collections.abc import Callable, Iterator

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.facts import (
    MAX_WORDINGS,
    Argument,
    Slot,
    Wording,
    guarded,
    hole,
    joined,
    named,
    preferred,
)
from ingest.readers.source_tree.ecmascript.message import MAX_LOOKS, MAX_LOOKS_EACH, MAX_STEPS
from ingest.readers.source_tree.ecmascript.syntax import MAX_PARTS
from ingest.readers.source_tree.ecmascript.tree import bare, first_child, folded
from ingest.readers.source_tree.ecmascript.variables import Form, values_at
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.php.file import File
from ingest.readers.source_tree.php.guards import BLOCKS, branches, guards_of
from ingest.readers.source_tree.php.status import status_of
from ingest.readers.source_tree.php.syntax import (
    FUNCTIONS,
    LOOPS,
    argument_nodes,
    formatted,
    here_parts,
    quoted,
    short_name,
    unescaped,
)
from ingest.readers.source_tree.site import Guard

_TEXTS = frozenset({"string", "encapsed_string", "heredoc", "nowdoc"})
_FORM = Form(
    blocks=BLOCKS,
    loops=LOOPS,
    functions=FUNCTIONS,
    guards_of=guards_of,
    branches=branches,
)


class Messages:
    """Reads the expressions of one file. Parameters of the function ``owner`` become slots, for the callers
    of that function to fill."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._looks = MAX_LOOKS
        self._looks_here = 0

    def wordings(self, node: Node, owner: Node | None = None, steps: int = 0) -> tuple[Wording, ...]:
        """The ways in which an expression comes out as a text; one hole where it cannot be known."""
        self._looks_here = 1 if steps == 0 else self._looks_here + 1
        self._looks -= 1
        node = unwrapped(node)
        if steps > MAX_STEPS or self._looks_here > MAX_LOOKS_EACH or self._looks < 0:
            return (hole(folded(node)),)
        found = self._known(node, owner, steps + 1)
        return found[:MAX_WORDINGS] if found else (hole(folded(node)),)

    def argument(self, node: Node, owner: Node | None = None, steps: int = 0) -> Argument:
        """An expression as what a caller passes."""
        node = unwrapped(node)
        is_number = node.type == "integer" and text(node).isdecimal()
        is_array = node.type == "array_creation_expression"
        return Argument(
            expression=folded(node),
            wordings=self.wordings(node, owner, steps) if not is_number and not is_array else (),
            number=int(text(node)) if is_number else status_of(node),
            members=tuple(self._members(node, owner, steps)) if is_array and steps < MAX_STEPS else (),
            is_text=node.type in _TEXTS,
        )

    def arguments(self, call: Node, owner: Node | None = None) -> tuple[Argument, ...]:
        """The arguments of a call or construction."""
        return tuple(self.argument(node, owner) for node in argument_nodes(call))

    def _members(self, node: Node, owner: Node | None, steps: int) -> Iterator[tuple[str, Argument]]:
        for item in node.named_children[:MAX_PARTS]:
            pair = item.named_children
            if item.type == "array_element_initializer" and len(pair) == 2 and pair[0].type == "string":
                yield quoted(pair[0]), self.argument(pair[1], owner, steps + 1)

    def _known(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        read = _READ.get(node.type)
        return read(self, node, owner, steps) if read is not None else ()

    def _string(self, node: Node, _owner: Node | None, _steps: int) -> tuple[Wording, ...]:
        return _constant(quoted(node))

    def _encapsed(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        return self._joined([_part(child) for child in node.named_children], owner, steps)

    def _here(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        return self._joined(here_parts(node), owner, steps)

    def _joined(self, parts: list[str | Node], owner: Node | None, steps: int) -> tuple[Wording, ...]:
        if len(parts) > MAX_PARTS:
            return ()
        pieces = [
            _constant(part) if isinstance(part, str) else self.wordings(part, owner, steps) for part in parts
        ]
        return joined(pieces, [part if isinstance(part, str) else folded(part) for part in parts])

    def _binary(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        operator = text(node.child_by_field_name("operator"))
        if operator == "??":
            sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
            return preferred(tuple(w for side in sides if side for w in self.wordings(side, owner, steps)))
        if operator != ".":
            return ()
        operands: list[str | Node] = []
        current: Node | None = node
        while current is not None and len(operands) < MAX_PARTS:
            if current.type != "binary_expression" or text(current.child_by_field_name("operator")) != ".":
                break
            if (right := current.child_by_field_name("right")) is not None:
                operands.append(right)
            current = current.child_by_field_name("left")
        if current is not None:
            operands.append(current)
        return self._joined(operands[::-1], owner, steps)

    def _conditional(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        condition = node.child_by_field_name("condition")
        found: list[Wording] = []
        for branch, holds in (("body", True), ("alternative", False)):
            # `a ?: b` is its condition when that holds.
            inner = node.child_by_field_name(branch) or (condition if holds else None)
            guard = Guard(kind="condition", text=bare(condition), holds=holds)
            if inner is not None:
                found.extend(guarded(self.wordings(inner, owner, steps), guard))
        return preferred(tuple(found)) if node.child_by_field_name("body") is None else tuple(found)

    def _variable(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        name = text(node)
        function = self._file.function(node)
        variable = self._file.variable(name, node)
        parameter = self._file.parameters(function).get(name) if function is not None else None
        initial: tuple[Wording, ...] = ()
        if parameter is not None:
            if function != owner:
                return ()
            place, default = parameter
            is_given = default is not None and default.type != "null"
            otherwise = self.wordings(default, None, steps) if default is not None and is_given else ()
            parts = otherwise[0].parts if len(otherwise) == 1 else None
            initial = (Wording(parts=(Slot(parameter=place, expression=name, otherwise=parts),)),)
        if variable is None:
            return initial

        def evaluate(value: Node) -> tuple[Wording, ...]:
            return self.wordings(value, owner, steps)

        return named(values_at(variable, node, self._file.tree, _FORM, evaluate, initial=initial), name)

    def _named(self, node: Node, _owner: Node | None, steps: int) -> tuple[Wording, ...]:
        name = short_name(node)
        if name == "PHP_EOL":
            return _constant("\n")
        if name == "__FUNCTION__":
            function = self._file.function(node)
            return _constant(text(function.child_by_field_name("name"))) if function is not None else ()
        value = self._file.constants.get(name)
        return self.wordings(value, None, steps) if value is not None else ()

    def _class_constant(self, node: Node, _owner: Node | None, steps: int) -> tuple[Wording, ...]:
        nodes = node.named_children
        if len(nodes) != 2:
            return ()
        holder, name = short_name(nodes[0]), text(nodes[1])
        if holder in ("self", "static"):
            around = self._file.class_at(node)
            holder = text(around.child_by_field_name("name")) if around is not None else ""
        if name == "class":
            return ()
        value = self._file.constants.get(f"{holder}::{name}")
        return self.wordings(value, None, steps) if value is not None else ()

    def _called(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        name = short_name(node.child_by_field_name("function"))
        nodes = argument_nodes(node)
        if name not in ("sprintf", "vsprintf") or not nodes:
            return ()
        rest = [self.argument(argument, owner, steps) for argument in nodes[1:]] if name == "sprintf" else []
        found: list[Wording] = []
        for wording in self.wordings(nodes[0], owner, steps):
            if wording.literal is None:
                return self._partly_formatted(wording, rest)
            found.extend(
                Wording(parts=done.parts, guards=(*wording.guards, *done.guards))
                for done in formatted(wording.literal, rest)
            )
        return tuple(found)

    def _partly_formatted(self, wording: Wording, rest: list[Argument]) -> tuple[Wording, ...]:
        """A format of which only some is literal: what stands in its holes cannot be told from its arguments,
        so only the text before the first hole counts its conversions."""
        if not isinstance(wording.parts[0], str) or "%" in "".join(
            p for p in wording.parts[1:] if isinstance(p, str)
        ):
            return ()
        first = formatted(wording.parts[0], rest)
        others = (Wording(parts=wording.parts[1:], guards=wording.guards),)
        return joined((first, others), ("", ""))

    def _matched(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        value = bare(node.child_by_field_name("condition"))
        body = node.child_by_field_name("body")
        found: list[Wording] = []
        for arm in body.named_children[:MAX_WORDINGS] if body is not None else ():
            inner = arm.child_by_field_name("return_expression")
            pattern = folded(arm.child_by_field_name("conditional_expressions"))
            guard = Guard(kind="case", text=value, pattern=pattern)
            if inner is not None and inner.type != "throw_expression":
                found.extend(guarded(self.wordings(inner, owner, steps), guard))
        return tuple(found)


def unwrapped(node: Node) -> Node:
    """An expression without parentheses and casts to a string."""
    while node.type in ("parenthesized_expression", "cast_expression", "error_suppression_expression"):
        inner = node.child_by_field_name("value") or first_child(node)
        if inner is None or (
            node.type == "cast_expression" and text(node.child_by_field_name("type")) != "string"
        ):
            break
        node = inner
    return node


def _part(node: Node) -> str | Node:
    if node.type == "escape_sequence":
        return unescaped(text(node))
    return text(node) if node.type == "string_content" else node


def _constant(piece: str) -> tuple[Wording, ...]:
    return (Wording(parts=(piece,) if piece else ()),)


_Read = Callable[[Messages, Node, Node | None, int], tuple[Wording, ...]]
_READ: dict[str, _Read] = {
    "string": Messages._string,
    "encapsed_string": Messages._encapsed,
    "heredoc": Messages._here,
    "nowdoc": Messages._here,
    "binary_expression": Messages._binary,
    "conditional_expression": Messages._conditional,
    "variable_name": Messages._variable,
    "name": Messages._named,
    "qualified_name": Messages._named,
    "class_constant_access_expression": Messages._class_constant,
    "function_call_expression": Messages._called,
    "match_expression": Messages._matched,
}
