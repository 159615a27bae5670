"""What is around a place in Ruby: methods, classes, conditions, rescues."""

import re
from collections.abc import Mapping
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.grammar import line
from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.surroundings import Branch, Entry, Place, Source

_COMMENT = re.compile(r"[ \t]{0,80}#(?!!|\s*(?:rubocop|frozen_string_literal|encoding|typed|:\w+:)\b)[ \t]?")
# `name - What it is.`, `= Heading`
_OF_PARAMETER = re.compile(r"[:\w]{1,40}\s{1,20}-\s|={1,4}\s")
_PASSED = re.compile(r"[ \t]{0,80}(?:#\s*(?:rubocop\b|:\w+:)|sig\b|private\b[ \t]*\Z|protected\b[ \t]*\Z)")

#: Longer names of modules are begun anew.
MAX_OWNER = 300
#: What has statements, or parts that are like one, as children.
BODIES = frozenset(
    {
        *(
            "program",
            "body_statement",
            "block_body",
            "then",
            "else",
            "do",
            "ensure",
            "begin",
            "block",
            "method",
        ),
        *("if", "unless", "elsif", "while", "until", "case", "when", "in_clause", "parenthesized_statements"),
    }
)


class Places:
    """Understands what is on the way to a node of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.entries: Mapping[str, Entry] = {
            "class": self._class,
            "module": self._class,
            "singleton_class": _singleton,
            "method": self._method,
            "singleton_method": self._method,
        }
        self.branches: Mapping[str, Branch] = {
            **dict.fromkeys(("if", "elsif", "unless", "conditional"), self._if),
            **dict.fromkeys(("if_modifier", "unless_modifier"), self._modifier),
            **dict.fromkeys(("case", "case_match"), self._case),
            "rescue": self._rescue,
            "rescue_modifier": self._rescue_modifier,
            "binary": self._binary,
        }

    def documentation(self, number: int) -> tuple[str, ...]:
        """What the comment right above a line says first."""
        said = self._source.comment_above(number, _COMMENT, _PASSED)
        return (said,) if said and not _OF_PARAMETER.match(said) else ()

    def _class(self, place: Place, node: Node) -> Place:
        name = self._source.text(node.child_by_field_name("name")).removeprefix("::")
        # A name that grows with hostile nesting would cost its square.
        is_nested = 0 < len(place.owner) < MAX_OWNER
        return Place(owner=f"{place.owner}::{name}" if is_nested else name)

    def _method(self, place: Place, node: Node) -> Place:
        name = self._source.text(node.child_by_field_name("name"))
        between = "." if node.type == "singleton_method" or place.owner.endswith(".") else "#"
        owner = place.owner.removesuffix(".")
        return Place(
            owner=place.owner,
            function=node,
            function_name=f"{owner}{between}{name}" if owner else name,
            parameters=self.parameters(node),
            documentation=self.documentation(line(node)),
        )

    def parameters(self, method: Node) -> tuple[str, ...]:
        """The names of a method's parameters."""
        listed = method.child_by_field_name("parameters")
        inside = listed.named_children if listed else ()
        found = [each.child_by_field_name("name") or each for each in inside]
        return tuple(self._source.text(each) for each in found if each.type == "identifier")

    def _condition(self, place: Place, node: Node, *, holds: bool) -> Place:
        # A backslash carries a line on.
        condition = self._source.text(node.child_by_field_name("condition")).replace(" \\ ", " ")
        return place.guarded(Guard(kind="condition", text=condition, holds=holds))

    def _if(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        if field not in ("consequence", "alternative"):
            return place
        return self._condition(place, parent, holds=(field == "consequence") != (parent.type == "unless"))

    def _modifier(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        return (
            self._condition(place, parent, holds=parent.type == "if_modifier") if field == "body" else place
        )

    def _case(self, place: Place, parent: Node, _field: str | None, child: Node) -> Place:
        if child.type not in ("when", "in_clause", "else"):
            return place
        value = self._source.text(parent.child_by_field_name("value"))
        patterns = child.children_by_field_name("pattern")
        pattern = ", ".join(self._source.text(each) for each in patterns[:40] if each.is_named)
        if guard := child.child_by_field_name("guard"):
            pattern += f" {self._source.text(guard)}"
        if value:
            return place.guarded(Guard(kind="case", text=value, pattern=pattern))
        # `case when a > b`: the patterns are conditions.
        return place.guarded(Guard(kind="condition", text=pattern)) if pattern else place

    def _rescue(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        if field != "body":
            return place
        caught = self._source.text(parent.child_by_field_name("exceptions"))
        return place.guarded(Guard(kind="catch", text=caught))

    def _rescue_modifier(self, place: Place, _parent: Node, field: str | None, _child: Node) -> Place:
        return place.guarded(Guard(kind="catch", text="")) if field == "handler" else place

    def _binary(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        operator = parent.child_by_field_name("operator")
        kind = "" if operator is None else operator.type
        if field != "right" or kind not in ("or", "||", "and", "&&"):
            return place
        left = self._source.text(parent.child_by_field_name("left"))
        return place.guarded(Guard(kind="condition", text=left, holds=kind in ("and", "&&")))


def _singleton(place: Place, _node: Node) -> Place:
    """In `class << self` methods are the class's own."""
    return replace(place, owner=f"{place.owner}.")
