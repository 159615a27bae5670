"""Kotlin's calls that raise, report or end the program."""

from collections.abc import Iterator

from ingest.readers.source_tree.curly import Place, short_text
from ingest.readers.source_tree.curly.checks import CHECKS, checked, exits, logged, sent
from ingest.readers.source_tree.curly.facts import Raised
from ingest.readers.source_tree.curly.file import Call, File
from ingest.readers.source_tree.curly.text import Alternatives, Piece, joined, literal
from ingest.readers.source_tree.curly.throws import null_check, told
from ingest.readers.source_tree.curly.values import hole_of
from ingest.readers.source_tree.kotlin.tree import call as call_of
from ingest.readers.source_tree.site import Guard, Manner

# The class of what the standard library's checks raise, and what it says without a message.
_STANDARD = {
    "require": ("IllegalArgumentException", "Failed requirement."),
    "requireNotNull": ("IllegalArgumentException", "Required value was null."),
    "check": ("IllegalStateException", "Check failed."),
    "checkNotNull": ("IllegalStateException", "Required value was null."),
    "assert": ("AssertionError", "Assertion failed"),
}


def called(file: File, place: Place) -> Iterator[Raised]:
    """What a call raises, if anything."""
    call = call_of(place.node)
    if call is None:
        return
    lazy = bool(call.arguments) and call.arguments[-1][1].type == "annotated_lambda"
    if call.name in _STANDARD and call.owner == "" and len(call.arguments) - lazy == 1:
        yield from _checked(file, place, call, lazy=lazy)
    elif call.name in ("error", "TODO") and call.owner == "":
        yield from _failed(file, place, call)
    elif call.name in CHECKS:
        yield from checked(file, place, call)
    elif call.name in ("exit", "exitProcess"):
        yield from exits(file, place, call)
    elif call.name in ("sendError", "respond"):
        yield from sent(file, place, call)
    elif call.owner:
        yield from logged(file, place, call)


def _checked(file: File, place: Place, call: Call, *, lazy: bool) -> Iterator[Raised]:
    """`require(x > 0) { "…" }`."""
    error_class, unsaid = _STANDARD[call.name]
    subject = call.arguments[0][1]
    if subject.type == "annotated_lambda":
        return
    messages: Alternatives = ((unsaid,),)
    if lazy:
        messages = file.values.ask(call.arguments[-1][1], place.frame)
    if call.name.endswith("NotNull"):
        guard = Guard(kind="condition", text=null_check(subject))
    else:
        guard = Guard(kind="condition", text=short_text(subject), holds=False)
    manner: Manner = "asserts" if call.name == "assert" else "raises"
    yield told(file, place, messages, error_class=error_class, guard=guard, manner=manner)


def _failed(file: File, place: Place, call: Call) -> Iterator[Raised]:
    """`error("…")` and `TODO("…")`."""
    nodes = [node for _, node in call.arguments]
    if call.name == "error" and len(nodes) == 1:
        messages = file.values.ask(nodes[0], place.frame)
        yield told(file, place, messages, error_class="IllegalStateException")
    if call.name == "TODO":
        unsaid = "An operation is not implemented"
        reasons = [Piece(values=file.values.ask(node, place.frame), hole=hole_of(node)) for node in nodes[:1]]
        messages = joined([literal(f"{unsaid}: "), *reasons]) if reasons else ((f"{unsaid}.",),)
        yield told(file, place, messages, error_class="NotImplementedError")
