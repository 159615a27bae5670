"""Errors that are created and thrown, in Java, Kotlin and C# alike."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tree_sitter import Node

from ingest.readers.source_tree.curly import Frame, Place, short_text
from ingest.readers.source_tree.curly.arguments import message_among
from ingest.readers.source_tree.curly.facts import CAUSE, ERROR_NAME, Argument, Raised
from ingest.readers.source_tree.curly.file import Call, File
from ingest.readers.source_tree.curly.library import LIBRARY_CLASSES
from ingest.readers.source_tree.curly.status import status_among
from ingest.readers.source_tree.curly.text import Piece
from ingest.readers.source_tree.curly.values import hole_of, tells
from ingest.readers.source_tree.site import Hole, Manner

#: Nodes between an error's creation and its function that say that it is thrown there, or soon.
_THROWING = frozenset({"throw_statement", "throw_expression"})
_KEEPING = frozenset(
    {
        "local_variable_declaration",
        "local_declaration_statement",
        "property_declaration",
        "assignment_expression",
        "assignment",
        "lambda_expression",
        "lambda_literal",
    }
)


def thrown(file: File, place: Place, seen: set[int]) -> Iterator[Raised]:
    """What a throw raises; the creations in it are added to `seen`."""
    for node in file.conventions.choices(place.node):
        call = file.conventions.call(node)
        if call is None:
            continue
        statement, _ = file.statement(place.frame, place.node)
        if call.creates:
            seen.add(node.id)
            yield of_class(file, place, call.name or None, _arguments(file, place.frame, call), statement)
        else:
            yield from _made(file, place, call, node, statement)


def created(file: File, place: Place) -> Iterator[Raised]:
    """An error that is created outside of a throw: to be returned, passed on, or thrown a little later."""
    call = file.conventions.call(place.node)
    if call is None or not call.creates:
        return
    statement, path = file.statement(place.frame, place.node)
    if len(path) > 1 and path[-2].type in file.conventions.owners_of_calls:
        # `new Exception("…").getStackTrace()` is about something else.
        return
    arguments = _arguments(file, place.frame, call)
    kinds = {node.type for node in path[:-1]}
    if not kinds & _THROWING and not arguments and call.name in LIBRARY_CLASSES:
        # A stack trace is wanted, and no error.
        return
    manner: Manner = "raises" if kinds & (_THROWING | _KEEPING) else "returns"
    yield of_class(file, place, call.name, arguments, statement, manner=manner)


def of_class(
    file: File,
    place: Place,
    error_class: str | None,
    arguments: tuple[Argument, ...],
    statement: Node,
    **facts: Any,
) -> Raised:
    """A site of an error with its constructor's arguments."""
    status = status_among(error_class or "", [one.expression for one in arguments])
    site = file.site(
        place.node,
        place.frame,
        statement=statement,
        error_class=error_class,
        http_status=status,
        error_type="exception" if status is None else "http",
        **facts,
    )
    return Raised(site=site, arguments=arguments)


def _arguments(file: File, frame: Frame, call: Call) -> tuple[Argument, ...]:
    return tuple(file.argument(node, frame, name) for name, node in call.arguments)


def _made(file: File, place: Place, call: Call, node: Node, statement: Node) -> Iterator[Raised]:
    """`throw failure("…", x)`: an error that a function makes, of this file or of another."""
    arguments = _arguments(file, place.frame, call)
    inner = _inlined(file, call, arguments)
    if inner is not None:
        yield of_class(file, place, inner[0], inner[1], statement)
        return
    owner = call.owner.rpartition(".")[2]
    error_class = owner if owner[:1].isupper() and ERROR_NAME.search(owner) else None
    messages = message_among(arguments)
    if not tells(messages):
        if all(CAUSE.match(one.expression) for one in arguments):
            # Nothing is told, or a cause is thrown on.
            return
        messages = ((hole_of(node),),)
    site = file.site(place.node, place.frame, statement=statement, error_class=error_class)
    yield Raised(site=site, messages=messages)


def _inlined(
    file: File, call: Call, arguments: tuple[Argument, ...]
) -> tuple[str, tuple[Argument, ...]] | None:
    """The class and the constructor's arguments of an error that a helper of the file makes."""
    given = [Piece(values=one.values, hole=Hole(expression=one.expression)) for one in arguments]
    helper = file.helper(call.name, given) if call.owner in ("", "this") else None
    if helper is None:
        return None
    outcome = file.conventions.outcome(helper.frame.node)
    made = file.conventions.call(outcome) if outcome is not None else None
    if made is None or not made.creates:
        return None
    handed = _arguments(file, helper.frame, made)
    return made.name, tuple(replace(one, values=helper.said(one.values, one.expression)) for one in handed)


def told(
    file: File,
    place: Place,
    messages: tuple[Any, ...],
    **facts: Any,
) -> Raised:
    """A site whose messages are known as they stand."""
    statement, _ = file.statement(place.frame, place.node)
    return Raised(
        site=file.site(place.node, place.frame, statement=statement, **facts), messages=tuple(messages)
    )


def null_check(node: Node) -> str:
    """The condition that a check for null fails by."""
    return f"{short_text(node)} == null"
