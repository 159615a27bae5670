"""Calls that raise unless something holds, log an error, or end the program: what Java and Kotlin share of
them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tree_sitter import Node

from ingest.readers.source_tree.curly import Place, first_named, short_text
from ingest.readers.source_tree.curly.facts import Raised
from ingest.readers.source_tree.curly.file import Call, File
from ingest.readers.source_tree.curly.status import status_among
from ingest.readers.source_tree.curly.text import (
    ANCHORS,
    COMPOSITE,
    MESSAGE_FORMAT,
    PERCENT_S,
    PRINTF,
    Alternatives,
    Piece,
    Style,
    formatted,
    joined,
    literal,
)
from ingest.readers.source_tree.curly.throws import null_check, told
from ingest.readers.source_tree.curly.values import hole_of
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.site import Guard

_LOGGER = re.compile(
    r"(?:\A|[._])(?:log|LOG|logger|LOGGER|\w{0,40}(?:Log|Logger|_LOG|_LOGGER))(?:\(\))?\Z|\ALogger\w{0,40}\("
)
_ENDING = frozenset({"", "System", "Runtime.getRuntime()", "Environment", "kotlin.system"})
_ERROR_OUTPUT = frozenset({"System.err", "Console.Error"})
_WHOLE_LINE = frozenset({"println", "WriteLine"})
_PRINTING = {
    "print": None,
    "println": None,
    "printf": PRINTF,
    "format": PRINTF,
    "Write": COMPOSITE,
    "WriteLine": COMPOSITE,
}
#: So many lines that are printed before the program ends make its message.
_MAX_PRINTED = 10
_THROWABLE_NAME = re.compile(r"(?:e|ex|t|th|throwable|cause|exception)\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """A call `name(checked, message, …)`. ``owners``: what may stand before the name, "" for nothing;
    ``fails``: what must be so of the checked value for it to raise; a ``style`` when the message is a format
    string."""

    owners: frozenset[str]
    error_class: str
    fails: Literal["null", "false", "unknown"] = "unknown"
    style: Style | None = None


def _check(owners: str, error_class: str, fails: str = "unknown", style: Style | None = None) -> Check:
    known: Literal["null", "false", "unknown"] = (
        "null" if fails == "null" else "false" if fails == "false" else "unknown"
    )
    return Check(
        owners=frozenset({"" if one == "-" else one for one in owners.split()}),
        error_class=error_class,
        fails=known,
        style=style,
    )


_ARGUMENT, _STATE, _NULL = "IllegalArgumentException", "IllegalStateException", "NullPointerException"
CHECKS: dict[str, tuple[Check, ...]] = {
    "requireNonNull": (_check("Objects -", _NULL, "null"),),
    "checkNotNull": (_check("Preconditions -", _NULL, "null", PERCENT_S),),
    "checkArgument": (_check("Preconditions -", _ARGUMENT, "false", PERCENT_S),),
    "checkState": (_check("Preconditions -", _STATE, "false", PERCENT_S),),
    "verify": (_check("Verify", "VerifyException", "false", PERCENT_S),),
    "verifyNotNull": (_check("Verify -", "VerifyException", "null", PERCENT_S),),
    "notNull": (_check("Assert", _ARGUMENT, "null"), _check("Validate", _NULL, "null", PRINTF)),
    "isTrue": (_check("Assert", _ARGUMENT, "false"), _check("Validate", _ARGUMENT, "false", PRINTF)),
    "state": (_check("Assert", _STATE, "false"),),
    "hasText": (_check("Assert", _ARGUMENT),),
    "hasLength": (_check("Assert", _ARGUMENT),),
    "notEmpty": (_check("Assert", _ARGUMENT), _check("Validate", _ARGUMENT, style=PRINTF)),
    "notBlank": (_check("Validate", _ARGUMENT, style=PRINTF),),
    "validState": (_check("Validate", _STATE, "false", PRINTF),),
}


def checked(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """A check with a message."""
    owner = call.owner.rpartition(".")[2]
    for check in CHECKS.get(call.name, ()):
        if owner not in check.owners or len(call.arguments) < 2:
            continue
        subject, message = call.arguments[0][1], call.arguments[1][1]
        messages = _message(file, place, message, [one for _, one in call.arguments[2:]], check.style)
        yield told(file, place, messages, error_class=check.error_class, guard=_guard(check, subject))


def _guard(check: Check, subject: Node) -> Guard | None:
    if check.fails == "null":
        return Guard(kind="condition", text=null_check(subject))
    return Guard(kind="condition", text=short_text(subject), holds=False) if check.fails == "false" else None


def _message(
    file: File, place: Place, message: Node, rest: Sequence[Node], style: Style | None
) -> Alternatives:
    values = file.values.ask(supplied(message), place.frame)
    if style is None:
        return values
    pieces = [Piece(values=file.values.ask(one, place.frame), hole=hole_of(one)) for one in rest[:20]]
    return formatted(style, values, pieces, hole_of(message))


def supplied(node: Node) -> Node:
    """The expression that `() -> "…"` gives."""
    if node.type != "lambda_expression":
        return node
    body = node.child_by_field_name("body")
    return node if body is None or body.type == "block" else body


def logged(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`log.error("… {}", x)`, `fatal`, `severe`, `logger.log(Level.SEVERE, …)`, Android's `Log.e(TAG, …)`."""
    arguments = [node for _, node in call.arguments]
    style, severity = ANCHORS, "critical" if call.name in ("fatal", "wtf") else "error"
    match call.name:
        case "e" | "wtf":
            if call.owner not in ("Log", "Timber"):
                return
            arguments, style = arguments[call.owner == "Log" :], PRINTF
        case "log":
            level = text(arguments[0]).rpartition(".")[2] if arguments else ""
            if level not in ("SEVERE", "ERROR", "FATAL"):
                return
            arguments, style = arguments[1:], MESSAGE_FORMAT if level == "SEVERE" else ANCHORS
    if call.name not in ("e", "wtf") and not _LOGGER.search(call.owner):
        return
    while len(arguments) > 1 and _THROWABLE_NAME.match(text(arguments[0])):
        arguments = arguments[1:]
    if not arguments or _THROWABLE_NAME.match(text(arguments[0])):
        return
    if call.name in ("e", "wtf") and len(arguments) == 1:
        style = PERCENT_S
    messages = _message(file, place, arguments[0], arguments[1:], style)
    yield told(file, place, messages, manner="logs", error_type="console", severity=severity)


def sent(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`sendError(404, "…")` and `respond(HttpStatusCode.NotFound, "…")`."""
    status = status_among("Http", [text(node) for _, node in call.arguments[:1]])
    if status is None or len(call.arguments) != 2:
        return
    messages = file.values.ask(call.arguments[1][1], place.frame)
    yield told(file, place, messages, manner="reports", error_type="http", http_status=status)


def exits(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`System.exit(1)` and its like after something was printed to the standard error output, in the same
    block."""
    status = text(call.arguments[0][1]) if call.arguments else ""
    if call.owner not in _ENDING or status == "0":
        return
    statement, _ = file.statement(place.frame, place.node)
    printed = _printed(file, place, statement)
    if printed:
        yield told(file, place, printed, manner="exits", error_type="console", severity="critical")


def _printed(file: File, place: Place, statement: Node) -> Alternatives:
    pieces: list[Piece] = []
    child: Node | None = statement
    for _ in range(_MAX_PRINTED):
        child = child.prev_named_sibling if child is not None else None
        if child is None:
            break
        expression = first_named(child) if child.type == "expression_statement" else child
        call = file.conventions.call(expression) if expression is not None else None
        if (
            call is None
            or call.owner not in _ERROR_OUTPUT
            or call.name not in _PRINTING
            or not call.arguments
        ):
            break
        nodes = [node for _, node in call.arguments]
        values = _message(file, place, nodes[0], nodes[1:], _PRINTING[call.name] if nodes[1:] else None)
        if pieces and call.name in _WHOLE_LINE:
            pieces.insert(0, literal("\n"))
        pieces.insert(0, Piece(values=values, hole=hole_of(nodes[0])))
    return joined(pieces) if pieces else ()
