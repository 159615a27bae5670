"""Calls that tell a user of an error without raising it, and tables of messages."""

import ast
import re
from collections.abc import Callable, Iterator

from ingest.readers.source_tree.python.choices import as_one
from ingest.readers.source_tree.python.facts import Choice, Choices, Place, Raise, Text, Thrown
from ingest.readers.source_tree.python.scope import Scope, key_of
from ingest.readers.source_tree.python.text import Texts
from ingest.readers.source_tree.site import Manner
from ingest.record import Severity

_LOGGER = re.compile(r"(?i)(?:\A|[._])(?:log|logger|logging|_log|_logger)\Z")
_PARSER = re.compile(r"(?i)parser\Z")
_LEVELS: dict[str, Severity] = {
    "error": "error",
    "exception": "error",
    "critical": "critical",
    "fatal": "critical",
}
_CHECK = re.compile(r"\w+\.[EWC]\d+\Z")
_CHECK_LEVELS: dict[str, Severity] = {
    "Error": "error",
    "Warning": "warning",
    "Critical": "critical",
    "CheckMessage": "error",
}
MAX_TABLE = 500

Placed = Callable[[Place], Raise]


def reported(key: str, call: ast.Call, texts: Texts, scope: Scope) -> Placed | None:
    """`warnings.warn`, `logger.error`, `sys.exit`, `parser.error`: what a call tells, once it has a place."""
    owner, _, name = key.rpartition(".")
    if not call.args:
        return None
    if name in ("warn", "warn_explicit") and owner in ("", "warnings"):
        return _warning(call, texts, scope)
    if name in _LEVELS and _LOGGER.search(owner):
        return _record(name, call, texts, scope)
    if key in ("sys.exit", "exit", "parser.exit") and len(call.args) == 1:
        return _exit(call.args[0], texts, scope)
    if name == "error" and _PARSER.search(owner):
        return _exit(call.args[0], texts, scope)
    return None


def _warning(call: ast.Call, texts: Texts, scope: Scope) -> Placed | None:
    category = call.args[1] if len(call.args) > 1 else None
    for keyword in call.keywords:
        if keyword.arg == "category":
            category = keyword.value
    first = call.args[0]
    if isinstance(first, ast.Call) and category is None:  # warn(SomeWarning("…"))
        key = key_of(first.func)
        if key and key.rpartition(".")[2][:1].isupper():
            arguments = tuple(texts.choices(argument, scope) for argument in first.args[:2])
            thrown = Thrown(key=key, called=True, arguments=arguments)
            return lambda place: _told(place, thrown, "warns", "warning")
    name = (key_of(category) if category is not None else None) or "UserWarning"
    message = texts.choices(first, scope)
    thrown = Thrown(key=name, called=True, arguments=(message,))
    return lambda place: _told(place, thrown, "warns", "warning")


def _told(place: Place, thrown: Thrown, manner: Manner, severity: Severity) -> Raise:
    return Raise(place=place, thrown=(thrown,), manner=manner, severity=severity, error_type="console")


def _record(name: str, call: ast.Call, texts: Texts, scope: Scope) -> Placed | None:
    templates = texts.choices(call.args[0], scope)
    arguments = [texts.embedded(argument, scope, 1) for argument in call.args[1:]]
    message: Choices = templates
    if arguments:
        message = tuple(c for template in templates for c in texts.filled("%", template, arguments, []))
    if not _has_text(message):
        return None
    severity = _LEVELS[name]
    return lambda place: Raise(
        place=place, message=message, manner="logs", severity=severity, error_type="console"
    )


def _exit(argument: ast.expr, texts: Texts, scope: Scope) -> Placed | None:
    message = texts.choices(argument, scope)
    if isinstance(argument, ast.Constant) and not isinstance(argument.value, str):
        return None
    if not _has_text(message):
        return None
    return lambda place: Raise(
        place=place, message=message, manner="exits", severity="critical", error_type="console"
    )


def checks(node: ast.stmt) -> Iterator[ast.Call]:
    """Calls such as `checks.Error("…", id="models.E001")` anywhere in a statement."""
    for item in ast.walk(node):
        if isinstance(item, ast.Call) and item.args and _check_id(item):
            yield item


def _check_id(call: ast.Call) -> str | None:
    name = (key_of(call.func) or "").rpartition(".")[2]
    if name not in _CHECK_LEVELS:
        return None
    for keyword in call.keywords:
        if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
            value = keyword.value.value
            return value if isinstance(value, str) and _CHECK.match(value) else None
    return None


def check(call: ast.Call, texts: Texts, scope: Scope) -> Placed:
    """A system check's message, with its code."""
    message = texts.choices(call.args[0], scope)
    code = _check_id(call)
    severity = _CHECK_LEVELS[(key_of(call.func) or "").rpartition(".")[2]]
    return lambda place: Raise(
        place=place, message=message, manner="reports", severity=severity,
        error_type="validation", error_code=code,
    )  # fmt: skip


def table(node: ast.Dict, texts: Texts, scope: Scope) -> dict[str, Text]:
    """The texts of a dict by their keys."""
    found: dict[str, Text] = {}
    for key, value in zip(node.keys[:MAX_TABLE], node.values[:MAX_TABLE], strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and may_be_text(value):
            choices = texts.choices(value, scope)
            if _has_text(choices) and (text := as_one(choices)):
                found[key.value] = text
    return found


def may_be_text(node: ast.expr) -> bool:
    """Whether an expression is of a kind that makes texts, or names another value."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.JoinedStr | ast.BinOp | ast.Call | ast.Name | ast.Attribute | ast.IfExp)


def _has_text(choices: tuple[Choice, ...]) -> bool:
    return any(not isinstance(part, str) or part.strip() for choice in choices for part in choice.text)
