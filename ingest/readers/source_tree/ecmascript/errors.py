"""Places where an error is made: `new X(…)`, `Error(…)`, and what is thrown without either.

throw new X('…')  throw Error('…')                     raises
reject(new X('…')), Promise.reject(…)                  raises
const e = new X('…'); e.code = 'C'; throw e            raises, with the code
Object.assign(new X('…'), { code, status })            as what is made of it
return new X('…')                                      returns
callback(new X('…')), emit('error', new X('…'))        reports
throw '…', throw { message: '…', code }                raises
throw make('…'), throw createError(404, '…')           raises what a function makes
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.construct import usual
from ingest.readers.source_tree.ecmascript.facts import Argument, Draft, Slot, Wording, hole
from ingest.readers.source_tree.ecmascript.file import BUILTINS, File, is_error, parts_of
from ingest.readers.source_tree.ecmascript.names import FUNCTIONS
from ingest.readers.source_tree.ecmascript.setting import Setting
from ingest.readers.source_tree.ecmascript.syntax import argument_nodes, last_name, unwrapped
from ingest.readers.source_tree.ecmascript.tree import first_child, folded
from ingest.readers.source_tree.grammar import last_line, line, text
from ingest.readers.source_tree.site import Manner, Site

#: The statement that makes an error and the one that throws it are shown together up to so many lines.
MAX_STATEMENT = 20
_THROUGH = frozenset(
    {
        *("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"),
        *("await_expression", "ternary_expression", "binary_expression", "sequence_expression"),
        "call_expression",
    }
)
# What gives a name to a value, and the field of the name.
_NAMING = {"variable_declarator": "name", "assignment_expression": "left"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """What is done with an error that is made. last: the last line that belongs to it; code, status: set on
    it afterwards."""

    manner: Manner
    last: int
    code: str | None = None
    status: int | None = None


def made(file: File, node: Node, *, thrown: bool) -> Draft | None:
    """The draft of `new X(…)` or `Error(…)`; None where it raises nothing, as `new Error().stack`."""
    called = node.child_by_field_name("constructor") or node.child_by_field_name("function")
    if called is None:
        return None
    names = parts_of(called)
    if not thrown and not is_error(names):
        return None
    path = file.tree.path(node)
    use = _use(file, path) if path else None
    if use is None:
        return None
    setting = file.setting(node)
    arguments = file.messages.arguments(node, setting.node)
    site = site_at(path, setting, use.manner, error_class=names[-1])
    site = replace(
        site,
        last_line=max(site.last_line, use.last),
        error_code=use.code,
        http_status=use.status,
    )
    return Draft(
        kind="error",
        site=site,
        makers=names,
        arguments=arguments,
        owner=owner(setting, arguments),
        maker=setting.short if use.manner == "returns" else None,
    )


def thrown_otherwise(file: File, node: Node) -> Draft | None:
    """The draft of what is thrown without being made there; None for an error that came from elsewhere."""
    inner = first_child(node)
    thrown = unwrapped(inner) if inner is not None else node
    if thrown == node or thrown.type in ("new_expression", "ternary_expression"):
        return None
    path = file.tree.path(node)
    if not path:
        return None
    setting = file.setting(node)
    site = site_at(path, setting, "raises", error_class=None)
    if thrown.type == "object":
        return _thrown_object(file, thrown, site, setting)
    if thrown.type != "call_expression":
        wordings = file.messages.wordings(thrown, setting.node)
        known = any(wording.has_text for wording in wordings)
        return Draft(kind="plain", site=site, wordings=wordings) if known else None
    return _thrown_call(file, thrown, site, setting)


def _thrown_object(file: File, thrown: Node, site: Site, setting: Setting) -> Draft | None:
    outcome = usual("", (file.messages.argument(thrown, setting.node),))
    if not any(wording.has_text for wording in outcome.wordings):
        return None
    site = replace(site, error_code=outcome.code, http_status=outcome.status)
    return Draft(kind="plain", site=site, wordings=outcome.wordings)


def _thrown_call(file: File, thrown: Node, site: Site, setting: Setting) -> Draft | None:
    called = thrown.child_by_field_name("function")
    names = parts_of(called)
    if names[-1] in BUILTINS or _assigned(thrown) is not None:
        return None
    arguments = file.messages.arguments(thrown, setting.node)
    outcome = usual(names[-1], arguments)
    wordings: tuple[Wording, ...] = (hole(folded(thrown)),)
    # A function that is an error by its name has its message among its texts, as a class has.
    if is_error((names[-1],)) and any(wording.has_text for wording in outcome.wordings):
        wordings = outcome.wordings
        site = replace(site, error_code=outcome.code, http_status=outcome.status)
        if outcome.status is not None:
            site = replace(site, error_type="http")
    return Draft(
        kind="call",
        site=site,
        makers=names,
        arguments=arguments,
        wordings=wordings,
        owner=owner(setting, arguments),
    )


def site_at(path: tuple[Node, ...], setting: Setting, manner: Manner, *, error_class: str | None) -> Site:
    """A site at the last node of a path, still without its message."""
    statement = _statement(path)
    return Site(
        message=(),
        error_class=error_class,
        line=line(statement),
        first_line=line(statement),
        last_line=last_line(statement),
        manner=manner,
        function=setting.function,
        function_lines=setting.lines,
        guards=setting.guards,
        documentation=setting.documentation,
        parameters=setting.parameters,
    )


def owner(setting: Setting, arguments: tuple[Argument, ...]) -> str | None:
    """The function around, when its own arguments are among those of the error."""
    slots = any(_has_slot(wording) for argument in arguments for wording in argument.wordings)
    return setting.short if slots and setting.short != "constructor" else None


def _has_slot(wording: Wording) -> bool:
    return any(isinstance(part, Slot) for part in wording.parts)


def _statement(path: tuple[Node, ...]) -> Node:
    """The statement of a node; the node itself where that begins far above, or is a function's whole body."""
    node = path[-1]
    for around in reversed(path):
        if around.type in FUNCTIONS or line(node) - line(around) > MAX_STATEMENT // 2:
            break
        if around.type.endswith(("_statement", "_declaration", "_definition")):
            return around
    return node


def _use(file: File, path: tuple[Node, ...]) -> Use | None:
    """What is done with the error at the end of a path; None where it is no error to anyone."""
    use = Use(manner="reports", last=last_line(path[-1]))
    for depth in range(len(path) - 2, -1, -1):
        around, below = path[depth], path[depth + 1]
        if around.type == "throw_statement":
            return replace(use, manner="raises", last=last_line(around))
        if around.type in ("return_statement", "arrow_function"):
            return replace(use, manner="returns")
        if around.type in _NAMING:
            return _named(file, path, depth, around.child_by_field_name(_NAMING[around.type]))
        if around.type == "arguments":
            call = path[depth - 1]
            members = _assigned(call) if argument_nodes(call)[:1] == [below] else None
            if members is None:
                return replace(use, manner=_handed(call))
            use = _with_fields(file, use, members)
        elif around.type == "member_expression":
            return None
        elif around.type not in _THROUGH:
            break
    return use


def _assigned(call: Node) -> Node | None:
    """The object of `Object.assign(error, {…})`."""
    if text(call.child_by_field_name("function")) != "Object.assign":
        return None
    nodes = argument_nodes(call)
    return nodes[1] if len(nodes) > 1 and nodes[1].type == "object" else None


def _with_fields(file: File, use: Use, members: Node) -> Use:
    outcome = usual("", (file.messages.argument(members),))
    return replace(use, code=outcome.code, status=outcome.status)


def _handed(call: Node) -> Manner:
    name = last_name(call.child_by_field_name("function"))
    if name.lower().startswith("assert") or name == "ok":
        return "asserts"
    return "raises" if name.endswith("reject") or name == "throw" else "reports"


def _named(file: File, path: tuple[Node, ...], depth: int, name: Node | None) -> Use:
    """The use of an error that is put into a variable first."""
    last = last_line(path[-1])
    if name is None or name.type != "identifier":
        return Use(manner="reports", last=last)
    block = next(
        (node for node in reversed(path[:depth]) if node.type in ("statement_block", "program")), None
    )
    if block is None:
        return Use(manner="reports", last=last)
    code, status = None, None
    for binding in file.names.members(text(name), block):
        target = binding.node.child_by_field_name("left")
        value = binding.node.child_by_field_name("right")
        if target is None or value is None or binding.node.start_byte < path[-1].end_byte:
            continue
        if last_line(binding.node) - line(path[-1]) > MAX_STATEMENT or not _directly_in(
            file, binding.node, block
        ):
            continue
        key = text(target.child_by_field_name("property"))
        outcome = usual(
            "", (Argument(expression="", wordings=(), members=((key, file.messages.argument(value)),)),)
        )
        code, status = code or outcome.code, status or outcome.status
    manner, end = _later(block, path[-1], text(name))
    return Use(manner=manner, last=max(last, end), code=code, status=status)


def _directly_in(file: File, node: Node, block: Node) -> bool:
    path = file.tree.path(node)
    return len(path) > 2 and path[-3] == block


def _later(block: Node, made_at: Node, name: str) -> tuple[Manner, int]:
    """How the statements after it in its block raise the variable, and the last line of the one that does."""
    for statement in _following(block, made_at):
        inner = first_child(statement)
        if statement.type == "throw_statement" and text(inner) == name:
            near = last_line(statement) - line(made_at) <= MAX_STATEMENT
            return "raises", last_line(statement) if near else 0
        if statement.type == "return_statement" and text(inner) == name:
            return "returns", 0
        is_call = inner is not None and inner.type == "call_expression"
        if inner is not None and is_call and any(text(node) == name for node in argument_nodes(inner)):
            return _handed(inner), 0
    return "reports", 0


def _following(block: Node, made_at: Node) -> Iterator[Node]:
    start = block.first_named_child_for_byte(made_at.start_byte)
    count = 0
    while start is not None and count < MAX_STATEMENT:
        start = start.next_named_sibling
        count += 1
        if start is not None:
            yield start
