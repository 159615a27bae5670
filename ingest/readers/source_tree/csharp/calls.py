"""C#'s calls that raise, report or end the program, and what .NET's own errors say."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from ingest.readers.source_tree.csharp.grammar import call as call_of
from ingest.readers.source_tree.curly import Place, short_text
from ingest.readers.source_tree.curly.checks import exits
from ingest.readers.source_tree.curly.facts import CAUSE, Argument, Raised
from ingest.readers.source_tree.curly.file import Call, File
from ingest.readers.source_tree.curly.text import (
    COMPOSITE,
    LOG_TEMPLATE,
    NULL,
    Alternatives,
    Piece,
    formatted,
    joined,
    literal,
)
from ingest.readers.source_tree.curly.throws import null_check, told
from ingest.readers.source_tree.curly.values import hole_of, tells
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.site import Guard, Hole
from ingest.record import Severity

_LOGGER = re.compile(r"(?:\A|[._])(?:log|LOG|logger|LOGGER|Debug|\w{0,40}(?:Log|Logger|_LOG|_LOGGER))\Z")
_STATUSES = {
    "BadRequest": 400,
    "Unauthorized": 401,
    "NotFound": 404,
    "Conflict": 409,
    "UnprocessableEntity": 422,
}
_RESULTS = frozenset({"", "this", "base", "Results", "TypedResults"})
_ASSERTING = frozenset({"Debug", "Trace", "Contract", "System.Diagnostics.Debug"})
_GENERIC_CALL = re.compile(r"[\w.]{1,80}<(?:\w{1,40}\.){0,6}(?P<name>\w{1,80})>\Z")
_RESOURCE = re.compile(r"(?:\w{1,40}\.){0,4}(?:SR|SRMessages|Resources?|Strings?|Messages)\.[A-Z]")
_THROW_IF = {
    "ThrowIfNull": "Value cannot be null.",
    "ThrowIfNullOrEmpty": "The value cannot be an empty string.",
    "ThrowIfNullOrWhiteSpace": "The value cannot be an empty string or composed entirely of whitespace.",
}
# What .NET says for a parameter without a message of one's own.
_OF_PARAMETER = {
    "ArgumentNullException": ("Value cannot be null.", " (Parameter '{}')"),
    "ArgumentOutOfRangeException": (
        "Specified argument was out of the range of valid values.",
        " (Parameter '{}')",
    ),
    "ObjectDisposedException": ("Cannot access a disposed object.", "\nObject name: '{}'."),
}


def library_message(error_class: str | None, arguments: tuple[Argument, ...]) -> Alternatives | None:
    """The message of .NET's errors where it is not what the first text says: those that name a parameter, and
    those whose text is a resource."""
    placed = [one for one in arguments if one.name in (None, "paramName", "objectName", "message")]
    if not placed or any(one.name == "message" for one in placed):
        return None
    if error_class == "ArgumentException" or _RESOURCE.match(placed[0].expression):
        return placed[0].values
    known = _OF_PARAMETER.get(error_class or "")
    if known is None:
        return None
    if len(placed) > 1:
        return placed[0].values if CAUSE.match(placed[-1].expression) else placed[-1].values
    if placed[0].values == (NULL,):
        return ((known[0],),)
    before, _, after = known[1].partition("{}")
    name = Piece(values=placed[0].values, hole=Hole(expression=placed[0].expression))
    return joined([literal(known[0] + before), name, literal(after)])


def called(file: File, place: Place) -> Iterator[Raised]:
    """What a call raises, if anything."""
    call = call_of(place.node)
    if call is None:
        return
    if call.name in _THROW_IF:
        yield from _parameter_checked(file, place, call)
    elif call.name in ("Assert", "Requires", "Fail", "FailFast"):
        yield from _asserted(file, place, call)
    elif call.name == "Exit":
        yield from exits(file, place, call)
    elif call.name in _STATUSES:
        yield from _answered(file, place, call)
    else:
        yield from _logged(file, place, call)


def _parameter_checked(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`ArgumentNullException.ThrowIfNull(x)`."""
    owner = call.owner.rpartition(".")[2]
    if not owner.endswith("Exception") or not call.arguments:
        return
    subject = call.arguments[0][1]
    message = f"{_THROW_IF[call.name]} (Parameter '{short_text(subject)}')"
    guard = Guard(kind="condition", text=null_check(subject)) if call.name == "ThrowIfNull" else None
    yield told(file, place, ((message,),), error_class=owner, guard=guard)


def _asserted(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`Debug.Assert(x, "…")`, `Contract.Requires(x, "…")`, `Debug.Fail("…")`, `Environment.FailFast("…")`."""
    nodes = [node for _, node in call.arguments]
    if call.name == "FailFast" and call.owner == "Environment" and nodes:
        messages = file.values.ask(nodes[0], place.frame)
        yield told(file, place, messages, manner="exits", error_type="panic", severity="critical")
    if call.name == "Fail" and call.owner in _ASSERTING and nodes:
        yield told(file, place, file.values.ask(nodes[0], place.frame), manner="asserts")
    if call.name in ("Assert", "Requires") and call.owner in _ASSERTING and len(nodes) > 1:
        guard = Guard(kind="condition", text=short_text(nodes[0]), holds=False)
        messages = file.values.ask(nodes[1], place.frame)
        yield told(
            file, place, messages, manner="asserts", guard=guard, error_class=_type_argument(place.node)
        )


def _type_argument(node: Node) -> str | None:
    hit = _GENERIC_CALL.match(short_text(node.child_by_field_name("function")))
    return hit["name"] if hit else None


def _answered(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`return NotFound("…")` of a controller."""
    if call.owner not in _RESULTS or len(call.arguments) != 1:
        return
    messages = file.values.ask(call.arguments[0][1], place.frame)
    if tells(messages):
        status = _STATUSES[call.name]
        yield told(file, place, messages, manner="returns", error_type="http", http_status=status)


def _logged(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`logger.LogError(e, "… {Name}", x)`, `Log.Error(…)`, `log.ErrorFormat("… {0}", x)`."""
    nodes = [node for _, node in call.arguments]
    if not _LOGGER.search(call.owner) and not (call.name == "TraceError" and call.owner == "Trace"):
        return
    while len(nodes) > 1 and CAUSE.match(text(nodes[0])):
        nodes = nodes[1:]
    if not nodes or CAUSE.match(text(nodes[0])):
        return
    severity: Severity = "critical" if call.name.startswith(("LogCritical", "Fatal")) else "error"
    style = COMPOSITE if call.name.endswith("Format") or call.name == "TraceError" else LOG_TEMPLATE
    messages = file.values.ask(nodes[0], place.frame)
    pieces = [Piece(values=file.values.ask(one, place.frame), hole=hole_of(one)) for one in nodes[1:20]]
    if pieces:
        messages = formatted(style, messages, pieces, hole_of(nodes[0]))
    yield told(file, place, messages, manner="logs", error_type="console", severity=severity)
