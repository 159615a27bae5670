"""Conditions that cannot hold together, as far as their form shows it.

Where one stands inside the other, its names were given other values in between: what was asked first is not
so any more. Where they belong to different branches of a function, no way leads through both.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.readers.source_tree.site import Guard

#: Conditions of more characters, and more parts of one, are not looked into.
MAX_LENGTH, MAX_PARTS = 200, 12

_NAME = r"[$@]{0,2}[A-Za-z_]\w{0,60}(?:(?:\??\.|->|::)[A-Za-z_]\w{0,60}){0,6}"
_LITERAL = r"-?\d{1,12}(?:\.\d{1,6})?|'[^'\\]{0,80}'|\"[^\"\\]{0,80}\"|true|false|True|False"
_NOTHING = "null|nil|None|undefined|NULL"
_TRUTH = re.compile(rf"(?P<denied>!|not )?\s?(?P<name>{_NAME})")
_EQUAL = re.compile(rf"(?P<name>{_NAME}) ?(?P<sign>===?|!==?|is not|is) ?(?P<value>{_LITERAL}|{_NOTHING})")
# `'a' === $x`
_TURNED = re.compile(rf"(?P<value>{_LITERAL}|{_NOTHING}) ?(?P<sign>===?|!==?) ?(?P<name>{_NAME})")
_PART = re.compile(r"\s*(&&|\|\||\band\b|\bor\b)\s*")
_GROUPING = re.compile(r"[()\[\]{}?]")
_FALSY = frozenset({"0", "''", '""', "false", "False"})
_NOTHINGS = frozenset(_NOTHING.split("|"))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Fact:
    """What is so of a name. ``value``: a literal, a word for nothing, or empty for being true; ``holds``:
    whether it is that."""

    name: str
    value: str
    holds: bool


def consistent(guards: Sequence[Guard]) -> tuple[Guard, ...]:
    """The guards, outermost first, without those that an inner one contradicts."""
    if len(guards) < 2:
        return tuple(guards)
    kept: list[Guard] = []
    later: list[tuple[Guard, tuple[_Fact, ...]]] = []
    for guard in reversed(guards):
        facts = tuple(_facts(guard))
        if not any(_clash(guard, facts, *other) for other in later):
            kept.append(guard)
            later.append((guard, facts))
    return tuple(reversed(kept))


def possible(first: Iterable[Guard], second: Iterable[Guard]) -> bool:
    """Whether the guards of one place and those of another may all hold."""
    others = [(guard, tuple(_facts(guard))) for guard in second]
    return not any(_clash(guard, tuple(_facts(guard)), *other) for guard in first for other in others)


def _clash(first: Guard, facts: Sequence[_Fact], second: Guard, others: Sequence[_Fact]) -> bool:
    if first.kind == second.kind == "condition" and first.text == second.text:
        return first.holds != second.holds
    if any(_excludes(one, other) for one in facts for other in others):
        return True
    return _is_asked_of_nothing(facts, second) or _is_asked_of_nothing(others, first)


def _is_asked_of_nothing(facts: Sequence[_Fact], guard: Guard) -> bool:
    """Whether a guard looks into what a fact says is nothing: `x == null` and `x.y > 1`."""
    if guard.kind != "condition" or not guard.holds or "||" in guard.text or " or " in guard.text:
        return False
    nothing = (re.escape(fact.name) for fact in facts if fact.holds and fact.value in _NOTHINGS)
    return any(re.match(rf"\(?{name}(?:\.|->)\w", guard.text) for name in nothing)


def _excludes(first: _Fact, second: _Fact) -> bool:
    if first.name != second.name:
        return False
    if first.value == second.value:
        return first.holds != second.holds
    if not first.value or not second.value:
        truth, other = (first, second) if not first.value else (second, first)
        is_falsy = other.value in _FALSY or other.value in _NOTHINGS
        return other.holds and is_falsy == truth.holds
    both_nothing = first.value in _NOTHINGS and second.value in _NOTHINGS
    return first.holds and second.holds and not both_nothing


def _facts(guard: Guard) -> Iterator[_Fact]:
    if guard.kind == "case":
        if guard.holds and re.fullmatch(_LITERAL, guard.pattern) and re.fullmatch(_NAME, guard.text):
            yield _Fact(name=guard.text, value=guard.pattern, holds=True)
        return
    if guard.kind != "condition" or len(guard.text) > MAX_LENGTH:
        return
    pieces = _PART.split(guard.text)
    # Of `a && b` both are so when it holds, of `a || b` neither when it does not.
    wanted = ("&&", "and") if guard.holds else ("||", "or")
    joiners = pieces[1::2]
    if len(pieces) > 2 * MAX_PARTS or any(joiner not in wanted for joiner in joiners):
        return
    if joiners and _GROUPING.search(guard.text):
        return
    for piece in pieces[::2]:
        if fact := _fact(_bare(piece.strip()), holds=guard.holds):
            yield fact


def _bare(text: str) -> str:
    return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text


def _fact(text: str, *, holds: bool) -> _Fact | None:
    if hit := _EQUAL.fullmatch(text) or _TURNED.fullmatch(text):
        is_equal = hit["sign"] in ("==", "===", "is")
        return _Fact(name=hit["name"], value=hit["value"], holds=is_equal == holds)
    if (hit := _TRUTH.fullmatch(text)) and hit["name"] not in ("not", "true", "false"):
        return _Fact(name=hit["name"], value="", holds=holds == (hit["denied"] is None))
    return None
