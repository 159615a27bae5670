"""What stands in a Rust macro's brackets: tree-sitter has tokens there, not expressions."""

from dataclasses import dataclass

from tree_sitter import Node

from ingest.readers.source_tree.surroundings import Source

#: Longer macros are programs, not messages, in bytes.
MAX_MACRO = 4000
#: So many tokens and arguments are looked at.
MAX_TOKENS = 400

STRINGS = frozenset({"string_literal", "raw_string_literal"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """One argument of a macro, from comma to comma. ``is_text``: it begins with a string literal."""

    start: int
    end: int
    is_text: bool


def groups_of(tokens: Node | None) -> list[Group]:
    """The arguments in a token tree; none when there is too much in it."""
    if tokens is None or tokens.end_byte - tokens.start_byte > MAX_MACRO:
        return []
    groups: list[Group] = []
    current: list[Node] = []
    for token in tokens.children[1:-1][:MAX_TOKENS]:
        if token.type == ",":
            groups += _group(current)
            current = []
        elif not token.type.endswith("comment"):
            current.append(token)
    return groups + _group(current)


def _group(tokens: list[Node]) -> list[Group]:
    if not tokens:
        return []
    is_text = tokens[0].type in STRINGS
    return [Group(start=tokens[0].start_byte, end=tokens[-1].end_byte, is_text=is_text)]


def texts_of(source: Source, groups: list[Group]) -> list[str]:
    """The source of groups."""
    return [source.between(group.start, group.end) for group in groups]
