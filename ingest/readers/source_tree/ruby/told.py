"""Calls in Ruby that tell of an error without raising one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from tree_sitter import Node

from ingest.readers.source_tree.ruby.messages import Messages
from ingest.readers.source_tree.ruby.names import arguments_of
from ingest.readers.source_tree.site import Manner
from ingest.readers.source_tree.surroundings import Choices, Place, Source, says
from ingest.record import ErrorType, Severity

# `logger`, `Rails.logger`, `@log`; not `catalog`.
_LOGGER = re.compile(r"(?:\A|[.@_:])(?:log|\w{0,40}[lL]ogger|LOG(?:GER)?)\Z")
_ERRORS = re.compile(r"(?:\A|\.)errors\Z")
_STANDARD_ERROR = frozenset({"$stderr", "STDERR"})
# What follows the statement that prints to standard error.
_EXIT = re.compile(rb"[\s;]{0,200}exit(?:!|[ (]\s?(?!0|true))")
_MESSAGE_KEYS = frozenset({"error", "errors", "message", "msg", "detail"})
_STATUS = re.compile(r":?(?P<name>\w{1,60})")


@dataclass(frozen=True, kw_only=True, slots=True)
class Telling:
    """How a call tells of an error."""

    manner: Manner
    error_type: ErrorType = "exception"
    severity: Severity = "error"
    http_status: int | None = None


_WARNS = Telling(manner="warns", error_type="console", severity="warning")
_EXITS = Telling(manner="exits", error_type="console", severity="critical")
_LOGS = Telling(manner="logs", error_type="console")
_FATAL = Telling(manner="logs", error_type="console", severity="critical")
_INVALID = Telling(manner="reports", error_type="validation")


class Tellings:
    """Judges the calls of one file."""

    def __init__(self, source: Source, messages: Messages) -> None:
        self._source, self._messages = source, messages

    def of(self, name: str, call: Node, place: Place) -> tuple[Telling, Choices] | None:
        """How a call tells of an error, and what it says; None: it does not."""
        arguments = [each for each in arguments_of(call) if each.type != "pair"]
        receiver = self._source.text(call.child_by_field_name("receiver"))
        if not receiver or receiver == "Kernel":
            return self._alone(name, call, arguments, place)
        if not arguments:
            return None
        found: Telling | None = None
        if name in ("error", "fatal") and _LOGGER.search(receiver):
            found = _LOGS if name == "error" else _FATAL
        elif name == "puts" and receiver in _STANDARD_ERROR and self._exits(call, place):
            found = _EXITS
        elif name == "add" and _ERRORS.search(receiver) and len(arguments) > 1:
            found, arguments = _INVALID, arguments[1:]
        said = self._text(arguments[:1], place)
        return (found, said) if found and said else None

    def _alone(
        self, name: str, call: Node, arguments: Sequence[Node], place: Place
    ) -> tuple[Telling, Choices] | None:
        if name in ("abort", "warn"):
            said = self._text(arguments[:1], place)
            return (_EXITS if name == "abort" else _WARNS, said) if said else None
        if name == "render":
            return self._answer(call, place)
        status = next((code for each in arguments if (code := self._status(each))), None)
        said = self._text(arguments, place)
        if name not in ("halt", "error!") or status is None or said is None:
            return None
        return Telling(manner="raises", error_type="http", http_status=status), said

    def _exits(self, call: Node, place: Place) -> bool:
        return bool(_EXIT.match(self._source.data, (place.statement or call).end_byte))

    def _text(self, arguments: Sequence[Node], place: Place) -> Choices | None:
        """What the first of some arguments says that is a text."""
        for each in arguments:
            said = self._messages.known(each, place)
            if said and all(map(says, said)):
                return said
        return None

    def _answer(self, call: Node, place: Place) -> tuple[Telling, Choices] | None:
        """`render json: { error: "…" }, status: 404`."""
        given = self._pairs(arguments_of(call))
        body, status = given.get("json") or given.get("plain"), given.get("status")
        code = self._status(status) if status else None
        if body is None or code is None:
            return None
        inside = self._pairs(body.named_children) if body.type == "hash" else {}
        texts = [value for name, value in inside.items() if name in _MESSAGE_KEYS]
        said = self._text(texts or [body], place)
        return (Telling(manner="reports", error_type="http", http_status=code), said) if said else None

    def _pairs(self, nodes: Sequence[Node]) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for each in nodes[:20]:
            key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
            if each.type == "pair" and value is not None:
                found[self._source.text(key).strip(":'\"")] = value
        return found

    def _status(self, node: Node) -> int | None:
        """404 of `404` and of `:not_found`; None: it is no status of an error."""
        if node.type not in ("integer", "simple_symbol") or not (
            hit := _STATUS.fullmatch(self._source.text(node))
        ):
            return None
        name = hit["name"]
        known = HTTPStatus.__members__.get(name.upper())
        code = int(name) if name.isdecimal() and len(name) == 3 else int(known or 0)
        return code if 400 <= code <= 599 else None
