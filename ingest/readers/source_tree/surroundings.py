"""What the readers of Go, Rust and Ruby share: a file's text, the way to a site, messages with choices.

A reader finds by their words what may be sites and walks the tree to each, in the order of the file. (A
query visits every node: measured, that costs two fifths of parsing, and the words are few.) What lies on the
way, as functions, conditions and statements, is understood once, so that a file costs what its length is,
however deep it is nested.
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tree_sitter import Node

from ingest.readers.source_tree.grammar import Grammar, last_line, line
from ingest.readers.source_tree.site import Guard, Hole, Message

#: A condition or an expression is cut after so many bytes; it is there to be read by a person.
MAX_TEXT = 300
#: The innermost so many conditions are told.
MAX_GUARDS = 16
#: An expression that may be more different texts than these is a hole.
MAX_CHOICES = 4
#: How many lines of comment are looked at.
MAX_COMMENT = 400
#: How far up from a node its statement is looked for.
MAX_CLIMB = 100
#: How far around a name its assignments are looked for, in bytes.
MAX_SEARCH = 20_000
#: How many of the names found there are looked at, and how many searches a file is worth.
MAX_NAMES, MAX_LOOKUPS = 200, 2000

Choices = tuple[Message, ...]
"""The messages that an expression may be, at least one."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'(\[])")
# What ends a comment's opening: a blank line, a list, a heading, a tag, code.
_PARAGRAPH_END = re.compile(r"\s*\Z|\s*(?:[-*+]|\d+\.)\s|\s*#|\s*[@\\]\w|\s*```|\s*={3}|\s*-{3}")


class Source:
    """One file: its tree, its bytes and its lines."""

    def __init__(self, grammar: Grammar, source: str) -> None:
        self.data = source.encode("utf-8", "surrogatepass")
        self._grammar, self._source = grammar, source
        self.lookups = 0

    @cached_property
    def root(self) -> Node:
        """The tree, made when it is first asked for: many files have nothing to tell."""
        return self._grammar.parse(self._source)

    @cached_property
    def lines(self) -> list[str]:
        return self._source.split("\n")

    def between(self, start: int, end: int) -> str:
        """The text of a range of bytes, white space folded, cut when it is long."""
        cut = end - start > MAX_TEXT
        whole = self.data[start : start + MAX_TEXT if cut else end].decode("utf-8", "replace")
        return " ".join(whole.split()) + (" …" if cut else "")

    def text(self, node: Node | None) -> str:
        """The text of a node, white space folded, cut when it is long; empty for none."""
        return "" if node is None else self.between(node.start_byte, node.end_byte)

    def hole(self, node: Node) -> Hole:
        return Hole(expression=self.text(node))

    def comment_above(self, number: int, mark: re.Pattern[str], passed: re.Pattern[str]) -> str:
        """The first sentence of the comment right above a line (1-based). ``mark``: what a line of comment
        begins with; ``passed``: lines that may stand between or in it and say nothing."""
        found: list[str] = []
        first = max(0, number - 1 - MAX_COMMENT)
        for above in reversed(self.lines[first : number - 1]):
            if passed.match(above):
                continue
            if not (hit := mark.match(above)):
                return first_sentence(reversed(found))
            found.append(above[hit.end() :])
        # A comment whose beginning was not reached says nothing first.
        return "" if first else first_sentence(reversed(found))


def first_sentence(comment: Iterable[str]) -> str:
    """Of the lines of a comment: empty when it opens with something else than prose."""
    said = ""
    for text in comment:
        if _PARAGRAPH_END.match(text) or len(said) > MAX_TEXT:
            break
        said += f" {text.strip()}"
    said = said.strip()[:MAX_TEXT]
    return _SENTENCE_END.split(said, maxsplit=1)[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """What is around a node. ``owner``: the class, type or module; ``left_out``: no site here counts;
    ``statement``: filled in for sites only."""

    owner: str = ""
    function: Node | None = None
    function_name: str | None = None
    parameters: tuple[str, ...] = ()
    documentation: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()
    statement: Node | None = None
    left_out: bool = False

    def guarded(self, *guards: Guard) -> "Place":
        """The place behind some more conditions."""
        return replace(self, guards=(*self.guards, *guards)[-MAX_GUARDS:])

    def lines(self, node: Node) -> tuple[int, int]:
        """The lines of the statement in which a node stands."""
        around = self.statement or node
        return line(around), last_line(around)

    @property
    def function_lines(self) -> tuple[int, int] | None:
        return None if self.function is None else (line(self.function), last_line(self.function))


Entry = Callable[[Place, Node], Place]
"""The place inside a node, from the place around it."""
Branch = Callable[[Place, Node, str | None, Node], Place]
"""The place inside a child, from the place inside its parent: place, parent, the child's field, child."""


Path = Sequence[tuple[Node, Place]]
"""The nodes from the root to a byte, innermost last, each with the place inside of it."""


class Walk:
    """The way from the root to bytes that are asked for in the order of the file."""

    def __init__(self, root: Node, entries: Mapping[str, Entry], branches: Mapping[str, Branch]) -> None:
        self._cursor = root.walk()
        self._entries, self._branches = entries, branches
        self._path: list[tuple[Node, Place]] = [(root, Place())]

    def to(self, byte: int) -> Path:
        """The way to a byte; good until the next is asked for."""
        node = self._forward(byte)
        while node.start_byte <= byte and self._cursor.goto_first_child_for_byte(byte) is not None:
            node = self._push()
        return self._path if node.start_byte <= byte else self._path[:-1]

    def _forward(self, byte: int) -> Node:
        node = self._path[-1][0]
        moved = False
        while node.end_byte <= byte and len(self._path) > 1:
            # Siblings are passed one by one: a search from the first would cost a long list's square.
            moved = self._cursor.goto_next_sibling()
            if not moved:
                self._cursor.goto_parent()
                self._path.pop()
            node = self._cursor.node or node
        if moved:
            self._path.pop()
            node = self._push()
        return node

    def _push(self) -> Node:
        parent, place = self._path[-1]
        node = self._cursor.node or parent
        if branch := self._branches.get(parent.type):
            place = branch(place, parent, self._cursor.field_name, node)
        if entry := self._entries.get(node.type):
            place = entry(place, node)
        self._path.append((node, place))
        return node


def nearest(path: Path, kind: str, within: int, bodies: Container[str]) -> tuple[Node, Place] | None:
    """The innermost node of a kind among the last of a path, and the place inside of it. ``bodies``: kinds of
    nodes that have statements as children."""
    for index in range(len(path) - 1, max(0, len(path) - within) - 1, -1):
        node, place = path[index]
        if node.type == kind and node.is_named:
            above = (
                at for at in range(index, max(0, index - MAX_CLIMB), -1) if path[at - 1][0].type in bodies
            )
            statement = path[next(above, index)][0]
            return node, replace(place, statement=statement)
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """How a language sets a variable. ``before``: what stands before a name that is a part of another;
    ``after``: what follows a name that is set, or hidden by another of the same name."""

    before: re.Pattern[bytes]
    after: re.Pattern[bytes]

    def last(self, data: bytes, name: str, start: int, end: int) -> tuple[int, int] | None:
        """The bytes of the last name in a range that is set, with what follows; (0, 0): too far to look."""
        wanted = name.encode("utf-8", "surrogatepass")
        position = end
        for _ in range(MAX_NAMES):
            if (position := data.rfind(wanted, start, position)) < 0:
                return None
            hit = self.after.match(data, position + len(wanted), end)
            if hit and not self.before.match(data, position - 1):
                return position, hit.end()
            position += len(wanted) - 1
        return 0, 0


def last_set(
    source: Source, binding: Binding, name: str, node: Node, function: Node
) -> tuple[bool, Node | None]:
    """Whether a variable may be set in a function before a node, and what sets it last, when that is certain:
    the list of statements that it stands in, or one around it, has both."""
    source.lookups += 1
    start = max(function.start_byte, node.start_byte - MAX_SEARCH)
    hit = binding.last(source.data, name, start, node.start_byte) if source.lookups <= MAX_LOOKUPS else (0, 0)
    if hit is None:
        return start > function.start_byte, None
    setting = function.descendant_for_byte_range(*hit) if hit[1] else None
    around = setting.parent if setting is not None else None
    certain = around is not None and around.end_byte >= node.end_byte
    return True, setting if certain else None


def tidy(parts: Iterable[str | Hole]) -> Message:
    """A message whose literal texts that touch are one, without empty ones."""
    message: list[str | Hole] = []
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        if text := "".join(texts):
            message.append(text)
        texts = []
        message.append(part)
    if text := "".join(texts):
        message.append(text)
    return tuple(message)


def says(message: Message) -> bool:
    """Whether there is a letter or digit of literal text."""
    return any(isinstance(part, str) and any(map(str.isalnum, part)) for part in message)


def operands_of(node: Node, signs: Container[str], most: int) -> list[Node]:
    """The operands of a chain of binary operators, in order; none when it has more than ``most``."""
    kind = node.type
    operands: list[Node] = []
    while node.type == kind and len(operands) <= most:
        left, operator, right = map(node.child_by_field_name, ("left", "operator", "right"))
        if operator is None or operator.type not in signs or right is None or left is None:
            break
        operands.append(right)
        node = left
    return [node, *reversed(operands)] if 0 < len(operands) <= most else []


def choices_of(pieces: Sequence[Choices], otherwise: Hole) -> Choices:
    """The messages that pieces make when they stand one behind the other; too many: a hole."""
    made: list[list[str | Hole]] = [[]]
    for piece in pieces:
        if len(made) * len(piece) > MAX_CHOICES:
            return ((otherwise,),)
        if len(piece) == 1:
            for message in made:
                message.extend(piece[0])
        else:
            made = [[*start, *end] for start in made for end in piece]
    return tuple(dict.fromkeys(tidy(message) for message in made))


def either(branches: Iterable[Choices], otherwise: Hole) -> Choices:
    """The messages of several branches; too many: a hole."""
    every = tuple(dict.fromkeys(message for branch in branches for message in branch))
    return every if len(every) <= MAX_CHOICES else ((otherwise,),)
