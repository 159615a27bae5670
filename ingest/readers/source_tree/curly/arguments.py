"""What the arguments of an error's constructor are for: which of its constructors takes them, which is its
message."""

import re
from collections.abc import Mapping

from ingest.readers.source_tree.curly.facts import CAUSE, Argument, Constructor, ErrorClass
from ingest.readers.source_tree.curly.text import (
    COMPOSITE,
    MESSAGE_FORMAT,
    PRINTF,
    Alternatives,
    Piece,
    formatted,
)
from ingest.readers.source_tree.curly.values import tells
from ingest.readers.source_tree.site import Hole

#: A text that is a code: `E1001`, `AUTH-12`.
CODE_TEXT = re.compile(r"[A-Z]{1,12}[-_]?\d{2,6}\Z")

# A cause, an object, a type, a number.
_NO_MESSAGE = re.compile(
    rf"{CAUSE.pattern}|(?:this|null|true|false|-?\d.*|[\w.]+(?:::|\.)class|typeof ?\(.*)\Z", re.DOTALL
)

_FORMATTING = re.compile(
    r"(?:(?P<by>String\.format|[Ss]tring\.Format|MessageFormat\.format)\("
    r"(?:[\w.]{0,60}(?:Locale|Culture)[\w.]{0,60}, ?)?(?P<text>\w{1,60}), ?"
    r"|(?P<asked>\w{1,60})\.format(?:ted)?\(\*?)(?P<values>\w{1,60})\)\Z"
)


def chosen(
    error: ErrorClass, arguments: tuple[Argument, ...], but: tuple[Constructor, ...]
) -> Constructor | None:
    fitting = [one for one in error.constructors if one not in but and _fits(one, arguments)]
    return max(fitting, key=lambda one: _likeness(one, arguments), default=None)


def _fits(constructor: Constructor, arguments: tuple[Argument, ...]) -> bool:
    needed = sum(not one.may_lack for one in constructor.parameters)
    takes_more = any(one.many for one in constructor.parameters)
    return needed <= len(arguments) and (takes_more or len(arguments) <= len(constructor.parameters))


def _likeness(constructor: Constructor, arguments: tuple[Argument, ...]) -> int:
    """How well arguments suit the parameters: text is where text is asked for, names are alike."""
    likeness = 2 * (len(constructor.parameters) == len(arguments))
    for parameter, argument in zip(constructor.parameters, arguments, strict=False):
        if tells(argument.values):
            likeness += 4 if parameter.is_text else -4
        owner, _, name = argument.expression.rpartition(".")
        likeness += (name.lower() == parameter.name.lower()) + name.lower().endswith(parameter.name.lower())
        # `Kind.NAME`, as constants of enums are written.
        likeness += 4 * (owner.rpartition(".")[2] == parameter.kind)
    return likeness


def meanings_of(constructor: Constructor, arguments: tuple[Argument, ...]) -> dict[str, Piece]:
    """What the parameters are given, by their names; one that takes any number means nothing by itself."""
    named = {one.name: one for one in arguments if one.name is not None}
    placed = [one for one in arguments if one.name is None]
    meanings = {}
    for place, parameter in enumerate(constructor.parameters):
        argument = named.get(parameter.name) or (placed[place] if place < len(placed) else None)
        if argument is not None and not parameter.many:
            meanings[parameter.name] = piece_of(argument)
    return meanings


def many_of(constructor: Constructor, arguments: tuple[Argument, ...]) -> dict[str, list[Piece]]:
    """What the parameter that takes any number is given, by its name."""
    placed = [one for one in arguments if one.name is None]
    return {
        parameter.name: [piece_of(one) for one in placed[place:]]
        for place, parameter in enumerate(constructor.parameters)
        if parameter.many
    }


def piece_of(argument: Argument) -> Piece:
    """An argument as an operand of a message."""
    hole = Hole(expression=argument.expression)
    return Piece(values=argument.values or ((hole,),), hole=hole)


def filled(expression: str, meanings: Mapping[str, Piece], many: Mapping[str, list[Piece]]) -> Alternatives:
    """`String.format(text, values)` in a function that takes any number of values; () for another
    expression."""
    hit = _FORMATTING.match(expression)
    if hit is None:
        return ()
    text, values = meanings.get(hit["text"] or hit["asked"]), many.get(hit["values"])
    if text is None or values is None:
        return ()
    style = {"String.format": PRINTF, "MessageFormat.format": MESSAGE_FORMAT, None: PRINTF}
    return formatted(style.get(hit["by"], COMPOSITE), text.values, values, text.hole)


def message_among(arguments: tuple[Argument, ...]) -> Alternatives:
    """The argument that most likely is the message: one by that name, the first with letters that is no code,
    or else the first that is no cause; a cause alone is what the error tells."""
    for argument in arguments:
        if argument.name in ("message", "msg", "reason"):
            return argument.values
    texts = [one for one in arguments if tells(one.values)]
    told = [one for one in texts if not is_code(one)] or texts
    if told:
        return told[0].values
    open_ones = [one for one in arguments if one.name is None and not _NO_MESSAGE.match(one.expression)]
    for argument in open_ones or arguments:
        return argument.values
    return ()


def is_code(argument: Argument) -> bool:
    match argument.values:
        case ((str() as text,),):
            return CODE_TEXT.match(text) is not None
    return False
