"""What a maker makes of the arguments that it gets: message, class, code, status."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ingest.readers.source_tree.ecmascript.facts import (
    MAX_WORDINGS,
    Argument,
    Shape,
    Slot,
    Wording,
    hole,
    joined,
)

#: A class may stand below so many others of the tree.
MAX_CHAIN = 8
# `ERR_INVALID_ARG` and `EACCES`, as an argument beside the message.
_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+|E[A-Z]{3,20}|[A-Z]{1,5}\d{2,6}")
_HTTP = re.compile(r"(?i)http|status|api_?err|api_?exception|response")
# What a caller writes to leave an argument out.
_ABSENT = frozenset({"undefined", "null", "NULL", "Null", "void 0", "nil"})

Find = Callable[[str], Shape | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What a maker makes of arguments. No wording: an error without a text of its own."""

    wordings: tuple[Wording, ...]
    error_class: str | None
    code: str | None = None
    status: int | None = None
    documentation: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """What a caller passes, and what stands for what it does not."""

    arguments: tuple[Argument, ...]
    defaults: tuple[tuple[int, Argument], ...] = ()

    def of(self, slot: Slot) -> Argument | None:
        """The argument for a slot."""
        passed = self.arguments[slot.parameter] if slot.parameter < len(self.arguments) else None
        if passed is None or passed.expression in _ABSENT:
            passed = next((value for place, value in self.defaults if place == slot.parameter), None)
        if passed is None or slot.member is None:
            return passed
        return passed.member(slot.member)


def construct(names: Sequence[str], arguments: tuple[Argument, ...], find: Find, depth: int = 0) -> Outcome:
    """What ``new a.b.C(…)`` makes, names being (a, b, C). Of a maker that no file has, the usual is taken:
    the message is its first text."""
    shape = next((shape for name in reversed(names) if (shape := find(name))), None)
    if shape is None or depth >= MAX_CHAIN:
        return usual(names[-1], arguments)
    given = Given(arguments=arguments, defaults=shape.defaults)
    inner = arguments
    if shape.arguments is not None:
        inner = tuple(_passed_on(argument, given) for argument in shape.arguments)
    outcome = Outcome(wordings=(), error_class=None)
    if shape.base is not None:
        outcome = construct((shape.base,), inner, find, depth + 1)
    return Outcome(
        wordings=filled(shape.message, given) if shape.message else outcome.wordings,
        error_class=shape.error_class or outcome.error_class,
        code=_code(shape.code, given) if shape.code is not None else outcome.code,
        status=_status(shape.status, given) if shape.status is not None else outcome.status,
        documentation=shape.documentation or outcome.documentation,
    )


def usual(name: str, arguments: tuple[Argument, ...]) -> Outcome:
    """What a class that is not known makes of arguments."""
    options = next((argument for argument in arguments if argument.members), None)
    code = status = None
    if options is not None:
        code = _constant(options.member("code")) or _constant(_extension(options))
        status = _http(options.member("status", "statusCode", "httpStatus"))
    if arguments and arguments[0] is options and (message := options.member("message", "msg")):
        return Outcome(wordings=message.wordings, error_class=name, code=code, status=status)
    texts = [argument for argument in arguments if argument.has_text or argument.is_text]
    if len(texts) > 1 and code is None and (first := _constant(texts[0])) and _CODE.fullmatch(first):
        code, texts = first, texts[1:]
    if _HTTP.search(name) and status is None:
        status = next((found for argument in arguments if (found := _http(argument))), None)
    texts.sort(key=lambda argument: not argument.is_sentence)
    others = [a for a in arguments if a.number is None and not a.members and a.expression not in _ABSENT]
    chosen = next(iter(texts or others), None)
    wordings = (chosen.wordings or (hole(chosen.expression),)) if chosen is not None else ()
    return Outcome(wordings=wordings, error_class=name, code=code, status=status)


def filled(wordings: tuple[Wording, ...], given: Given | None) -> tuple[Wording, ...]:
    """Wordings with what the caller passes in their slots; without a caller, slots are holes. To a caller the
    conditions of the maker say nothing: they are about names that it does not know."""
    done: list[Wording] = []
    if given is not None and any(_is_passed(wording, given) for wording in wordings):
        # The others are for callers that pass nothing.
        wordings = tuple(wording for wording in wordings if _has_slot(wording))
    for wording in wordings:
        if not _has_slot(wording):
            done.append(wording if given is None else Wording(parts=wording.parts))
            continue
        alone = len(wording.parts) == 1
        pieces = [
            _fill(part, given, alone) if isinstance(part, Slot) else (Wording(parts=(part,)),)
            for part in wording.parts
        ]
        names = [part if isinstance(part, str) else part.expression for part in wording.parts]
        own = wording.guards if given is None else ()
        done.extend(replace(result, guards=(*own, *result.guards)) for result in joined(pieces, names))
    return tuple(done[: 2 * MAX_WORDINGS])


def _has_slot(wording: Wording) -> bool:
    return any(isinstance(part, Slot) for part in wording.parts)


def _is_passed(wording: Wording, given: Given) -> bool:
    """Whether a wording is just what the caller passes, and that has a text."""
    slot = wording.parts[0] if len(wording.parts) == 1 else None
    argument = given.of(slot) if isinstance(slot, Slot) else None
    return argument is not None and argument.has_text


def _fill(slot: Slot, given: Given | None, alone: bool) -> tuple[Wording, ...]:
    if given is None:
        return (hole(slot.expression),)
    if (argument := given.of(slot)) is not None:
        return argument.wordings or (hole(argument.expression),)
    if slot.otherwise is not None:
        return filled((Wording(parts=slot.otherwise),), given)
    # A message that is nothing but what was not passed is no message.
    return (Wording(parts=()),) if alone else (hole(slot.expression),)


def _passed_on(argument: Argument, given: Given) -> Argument:
    """An argument of a maker's own call, with what its caller passes."""
    if (slot := _only_slot(argument)) is not None and (passed := given.of(slot)) is not None:
        return passed
    members = tuple((key, _passed_on(value, given)) for key, value in argument.members)
    wordings = filled(argument.wordings, given)
    if argument.wordings and all(not wording.parts for wording in wordings):
        return Argument(expression="undefined", wordings=())
    return replace(argument, wordings=wordings, members=members)


def _only_slot(argument: Argument) -> Slot | None:
    if len(argument.wordings) != 1 or len(argument.wordings[0].parts) != 1:
        return None
    part = argument.wordings[0].parts[0]
    return part if isinstance(part, Slot) else None


def _code(argument: Argument, given: Given) -> str | None:
    return _constant(_passed_on(argument, given))


def _status(argument: Argument, given: Given) -> int | None:
    return _http(_passed_on(argument, given))


def _constant(argument: Argument | None) -> str | None:
    """The text of an argument that is one constant."""
    if argument is None:
        return None
    literal = argument.wordings[0].literal if len(argument.wordings) == 1 else None
    return literal or argument.name


def _http(argument: Argument | None) -> int | None:
    number = argument.number if argument is not None else None
    return number if number is not None and 400 <= number <= 599 else None


def _extension(options: Argument) -> Argument | None:
    inner = options.member("extensions")
    return inner.member("code") if inner is not None else None
