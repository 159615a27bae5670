"""Java's calls that raise, report or end the program."""

from collections.abc import Iterator

from ingest.readers.source_tree.curly import Place
from ingest.readers.source_tree.curly.checks import CHECKS, checked, exits, logged, sent
from ingest.readers.source_tree.curly.facts import Raised
from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.throws import told
from ingest.readers.source_tree.curly.values import hole_of
from ingest.readers.source_tree.java.tree import call as call_of
from ingest.readers.source_tree.site import Guard


def called(file: File, place: Place) -> Iterator[Raised]:
    """What a call raises, if anything."""
    call = call_of(place.node)
    if call is None:
        return
    if call.name in CHECKS:
        yield from checked(file, place, call)
    elif call.name in ("exit", "halt"):
        yield from exits(file, place, call)
    elif call.name == "sendError":
        yield from sent(file, place, call)
    else:
        yield from logged(file, place, call)


def asserted(file: File, place: Place) -> Iterator[Raised]:
    """`assert x > 0 : "…"`."""
    parts = [one for one in place.node.named_children if not one.is_extra]
    if len(parts) != 2:
        return
    guard = Guard(kind="condition", text=hole_of(parts[0]).expression, holds=False)
    messages = file.values.ask(parts[1], place.frame)
    yield told(file, place, messages, error_class="AssertionError", manner="asserts", guard=guard)
