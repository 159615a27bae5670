"""What is around a place in Rust: functions, types, statements, conditions, code for tests."""

import re
from collections.abc import Mapping
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.grammar import line
from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.surroundings import Branch, Entry, Place, Source

_COMMENT = re.compile(r"[ \t]{0,80}(?:///(?!/)|//!)[ \t]?")
_PASSED = re.compile(r"[ \t]{0,80}(?:\#\[|//(?![/!]))")
_ATTRIBUTE = re.compile(r"[ \t]{0,80}#\[")
# `#[test]`, `#[tokio::test]`, `#[bench]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`; not `#[cfg(not(test))]`.
_TEST = re.compile(
    r"\#\[\s{0,9}(?:(?:\w{1,40}::){0,4}(?:test|bench|rstest)\b|cfg\((?!not\b)[^\]]{0,200}?\btest\b)",
    re.VERBOSE,
)
_WHOLE_FILE_TEST = re.compile(rb"\A(?:\s|//[^\n]*\n){0,200}#!\[cfg\(test\)\]")
_TYPE_NAME = re.compile(r"(?:&|mut\b|dyn\b|'\w+|\s)*(?:\w{1,200}::)*(?P<name>\w{1,200})")
#: What has statements, or parts that are like one, as children.
BODIES = frozenset(
    {
        *("source_file", "declaration_list", "block", "match_arm"),
        *("if_expression", "match_expression", "for_expression", "while_expression"),
    }
)
#: Attributes above an item are looked for so many lines up.
MAX_ATTRIBUTES = 20


def type_name(text: str) -> str:
    """`&'a crate::Foo<T>` → `Foo`."""
    hit = _TYPE_NAME.match(text)
    return hit["name"] if hit else ""


class Places:
    """Understands what is on the way to a node of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.entries: Mapping[str, Entry] = {
            "function_item": self._function,
            "impl_item": self._type,
            "trait_item": self._type,
            "mod_item": self._module,
        }
        self.branches: Mapping[str, Branch] = {
            "if_expression": self._if,
            "match_expression": self._match,
            "match_arm": self._arm,
            "let_declaration": self._let,
        }

    def is_for_tests(self) -> bool:
        """Whether the whole file is."""
        return bool(_WHOLE_FILE_TEST.match(self._source.data))

    def documentation(self, number: int) -> tuple[str, ...]:
        """What the doc comment above a line says first, whatever attributes stand between."""
        said = self._source.comment_above(number, _COMMENT, _PASSED)
        return (said,) if said else ()

    def _is_test(self, node: Node) -> bool:
        row, column = node.start_point
        above = [self._source.lines[row][max(0, column - 200) : column]]
        for text in reversed(self._source.lines[max(0, row - MAX_ATTRIBUTES) : row]):
            if not _ATTRIBUTE.match(text) and not _COMMENT.match(text):
                break
            above.append(text)
        return any(_TEST.search(text) for text in above)

    def _module(self, place: Place, node: Node) -> Place:
        return replace(place, left_out=place.left_out or self._is_test(node))

    def _type(self, place: Place, node: Node) -> Place:
        named = node.child_by_field_name("type") or node.child_by_field_name("name")
        left_out = place.left_out or self._is_test(node)
        return replace(place, owner=type_name(self._source.text(named)), left_out=left_out)

    def _function(self, place: Place, node: Node) -> Place:
        name = self._source.text(node.child_by_field_name("name"))
        owner = "" if place.function is not None else place.owner
        return Place(
            owner=place.owner,
            function=node,
            function_name=f"{owner}::{name}" if owner else name,
            parameters=self._parameters(node),
            documentation=self.documentation(line(node)),
            left_out=place.left_out or self._is_test(node),
        )

    def _parameters(self, function: Node) -> tuple[str, ...]:
        listed = function.child_by_field_name("parameters")
        patterns = [each.child_by_field_name("pattern") for each in (listed.named_children if listed else ())]
        return tuple(self._source.text(each).removeprefix("mut ") for each in patterns if each is not None)

    def _if(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        if field not in ("consequence", "alternative"):
            return place
        condition = self._source.text(parent.child_by_field_name("condition"))
        return place.guarded(Guard(kind="condition", text=condition, holds=field == "consequence"))

    def _let(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        pattern, value = parent.child_by_field_name("pattern"), parent.child_by_field_name("value")
        if field != "alternative" or pattern is None or value is None:
            return place
        # `let Some(x) = y else { … }`
        condition = f"let {self._source.text(pattern)} = {self._source.text(value)}"
        return place.guarded(Guard(kind="condition", text=condition, holds=False))

    def _match(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        """Until an arm is met, the value that is matched is kept as a guard."""
        if field != "body":
            return place
        return place.guarded(Guard(kind="case", text=self._source.text(parent.child_by_field_name("value"))))

    def _arm(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        if field != "value" or not place.guards:
            return place
        *outer, match = place.guards
        pattern = self._source.text(parent.child_by_field_name("pattern"))
        if match.kind == "case":
            match = replace(match, pattern="" if pattern == "_" else pattern.replace(" | ", ", "))
        return replace(place, guards=(*outer, match))
