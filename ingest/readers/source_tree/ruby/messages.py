"""What a Ruby expression says when it is the message of an error."""

import re
from collections.abc import Mapping, Sequence

from tree_sitter import Node

from ingest.readers.source_tree.ruby.link import Given
from ingest.readers.source_tree.ruby.methods import handed_on
from ingest.readers.source_tree.ruby.names import Names, arguments_of
from ingest.readers.source_tree.ruby.text import Shown, dedented, sequences, single_quoted, unescaped
from ingest.readers.source_tree.site import Hole, Message
from ingest.readers.source_tree.surroundings import (
    Choices,
    Place,
    Source,
    choices_of,
    either,
    operands_of,
    says,
    tidy,
)

#: Expressions in expressions are followed so deep, and lists so far.
MAX_DEPTH, MAX_PARTS = 12, 80

_HEREDOC = re.compile(r"<<(?P<indent>[~-]?)(?P<quote>['\"`]?)(?P<name>\w{1,200})")
#: Functions that translate a text into the user's language.
_TRANSLATING = frozenset({"_", "gettext", "N_"})
#: The same with a text for one and a text for many.
_COUNTING = frozenset({"n_", "ngettext"})


class Messages:
    """Says what expressions of one file say."""

    def __init__(self, source: Source, names: Names) -> None:
        self._source, self._names = source, names
        self.given: Mapping[str, str] = {}
        """Names that mean a constructor's parameters, while a class is read: `@name` → `name`."""

    def of(self, node: Node, place: Place, depth: int = 0) -> Choices:
        """The messages that an expression may be; of what is not understood: a hole."""
        return self.known(node, place, depth) or ((self._source.hole(node),),)

    def known(self, node: Node, place: Place, depth: int = 0) -> Choices | None:
        """The messages that an expression may be; None: it is not understood."""
        if depth > MAX_DEPTH:
            return None
        follow = {
            "string": self._string,
            "chained_string": self._chained,
            "heredoc_beginning": self._heredoc,
            "parenthesized_statements": self._last,
            "then": self._last,
            "else": self._last,
            "begin": self._last,
            "conditional": self._branches,
            "if": self._branches,
            "unless": self._branches,
            "elsif": self._branches,
            "binary": self._binary,
            "unary": self._unary,
            "call": self._called,
            "identifier": self._named,
            "instance_variable": self._named,
            "constant": self._constant,
        }.get(node.type)
        return follow(node, place, depth) if follow else None

    def _raw(self, node: Node) -> str:
        return self._source.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _string(self, node: Node, place: Place, depth: int) -> Choices | None:
        opening = self._raw(node.children[0]) if node.children else ""
        if opening == "'" or opening.startswith("%q"):
            text = "".join(self._raw(child) for child in node.named_children)
            return (tidy([single_quoted(text, opening[-1] + self._raw(node.children[-1]))]),)
        pieces = [self._part(child, place, depth) for child in node.named_children]
        return choices_of(pieces, self._source.hole(node))

    def _part(self, node: Node, place: Place, depth: int) -> Choices:
        """A part of a string between double quotes."""
        if node.type == "escape_sequence":
            return ((unescaped(self._raw(node)),),)
        if node.type != "interpolation":
            return ((self._raw(node),),)
        inside = node.named_children
        made = self.known(inside[0], place, depth + 1) if len(inside) == 1 else None
        # A branch within a string would multiply the messages: only one text is put in.
        if made is not None and len(made) == 1 and (says(made[0]) or is_given(made[0])):
            return made
        return ((self._source.hole(inside[0] if inside else node),),)

    def _chained(self, node: Node, place: Place, depth: int) -> Choices | None:
        pieces = [self.of(child, place, depth + 1) for child in node.named_children[:MAX_PARTS]]
        return choices_of(pieces, self._source.hole(node))

    def _heredoc(self, node: Node, place: Place, depth: int) -> Choices | None:
        head = _HEREDOC.match(self._raw(node))
        body = self._names.heredocs.get(node.start_byte)
        if head is None or body is None or body.named_child_count > MAX_PARTS:
            return None
        end = body.named_children[-1]
        if end.type != "heredoc_end" or self._raw(end).strip() != head["name"]:
            return None
        parts: list[str | Hole] = []
        for child in body.named_children[:-1]:
            if head["quote"] == "'":
                parts.append(self._raw(child))
            elif child.type == "interpolation":
                # An indentation is taken away before texts are put in, so these count as holes.
                parts += [self._source.hole(child.named_children[0] if child.named_children else child)]
            else:
                parts += self._part(child, place, depth)[0]
        # The text begins on the line after, and its last line ends before the name.
        whole = list(tidy(parts))
        if whole and isinstance(first := whole[0], str):
            whole[0] = first.removeprefix("\r").removeprefix("\n")
        if whole and isinstance(last := whole[-1], str):
            whole[-1] = last[: last.rfind("\n") + 1] if not last.endswith("\n") else last
        return (tidy(dedented(whole) if head["indent"] == "~" else whole),)

    def _last(self, node: Node, place: Place, depth: int) -> Choices | None:
        inside = [child for child in node.named_children if child.type != "comment"]
        return self.known(inside[-1], place, depth + 1) if len(inside) == 1 else None

    def _branches(self, node: Node, place: Place, depth: int) -> Choices | None:
        values = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        made = [None if value is None else self.known(value, place, depth + 1) for value in values]
        known = [each for each in made if each is not None]
        return either(known, self._source.hole(node)) if len(known) == 2 else None

    def _unary(self, node: Node, place: Place, depth: int) -> Choices | None:
        operand = node.child_by_field_name("operand")
        return None if operand is None else self.known(operand, place, depth + 1)

    def _binary(self, node: Node, place: Place, depth: int) -> Choices | None:
        left, operator, right = map(node.child_by_field_name, ("left", "operator", "right"))
        if left is None or right is None or operator is None:
            return None
        if operator.type == "%":
            operands = right.named_children if right.type == "array" else [right]
            return self.formatted(left, operands, place, depth)
        if operator.type in ("||", "or"):
            # What is left of it is unknown; that it may be missing, and what is said then, the code states.
            first, second = self.known(left, place, depth + 1), self.known(right, place, depth + 1)
            return either([first or (), second], self._source.hole(node)) if second else first
        return self._sum(node, place, depth) if operator.type in ("+", "<<") else None

    def _sum(self, node: Node, place: Place, depth: int) -> Choices | None:
        pieces = [self.of(each, place, depth + 1) for each in operands_of(node, ("+", "<<"), MAX_PARTS)]
        made = choices_of(pieces, self._source.hole(node))
        return made if pieces and all(map(_is_text, made)) else None

    def _called(self, node: Node, place: Place, depth: int) -> Choices | None:
        receiver, arguments = node.child_by_field_name("receiver"), arguments_of(node)
        name = self._source.text(node.child_by_field_name("method"))
        if receiver is None or self._source.text(receiver) == "Kernel":
            if name in ("format", "sprintf") and arguments:
                return self.formatted(arguments[0], arguments[1:], place, depth)
            if name in _TRANSLATING and len(arguments) == 1:
                return self.known(arguments[0], place, depth + 1)
            if name in _COUNTING and len(arguments) > 1:
                each = [self.known(one, place, depth + 1) for one in arguments[:2]]
                known = [one for one in each if one is not None]
                return either(known, self._source.hole(node)) if len(known) == 2 else None
            return self._asked(name, node) if receiver is None and not arguments else None
        if receiver.type == "array" and name == "join" and len(arguments) == 1:
            return self._joined(receiver, arguments[0], place, depth)
        made = self.known(receiver, place, depth + 1)
        return (
            None if made is None else handed_on(made, name, [self._source.text(each) for each in arguments])
        )

    def _joined(self, array: Node, by: Node, place: Place, depth: int) -> Choices | None:
        between = self.known(by, place, depth + 1)
        if between is None or array.named_child_count > MAX_PARTS:
            return None
        pieces: list[Choices] = []
        for item in array.named_children:
            pieces += [between] if pieces else []
            pieces.append(self.of(item, place, depth + 1))
        return choices_of(pieces, self._source.hole(array))

    def _asked(self, name: str, node: Node) -> Choices | None:
        """What a constructor keeps, asked by its name."""
        if name in self.given:
            return ((Given(expression=self._source.text(node), name=self.given[name]),),)
        return None

    def _named(self, node: Node, place: Place, depth: int) -> Choices | None:
        name = self._source.text(node)
        if asked := self._asked(name, node):
            return asked
        value = self.value(name, node, place) if node.type == "identifier" else None
        made = None if value is None else self.known(value, place, depth + 1)
        return made if made and all(map(says, made)) else None

    def value(self, name: str, node: Node, place: Place) -> Node | None:
        """What a variable of the method is set to, when it is once."""
        if name in place.parameters or place.function is None:
            return None
        return self._names.assigned(name, node, place.function)

    def _constant(self, node: Node, place: Place, depth: int) -> Choices | None:
        value = self._names.constant(self._source.text(node))
        made = None if value is None else self.known(value, Place(), depth + 1)
        return made if made and all(map(says, made)) else None

    def formatted(self, form: Node, operands: Sequence[Node], place: Place, depth: int = 0) -> Choices | None:
        """What `format` makes of a format and its arguments, or of a hash of them."""
        texts = self.known(form, place, depth + 1)
        if texts is None or any(each.type == "splat_argument" for each in operands):
            return texts and tuple(_without_operands(text) for text in texts)
        named = {}
        if len(operands) >= 1 and (operands[0].type in ("hash", "pair")):
            pairs = operands[0].named_children if operands[0].type == "hash" else operands
            for pair in pairs[:MAX_PARTS]:
                key = self._source.text(pair.child_by_field_name("key")).strip(":'\"")
                named[key] = pair.child_by_field_name("value")
        made: list[Message] = []
        for text in texts:
            pieces: list[Choices] = []
            count = 0
            for part in text:
                for piece in sequences(part, count) if isinstance(part, str) else (part,):
                    if isinstance(piece, Shown):
                        value = named.get(piece.name) if piece.name else _at(operands, piece.index)
                        count += not piece.name
                        pieces.append(self._shown(piece, value, place, depth))
                    else:
                        pieces.append(((piece,),))
            made += choices_of(pieces[: MAX_PARTS * 4], self._source.hole(form))
        return tuple(made)

    def _shown(self, piece: Shown, value: Node | None, place: Place, depth: int) -> Choices:
        if value is None:
            return ((Hole(expression=piece.name or "value"),),)
        made = self.known(value, place, depth + 1) if piece.plain and piece.letter == "s" else None
        fits = made is not None and len(made) == 1 and (says(made[0]) or is_given(made[0]))
        return made if made and fits else ((self._source.hole(value),),)


def _is_text(message: Message) -> bool:
    """Whether there is some text in a sum; sums without may be of numbers."""
    return any(isinstance(part, str | Given) for part in message)


def is_given(message: Message) -> bool:
    """Whether a part of it is what a constructor was given."""
    return any(isinstance(part, Given) for part in message)


def _without_operands(text: Message) -> Message:
    """A format whose arguments are not known one by one: each sequence is a hole of its own."""
    parts: list[str | Hole] = []
    for part in text:
        for index, piece in enumerate(sequences(part)) if isinstance(part, str) else ((0, part),):
            parts.append(Hole(expression=f"value {index}") if isinstance(piece, Shown) else piece)
    return tidy(parts)


def _at(values: Sequence[Node], index: int) -> Node | None:
    return values[index] if 0 <= index < len(values) else None
