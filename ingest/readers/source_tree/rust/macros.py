"""Rust's macros that tell of an error, and with which words."""

import re
from dataclasses import dataclass

from tree_sitter import Node

from ingest.readers.source_tree.rust.messages import Messages, macro_name, tokens_of
from ingest.readers.source_tree.rust.raised import Made, Raised, Text
from ingest.readers.source_tree.rust.tokens import Group, groups_of
from ingest.readers.source_tree.site import Guard, Manner
from ingest.readers.source_tree.surroundings import Choices, Place, Source, choices_of, says
from ingest.record import ErrorType, Severity


@dataclass(frozen=True, kw_only=True, slots=True)
class Macro:
    """How a macro tells. ``skipped``: arguments before the message; ``opening``: what is printed before the
    message; ``alone``: what is printed without one, empty: nothing that tells errors apart."""

    manner: Manner
    error_type: ErrorType = "exception"
    severity: Severity = "error"
    skipped: int = 0
    opening: str = ""
    alone: str = ""


def _panics(opening: str = "", alone: str = "", manner: Manner = "panics", skipped: int = 0) -> Macro:
    return Macro(
        manner=manner, error_type="panic", severity="critical", opening=opening, alone=alone, skipped=skipped
    )


_UNREACHABLE = "internal error: entered unreachable code"
_RETURNS = Macro(manner="returns")
MACROS = {
    "panic": _panics(alone="explicit panic"),
    "unreachable": _panics(f"{_UNREACHABLE}: ", _UNREACHABLE),
    "todo": _panics("not yet implemented: ", "not yet implemented"),
    "unimplemented": _panics("not implemented: ", "not implemented"),
    **dict.fromkeys(("assert", "debug_assert"), _panics(manner="asserts", skipped=1)),
    **dict.fromkeys(
        ("assert_eq", "assert_ne", "debug_assert_eq", "debug_assert_ne"), _panics(manner="asserts", skipped=2)
    ),
    **dict.fromkeys(("bail", "anyhow", "eyre", "format_err"), _RETURNS),
    "ensure": Macro(manner="returns", skipped=1),
    **dict.fromkeys(("span_err", "struct_span_err"), Macro(manner="reports", skipped=1)),
    **dict.fromkeys(("bug", "span_bug"), _panics()),
    "compile_error": Macro(manner="raises"),
    "error": Macro(manner="logs", error_type="console"),
    **dict.fromkeys(("eprintln", "eprint"), Macro(manner="exits", error_type="console", severity="critical")),
}
_CONDITIONAL = frozenset({"assert", "debug_assert", "ensure"})
# What follows a statement that prints to standard error.
_EXIT = re.compile(rb"[\s;]{0,200}(?:std::)?(?:process::)?exit\((?!0\))")
_CODE = re.compile(r"E\d{4}")
_PATH = re.compile(r"(?:\w{1,80}::){0,9}(?P<type>[A-Z]\w{0,80})::(?P<name>[A-Z]\w{0,80})(?=\s*(?:[({]|\Z))")


@dataclass(frozen=True, kw_only=True, slots=True)
class Telling:
    """What a macro tells, how, and what must be so for it beside what is around it."""

    macro: Macro
    raised: Raised
    guards: tuple[Guard, ...] = ()
    error_code: str | None = None


class Macros:
    """Judges the macros of one file."""

    def __init__(self, source: Source, messages: Messages) -> None:
        self._source, self._messages = source, messages

    def telling(self, node: Node, place: Place) -> Telling | None:
        """What a macro tells; None: nothing of an error."""
        name = macro_name(self._source, node)
        macro = MACROS.get(name)
        if macro is None or not self._is_meant(name, node, place):
            return None
        groups = groups_of(tokens_of(node))
        first, rest = groups[: macro.skipped], groups[macro.skipped :]
        condition = self._source.between(first[0].start, first[0].end) if first else ""
        guards = (Guard(kind="condition", text=condition, holds=False),) if name in _CONDITIONAL else ()
        code = next((text for text in self._texts(groups[:4]) if _CODE.fullmatch(text)), None)
        raised = self._raised(macro, rest, node, place)
        if not rest and condition and name in ("assert", "debug_assert"):
            raised = Text(messages=((f"assertion failed: {condition}",),))
        if raised is None:
            return None
        return Telling(macro=macro, raised=raised, guards=guards, error_code=code)

    def _is_meant(self, name: str, node: Node, place: Place) -> bool:
        if not name.startswith("eprint"):
            return True
        after = (place.statement or node).end_byte
        return bool(_EXIT.match(self._source.data, after))

    def _texts(self, groups: list[Group]) -> list[str]:
        return [self._source.between(group.start, group.end) for group in groups if not group.is_text]

    def _raised(self, macro: Macro, groups: list[Group], node: Node, place: Place) -> Raised | None:
        if not groups:
            return Text(messages=((macro.alone,),)) if macro.alone else None
        index = next((index for index, group in enumerate(groups) if group.is_text), 0)
        said = self._messages.in_macro(node, groups[index:], place)
        if said and all(map(says, said)):
            return Text(messages=self._opened(macro, said, node))
        source = self._source.between(groups[0].start, groups[0].end)
        if len(groups) == 1 and (path := _PATH.match(source)):
            return Made(type_name=path["type"], name=path["name"], fields={}, source=source)
        # A text of arguments only, or an error that is handed on.
        return Text(messages=self._opened(macro, said, node)) if said or macro.opening else None

    def _opened(self, macro: Macro, said: Choices | None, node: Node) -> Choices:
        if not macro.opening:
            return said or ((),)
        hole = self._source.hole(node)
        return choices_of([((macro.opening,),), said or ((hole,),)], hole)
