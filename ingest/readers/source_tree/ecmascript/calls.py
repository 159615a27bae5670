"""Calls that tell of an error: logs, assertions, warnings, answers of servers, functions that make errors.

console.error('… %s', x), logger.error({…}, '…')       logs; exits, when process.exit follows
console.warn('…'), logger.warn('…')                    logs, a warning
process.emitWarning('…', 'DeprecationWarning', 'C')    warns
assert(x, '…'), assert.equal(a, b, '…')                asserts
invariant(x, '… %s', y), console.assert(x, '…')        asserts
res.status(404).json({ error: '…' }), ctx.throw(404, '…')  an answer of HTTP
fail('…'), ERR_X('…')                                  what that function makes, where a file has it
"""

import re
from dataclasses import replace

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.construct import usual
from ingest.readers.source_tree.ecmascript.errors import owner, site_at
from ingest.readers.source_tree.ecmascript.facts import Argument, Draft, Wording, joined
from ingest.readers.source_tree.ecmascript.file import File, parts_of
from ingest.readers.source_tree.ecmascript.setting import Setting
from ingest.readers.source_tree.ecmascript.syntax import argument_nodes, last_name, unwrapped
from ingest.readers.source_tree.ecmascript.text import formatted
from ingest.readers.source_tree.grammar import last_line, text
from ingest.readers.source_tree.site import Site
from ingest.record import Severity

_LOGGER = re.compile(r"(?i)#?_?(?:\w{0,30}_)?(?:console|log(?:ger)?)|[a-z]\w{0,30}(?:Log|Logger)")
_LEVELS: dict[str, Severity] = {
    "error": "error",
    "warn": "warning",
    "fatal": "critical",
    "critical": "critical",
}
_ANSWERS = frozenset({"json", "send", "end"})
# How many arguments stand before the message.
_ASSERTIONS = {
    **{"assert": 1, "ok": 1, "invariant": 1, "hardAssert": 1, "softAssert": 1, "fail": 0, "match": 2},
    **{
        "equal": 2,
        "strictEqual": 2,
        "deepEqual": 2,
        "deepStrictEqual": 2,
        "notEqual": 2,
        "notStrictEqual": 2,
    },
}
_PLAIN_ASSERTIONS = frozenset({"assert", "invariant", "hardAssert", "softAssert"})
# What is no text by its form. (A plain name rarely is: the error that was caught, the value to be checked.)
_SILENT = frozenset(
    {
        *("identifier", "number", "true", "false", "null", "undefined", "this", "arrow_function"),
        *(
            "function_expression",
            "array",
            "regex",
            "unary_expression",
            "await_expression",
            "subscript_expression",
        ),
    }
)
_EXITS = ("process.exit(", "process.exitCode", "exit(")


def called(file: File, node: Node) -> Draft | None:
    """The draft of a call, None where it tells of no error."""
    names = parts_of(node.child_by_field_name("function"))
    path = file.tree.path(node)
    if not path or path[-2].type == "throw_statement" or not _says(names[-1], node):
        return None
    setting = file.setting(node)
    site = site_at(path, setting, "raises", error_class=None)
    name, holder = names[-1], names[-2] if len(names) > 1 else ""
    if name in _LEVELS and _LOGGER.fullmatch(holder):
        return _logged(file, node, site, setting)
    if name == "emitWarning" and holder in ("process", ""):
        return _warned(file, node, site, setting)
    if name in _ANSWERS or name in ("throw", "status"):
        return _answered(file, node, site, setting)
    if name in _ASSERTIONS and (holder == "assert" or name in _PLAIN_ASSERTIONS):
        return _asserted(file, node, site, setting, names)
    return _handed_on(file, node, site, setting, names)


def _says(name: str, node: Node) -> bool:
    """Whether there is a text or a message to be looked up among the arguments, by their form."""
    return _is_row(name) or any(argument.type not in _SILENT for argument in argument_nodes(node))


def _is_row(name: str) -> bool:
    return "_" in name and name.isupper()


def _logged(file: File, node: Node, site: Site, setting: Setting) -> Draft | None:
    path, names = file.tree.path(node), parts_of(node.child_by_field_name("function"))
    arguments = list(file.messages.arguments(node, setting.node))
    # Loggers of servers take an object of fields before the message.
    if len(arguments) > 1 and not arguments[0].has_text and arguments[1].has_text:
        arguments = arguments[1:]
    if not arguments or not arguments[0].has_text:
        return None
    site = replace(site, manner="logs", error_type="console", severity=_LEVELS[names[-1]])
    if _exits_after(path):
        last = path[-2].next_named_sibling
        site = replace(
            site, manner="exits", last_line=last_line(last) if last is not None else site.last_line
        )
    wordings = _printed(arguments, keep_rest=names[-2] == "console")
    return Draft(kind="plain", site=site, wordings=wordings, owner=owner(setting, tuple(arguments)))


def _printed(arguments: list[Argument], *, keep_rest: bool) -> tuple[Wording, ...]:
    first = arguments[0]
    format_text = first.wordings[0].literal if len(first.wordings) == 1 else None
    if format_text is not None:
        return formatted(format_text, arguments[1:], keep_rest=keep_rest)
    if not keep_rest:
        return first.wordings
    blank = (Wording(parts=(" ",)),)
    pieces = [piece for argument in arguments for piece in (blank, argument.wordings or _hole(argument))]
    names = [name for argument in arguments for name in ("", argument.expression)]
    return joined(pieces[1:], names[1:])


def _hole(argument: Argument) -> tuple[Wording, ...]:
    return formatted("%s", [replace(argument, wordings=())], keep_rest=False)


def _exits_after(path: tuple[Node, ...]) -> bool:
    following = path[-2].next_named_sibling if path[-2].type == "expression_statement" else None
    return following is not None and text(following).startswith(_EXITS)


def _warned(file: File, node: Node, site: Site, setting: Setting) -> Draft | None:
    arguments = file.messages.arguments(node, setting.node)
    if not arguments or not arguments[0].has_text:
        return None
    options = arguments[1] if len(arguments) > 1 and arguments[1].members else None
    kind = options.member("type") if options is not None else (arguments[1] if len(arguments) > 1 else None)
    code = options.member("code") if options is not None else (arguments[2] if len(arguments) > 2 else None)
    site = replace(
        site,
        manner="warns",
        error_type="console",
        severity="warning",
        error_class=_literal(kind) or "Warning",
        error_code=_literal(code),
    )
    return Draft(kind="plain", site=site, wordings=arguments[0].wordings)


def _literal(argument: Argument | None) -> str | None:
    if argument is None or len(argument.wordings) != 1:
        return None
    return argument.wordings[0].literal or None


def _answered(file: File, node: Node, site: Site, setting: Setting) -> Draft | None:
    """An answer with a status of an error, when it has a text."""
    name = last_name(node.child_by_field_name("function"))
    arguments = file.messages.arguments(node, setting.node)
    if name in _ANSWERS:
        status, body = _status_before(file, node), arguments[0] if arguments else None
    else:
        status = arguments[0].number if len(arguments) > 1 else None
        body = arguments[1] if len(arguments) > 1 else None
    if status is None or body is None or not 400 <= status <= 599:
        return None
    said = body.member("message", "error", "msg", "detail") if body.members else body
    if said is not None and said.members:
        said = said.member("message", "msg", "detail")
    if said is None or not said.has_text:
        return None
    code = body.member("code")
    site = replace(
        site,
        manner="raises" if name == "throw" else "reports",
        error_type="http",
        http_status=status,
        error_code=_literal(code) or (code.name if code is not None else None),
    )
    return Draft(kind="plain", site=site, wordings=said.wordings)


def _status_before(file: File, node: Node) -> int | None:
    """404 of `res.status(404).json(…)`, with other calls between."""
    current = node
    for _ in range(6):
        function = current.child_by_field_name("function")
        holder = function.child_by_field_name("object") if function is not None else None
        if holder is None or holder.type != "call_expression":
            return None
        nodes = argument_nodes(holder)
        if last_name(holder.child_by_field_name("function")) in ("status", "code") and nodes:
            return file.messages.argument(nodes[0]).number
        current = holder
    return None


def _asserted(file: File, node: Node, site: Site, setting: Setting, names: tuple[str, ...]) -> Draft | None:
    arguments = file.messages.arguments(node, setting.node)
    before = _ASSERTIONS[names[-1]]
    nodes = argument_nodes(node)
    # An error in the message's place is a place of its own.
    if len(arguments) <= before or unwrapped(nodes[before]).type == "new_expression":
        return None
    is_invariant = names[-1] == "invariant"
    site = replace(
        site,
        manner="asserts",
        error_class=None if is_invariant or names[0] == "console" else "AssertionError",
        error_type="console" if names[0] == "console" else "exception",
    )
    said = list(arguments[before:])
    wordings = _printed(said, keep_rest=False) if said[0].has_text else ()
    if not wordings:
        return None
    return Draft(
        kind="call",
        site=site,
        makers=names,
        arguments=arguments,
        wordings=wordings,
        owner=owner(setting, arguments),
    )


def _handed_on(file: File, node: Node, site: Site, setting: Setting, names: tuple[str, ...]) -> Draft | None:
    """A call of a function that may make an error of its texts; whether it does, linking finds out."""
    arguments = file.messages.arguments(node, setting.node)
    if not _is_row(names[-1]) and not any(argument.has_text for argument in arguments):
        return None
    if names[-1].endswith("reject"):
        return Draft(kind="plain", site=site, wordings=usual("", arguments).wordings)
    return Draft(
        kind="call",
        site=site,
        makers=names,
        arguments=arguments,
        owner=owner(setting, arguments),
    )
