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
# A name, or names in a tuple.
_NAME = r"(?:ref |mut ){0,2}(?!true\b|false\b)[a-z_]\w{0,80}"
_BOUND = re.compile(rf"{_NAME}|\((?:{_NAME}(?:, ?|(?=\)))){{1,9}}\)")
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

    def said(self, condition: Node) -> str:
        """A condition as it is told; a pattern's names mean nothing outside of its branch."""
        return "" if condition.type.startswith("let_") else self._source.text(condition)

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
        condition = parent.child_by_field_name("condition")
        return place.guarded(self._asked(condition, holds=field == "consequence"))

    def _asked(self, condition: Node | None, *, holds: bool) -> Guard:
        """A condition; `let Some(x) = y` is a case that `y` meets."""
        if condition is not None and condition.type == "let_condition":
            pattern, value = condition.child_by_field_name("pattern"), condition.child_by_field_name("value")
            return self._met(value, pattern, holds=holds)
        return Guard(kind="condition", text=self._source.text(condition), holds=holds)

    def _met(self, value: Node | None, pattern: Node | None, *, holds: bool) -> Guard:
        cases = self._source.text(pattern).replace(" | ", ", ")
        return Guard(kind="case", text=self._source.text(value), pattern=cases, holds=holds)

    def _let(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        pattern, value = parent.child_by_field_name("pattern"), parent.child_by_field_name("value")
        if field != "alternative" or pattern is None or value is None:
            return place
        # `let Some(x) = y else { … }`
        return place.guarded(self._met(value, pattern, holds=False))

    def _match(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        """Until an arm is met, the value that is matched is kept as a guard."""
        if field != "body":
            return place
        return place.guarded(Guard(kind="case", text=self._source.text(parent.child_by_field_name("value"))))

    def _arm(self, place: Place, parent: Node, field: str | None, _child: Node) -> Place:
        if field != "value" or not place.guards:
            return place
        *outer, match = place.guards
        pattern = parent.child_by_field_name("pattern")
        if match.kind != "case" or pattern is None:
            return place
        asked = pattern.child_by_field_name("condition")
        end = pattern.end_byte if asked is None else asked.start_byte
        cases = self._source.between(pattern.start_byte, end).removesuffix(" if")
        # A name alone takes whatever no case took.
        is_open = _BOUND.fullmatch(cases) is not None
        match = replace(match, pattern="" if is_open else cases.replace(" | ", ", "))
        if asked is None:
            return replace(place, guards=(*outer, match))
        guard = self._asked(asked, holds=True)
        return replace(place, guards=(*outer, guard) if is_open else (*outer, match, guard))
