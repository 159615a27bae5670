"""What is around a place in Go: functions, statements, conditions."""

import re
from collections.abc import Mapping
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.grammar import line
from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.surroundings import Branch, Entry, Place, Source

_COMMENT = re.compile(r"[ \t]{0,40}//(?!go:|nolint|line |\+build)[ \t]?")
_DIRECTIVE = re.compile(r"[ \t]{0,40}//(?:go:|nolint|line |\+build)")
#: What has statements, or parts that are like one, as children.
BODIES = frozenset(
    {
        *("source_file", "var_declaration", "var_spec_list", "const_declaration", "statement_list"),
        *("if_statement", "for_statement", "expression_switch_statement", "type_switch_statement"),
    }
)
_ASKED_AT_ONCE = re.compile(
    r"(?P<name>\w{1,60}) :?= (?P<value>[^;{}]{1,200}); (?P=name) (?P<sign>[!=]=) nil(?P<rest> && .{1,200}|)",
)
_TYPE_NAME = re.compile(r"\*?\s*(?P<name>\w{1,200})")


class Places:
    """Understands what is on the way to a node of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.entries: Mapping[str, Entry] = {
            "function_declaration": self._function,
            "method_declaration": self._function,
        }
        self.branches: Mapping[str, Branch] = {
            "if_statement": self._if,
            "expression_case": self._case,
            "type_case": self._case,
            "default_case": self._case,
            "expression_switch_statement": self._switch,
            "type_switch_statement": self._switch,
        }

    def documentation(self, number: int) -> tuple[str, ...]:
        """What the comment right above a line says first."""
        said = self._source.comment_above(number, _COMMENT, _DIRECTIVE)
        return (said,) if said else ()

    def _function(self, _place: Place, node: Node) -> Place:
        name = self._source.text(node.child_by_field_name("name"))
        owner = self.receiver(node)[1]
        return Place(
            owner=owner,
            function=node,
            function_name=f"{owner}.{name}" if owner else name,
            parameters=self.parameters(node),
            documentation=self.documentation(line(node)),
        )

    def receiver(self, method: Node) -> tuple[str, str]:
        """The names of a method's receiver and of its type; empty without."""
        receivers = method.child_by_field_name("receiver")
        declared = receivers.named_children[0] if receivers and receivers.named_children else None
        if declared is None:
            return "", ""
        named = _TYPE_NAME.match(self._source.text(declared.child_by_field_name("type")))
        return self._source.text(declared.child_by_field_name("name")), named["name"] if named else ""

    def parameters(self, function: Node) -> tuple[str, ...]:
        """The names of a function's parameters."""
        listed = function.child_by_field_name("parameters")
        return tuple(
            self._source.text(name)
            for declared in (listed.named_children if listed else ())
            for name in declared.children_by_field_name("name")
            if name.is_named
        )

    def _if(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        if field not in ("consequence", "alternative"):
            return place
        # What is set right before is a part of the condition: `err := f(); err != nil`.
        start = parent.child_by_field_name("initializer") or parent.child_by_field_name("condition")
        end = parent.child_by_field_name("condition")
        if start is None or end is None:
            return place
        condition = self._source.between(start.start_byte, end.end_byte)
        if hit := _ASKED_AT_ONCE.fullmatch(condition):
            # `err := f(); err != nil` asks what f gives.
            condition = f"{hit['value']} {hit['sign']} nil{hit['rest']}"
        return place.guarded(Guard(kind="condition", text=condition, holds=field == "consequence"))

    def _switch(self, place: Place, parent: Node, _field: str | None, _child: Node) -> Place:
        """Until a case is met, the value that the switch looks at is kept as a guard."""
        value = self._source.text(parent.child_by_field_name("value"))
        if value and parent.type == "type_switch_statement":
            value += ".(type)"
        return place.guarded(Guard(kind="case", text=value))

    def _case(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        if not place.guards or place.guards[-1].kind != "case" or field in ("value", "type"):
            return place
        *outer, switch = place.guards
        patterns = parent.children_by_field_name("value") or parent.children_by_field_name("type")
        pattern = ", ".join(self._source.text(each) for each in patterns[:40] if each.is_named)
        guard: tuple[Guard, ...] = (replace(switch, pattern=pattern),)
        if not switch.text:
            # `switch { case a > b: … }`: the cases are conditions.
            guard = (Guard(kind="condition", text=pattern),) if pattern else ()
        return replace(place, guards=(*outer, *guard))
