"""What Java, Kotlin and C# share about a place in a file: the frames around it.

A *frame* is a type, function, condition, case or catch. One query finds frames and raising places together,
and one sweep in the order of the source nests them, so that no node is asked for its parents (which costs
tree-sitter a walk from the root each time).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tree_sitter import Node, Query, QueryCursor

from ingest.readers.source_tree.curly.text import first_sentence, folded
from ingest.readers.source_tree.grammar import last_line, line, text
from ingest.readers.source_tree.site import Guard

#: So many guards are kept for a site, the innermost ones; frames further out are not looked at.
MAX_GUARDS, MAX_CLIMB = 24, 200
#: How far a statement may be from what raises in it, in nodes and in lines.
MAX_PATH, MAX_STATEMENT = 80, 40
#: So many nodes may be half matched by a query at a time. Without a limit, deep nesting takes time squared.
MATCH_LIMIT = 256
_MAX_COMMENT = 4000
# Nested nodes of any length would be copied again and again.
_MAX_NODE = 4000


@dataclass(eq=False, slots=True)
class Frame:
    """A node that encloses sites. ``role``: the name of its capture; ``function`` and ``type``: the nearest
    frames of these roles, itself included; ``facts``: what was found out about it, kept."""

    role: str
    node: Node
    start: int
    end: int
    parent: "Frame | None"
    function: "Frame | None" = None
    outermost: "Frame | None" = None
    type: "Frame | None" = None
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A node that may raise, and the frame that it stands in."""

    role: str
    node: Node
    frame: Frame


GuardOf = Callable[[Frame, int], Guard | None]
"""The guard that a frame is for what stands at a byte."""

#: Captures of these names are frames; all others are places.
FRAMES = frozenset({"type", "function", "if", "switch", "case", "catch", "absent"})
# Nothing is asked of these but what they are around.
_AROUND_ONLY = FRAMES - {"type", "function"}


def sweep(query: Query, root: Node) -> Iterator[Frame | Place]:
    """Frames and places in the order of the source, the root's frame first."""
    captures = QueryCursor(query, match_limit=MATCH_LIMIT).captures(root)
    found = [
        (node.start_byte, -node.end_byte, role not in FRAMES, role, node)
        for role, nodes in captures.items()
        if not role.startswith("_")
        for node in nodes
    ]
    found.sort(key=_in_source)
    reached = [start for start, _, is_place, _, _ in found if is_place]
    top = Frame("file", root, 0, root.end_byte + 1, None)
    yield top
    for start, end, is_place, role, node in found:
        while top.parent is not None and top.end <= start:
            top = top.parent
        if is_place:
            yield Place(role=role, node=node, frame=top)
            continue
        if role in _AROUND_ONLY and not _has_any(reached, start, -end):
            continue
        frame = Frame(role, node, start, -end, top, top.function, top.outermost, top.type)
        if role == "function":
            frame.function, frame.outermost = frame, top.outermost or frame
        elif role == "type":
            frame.type, frame.function, frame.outermost = frame, None, None
        top = frame
        yield frame


def _in_source(found: tuple[int, int, bool, str, Node]) -> tuple[int, int, bool]:
    return found[:3]


def _has_any(starts: list[int], start: int, end: int) -> bool:
    place = bisect_left(starts, start)
    return place < len(starts) and starts[place] < end


def guards_at(frame: Frame, start: int, rules: Mapping[str, GuardOf]) -> tuple[Guard, ...]:
    """The guards between the function and a byte in `frame`, outermost first."""
    guards: list[Guard] = []
    current: Frame | None = frame
    for _ in range(MAX_CLIMB):
        if current is None or current.role in ("function", "type", "file") or len(guards) == MAX_GUARDS:
            break
        rule = rules.get(current.role)
        if rule is not None and (guard := rule(current, start)) is not None:
            guards.append(guard)
        current = current.parent
    return tuple(reversed(guards))


def if_guard(frame: Frame, start: int) -> Guard | None:
    """An `if` or `?:` whose branches are the fields consequence and alternative."""
    if "branches" not in frame.facts:
        frame.facts["branches"] = (
            condition(frame.node.child_by_field_name("condition")),
            _range(frame.node.child_by_field_name("consequence")),
            _range(frame.node.child_by_field_name("alternative")),
        )
    said, consequence, alternative = frame.facts["branches"]
    return branch_guard(said, consequence, alternative, start)


def branch_guard(
    said: str, consequence: tuple[int, int], alternative: tuple[int, int], start: int
) -> Guard | None:
    """The guard of a condition for what stands in one of its two branches."""
    if not said:
        return None
    if consequence[0] <= start < consequence[1]:
        return Guard(kind="condition", text=said)
    if alternative[0] <= start < alternative[1]:
        return Guard(kind="condition", text=said, holds=False)
    return None


def absent_guard(frame: Frame, start: int) -> Guard | None:
    """`x ?? throw …` and `x ?: throw …`: reached when x is null."""
    right = frame.node.child_by_field_name("right")
    if right is None or start < right.start_byte:
        return None
    return Guard(kind="condition", text=f"{condition(frame.node.child_by_field_name('left'))} == null")


def condition(node: Node | None) -> str:
    """A condition's source without the parentheses around it."""
    if node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = first_named(node)
    return short_text(node)


def first_named(node: Node) -> Node | None:
    """The first child that is no sign and no comment."""
    return next((child for child in node.named_children if not child.is_extra), None)


def parts_of(node: Node) -> list[Node | None]:
    """What parentheses, casts and conditionals are about, as Java and C# write them; [] for anything else."""
    match node.type:
        case "parenthesized_expression":
            return [first_named(node)]
        case "cast_expression":
            return [node.child_by_field_name("value")]
        case "ternary_expression" | "conditional_expression":
            return [node.child_by_field_name(name) for name in ("consequence", "alternative")]
    return []


def thrown_by(node: Node, within: Callable[[Node], list[Node | None]]) -> list[Node]:
    """The expressions that a throw may throw. ``within``: those that an expression is about, as the branches
    of a conditional; none when it is one of them itself."""
    found: list[Node] = []
    waiting = [child for child in node.named_children if not child.is_extra][:1]
    for _ in range(40):
        if not waiting:
            break
        current = waiting.pop(0)
        inner = [one for one in within(current) if one is not None]
        if not inner:
            found.append(current)
        waiting[:0] = inner
    return found


def short_text(node: Node | None) -> str:
    """A node's source on one line, cut; of one that is too long to be read at all, an ellipsis."""
    if node is not None and node.end_byte - node.start_byte > _MAX_NODE:
        return "…"
    return folded(text(node))


def _range(node: Node | None) -> tuple[int, int]:
    return (0, 0) if node is None else (node.start_byte, node.end_byte)


def qualified(frame: Frame, named: Callable[[Node], str]) -> str | None:
    """`Outer.Inner.method`: the function of a frame with the types around it; None outside of any
    function."""
    function = frame.function
    own = "" if function is None else named(function.node)
    return ".".join([*type_names(function), own]) if function is not None and own else None


def type_names(frame: Frame) -> list[str]:
    """The names of the types around a frame, outermost first, at most eight."""
    names: list[str] = []
    current = frame.type
    while current is not None and len(names) < 8:
        if name := text(current.node.child_by_field_name("name")):
            names.insert(0, name)
        current = current.parent.type if current.parent is not None else None
    return names


def path_to(frame: Frame, node: Node) -> list[Node]:
    """The nodes from a frame's down to `node`, the latter left out; as many as MAX_PATH."""
    path = [frame.node]
    while len(path) < MAX_PATH:
        below = path[-1].child_with_descendant(node)
        if below is None or below == node:
            break
        path.append(below)
    return path


def lines_of(node: Node, statement: Node | None) -> tuple[int, int]:
    """The lines of a statement, or of the node itself when the statement is a long one."""
    if statement is None or last_line(statement) - line(statement) >= MAX_STATEMENT:
        statement = node
    return line(statement), last_line(statement)


def documentation_of(frame: Frame, source: bytes) -> str:
    """The first sentence of the doc comment that stands before a frame's node; empty without one."""
    if "documentation" not in frame.facts:
        before = source[max(0, frame.start - _MAX_COMMENT) : frame.start]
        frame.facts["documentation"] = first_sentence(doc_comment(before.decode("utf-8", "replace")))
    documentation: str = frame.facts["documentation"]
    return documentation


def doc_comment(before: str) -> str:
    """The doc comment that ends a piece of source: `/** … */`, or lines that begin with `///`."""
    before = before.rstrip()
    if before.endswith("*/"):
        start = before.rfind("/*")
        return before[start:] if before.startswith("/**", start) else ""
    lines = before.split("\n")
    count = 0
    while count < len(lines) and lines[-1 - count].lstrip().startswith("///"):
        count += 1
    return "\n".join(lines[len(lines) - count :])
