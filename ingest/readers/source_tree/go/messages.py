"""What a Go expression says when it is printed as a message or an error."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from ingest.readers.source_tree.go.format import Verb, Verbs, unescaped
from ingest.readers.source_tree.go.names import Names, arguments_of, is_errors
from ingest.readers.source_tree.site import Hole
from ingest.readers.source_tree.surroundings import (
    Choices,
    Place,
    Source,
    choices_of,
    operands_of,
    says,
    tidy,
)

#: Expressions in expressions are followed so deep, and lists so far.
MAX_DEPTH, MAX_PARTS = 12, 60

_QUOTABLE = re.compile(r'[^"\\\x00-\x1f\x7f]*')
_SCALARS = frozenset({"int_literal", "float_literal", "true", "false"})
#: Functions of packages of errors that put a text before a cause.
_WRAPPERS = frozenset({"Wrap", "Wrapf", "WithMessage", "WithMessagef"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Constant(Hole):
    """A name that nothing in its file declares: a constant of the package may fill it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Field(Hole):
    """A field of the error that prints itself. ``name``: empty for the value itself; ``quoted``: by `%q`."""

    name: str
    quoted: bool = False


class Messages:
    """Says what expressions of one file say."""

    def __init__(self, source: Source, names: Names) -> None:
        self._source, self._names = source, names
        self.told: set[int] = set()
        """Calls that made a part of a message: errors of their own they are not."""
        self.receiver = ""
        """The name that means the error that prints itself, while its `Error` method is read."""

    def of(self, node: Node, place: Place, depth: int = 0) -> Choices:
        """The messages that an expression may be; of what is not understood: a hole."""
        return self._known(node, place, depth) or ((self._source.hole(node),),)

    def _known(self, node: Node, place: Place, depth: int) -> Choices | None:
        if depth > MAX_DEPTH:
            return None
        match node.type:
            case "interpreted_string_literal":
                return (tidy([unescaped(self._inside(node))]),)
            case "raw_string_literal":
                return (tidy([self._inside(node).replace("\r", "")]),)
            case kind if kind in _SCALARS and depth == 0:
                return ((self._source.text(node),),)
            case "parenthesized_expression" if node.named_child_count == 1:
                return self._known(node.named_children[0], place, depth + 1)
        follow = {
            "binary_expression": self._sum,
            "identifier": self._named,
            "selector_expression": self._field,
            "call_expression": self._called,
        }.get(node.type)
        return follow(node, place, depth) if follow else None

    def _inside(self, literal: Node) -> str:
        return self._source.data[literal.start_byte + 1 : literal.end_byte - 1].decode("utf-8", "replace")

    def _sum(self, node: Node, place: Place, depth: int) -> Choices | None:
        pieces = [self.of(each, place, depth + 1) for each in operands_of(node, ("+",), MAX_PARTS)]
        made = choices_of(pieces, self._source.hole(node))
        # Sums without text may be of numbers.
        return made if pieces and all(map(says, made)) else None

    def _named(self, node: Node, place: Place, depth: int) -> Choices | None:
        name = self._source.text(node)
        if name == self.receiver:
            return ((Field(expression=name, name=""),),)
        if name in place.parameters or name == "nil":
            return None
        if place.function is not None:
            is_local, value = self._names.assigned(name, node, place.function)
            if is_local:
                return self._text(value, place, depth)
        if name in self._names.constants:
            return self._text(self._names.constants[name], Place(), depth)
        return None if name in self._names.variables else ((Constant(expression=name),),)

    def _text(self, value: Node | None, place: Place, depth: int) -> Choices | None:
        """What a name's value says, when that is text: else the name tells more than its value."""
        made = value and self._known(value, place, depth + 1)
        return made if made and all(map(says, made)) else None

    def _field(self, node: Node, _place: Place, _depth: int) -> Choices | None:
        operand, name = node.child_by_field_name("operand"), node.child_by_field_name("field")
        if not self.receiver or self._source.text(operand) != self.receiver:
            return None
        return ((Field(expression=self._source.text(node), name=self._source.text(name)),),)

    def _called(self, node: Node, place: Place, depth: int) -> Choices | None:
        function, arguments = node.child_by_field_name("function"), arguments_of(node)
        if function is None or function.type != "selector_expression":
            converts = self._source.text(function) == "string" and len(arguments) == 1
            return self._known(arguments[0], place, depth + 1) if converts else None
        operand, called = function.child_by_field_name("operand"), function.child_by_field_name("field")
        package, name = self._names.package(operand), self._source.text(called)
        if package is not None:
            made = self.printed(package, name, arguments, place, depth)
            if made is not None:
                self.told.add(node.id)
            return made
        # What an error says is asked by `Error()`.
        asked = operand is not None and name in ("Error", "String") and not arguments
        return self._known(operand, place, depth + 1) if asked and operand is not None else None

    def printed(
        self, package: str, called: str, arguments: Sequence[Node], place: Place, depth: int = 0
    ) -> Choices | None:
        """What a call of `fmt` or of a package of errors makes; None: no text that is known."""
        made: Choices | None = None
        errors = is_errors(package)
        if (package == "fmt" and called in ("Sprintf", "Errorf")) or (
            errors and called in ("Errorf", "Newf")
        ):
            made = self.formatted(arguments, place, depth)
        elif package == "fmt" and called in ("Sprint", "Sprintln"):
            made = self.joined(arguments, place, depth, spaced=called == "Sprintln")
        elif errors and called == "New" and len(arguments) == 1:
            made = self.of(arguments[0], place, depth + 1)
        elif errors and called in _WRAPPERS and len(arguments) > 1:
            cause, *rest = arguments
            said = self.formatted(rest, place, depth)
            if not called.endswith("f"):
                said = self.of(rest[0], place, depth + 1)
            pieces: list[Choices] = [said, ((": ",),), self.of(cause, place, depth + 1)]
            made = choices_of(pieces, self._source.hole(rest[0]))
        return made

    def formatted(self, arguments: Sequence[Node], place: Place, depth: int = 0) -> Choices:
        """What `Sprintf` makes of a format and its arguments."""
        if not arguments:
            return ((),)
        form, *operands = arguments
        made: list[tuple[str | Hole, ...]] = []
        for text in self.of(form, place, depth + 1):
            verbs = Verbs()
            pieces: list[Choices] = []
            for part in text:
                for piece in verbs.of(part) if isinstance(part, str) else (part,):
                    if isinstance(piece, Verb):
                        pieces.append(self._shown(piece, operands, place, depth))
                    else:
                        pieces.append(((piece,),))
            made += choices_of(pieces[: MAX_PARTS * 4], self._source.hole(form))
        return tuple(made)

    def _shown(self, verb: Verb, operands: Sequence[Node], place: Place, depth: int) -> Choices:
        last = len(operands) - 1
        if last >= 0 and operands[-1].type == "variadic_argument" and verb.index >= last:
            spread = self._source.text(operands[-1].named_child(0))
            return ((Hole(expression=f"{spread}[{verb.index - last}]"),),)
        if not 0 <= verb.index <= last:
            return ((Hole(expression="missing"),),)
        operand = operands[verb.index]
        if verb.letter == "T":
            # The type of what may well be shown beside it.
            return ((Hole(expression=f"type of {self._source.text(operand)}"),),)
        hole = self._source.hole(operand)
        made: Choices | None = None
        if verb.plain and verb.letter in "dtv" and operand.type in _SCALARS:
            made = ((hole.expression,),)
        elif verb.plain and verb.letter in "svwq":
            made = self._known(operand, place, depth + 1)
        elif verb.plain and verb.letter in "dt":
            made = self._field(operand, place, depth)
        if made and verb.letter == "q":
            made = quoted(made)
        return made or ((hole,),)

    def joined(
        self, operands: Sequence[Node], place: Place, depth: int = 0, *, spaced: bool = False
    ) -> Choices:
        """What `Sprint` makes, or `Sprintln` without its newline. `Sprint` sets a blank between operands that
        are no strings; as types are not known here, several of them in a row are one hole."""
        pieces: list[Choices] = []
        unknown: list[Node] = []
        for operand in operands[:MAX_PARTS]:
            made = self.of(operand, place, depth + 1)
            is_text = all(map(says, made)) or operand.type.endswith("string_literal")
            if is_text or spaced:
                pieces += self._run(unknown)
                unknown = []
            if spaced and pieces:
                pieces.append(((" ",),))
            if is_text or spaced:
                pieces.append(made)
            else:
                unknown.append(operand)
        pieces += self._run(unknown)
        return choices_of(pieces, Hole(expression="message"))

    def _run(self, operands: list[Node]) -> list[Choices]:
        if not operands:
            return []
        return [((Hole(expression=self._source.between(operands[0].start_byte, operands[-1].end_byte)),),)]


def quoted(made: Choices) -> Choices | None:
    """What `%q` makes of texts; None: it is not known."""
    shown: list[tuple[str | Hole, ...]] = []
    for message in made:
        part = message[0] if len(message) == 1 else None
        if isinstance(part, Field):
            shown.append((replace(part, quoted=True),))
        elif isinstance(part, str) and _QUOTABLE.fullmatch(part):
            shown.append((f'"{part}"',))
        else:
            return None
    return tuple(shown)
