"""What a Rust expression says when it is printed as a message."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import tree_sitter_rust
from tree_sitter import Node

from ingest.readers.source_tree.grammar import Grammar
from ingest.readers.source_tree.rust.format import Placeholder, Placeholders, literal_text
from ingest.readers.source_tree.rust.tokens import STRINGS, Group, groups_of
from ingest.readers.source_tree.site import Hole
from ingest.readers.source_tree.surroundings import (
    Binding,
    Choices,
    Place,
    Source,
    choices_of,
    either,
    last_set,
    operands_of,
    says,
    tidy,
)

GRAMMAR = Grammar(tree_sitter_rust.language)
#: Expressions in expressions are followed so deep, and lists so far.
MAX_DEPTH, MAX_PARTS = 12, 60

#: Macros that make text of a format.
FORMATS = frozenset({"format", "format_args", "anyhow", "eyre", "format_err", "concat"})
#: Methods and functions that hand a text on as it is.
_SAME = frozenset(
    {"into", "to_string", "to_owned", "as_str", "as_ref", "clone", "as_deref", "into_boxed_str", "borrow"}
)
_SAME_FUNCTIONS = frozenset(
    {
        *("String::from", "str::from", "Box::from", "Box::new", "Arc::from", "Rc::from"),
        *("Cow::from", "Cow::Borrowed", "Cow::Owned", "From::from", "Into::into", "Some"),
    }
)

_CONSTANT = re.compile(
    rb"""(?:const|static)[ ]{1,4}(?P<name>[A-Z_][A-Z_0-9]{0,80}) \s{0,9}:\s{0,9} &(?:'static[ ]{1,4})?str
         \s{0,9}=\s{0,40}(?P<text>r?\#{0,9}")""",
    re.VERBOSE,
)
_BINDING = Binding(
    before=re.compile(rb"[\w.]"),
    # `x =`, `x: T =`, `x +=`; `x.push_str(`; `|x|` and `Some(x) =>`, which hide the one before.
    after=re.compile(
        rb"""
          \s{0,9} (?: :[^=;\n]{0,80} )? = (?![=>])
        | \s{0,9} \+= | \.(?:push|push_str|insert|extend|clear|truncate)\(
        | \s{0,9} [|] | \) \s{0,9} =(?!=)
        """,
        re.VERBOSE,
    ),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outer:
    """Where the source of a macro's brackets comes from: names in it are those around the macro."""

    messages: "Messages"
    place: Place
    node: Node


class Messages:
    """Says what expressions of one source say. ``outer``: for what stands in a macro's brackets."""

    def __init__(self, source: Source, outer: Outer | None = None) -> None:
        self._source, self._outer = source, outer
        self.told: set[int] = set()
        """Macros that made a part of a message: errors of their own they are not."""

    @cached_property
    def _constants(self) -> dict[str, int]:
        """Where the texts of constants begin, by name."""
        found = _CONSTANT.finditer(self._source.data)
        return {hit["name"].decode("utf-8", "replace"): hit.start("text") for hit in found}

    def of(self, node: Node, place: Place, depth: int = 0) -> Choices:
        """The messages that an expression may be; of what is not understood: a hole."""
        return self.known(node, place, depth) or ((self._source.hole(node),),)

    def known(self, node: Node, place: Place, depth: int = 0) -> Choices | None:
        """The messages that an expression may be; None: it is not understood."""
        if depth > MAX_DEPTH:
            return None
        if node.type in STRINGS:
            whole = self._source.data[node.start_byte : node.end_byte].decode("utf-8", "replace")
            text = literal_text(whole)
            return None if text is None else (tidy([text]),)
        follow = {
            "reference_expression": self._inner,
            "parenthesized_expression": self._inner,
            "expression_statement": self._inner,
            "block": self._last,
            "if_expression": self._branches,
            "match_expression": self._branches,
            "macro_invocation": self._macro,
            "call_expression": self._called,
            "binary_expression": self._sum,
            "identifier": self._named,
        }.get(node.type)
        return follow(node, place, depth) if follow else None

    def _inner(self, node: Node, place: Place, depth: int) -> Choices | None:
        value = node.child_by_field_name("value") or node.named_child(0)
        return None if value is None else self.known(value, place, depth + 1)

    def _last(self, node: Node, place: Place, depth: int) -> Choices | None:
        """A block says what its last expression says."""
        inside = [child for child in node.named_children[-3:] if not child.type.endswith("comment")]
        if not inside or node.named_child_count > MAX_PARTS:
            return None
        return self.known(inside[-1], place, depth + 1)

    def _branches(self, node: Node, place: Place, depth: int) -> Choices | None:
        if node.type == "if_expression":
            otherwise = node.child_by_field_name("alternative")
            last = otherwise.named_child(0) if otherwise else None
            values = [node.child_by_field_name("consequence"), last]
        else:
            body = node.child_by_field_name("body")
            arms = body.named_children[:8] if body else []
            values = [arm.child_by_field_name("value") for arm in arms if arm.type == "match_arm"]
        made = [None if value is None else self.known(value, place, depth + 1) for value in values]
        known = [each for each in made if each is not None]
        return either(known, self._source.hole(node)) if len(known) == len(made) else None

    def _sum(self, node: Node, place: Place, depth: int) -> Choices | None:
        pieces = [self.of(each, place, depth + 1) for each in operands_of(node, ("+",), MAX_PARTS)]
        made = choices_of(pieces, self._source.hole(node))
        return made if pieces and all(map(says, made)) else None

    def _named(self, node: Node, place: Place, depth: int) -> Choices | None:
        return self.named(self._source.text(node), node, place, depth)

    def named(self, name: str, node: Node, place: Place, depth: int) -> Choices | None:
        """The text that a name stands for, when it is one text."""
        if self._outer is not None:
            return self._outer.messages.named(name, self._outer.node, self._outer.place, depth)
        if name in place.parameters:
            return None
        value: Node | None
        if name in self._constants:
            value = self._source.root.descendant_for_byte_range(
                self._constants[name], self._constants[name] + 1
            )
            while value is not None and value.type not in STRINGS and value.type != "source_file":
                value = value.parent
        else:
            value = None if place.function is None else self._assigned(name, node, place.function)
        made = None if value is None else self.known(value, place, depth + 1)
        return made if made and all(map(says, made)) else None

    def _assigned(self, name: str, node: Node, function: Node) -> Node | None:
        """The last value of a variable in the function before a node."""
        _, declaration = last_set(self._source, _BINDING, name, node, function)
        if declaration is None or declaration.type != "let_declaration":
            return None
        return declaration.child_by_field_name("value")

    def _called(self, node: Node, place: Place, depth: int) -> Choices | None:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or arguments is None:
            return None
        if function.type == "field_expression":
            value = function.child_by_field_name("value")
            same = self._source.text(function.child_by_field_name("field")) in _SAME
            return self.of(value, place, depth + 1) if same and value else None
        path = "::".join(self._source.text(function).replace("<'_>", "").split("::")[-2:])
        if path in _SAME_FUNCTIONS and arguments.named_child_count == 1:
            return self.known(arguments.named_children[0], place, depth + 1)
        return None

    def _macro(self, node: Node, place: Place, depth: int) -> Choices | None:
        name = macro_name(self._source, node)
        if name not in FORMATS:
            return None
        self.told.add(node.id)
        return self.in_macro(node, groups_of(tokens_of(node)), place, depth, joins=name == "concat")

    def in_macro(
        self, macro: Node, groups: Sequence[Group], place: Place, depth: int = 0, *, joins: bool = False
    ) -> Choices | None:
        """What some arguments of a macro say: a format and what it shows, or pieces that it ``joins``."""
        if not groups or depth > MAX_DEPTH:
            return None
        data = self._source.data[groups[0].start : groups[-1].end]
        inside = Source(GRAMMAR, f"fn f(){{g({data.decode('utf-8', 'replace')})}}")
        call = inside.root.descendant_for_byte_range(7, 8)
        while call is not None and call.type != "call_expression":
            call = call.parent
        arguments = call.child_by_field_name("arguments") if call else None
        if arguments is None:
            return None
        outer = self._outer or Outer(messages=self, place=place, node=macro)
        messages = Messages(inside, outer)
        values = [each for each in arguments.named_children if not each.type.endswith("comment")]
        if joins:
            pieces = [messages.of(value, place, depth + 1) for value in values]
            return choices_of(pieces, self._source.hole(macro))
        return messages.formatted(values, place, depth)

    def formatted(self, values: Sequence[Node], place: Place, depth: int) -> Choices | None:
        """What `format!` makes of a format and its arguments."""
        if not values:
            return None
        form, *rest = values
        if (texts := self.known(form, place, depth + 1)) is None:
            return None
        if form.type not in STRINGS and not rest:
            return texts
        positional = [value for value in rest if value.type != "assignment_expression"]
        given = {
            self._source.text(value.child_by_field_name("left")): value.child_by_field_name("right")
            for value in rest
            if value.type == "assignment_expression"
        }
        made: list[tuple[str | Hole, ...]] = []
        for text in texts:
            placeholders = Placeholders()
            pieces: list[Choices] = []
            for part in text:
                for piece in placeholders.of(part) if isinstance(part, str) else (part,):
                    if not isinstance(piece, Placeholder):
                        pieces.append(((piece,),))
                        continue
                    number = piece.number
                    value = given.get(piece.name) if number is None else _at(positional, number)
                    pieces.append(self._shown(piece, value, place, depth))
            made += choices_of(pieces[: MAX_PARTS * 4], self._source.hole(form))
        return tuple(made)

    def _shown(self, piece: Placeholder, value: Node | None, place: Place, depth: int) -> Choices:
        if value is None:
            hole = Hole(expression=piece.name or "value")
            known = (
                self.named(piece.name, self._source.root, place, depth + 1)
                if piece.name and piece.plain
                else None
            )
            return known or ((hole,),)
        return self.shown(value, place, depth + 1) if piece.plain else ((self._source.hole(value),),)

    def shown(self, node: Node, place: Place, depth: int = 0) -> Choices:
        """What a value says where it is put into a text."""
        text = self._source.text(node)
        is_plain = node.type in ("integer_literal", "boolean_literal") and text.isalnum() and text.isascii()
        # `3u8` is shown without its type, and `0x1F` as 31.
        if is_plain and (text.isdecimal() or text in ("true", "false")):
            return ((text,),)
        return self.of(node, place, depth)


def _at(values: Sequence[Node], number: int) -> Node | None:
    return values[number] if number < len(values) else None


def macro_name(source: Source, macro: Node) -> str:
    """`anyhow::bail!(…)` → `bail`."""
    return source.text(macro.child_by_field_name("macro")).rpartition("::")[2]


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call, without comments."""
    given = call.child_by_field_name("arguments")
    inside = [] if given is None else given.named_children
    return [each for each in inside if not each.type.endswith("comment")]


def tokens_of(macro: Node) -> Node | None:
    """The brackets of a macro's call."""
    return next((child for child in macro.named_children if child.type == "token_tree"), None)
