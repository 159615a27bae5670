"""Which calls in Go tell of an error, how, and with which words."""

import re
from dataclasses import dataclass
from http import HTTPStatus

from tree_sitter import Node

from ingest.readers.source_tree.go.messages import Messages
from ingest.readers.source_tree.go.names import Names, arguments_of, is_errors
from ingest.readers.source_tree.site import Manner
from ingest.readers.source_tree.surroundings import Choices, Place, Source, says
from ingest.record import ErrorType, Severity

#: Methods and functions that may tell of an error; a call of another name is not looked at.
CALLED = (
    *("New", "Newf", "Errorf", "Wrap", "Wrapf", "WithMessage", "WithMessagef"),
    *("Fatal", "Fatalf", "Fatalln", "Fatalw", "Panic", "Panicf", "Panicln", "Panicw"),
    *("Error", "Errorln", "Errorw", "ErrorContext", "Fprint", "Fprintf", "Fprintln"),
    *("JSON", "String", "IndentedJSON", "AbortWithStatusJSON", "AbortWithError", "NewHTTPError", "NewError"),
)
_CREATING = frozenset(CALLED[:7])

# `log`, `s.logger`, `logrus.WithError(err)`, `klog`; not `catalog`.
_LOGGER = re.compile(r"(?:\A|[._])(?:[a-z]?log|logrus|\w{0,40}[lL]ogger|\w{0,40}[a-z]Log|L|zap|sugar)\b")
_LEVEL = re.compile(r"(?P<level>Error|Fatal|Panic)(?P<form>f|ln|w|Context)?")
#: Packages whose `Error(…)` prints all its operands, as `Sprint` does.
_PRINTING = frozenset({"log", "logrus", "glog", "klog"})

_STATUS = re.compile(r"\w+\.Status(?P<name>[A-Z]\w{0,60})|(?P<number>[45]\d\d)")
_STATUSES = {name.replace("_", "").lower(): each.value for name, each in HTTPStatus.__members__.items()}
_STATUSES["teapot"] = 418
_MESSAGE_KEY = re.compile(r'"(?:error|message|msg|detail|reason)"', re.IGNORECASE)
_CODE = re.compile(r"\w+\.(?P<code>[A-Z]\w{0,60})")
# What follows the statement that prints to standard error.
_EXIT = re.compile(rb"[\s;]{0,200}os\.Exit\((?!0\))")


@dataclass(frozen=True, kw_only=True, slots=True)
class Telling:
    """How a call tells of an error, and what it may say."""

    messages: Choices
    manner: Manner
    error_type: ErrorType = "exception"
    severity: Severity = "error"
    error_code: str | None = None
    http_status: int | None = None


class Calls:
    """Judges the calls of one file."""

    def __init__(self, source: Source, names: Names, messages: Messages) -> None:
        self._source, self._names, self._messages = source, names, messages

    def telling(self, call: Node, place: Place) -> Telling | None:
        """How a call tells of an error; None: it does not."""
        function, arguments = call.child_by_field_name("function"), arguments_of(call)
        if function is None or not arguments:
            return None
        if function.type == "identifier":
            return self._panic(arguments[0], place) if self._source.text(function) == "panic" else None
        operand = function.child_by_field_name("operand")
        called = self._source.text(function.child_by_field_name("field"))
        if operand is None:
            return None
        package = self._names.package(operand)
        return (
            self._created(package, called, arguments, place)
            or self._status(package, called, arguments, place)
            or self._http(package, called, arguments, place)
            or self._logged(operand, package, called, arguments, place)
            or self._exit(package, called, arguments, place)
        )

    def _panic(self, argument: Node, place: Place) -> Telling | None:
        if argument.type == "identifier" and place.function is not None:
            _, value = self._names.assigned(self._source.text(argument), argument, place.function)
            if self._source.text(value) == "recover()":
                return None
        messages = self._messages.of(argument, place)
        return Telling(messages=messages, manner="panics", error_type="panic", severity="critical")

    def _created(
        self, package: str | None, called: str, arguments: list[Node], place: Place
    ) -> Telling | None:
        if package is None or called not in _CREATING or not (package == "fmt" or is_errors(package)):
            return None
        made = self._messages.printed(package, called, arguments, place)
        return None if made is None else Telling(messages=made, manner="returns")

    def _status(
        self, package: str | None, called: str, arguments: list[Node], place: Place
    ) -> Telling | None:
        if package not in ("status", "grpc") or called not in ("Error", "Errorf", "New", "Newf"):
            return None
        code = _CODE.fullmatch(self._source.text(arguments[0]))
        if code is None or code["code"] == "OK" or len(arguments) < 2:
            return None
        said = self._messages.of(arguments[1], place)
        if called.endswith("f"):
            said = self._messages.formatted(arguments[1:], place)
        return Telling(messages=said, manner="returns", error_code=code["code"])

    def _http(self, package: str | None, called: str, arguments: list[Node], place: Place) -> Telling | None:
        statuses = [_STATUS.fullmatch(self._source.text(each)) for each in arguments]
        found = next((hit for hit in statuses if hit), None)
        if found is None or called not in CALLED or called in _CREATING:
            return None
        status = int(found["number"] or 0) or _STATUSES.get((found["name"] or "").lower(), 0)
        if status < 400:
            return None
        rest = [each for each, hit in zip(arguments, statuses, strict=True) if hit is None]
        if package == "http" and called == "Error":
            said = self._messages.of(rest[-1], place) if rest else ()
        else:
            said = next((made for each in rest if (made := self._body(each, place))), ())
        telling = Telling(messages=said, manner="reports", error_type="http", http_status=status)
        return telling if said else None

    def _body(self, node: Node, place: Place) -> Choices | None:
        """What the body of an answer says: a text, or the text of a map's key."""
        if node.type == "composite_literal":
            body = node.child_by_field_name("body")
            for element in body.named_children[:20] if body else []:
                key, value = element.child_by_field_name("key"), element.child_by_field_name("value")
                if _MESSAGE_KEY.fullmatch(self._source.text(key)) and value and value.named_child_count == 1:
                    return self._messages.of(value.named_children[0], place)
            return None
        made = self._messages.of(node, place)
        return made if all(map(says, made)) else None

    def _logged(
        self, operand: Node, package: str | None, called: str, arguments: list[Node], place: Place
    ) -> Telling | None:
        level = _LEVEL.fullmatch(called)
        if level is None or not _LOGGER.search(self._source.text(operand)):
            return None
        prints = package in _PRINTING
        said = self._log_text(level["form"] or "", arguments, place, prints=prints)
        match level["level"]:
            case "Error" if said:
                return Telling(messages=said, manner="logs", error_type="console")
            case "Fatal" if said:
                return Telling(messages=said, manner="exits", error_type="console", severity="critical")
            case "Panic" if said:
                return Telling(messages=said, manner="panics", error_type="panic", severity="critical")
        return None

    def _log_text(self, form: str, arguments: list[Node], place: Place, *, prints: bool) -> Choices:
        if form == "f":
            return self._messages.formatted(arguments, place)
        if form == "ln" or (prints and not form):
            return self._messages.joined(arguments, place, spaced=form == "ln")
        # What follows the text is the rest of it or keys and values, as the logger likes; a context or an
        # error may come first.
        said = [self._messages.of(each, place) for each in arguments[:2]]
        return next((made for made in said if all(map(says, made))), said[0])

    def _exit(self, package: str | None, called: str, arguments: list[Node], place: Place) -> Telling | None:
        if package != "fmt" or not called.startswith("Fprint") or place.statement is None:
            return None
        end = place.statement.end_byte
        if self._source.text(arguments[0]) != "os.Stderr" or not _EXIT.match(self._source.data, end):
            return None
        said = self._messages.joined(arguments[1:], place, spaced=called.endswith("ln"))
        if called.endswith("f"):
            said = self._messages.formatted(arguments[1:], place)
        return Telling(messages=said, manner="exits", error_type="console", severity="critical")
