"""Operations on choices: joining texts in all combinations, and telling holes from texts."""

import ast
from collections.abc import Iterator
from itertools import product

from ingest.readers.source_tree.python.facts import MAX_CHOICES, Choice, Choices, Filled, Part, Ref, Text
from ingest.readers.source_tree.python.formats import merged
from ingest.readers.source_tree.python.scope import key_of
from ingest.readers.source_tree.site import Hole

MAX_EXPRESSION = 200


def expression_of(node: ast.expr) -> str:
    """The expression's source, newly written, cut when it is long: for the names of holes."""
    return (key_of(node) or ast.unparse(node))[:MAX_EXPRESSION]


def named(node: ast.expr) -> Part:
    """A name to be looked up, or a hole."""
    key = key_of(node)
    return Ref(expression=key, key=key) if key else Hole(expression=expression_of(node))


def quoted(text: Text) -> Text:
    """The text as its repr shows it, where it is a single value."""
    if len(text) == 1 and isinstance(text[0], str):
        return (repr(text[0]),)
    if len(text) == 1 and isinstance(text[0], Ref):
        ref = text[0]
        return (Ref(expression=ref.expression, key=ref.key, index=ref.index, quoted=True),)
    return text


def hole(expression: str) -> Choices:
    """The choice of nothing but a hole."""
    return (Choice(text=(Hole(expression=expression),)),)


def is_literal(text: Text) -> bool:
    """Whether nothing of the text is open."""
    return all(isinstance(part, str) for part in text)


def is_telling(text: Text) -> bool:
    """Whether a text may come of it."""
    return any(isinstance(part, str) for part in text) or any(isinstance(part, Ref | Filled) for part in text)


def says(text: Text) -> bool:
    """Whether it is a text, or the name of one."""
    return any(isinstance(part, str | Filled) for part in text) or (
        len(text) == 1 and isinstance(text[0], Ref)
    )


def may_be_format(text: Text) -> bool:
    """Whether it could be a template."""
    return any(isinstance(part, str | Ref | Filled) for part in text)


def literal_of(text: Text) -> str:
    """The literal parts, as one."""
    return "".join(part for part in text if isinstance(part, str))


def combinations(axes: list[Choices]) -> Iterator[tuple[Choice, ...]]:
    """One choice of each, in every combination, within bounds."""
    count = 1
    bounded = []
    for axis in axes:
        count *= len(axis)
        bounded.append(axis if count <= MAX_CHOICES else axis[:1])
        count = min(count, MAX_CHOICES)
    yield from product(*bounded)


def joined(*sides: Choices) -> Choices:
    """The texts side by side, in every combination."""
    return tuple(
        Choice(
            text=merged([part for choice in taken for part in choice.text]),
            guards=tuple(guard for choice in taken for guard in choice.guards),
        )
        for taken in combinations(list(sides))
    )


def distinct(choices: list[Choice]) -> Choices:
    """Each text once."""
    seen: dict[Text, Choice] = {}
    for choice in choices:
        seen.setdefault(choice.text, choice)
    return tuple(seen.values())


def tells(choices: Choices) -> bool:
    """Whether one of them has text that can be read."""
    return any(isinstance(part, str) and part.strip() for choice in choices for part in choice.text)
