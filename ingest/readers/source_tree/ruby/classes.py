"""Ruby's error classes of one file: what their constructors hand up, and what their `message` says."""

import re
from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.grammar import line
from ingest.readers.source_tree.ruby.link import ErrorClass, Given
from ingest.readers.source_tree.ruby.messages import Messages, is_given
from ingest.readers.source_tree.ruby.names import arguments_of
from ingest.readers.source_tree.ruby.places import Places
from ingest.readers.source_tree.site import Hole, Message
from ingest.readers.source_tree.surroundings import Choices, Place, Source, either, says

#: So many statements of a constructor are looked at.
MAX_STATEMENTS = 60

# What a class is found by, or a method of it that makes the message.
DEFINING = {
    "method": re.compile(rb"def (?:initialize|message|to_s)\b"),
    "class": re.compile(rb"class [A-Z]"),
}
# `A = Class.new(B)`
_SHORT = re.compile(r"(?P<name>[A-Z]\w{0,80}) = Class\.new\((?P<parent>[A-Z:][\w:]{0,200})\)")
_CONJUNCTION = re.compile(r"\w{1,80}(?: && \w{1,80}){0,9}")


class Classes:
    """Collects the classes of one file."""

    def __init__(self, source: Source, messages: Messages, places: Places) -> None:
        self._source, self._messages, self._places = source, messages, places
        self._found: dict[str, ErrorClass] = {}
        self._kept: dict[str, dict[str, str]] = {}
        self._obscure: set[str] = set()

    def found(self) -> tuple[ErrorClass, ...]:
        """The classes that have a superclass, or say something of their own."""
        return tuple(each for each in self._found.values() if each.parent or each.messages is not None)

    def open(self, node: Node, owner: str) -> None:
        """Takes a class and its superclass. ``owner``: the class's qualified name."""
        superclass = node.child_by_field_name("superclass")
        parent = superclass.named_child(0) if superclass else None
        known = self._found.get(owner, ErrorClass(name=owner))
        written = self._source.text(parent)
        self._found[owner] = replace(
            known,
            parent=written if re.fullmatch(r"[\w:]+", written) else known.parent,
            documentation=known.documentation or self._places.documentation(line(node)),
        )

    def add(self, method: Node, owner: str) -> None:
        """Takes a constructor, or a `message` method, of a class."""
        if not owner or owner.endswith("."):
            return
        known = self._found.get(owner, ErrorClass(name=owner))
        if self._source.text(method.child_by_field_name("name")) == "initialize":
            known = self._constructed(known, method)
        elif said := self._said(method, self._kept.get(owner, {})):
            known = replace(known, messages=said, bare=None)
        else:
            # It says something, and nobody knows what.
            self._obscure.add(owner)
            known = replace(known, messages=None if known.messages == ((),) else known.messages)
        self._found[owner] = known

    def _constructed(self, known: ErrorClass, method: Node) -> ErrorClass:
        listed = method.child_by_field_name("parameters")
        parameters: list[str] = []
        keywords: set[str] = set()
        defaults: dict[str, Message] = {}
        for each in listed.named_children if listed else ():
            named = self._source.text(each.child_by_field_name("name") or each)
            default = each.child_by_field_name("value")
            if each.type in ("identifier", "optional_parameter"):
                parameters.append(named)
            if each.type == "keyword_parameter":
                keywords.add(named)
            if default is not None and default.type != "nil":
                defaults[named] = self._messages.of(default, Place())[0]
        names = {name: name for name in (*parameters, *keywords)}
        statements = list(_statements(method))
        kept: dict[str, str] = {}
        for each in statements:
            left, right = (
                each.child_by_field_name("left"),
                self._source.text(each.child_by_field_name("right")),
            )
            if each.type == "assignment" and right in names:
                kept |= dict.fromkeys((self._source.text(left), self._source.text(left).lstrip("@")), right)
        self._kept[known.name] = kept
        self._messages.given = {**names, **kept}
        handed = self._handed_up(statements, Place(function=method), parameters)
        bare: tuple[Message, ...] | None = None
        choice = next((each for each in statements if each.type == "if"), None)
        if handed is None and choice is not None:
            handed, bare = self._chosen(choice, Place(function=method), parameters)
        self._messages.given = {}
        if (
            handed is None
            and choice is None
            and known.name not in self._obscure
            and not any(b"super" in (each.text or b"") for each in statements)
        ):
            # Ruby's own classes are called like themselves then.
            handed = ((),)
        if handed and not any(says(message) or is_given(message) for message in handed):
            handed = self._unknown(handed, parameters)
        return replace(
            known,
            parameters=tuple(parameters),
            keywords=frozenset(keywords),
            defaults=defaults,
            messages=known.messages or handed,
            bare=None if known.messages else bare,
        )

    def _unknown(self, handed: tuple[Message, ...], parameters: list[str]) -> tuple[Message, ...] | None:
        """`super(scrub(message))`: what a method makes of the first parameter is not known, but it is the
        message: what is given is said. Of anything else nothing is known."""
        shown = " ".join(part.expression for message in handed for part in message if isinstance(part, Hole))
        words = re.findall(r"\w+", shown)
        return None if parameters and parameters[0] in words else handed

    def _chosen(
        self, choice: Node, place: Place, parameters: list[str]
    ) -> tuple[tuple[Message, ...] | None, tuple[Message, ...] | None]:
        """What `super` is given with and without arguments: `if owner … super("…") else super("…")`."""
        branches = [choice.child_by_field_name("consequence"), choice.child_by_field_name("alternative")]
        inside = [each.named_children[:MAX_STATEMENTS] if each else [] for each in branches]
        first, second = (self._handed_up(each, place, parameters) for each in inside)
        condition = self._source.text(choice.child_by_field_name("condition"))
        asks = _CONJUNCTION.fullmatch(condition) and set(condition.split(" && ")) <= set(self._messages.given)
        if asks:
            return first, second
        return (*(first or ()), *(second or ())) or None, None

    def _handed_up(
        self, statements: list[Node], place: Place, parameters: list[str]
    ) -> tuple[Message, ...] | None:
        """What `super` is given: its first argument, or without arguments the constructor's own."""
        for node in statements:
            if node.type == "super" and parameters:
                return ((Given(expression=parameters[0], name=parameters[0]),),)
            if node.type == "call" and self._source.text(node.child_by_field_name("method")) == "super":
                given = arguments_of(node)
                if given and given[0].type not in ("pair", "hash_splat_argument", "splat_argument"):
                    return self._messages.of(given[0], place)
                return None
        return None

    def _said(self, method: Node, kept: dict[str, str]) -> Choices | None:
        """What the last expression of a method says, when it is text."""
        statements = list(_statements(method))
        if len(statements) != 1:
            return None
        self._messages.given = kept
        made = self._messages.known(statements[0], Place(function=method))
        self._messages.given = {}
        return either([made], Hole(expression="message")) if made else None


def _statements(method: Node) -> Iterator[Node]:
    body = method.child_by_field_name("body")
    if body is None:
        return
    if body.type != "body_statement":
        yield body
        return
    yield from (child for child in body.named_children[:MAX_STATEMENTS] if child.type != "comment")
