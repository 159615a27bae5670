"""What Ruby's `raise` is given: a text, or a class with arguments."""

from collections.abc import Mapping
from dataclasses import dataclass

from tree_sitter import Node

from ingest.readers.source_tree.ruby.messages import Messages
from ingest.readers.source_tree.ruby.names import arguments_of
from ingest.readers.source_tree.site import Message
from ingest.readers.source_tree.surroundings import Place, Source, says

#: So many arguments are looked at.
MAX_ARGUMENTS = 12
#: Values of variables that show what is raised.
_FOLLOWED = frozenset({"call", "constant", "scope_resolution", "string", "chained_string", "binary"})
_CLASSES = frozenset({"constant", "scope_resolution"})
#: Values that are an error already, when nothing shows where they come from.
_VALUES = frozenset({"identifier", "instance_variable", "global_variable", "class_variable", "self"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Made:
    """A class that is raised with arguments. ``name``: as it is written there."""

    name: str
    arguments: tuple[Message, ...] = ()
    keywords: Mapping[str, Message]
    error_code: str | None = None
    http_status: int | None = None


Raised = Made | tuple[str | None, Message]
"""A class with arguments, or the class's name, None when it is not known, and the text."""


class Raisings:
    """Judges what is raised in one file."""

    def __init__(self, source: Source, messages: Messages) -> None:
        self._source, self._messages = source, messages

    def of(self, call: Node, place: Place) -> list[Raised]:
        """What a call of `raise` may raise; nothing for an error that is handed on."""
        positional, keywords = self._split(call)
        if not positional:
            return []
        first, *rest = positional
        if first.type == "identifier" and not rest:
            value = self._messages.value(self._source.text(first), first, place)
            first = value if value is not None and value.type in _FOLLOWED else first
        first = self._else_made(first)
        if first.type in _CLASSES:
            return self._named(first, rest, keywords, place)
        made = self._new(first, rest, place) if first.type == "call" else None
        if made is None and rest:
            # `raise error_class, "…"`: the class is known at run time only.
            made = [(None, message) for message in self._messages.of(rest[0], place)]
        if made is None:
            made = [] if first.type in _VALUES else self._text(first, place)
        return made

    def _else_made(self, node: Node) -> Node:
        """The right side of `@error || X.new("…")`: what the left side holds was made elsewhere."""
        right = node.child_by_field_name("right") if node.type == "binary" else None
        is_either = self._source.text(node.child_by_field_name("operator")) in ("||", "or")
        return right if right is not None and is_either and right.type == "call" else node

    def _text(self, node: Node, place: Place) -> list[Raised]:
        said = self._messages.known(node, place)
        if said and all(map(says, said)):
            return [("RuntimeError", message) for message in said]
        return [(None, message) for message in said or ((self._source.hole(node),),)]

    def _named(self, named: Node, rest: list[Node], keywords: dict[str, Node], place: Place) -> list[Raised]:
        said = self._messages.known(named, place) if named.type == "constant" and not rest else None
        if said:
            return [("RuntimeError", message) for message in said]
        # `fail(ISSUE_CODE, …)` is a method of the project's own.
        name = self._name(named)
        return [] if name.isupper() and "_" in name else self._made(named, rest[:1], keywords, place)

    def _new(self, call: Node, rest: list[Node], place: Place) -> list[Raised] | None:
        """`X.new(…)`, and `X.exception(…)`; None: it is something else."""
        receiver, method = call.child_by_field_name("receiver"), call.child_by_field_name("method")
        if receiver is None or self._source.text(method) not in ("new", "exception"):
            return None
        if receiver.type not in _CLASSES:
            # `error_class.new("…")`
            given, _ = self._split(call)
            said = self._messages.known(given[0], place) if given and not rest else None
            return [(None, message) for message in said] if said else None
        if rest:
            return [(self._name(receiver), message) for message in self._messages.of(rest[0], place)]
        positional, keywords = self._split(call)
        return self._made(receiver, positional, keywords, place)

    def _name(self, node: Node) -> str:
        """`A::B` → `B`, as a class is called without its module."""
        return self._source.text(node).rpartition("::")[2]

    def _made(
        self, named: Node, positional: list[Node], keywords: Mapping[str, Node], place: Place
    ) -> list[Raised]:
        given = {name: self._one(value, place) for name, value in keywords.items() if name != "cause"}
        others = tuple(self._one(each, place) for each in positional[1:MAX_ARGUMENTS])
        first = self._messages.of(positional[0], place) if positional else ()
        code, status = keywords.get("code"), keywords.get("status")
        return [
            Made(
                name=self._source.text(named),
                arguments=arguments,
                keywords=given,
                error_code=_code(self._one(code, place)) if code else None,
                http_status=_status(self._source.text(status)),
            )
            for arguments in ([(message, *others) for message in first] or [()])
        ]

    def _split(self, call: Node) -> tuple[list[Node], dict[str, Node]]:
        """The arguments of a call by position and by keyword."""
        positional: list[Node] = []
        keywords: dict[str, Node] = {}
        for each in arguments_of(call)[:MAX_ARGUMENTS]:
            key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
            if each.type == "pair" and value is not None:
                keywords[self._source.text(key).strip(":'\"")] = value
            elif each.type not in ("pair", "hash_splat_argument", "splat_argument"):
                positional.append(each)
        return positional, keywords

    def _one(self, node: Node, place: Place) -> Message:
        made = self._messages.of(node, place)
        return made[0] if len(made) == 1 else (self._source.hole(node),)


def _code(message: Message) -> str | None:
    """A code that is written out."""
    code = message[0] if len(message) == 1 else None
    return code if isinstance(code, str) and code and not any(map(str.isspace, code)) else None


def _status(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) == 3 and 400 <= int(text) <= 599 else None
