"""What the names in a Ruby file mean: constants that are texts, variables of a method, bodies of heredocs."""

import re
from functools import cached_property

import tree_sitter_ruby
from tree_sitter import Node, QueryCursor

from ingest.readers.source_tree.grammar import Grammar
from ingest.readers.source_tree.surroundings import Binding, Source, last_set

GRAMMAR = Grammar(tree_sitter_ruby.language)

_HEREDOCS = GRAMMAR.query("(heredoc_beginning) @beginning (heredoc_body) @body")
_CONSTANT = re.compile(
    rb"^[ \t]{0,80}(?P<name>[A-Z][A-Z0-9_]{0,80})[ \t]{0,20}=[ \t]{0,20}(?=['\"<%])", re.MULTILINE
)
_BINDING = Binding(
    before=re.compile(rb"[\w.@$:]"),
    # `x =`, `x +=`, `x ||=`, `x <<`, `x.sub!(`, `x, y =`; `|x|` and `|x, y|`, which hide the one before.
    after=re.compile(
        rb"""
          [ \t]{0,9} (?: [-+|&]{0,2} = (?![=~>]) | << ) | \.(?:concat|insert|prepend|replace|\w{1,20}!)
        | (?: ,[^|\n]{0,80} )? [|] | , [^=\n]{0,80} = (?![=~>])
        """,
        re.VERBOSE,
    ),
)


class Names:
    """The names of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @cached_property
    def _constants(self) -> dict[str, int]:
        """Where the texts of constants begin, by name."""
        found = _CONSTANT.finditer(self._source.data)
        return {hit["name"].decode("utf-8", "replace"): hit.end() for hit in found}

    @cached_property
    def heredocs(self) -> dict[int, Node]:
        """The bodies of heredocs by the bytes at which their beginnings stand."""
        captures = QueryCursor(_HEREDOCS).captures(self._source.root)
        beginnings = sorted(captures.get("beginning", ()), key=lambda node: node.start_byte)
        bodies = sorted(captures.get("body", ()), key=lambda node: node.start_byte)
        if len(beginnings) != len(bodies):
            return {}
        return {begin.start_byte: body for begin, body in zip(beginnings, bodies, strict=True)}

    def constant(self, name: str) -> Node | None:
        """The value of a constant that is a text."""
        if (begin := self._constants.get(name)) is None:
            return None
        assignment = self._source.root.descendant_for_byte_range(begin - 1, begin + 1)
        return _value(assignment, "constant")

    def assigned(self, name: str, node: Node, function: Node) -> Node | None:
        """The last value of a variable in the method before a node."""
        return _value(last_set(self._source, _BINDING, name, node, function)[1], "identifier")


def _value(assignment: Node | None, kind: str) -> Node | None:
    """The value that an assignment gives to one name of a kind."""
    if assignment is None or assignment.type != "assignment":
        return None
    left = assignment.child_by_field_name("left")
    return assignment.child_by_field_name("right") if left is not None and left.type == kind else None


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call, without comments and blocks."""
    given = call.child_by_field_name("arguments")
    inside = [] if given is None else given.named_children
    return [each for each in inside if each.type not in ("comment", "block_argument", "heredoc_body")]
