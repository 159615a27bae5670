"""Calls of PHP that tell of an error by themselves."""

from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.errors import owner, site_at
from ingest.readers.source_tree.ecmascript.facts import Argument, Draft, Wording, joined
from ingest.readers.source_tree.ecmascript.setting import Setting
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.php.file import File
from ingest.readers.source_tree.php.message import Messages
from ingest.readers.source_tree.php.syntax import argument_nodes, formatted, interpolated, short_name
from ingest.readers.source_tree.site import Site
from ingest.record import Severity

LEVELS: dict[str, Severity] = {
    **{"emergency": "critical", "alert": "critical", "critical": "critical", "error": "error"},
    **{"warning": "warning"},
}
_TRIGGERED: dict[str, tuple[Severity, str]] = {
    "E_USER_ERROR": ("critical", "Fatal error"),
    "E_USER_WARNING": ("warning", "Warning"),
    "E_USER_NOTICE": ("info", "Notice"),
    "E_USER_DEPRECATED": ("warning", "Deprecated"),
}


def called(file: File, messages: Messages, node: Node) -> Draft | None:
    """The draft of a function's call; None where it tells of no error."""
    read = _CALLS.get(short_name(node.child_by_field_name("function")))
    return _draft(file, messages, node, read) if read is not None else None


def logged(file: File, messages: Messages, node: Node) -> Draft | None:
    """The draft of `$logger->error(…)` or `Log::error(…)`."""
    holder = text(node.child_by_field_name("object") or node.child_by_field_name("scope"))
    if not holder.rstrip("()").lower().endswith(("log", "logger")):
        return None
    return _draft(file, messages, node, _log)


def exited(file: File, messages: Messages, node: Node) -> Draft | None:
    """The draft of `exit('…')`; a number is no text."""
    return _draft(file, messages, node, _exit)


Read = Callable[[Site, tuple[Argument, ...], Node], tuple[Site, tuple[Wording, ...]] | None]


def _draft(file: File, messages: Messages, node: Node, read: Read) -> Draft | None:
    path = file.tree.path(node)
    if not path:
        return None
    setting: Setting = file.setting(node)
    if node.type == "exit_statement":
        arguments = tuple(messages.argument(child, setting.node) for child in node.named_children)
    else:
        arguments = messages.arguments(node, setting.node)
    found = read(site_at(path, setting, "raises", error_class=None), arguments, node)
    if found is None or not any(wording.has_text for wording in found[1]):
        return None
    site, wordings = found
    return Draft(kind="plain", site=site, wordings=wordings, owner=owner(setting, arguments))


def _log(site: Site, arguments: tuple[Argument, ...], node: Node) -> tuple[Site, tuple[Wording, ...]] | None:
    if not arguments:
        return None
    severity = LEVELS[text(node.child_by_field_name("name"))]
    site = replace(site, manner="logs", error_type="console", severity=severity)
    wordings = arguments[0].wordings
    if len(arguments) > 1 and len(wordings) == 1 and wordings[0].literal is not None:
        wordings = interpolated(wordings[0].literal, arguments[1])
    return site, wordings


def _exit(site: Site, arguments: tuple[Argument, ...], node: Node) -> tuple[Site, tuple[Wording, ...]] | None:
    if not arguments:
        return None
    return replace(site, manner="exits", error_type="console"), arguments[0].wordings


def _error_log(
    site: Site, arguments: tuple[Argument, ...], node: Node
) -> tuple[Site, tuple[Wording, ...]] | None:
    if not arguments:
        return None
    return replace(site, manner="logs", error_type="console"), arguments[0].wordings


def _trigger(
    site: Site, arguments: tuple[Argument, ...], node: Node
) -> tuple[Site, tuple[Wording, ...]] | None:
    if not arguments:
        return None
    # Without a level it is a notice.
    level = arguments[1].expression.lstrip("\\") if len(arguments) > 1 else "E_USER_NOTICE"
    severity, kind = _TRIGGERED.get(level, ("warning", "Warning"))
    site = replace(site, manner="warns", error_type="console", severity=severity, error_class=kind)
    return site, arguments[0].wordings


def _deprecation(
    site: Site, arguments: tuple[Argument, ...], node: Node
) -> tuple[Site, tuple[Wording, ...]] | None:
    """`trigger_deprecation('package', '1.2', 'message %s', x)` says since when."""
    if len(arguments) < 3:
        return None
    site = replace(site, manner="warns", error_type="console", severity="warning", error_class="Deprecated")
    since = (_text("Since "), arguments[0].wordings, _text(" "), arguments[1].wordings, _text(": "))
    said = arguments[2].wordings
    if len(said) == 1 and said[0].literal is not None:
        said = formatted(said[0].literal, list(arguments[3:]))
    return site, joined((*since, said), ("", "package", "", "version", "", "message"))


def _abort(
    site: Site, arguments: tuple[Argument, ...], node: Node
) -> tuple[Site, tuple[Wording, ...]] | None:
    """`abort(404, '…')`, `abort_if(x, 404, '…')`."""
    place = next((place for place, argument in enumerate(arguments[:2]) if argument.number), None)
    if place is None or len(arguments) <= place + 1 or not 400 <= (arguments[place].number or 0) <= 599:
        return None
    site = replace(site, error_type="http", http_status=arguments[place].number, error_class="HttpException")
    return site, arguments[place + 1].wordings


def _assert(
    site: Site, arguments: tuple[Argument, ...], node: Node
) -> tuple[Site, tuple[Wording, ...]] | None:
    if len(arguments) < 2:
        return None
    return replace(site, manner="asserts", error_class="AssertionError"), arguments[1].wordings


def _throw_if(
    site: Site, arguments: tuple[Argument, ...], node: Node
) -> tuple[Site, tuple[Wording, ...]] | None:
    """`throw_if(x, X::class, '…')`; with an error in that place, it is one of its own."""
    nodes = argument_nodes(node)
    if len(arguments) < 3 or nodes[1].type != "class_constant_access_expression":
        return None
    return replace(site, error_class=short_name(nodes[1].named_children[0])), arguments[2].wordings


def _text(piece: str) -> tuple[Wording, ...]:
    return (Wording(parts=(piece,)),)


_CALLS: dict[str, Read] = {
    **{"trigger_error": _trigger, "user_error": _trigger, "trigger_deprecation": _deprecation},
    **{"abort": _abort, "abort_if": _abort, "abort_unless": _abort},
    **{"throw_if": _throw_if, "throw_unless": _throw_if},
    **{"die": _exit, "exit": _exit, "error_log": _error_log, "assert": _assert},
}
CALLED = frozenset(_CALLS)
