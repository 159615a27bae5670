"""Operations on choices: joining texts in all combinations, and telling holes from texts."""

import ast
from collections.abc import Callable, Iterator
from itertools import product
from types import NoneType

from ingest.readers.source_tree.python.facts import (
    MAX_CHOICES,
    Choice,
    Choices,
    Filled,
    OneOf,
    Part,
    Ref,
    Text,
)
from ingest.readers.source_tree.python.formats import merged
from ingest.readers.source_tree.python.scope import key_of
from ingest.readers.source_tree.site import Hole

MAX_EXPRESSION = 200
#: More deeply nested expressions are written by the parser's own module.
_MAX_WRITTEN = 8


def expression_of(node: ast.expr) -> str:
    """The expression's source, newly written, cut when it is long: for the names of holes."""
    return (_written(node) or ast.unparse(node))[:MAX_EXPRESSION]


def _written(node: ast.expr, depth: int = 0) -> str | None:
    """As ``ast.unparse`` writes the expressions that messages hold most, in a fraction of its time; None for
    the others."""
    if key := key_of(node):
        return key
    if depth > _MAX_WRITTEN:
        return None
    writer = _WRITERS.get(type(node))
    return writer(node, depth + 1) if writer else None


def _constant(node: ast.Constant, _depth: int) -> str | None:
    return repr(node.value) if type(node.value) in (str, int, bool, NoneType) else None


def _attribute(node: ast.Attribute, depth: int) -> str | None:
    inner = _closed(node.value, depth) if type(getattr(node.value, "value", "")) is not int else None
    return f"{inner}.{node.attr}" if inner else None


def _subscript(node: ast.Subscript, depth: int) -> str | None:
    inner, index = _closed(node.value, depth), _written(node.slice, depth)
    return f"{inner}[{index}]" if inner and index else None


def _call(node: ast.Call, depth: int) -> str | None:
    inner = _closed(node.func, depth)
    given = [_written(argument, depth) for argument in node.args]
    for keyword in node.keywords:
        value = _written(keyword.value, depth) if keyword.arg else None
        given.append(f"{keyword.arg}={value}" if value else None)
    return f"{inner}({', '.join(filter(None, given))})" if inner and all(given) else None


def _comparison(node: ast.Compare, depth: int) -> str | None:
    sign = _SIGNS.get(type(node.ops[0])) if len(node.ops) == 1 else None
    left, right = _closed(node.left, depth), _closed(node.comparators[0], depth)
    return f"{left} {sign} {right}" if sign and left and right else None


def _negation(node: ast.UnaryOp, depth: int) -> str | None:
    inner = _closed(node.operand, depth) if type(node.op) is ast.Not else None
    return f"not {inner}" if inner else None


def _closed(node: ast.expr, depth: int) -> str | None:
    """What needs no brackets, whatever stands beside it."""
    return None if type(node) in (ast.Compare, ast.UnaryOp) else _written(node, depth)


_WRITERS: dict[type, Callable[..., str | None]] = {
    ast.Constant: _constant,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Call: _call,
    ast.Compare: _comparison,
    ast.UnaryOp: _negation,
}
_SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
          ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}  # fmt: skip


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
        return (Ref(expression=ref.expression, key=ref.key, item=ref.item, quoted=True),)
    return text


def hole(expression: str) -> Choices:
    """The choice of nothing but a hole."""
    return (Choice(text=(Hole(expression=expression),)),)


def is_literal(text: Text) -> bool:
    """Whether nothing of the text is open."""
    return all(isinstance(part, str) for part in text)


def is_plain(text: Text) -> bool:
    """Whether nothing of the text is to be looked up, filled or joined."""
    after_literal = False
    for part in text:
        is_literal_part = type(part) is str
        if not part or (is_literal_part and after_literal) or not (is_literal_part or type(part) is Hole):
            return False
        after_literal = is_literal_part
    return True


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


def as_one(choices: Choices) -> Text | None:
    """The choices as a single text; None when one of several is no text: what it stands for is open then."""
    if len(choices) == 1:
        return choices[0].text
    is_text = all(tells((choice,)) and choice.text != ("None",) for choice in choices)
    return (OneOf(choices=choices),) if is_text else None


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
