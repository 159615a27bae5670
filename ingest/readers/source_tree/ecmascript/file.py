"""One parsed file of ECMAScript, with what its readers share."""

import re
from functools import cached_property

from tree_sitter import Node, Query, QueryCursor

from ingest.readers.source_tree.ecmascript.message import Messages
from ingest.readers.source_tree.ecmascript.names import BINDINGS, Names
from ingest.readers.source_tree.ecmascript.setting import Setting, setting_of
from ingest.readers.source_tree.ecmascript.syntax import last_name
from ingest.readers.source_tree.ecmascript.tree import Tree
from ingest.readers.source_tree.grammar import Grammar, text

#: Names of classes and constructors that are errors by themselves, wherever they come from.
ERROR_NAME = re.compile(r".*(?:Error|Exception|Err|Failure|Fault)|(?:[A-Z][A-Z0-9]*_)?ERR_[A-Z0-9_]+")
BUILTINS = frozenset(
    {
        *("Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"),
        *("AggregateError", "DOMException"),
    }
)

#: Calls that tell of an error by their name.
CALLED = re.compile(
    r"""
      error | warn | fatal | critical | emitWarning                            # loggers, process
    | throw | status | json | send | end                                       # answers of servers
    | reject | (?:hard|soft)?[aA]ssert\w* | invariant | ok | equal | strictEqual | deepEqual | deepStrictEqual
    | notEqual | notStrictEqual | match
    | (?:fail|throw|raise|panic|fatal|bail|abort|die|crash|ensure|check|must|expect|report)(?:[A-Z]\w*)?
    | \w*[eE]rr(?:or)?(?:[A-Z]\w*)? | \w*Exception | (?:[A-Z][A-Z0-9]*_)?ERR_[A-Z0-9_]+
    """,
    re.VERBOSE,
)

_FOUND = r"""
(throw_statement) @throw
(new_expression) @new
((call_expression
  function: [(identifier) @called (member_expression property: (property_identifier) @called)])
  @call (#match? @called "^(%s)$"))
(class_declaration (class_heritage)) @heir
(class (class_heritage)) @heir
"""


class Dialect:
    """A grammar with its query. abstract: whether it has classes that are declared abstract."""

    def __init__(self, grammar: Grammar, *, abstract: bool) -> None:
        self._grammar = grammar
        called = re.sub(r"#.*|\s+", "", CALLED.pattern).replace("\\", "\\\\")
        heirs = "(abstract_class_declaration (class_heritage)) @heir" if abstract else ""
        self._pattern = _FOUND % called + heirs + BINDINGS

    def parse(self, source: str) -> Node:
        """The root of a file's tree."""
        return self._grammar.parse(source)

    @cached_property
    def query(self) -> Query:
        """All that is looked for, at once: to visit every node of a file takes most of the time."""
        return self._grammar.query(self._pattern)


class File:
    """A file's tree with its names and messages. found: nodes by what they were looked for as."""

    def __init__(self, dialect: Dialect, root: Node) -> None:
        self.tree = Tree(root)
        self.found = QueryCursor(dialect.query).captures(root)
        self.names = Names(self.tree, self.found)
        self.messages = Messages(self.tree, self.names)

    def setting(self, node: Node) -> Setting:
        return setting_of(self.tree.path(node), self.names)


def parts_of(node: Node | None) -> tuple[str, ...]:
    """(a, b, C) of `a.b.C`; the last name alone where the rest is no name."""
    names: list[str] = []
    while node is not None and node.type == "member_expression" and len(names) < 8:
        names.append(text(node.child_by_field_name("property")))
        node = node.child_by_field_name("object")
    if node is not None and node.type == "identifier":
        names.append(text(node))
    return tuple(reversed(names)) or (last_name(node)[:80],)


def is_error(names: tuple[str, ...]) -> bool:
    """Whether what is constructed is an error by its name."""
    return any(ERROR_NAME.fullmatch(name) is not None for name in names)
