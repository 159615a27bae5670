"""An expression as a text: its literal parts, and holes for what is known at run time only."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.construct import Given, filled
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
from ingest.readers.source_tree.ecmascript.guards import FORM
from ingest.readers.source_tree.ecmascript.names import Names, Parameter, Variable
from ingest.readers.source_tree.ecmascript.syntax import (
    MAX_PARTS,
    argument_nodes,
    frozen,
    is_absent,
    last_name,
    member_of,
    only_result,
    operands,
    unwrapped,
)
from ingest.readers.source_tree.ecmascript.text import formatted, literal, unescaped
from ingest.readers.source_tree.ecmascript.tree import Tree, bare, first_child, folded
from ingest.readers.source_tree.ecmascript.variables import values_at
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.site import Guard, Hole

#: An expression is followed through so many names, calls and operators within one another.
MAX_STEPS = 24
#: So many expressions are followed in one file; in what remains, all is holes. (Names that each stand for two
#: others grow without end.)
MAX_LOOKS = 100_000
MAX_LOOKS_EACH = 500
FORMATTERS = frozenset({"format", "sprintf", "formatMessage", "lazyFormat"})
_PRINTF_ONLY = frozenset({"sprintf"})
_TEXTS = frozenset({"string", "template_string"})
_OPTIONS = frozenset({"message", "msg", "code", "status", "statusCode"})


class Messages:
    """Reads the expressions of one file. Names of the function ``owner`` become slots, for the callers of
    that function to fill."""

    def __init__(self, tree: Tree, names: Names) -> None:
        self._tree = tree
        self._names = names
        self._looks = MAX_LOOKS
        self._looks_here = 0

    def wordings(self, node: Node, owner: Node | None = None, steps: int = 0) -> tuple[Wording, ...]:
        """The ways in which an expression comes out as a text; one hole where it cannot be known."""
        node = unwrapped(node)
        self._looks_here = 1 if steps == 0 else self._looks_here + 1
        self._looks -= 1
        if steps > MAX_STEPS or self._looks_here > MAX_LOOKS_EACH or self._looks < 0:
            return (hole(folded(node)),)
        found = self._known(node, owner, steps + 1)
        return found[:MAX_WORDINGS] if found else (hole(folded(node)),)

    def argument(self, node: Node, owner: Node | None = None, steps: int = 0) -> Argument:
        """An expression as what a caller passes."""
        node = unwrapped(node)
        number = int(text(node)) if node.type == "number" and text(node).isdecimal() else None
        members: tuple[tuple[str, Argument], ...] = ()
        if node.type == "object" and steps < MAX_STEPS:
            members = tuple(self._members(node, owner, steps + 1))
        name = node.child_by_field_name("property") if node.type == "member_expression" else None
        # Only what is written in capitals is taken for a constant.
        constant = text(name) if name is not None and _is_constant(text(name)) else None
        wordings = self.wordings(node, owner, steps) if node.type not in ("number", "object") else ()
        return Argument(
            expression=folded(node),
            wordings=wordings,
            number=number,
            name=constant,
            members=members,
            is_text=node.type in _TEXTS,
        )

    def arguments(self, call: Node, owner: Node | None = None) -> tuple[Argument, ...]:
        """The arguments of a call or construction."""
        return tuple(self.argument(node, owner) for node in argument_nodes(call))

    def _members(self, node: Node, owner: Node | None, steps: int) -> Iterator[tuple[str, Argument]]:
        for pair in node.named_children[:MAX_PARTS]:
            key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            if pair.type == "shorthand_property_identifier":
                yield text(pair), self.argument(pair, owner, steps)
            elif key is not None and value is not None:
                yield text(key).strip("'\""), self.argument(value, owner, steps)

    def _known(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        read = _READ.get(node.type)
        return read(self, node, owner, steps) if read is not None else ()

    def _template(
        self, node: Node, owner: Node | None, steps: int, *, raw: bool = False
    ) -> tuple[Wording, ...]:
        pieces: list[tuple[Wording, ...]] = []
        names: list[str] = []
        if node.named_child_count > MAX_PARTS:
            return ()
        for child in node.named_children:
            piece = text(child) if child.type != "template_substitution" else ""
            if child.type == "escape_sequence" and not raw:
                piece = unescaped(piece)
            inner = first_child(child) if child.type == "template_substitution" else None
            names.append(folded(inner))
            pieces.append(self.wordings(inner, owner, steps) if inner is not None else _constant(piece))
        return joined(pieces, names)

    def _binary(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        operator = text(node.child_by_field_name("operator"))
        if operator in ("||", "??"):
            return self._fallback(node, owner, steps)
        if operator != "+":
            return ()
        addends = operands(node)
        pieces = [self.wordings(addend, owner, steps) for addend in addends]
        # Without a text among the operands it may as well be a sum.
        if not any(isinstance(part, str) for piece in pieces for wording in piece for part in wording.parts):
            return ()
        return joined(pieces, [folded(addend) for addend in addends])

    def _fallback(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return ()
        first, second = self.wordings(left, owner, steps), self.wordings(right, owner, steps)
        slot = first[0].parts[0] if len(first) == 1 and len(first[0].parts) == 1 else None
        if isinstance(slot, Slot) and slot.otherwise is not None:
            # `a.message || a.reason || "…"`: what is said instead depends on more than what is passed.
            unknown = (Hole(expression=slot.expression),)
            return (Wording(parts=(replace(slot, otherwise=unknown),)),)
        if isinstance(slot, Slot) and len(second) == 1:
            return (Wording(parts=(replace(slot, expression=folded(node), otherwise=second[0].parts),)),)
        # A word like "unknown" does not tell what the message is.
        says = any(isinstance(part, str) and " " in part for wording in second for part in wording.parts)
        return preferred((*first, *second)) if says or len(first) > 1 or first[0].has_text else ()

    def _conditional(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        condition = bare(node.child_by_field_name("condition"))
        found: list[Wording] = []
        for branch, holds in (("consequence", True), ("alternative", False)):
            inner = node.child_by_field_name(branch)
            guard = Guard(kind="condition", text=condition, holds=holds)
            if inner is not None:
                found.extend(guarded(self.wordings(inner, owner, steps), guard))
        return tuple(found)

    def _named(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        meaning = self._names.meaning(text(node), node)
        if isinstance(meaning, Parameter):
            if meaning.function != owner or meaning.place is None:
                return ()
            default = (
                meaning.default if meaning.default is not None and not is_absent(meaning.default) else None
            )
            otherwise = self.wordings(default, None, steps) if default is not None else ()
            slot = Slot(
                parameter=meaning.place,
                expression=text(node),
                member=meaning.member,
                otherwise=otherwise[0].parts if len(otherwise) == 1 else None,
            )
            initial = (Wording(parts=(slot,)),)
            meaning = self._names.assignments(meaning, text(node))
            return self._values(meaning, node, owner, steps, initial)
        return self._values(meaning, node, owner, steps) if meaning is not None else ()

    def _values(
        self,
        variable: Variable,
        node: Node,
        owner: Node | None,
        steps: int,
        initial: tuple[Wording, ...] = (),
    ) -> tuple[Wording, ...]:
        def evaluate(value: Node) -> tuple[Wording, ...]:
            return self.wordings(value, owner, steps)

        return named(values_at(variable, node, self._tree, FORM, evaluate, initial=initial), text(node))

    def _member(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        """`options.message` of a parameter, `MESSAGES.notFound` of a constant object of the file."""
        holder, key = node.child_by_field_name("object"), text(node.child_by_field_name("property"))
        if holder is None or holder.type != "identifier":
            return ()
        meaning = self._names.meaning(text(holder), holder)
        if isinstance(meaning, Parameter):
            if meaning.function != owner or meaning.member is not None or key not in _OPTIONS:
                return ()
            slot = Slot(parameter=meaning.place or 0, expression=folded(node), member=key)
            return (Wording(parts=(slot,)),) if meaning.place is not None else ()
        bindings = meaning.bindings if meaning is not None else []
        value = bindings[0].value if [one.kind for one in bindings] == ["declared"] else None
        inner = member_of(frozen(unwrapped(value)), key) if value is not None else None
        return self.wordings(inner, None, steps) if inner is not None else ()

    def _called(self, node: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        function = node.child_by_field_name("function")
        if function is None:
            return ()
        if function.type == "member_expression" and (found := self._method(node, function, owner, steps)):
            return found
        nodes = argument_nodes(node)
        name = last_name(function)
        if name in FORMATTERS and nodes:
            first = self.wordings(nodes[0], owner, steps)
            format_text = first[0].literal if len(first) == 1 else None
            rest = [self.argument(argument, owner, steps) for argument in nodes[1:]]
            if format_text is not None:
                return formatted(format_text, rest, keep_rest=name not in _PRINTF_ONLY)
        return self._returned(function, nodes, owner, steps) if function.type == "identifier" else ()

    def _method(self, node: Node, function: Node, owner: Node | None, steps: int) -> tuple[Wording, ...]:
        """`'…'.concat(…)`, `[…].join(' ')` and String.raw."""
        holder, nodes = function.child_by_field_name("object"), argument_nodes(node)
        name = last_name(function)
        if holder is None:
            return ()
        if name == "concat" and unwrapped(holder).type in _TEXTS:
            pieces = [self.wordings(piece, owner, steps) for piece in (holder, *nodes)]
            return joined(pieces, [folded(piece) for piece in (holder, *nodes)])
        if name == "join" and unwrapped(holder).type == "array":
            return self._list(unwrapped(holder), nodes, owner, steps)
        raw = node.child_by_field_name("arguments")
        if text(function) == "String.raw" and raw is not None and raw.type == "template_string":
            return self._template(raw, owner, steps, raw=True)
        return ()

    def _list(
        self, array: Node, separator: list[Node], owner: Node | None, steps: int
    ) -> tuple[Wording, ...]:
        between = literal(separator[0]) if separator and separator[0].type == "string" else None
        items = array.named_children
        is_open = (between is None and separator) or len(items) > MAX_PARTS
        if is_open or any(item.type == "spread_element" for item in items):
            return ()
        pieces: list[tuple[Wording, ...]] = []
        names: list[str] = []
        for place, item in enumerate(item for item in items if item.type != "comment"):
            if place:
                pieces.append(_constant("," if between is None else between))
                names.append("")
            pieces.append(self.wordings(item, owner, steps))
            names.append(folded(item))
        return joined(pieces, names)

    def _returned(
        self, function: Node, nodes: list[Node], owner: Node | None, steps: int
    ) -> tuple[Wording, ...]:
        """What a function of the file returns for arguments, when all that it does is to return a text."""
        meaning = self._names.meaning(text(function), function)
        if not isinstance(meaning, Variable) or len(meaning.bindings) != 1:
            return ()
        binding = meaning.bindings[0]
        body = binding.node if binding.kind == "function" else binding.value
        result = only_result(body) if body is not None else None
        if result is None:
            return ()
        wordings = self.wordings(result, body, steps)
        if not any(wording.has_text for wording in wordings):
            return ()
        given = Given(arguments=tuple(self.argument(node, owner, steps) for node in nodes))
        return filled(wordings, given)


def _constant(piece: str) -> tuple[Wording, ...]:
    return (Wording(parts=(piece,) if piece else ()),)


def _is_constant(name: str) -> bool:
    return name.isupper() and len(name) > 2


_Read = Callable[[Messages, Node, Node | None, int], tuple[Wording, ...]]
_READ: dict[str, _Read] = {
    "string": lambda _messages, node, _owner, _steps: _constant(literal(node)),
    "template_string": Messages._template,
    "binary_expression": Messages._binary,
    "ternary_expression": Messages._conditional,
    "identifier": Messages._named,
    "shorthand_property_identifier": Messages._named,
    "member_expression": Messages._member,
    "call_expression": Messages._called,
}
