"""What an expression may be, as far as its file says: literals, concatenations, constants, local variables.

A language gives a rule for each kind of node that it can look into; any other node is a hole. Work is
bounded: by depth, and by steps for each value that is asked for.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tree_sitter import Node, Query

from ingest.readers.source_tree.curly import Frame, short_text
from ingest.readers.source_tree.curly.bindings import MAX_BINDINGS, Binding, Bindings, bindings_in, visible
from ingest.readers.source_tree.curly.text import (
    MAX_ALTERNATIVES,
    MAX_PARTS,
    NULL,
    Alternatives,
    Piece,
    has_letters,
    joined,
    literal,
    merged,
)
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.site import Hole, Message

MAX_DEPTH, MAX_STEPS, MAX_OPERANDS = 25, 400, 2000

# A constant of another type, which the rest of the tree may know.
_QUALIFIED = re.compile(r"(?:\w{1,80}\.){1,6}[A-Z]\w{0,80}\Z")

Rule = Callable[["Values", Node, int], Alternatives]


@dataclass(frozen=True, kw_only=True, slots=True)
class Speech:
    """How a language says things: ``rules`` by node types; ``bindings``: a query whose captures are called
    like the kinds of bindings, with scope and perhaps value, or `appended` for a call that adds to a
    text."""

    rules: Mapping[str, Rule]
    bindings: Query


class FileOfValues(Protocol):
    """What values need of their file: ``constants`` are by `NAME` and by `Owner.NAME`; ``imported``: by their
    names, what those of other files are called there, `Owner.NAME`."""

    @property
    def constants(self) -> Bindings: ...

    @property
    def imported(self) -> Mapping[str, str]: ...

    def called(
        self, values: "Values", name: str, arguments: list[Node], depth: int
    ) -> Alternatives | None: ...


@dataclass(eq=False, kw_only=True, slots=True)
class Values:
    """The values of one file."""

    speech: Speech
    file: FileOfValues
    _bound: dict[int, Bindings] = field(default_factory=dict)
    _steps: int = 0
    _frame: Frame | None = None

    def ask(self, node: Node | None, frame: Frame) -> Alternatives:
        """What an expression in a frame may be; without any when there is no expression."""
        if node is None:
            return ()
        self._steps, self._frame = MAX_STEPS, frame
        return self.of(node, 0)

    def of(self, node: Node, depth: int) -> Alternatives:
        """The alternatives of a node; for rules, which give the depth that they have got."""
        self._steps -= 1
        rule = self.speech.rules.get(node.type)
        if rule is None or depth >= MAX_DEPTH or self._steps <= 0:
            return ((hole_of(node),),)
        return rule(self, node, depth + 1)[:MAX_ALTERNATIVES]

    def piece(self, node: Node, depth: int) -> Piece:
        """A node as an operand."""
        return Piece(values=self.of(node, depth), hole=hole_of(node))

    def named(self, name: str, node: Node, depth: int, hole: Hole | None = None) -> Alternatives:
        """The alternatives of a name where `node` stands; the hole of the node, or the given one, for
        none."""
        return self._named(name, node.start_byte, hole or hole_of(node), depth)

    def _named(self, name: str, at: int, hole: Hole, depth: int) -> Alternatives:
        self._steps -= 1
        if depth >= MAX_DEPTH or self._steps <= 0:
            return ((hole,),)
        local = self._local(name, at)
        bindings = local or self._constant(name, at)
        if not bindings and name in self.file.imported:
            return ((Hole(expression=self.file.imported[name]),),)
        if not bindings or any(one.value is None for one in bindings):
            return ((hole,),)
        values: dict[Message, None] = {}
        for binding in bindings:
            values |= dict.fromkeys(self._given(binding, name, hole, depth + 1))
        if len(values) > 1:
            values.pop(NULL, None)
        if local and any(map(_is_number, values)):
            # A number of a function counts, most of the time.
            return ((hole,),)
        # A value that tells nothing has the name that it was given to.
        told = tuple(dict.fromkeys(value if _is_telling(value) else (hole,) for value in values))
        return told if 0 < len(told) <= MAX_ALTERNATIVES else ((hole,),)

    def _given(self, binding: Binding, name: str, hole: Hole, depth: int) -> Alternatives:
        if binding.value is None:
            return ((hole,),)
        if binding.kind != "changed":
            return self.of(binding.value, depth)
        before = Piece(values=self._named(name, binding.at, hole, depth), hole=hole)
        return joined([before, self.piece(binding.value, depth)]) if _is_text(before) else ((hole,),)

    def constant(self, owner: str, name: str, node: Node, depth: int) -> Alternatives:
        """The alternatives of `Owner.NAME`, when the file has that type with one such constant."""
        found = [binding for binding in self.file.constants.get(f"{owner}.{name}", ()) if binding.value]
        if len(found) != 1 or found[0].value is None:
            return ((hole_of(node),),)
        return self.of(found[0].value, depth)

    def _constant(self, name: str, at: int) -> list[Binding]:
        around = [
            one for one in self.file.constants.get(name, ())[:MAX_BINDINGS] if one.start <= at < one.end
        ]
        return around[-1:]

    def _local(self, name: str, at: int) -> list[Binding]:
        function = self._frame.outermost if self._frame is not None else None
        if function is None:
            return []
        if not function.start <= at < function.end:
            # The value of a constant, or of another function, is looked at.
            return []
        if function.start not in self._bound:
            self._bound[function.start] = bindings_in(self.speech.bindings, function.node)
        return visible(self._bound[function.start].get(name, ()), at)


def hole_of(node: Node) -> Hole:
    """The hole of an expression."""
    return Hole(expression=short_text(node))


def concatenation(values: Values, node: Node, depth: int) -> Alternatives:
    """`a + b + c`: a text as soon as one operand has some; numbers before the first text are added up."""
    operands = list(_operands(node))
    if not 0 < len(operands) <= MAX_PARTS:
        return ((hole_of(node),),)
    pieces = [values.piece(operand, depth) for operand in operands]
    first = next(
        (place for place, piece in enumerate(pieces) if _is_text(piece) or _may_be_text(piece)), None
    )
    if first is None:
        return ((hole_of(node),),)
    if first > 1:
        added = Hole(expression=" + ".join(short_text(operand) for operand in operands[:first]))
        pieces[:first] = [Piece(values=((added,),), hole=added)]
    return joined(pieces)


def _is_telling(message: Message) -> bool:
    """Whether a value says more than the name that it was given to."""
    match message:
        case (Hole(expression=expression),):
            return message == NULL or _QUALIFIED.match(expression) is not None
    return not message or any(isinstance(part, str) for part in message)


def _is_number(message: Message) -> bool:
    return len(message) == 1 and isinstance(message[0], str) and message[0].isdecimal()


def _is_text(piece: Piece) -> bool:
    return any(isinstance(part, str) and not part.isdigit() for value in piece.values for part in value) or (
        () in piece.values
    )


def _may_be_text(piece: Piece) -> bool:
    """A constant of another file, by its name in capitals."""
    name = piece.hole.expression.rpartition(".")[2]
    return (
        piece.values == ((piece.hole,),)
        and name.isupper()
        and _QUALIFIED.match(piece.hole.expression) is not None
    )


def _operands(node: Node) -> Iterator[Node]:
    """The operands of a chain of `+`, in order; the node itself when it is no such chain."""
    chain: list[Node] = []
    current = node
    while current.type == "binary_expression" and len(chain) < MAX_OPERANDS:
        left, right = current.child_by_field_name("left"), current.child_by_field_name("right")
        operator = current.child_by_field_name("operator")
        if left is None or right is None or operator is None or operator.type != "+":
            break
        chain.append(right)
        current = left
    if chain:
        chain.append(current)
    yield from reversed(chain)


def branches(values: Values, node: Node, depth: int) -> Alternatives:
    """`a ? b : c`: one alternative a branch."""
    both = [node.child_by_field_name(name) for name in ("consequence", "alternative")]
    return tuple(value for branch in both if branch is not None for value in values.of(branch, depth))


def otherwise(values: Values, node: Node, depth: int) -> Alternatives:
    """`a ?: b` and `a ?? b` are one of both; any other operator is a matter of `concatenation`."""
    operator = node.child_by_field_name("operator")
    both = [node.child_by_field_name(name) for name in ("left", "right")]
    if (
        operator is None
        or operator.type not in ("?:", "??")
        or any(one is None or one.type == "throw_expression" for one in both)
    ):
        return concatenation(values, node, depth)
    return tuple(told for one in both if one is not None for told in values.of(one, depth))


def inside(values: Values, node: Node, depth: int) -> Alternatives:
    """Parentheses."""
    named = [child for child in node.named_children if not child.is_extra]
    return values.of(named[0], depth) if len(named) == 1 else ((hole_of(node),),)


def identifier(values: Values, node: Node, depth: int) -> Alternatives:
    """A name on its own."""
    return values.named(text(node), node, depth)


def number(_values: Values, node: Node, _depth: int) -> Alternatives:
    """A number as it is printed, when that is how it is written."""
    digits = text(node).replace("_", "").rstrip("lL")
    return literal(digits).values if digits.isdecimal() and len(digits) < 20 else ((hole_of(node),),)


def null(_values: Values, _node: Node, _depth: int) -> Alternatives:
    """No text at all; the word null among other text."""
    return ((Hole(expression="null"),),)


def substituted(message: Message, meanings: Mapping[str, Piece]) -> Alternatives:
    """A message with arguments instead of the parameters that are its holes."""
    pieces = [
        meanings[part.expression]
        if isinstance(part, Hole) and part.expression in meanings
        else literal(part)
        if isinstance(part, str)
        else Piece(values=((part,),), hole=part)
        for part in message
    ]
    return pieces[0].values if len(pieces) == 1 else tuple(map(merged, joined(pieces)))


def tells(values: Alternatives) -> bool:
    """Whether some alternative has a letter of text."""
    return any(map(has_letters, values))
