"""How C# is written: its queries, functions and calls."""

import tree_sitter_c_sharp
from tree_sitter import Node

from ingest.readers.source_tree.csharp.values import RULES, simple_name
from ingest.readers.source_tree.curly import (
    Frame,
    absent_guard,
    first_named,
    if_guard,
    parts_of,
    short_text,
    thrown_by,
)
from ingest.readers.source_tree.curly.file import Call, Conventions
from ingest.readers.source_tree.curly.values import Speech
from ingest.readers.source_tree.grammar import Grammar, text
from ingest.readers.source_tree.leaving import returned
from ingest.readers.source_tree.site import Guard

GRAMMAR = Grammar(tree_sitter_c_sharp.language)

#: Calls that may raise, report or end the program; `csharp_calls` knows what each of them does.
CALLS = """
    ThrowIfNull ThrowIfNullOrEmpty ThrowIfNullOrWhiteSpace Assert Fail Requires
    LogError LogCritical LogErrorFormat Error ErrorFormat Fatal FatalFormat TraceError Exit FailFast
    BadRequest Unauthorized NotFound Conflict UnprocessableEntity
"""
_PLACES = GRAMMAR.query(
    """
    [(class_declaration) (struct_declaration) (interface_declaration) (record_declaration)
     (enum_declaration)] @type
    [(method_declaration) (constructor_declaration) (destructor_declaration) (operator_declaration)
     (conversion_operator_declaration) (property_declaration) (indexer_declaration)
     (accessor_declaration)
     (local_function_statement)] @function
    [(if_statement) (conditional_expression)] @if
    [(switch_statement) (switch_expression)] @switch
    [(switch_section) (switch_expression_arm)] @case
    (catch_clause) @catch
    (binary_expression operator: "??" right: (throw_expression)) @absent
    (field_declaration (modifier "const")) @constant
    (field_declaration (modifier "readonly")) @constant
    (local_declaration_statement (modifier "const")) @constant
    [(throw_statement) (throw_expression)] @throw
    ((object_creation_expression type: (_) @_class) @new (#match? @_class "Exception$"))
    ((invocation_expression function: (identifier) @_name) @call NAMED)
    ((invocation_expression function: (member_access_expression name: (identifier) @_name)) @call NAMED)
    ((invocation_expression
        function: (member_access_expression name: (generic_name (identifier) @_name))) @call NAMED)
    ((invocation_expression function: (conditional_access_expression
        (member_binding_expression name: (identifier) @_name))) @call NAMED)
    """.replace(
        "NAMED", f"(#any-of? @_name {' '.join(repr(name) for name in CALLS.split())})".replace("'", '"')
    )
)
_BINDINGS = GRAMMAR.query(
    """
    (_ (local_declaration_statement (variable_declaration
        (variable_declarator name: (identifier) @given "=" (_) @value)))) @scope
    (_ (local_declaration_statement (variable_declaration
        (variable_declarator name: (identifier) @empty .)))) @scope
    (_ parameters: (parameter_list (parameter name: (identifier) @given))) @scope
    (lambda_expression parameters: (implicit_parameter) @given) @scope
    (catch_clause (catch_declaration name: (identifier) @given)) @scope
    (foreach_statement left: (identifier) @given) @scope
    (declaration_pattern name: (identifier) @given)
    (declaration_expression name: (identifier) @given)
    (_ (expression_statement (assignment_expression
        left: (identifier) @assigned operator: "=" right: (_) @value))) @scope
    (_ (expression_statement (assignment_expression
        left: (identifier) @changed operator: "+=" right: (_) @value))) @scope
    (assignment_expression left: (identifier) @assigned right: (_))
    (argument "out" (identifier) @assigned)
    (argument "ref" (identifier) @assigned)
    (_ (expression_statement (invocation_expression
        function: (member_access_expression name: (identifier) @_name)) @appended
        (#any-of? @_name "Append" "AppendLine" "AppendFormat"))) @scope
    """
)
_CREATIONS = frozenset({"object_creation_expression", "implicit_object_creation_expression"})


def call(node: Node) -> Call | None:
    """An invocation, or an object's creation; the properties that it sets are arguments named `.Name`."""
    if node.type in _CREATIONS:
        return Call(
            name=simple_name(node.child_by_field_name("type")),
            owner="",
            arguments=(*arguments_of(node), *_properties(node)),
            creates=True,
        )
    if node.type != "invocation_expression":
        return None
    function = node.child_by_field_name("function")
    owner: Node | None = None
    if function is not None and function.type == "member_access_expression":
        owner, function = function.child_by_field_name("expression"), function.child_by_field_name("name")
    elif function is not None and function.type == "conditional_access_expression":
        owner = first_named(function)
        function = function.named_children[-1].child_by_field_name("name")
    return Call(name=simple_name(function), owner=short_text(owner), arguments=arguments_of(node))


def arguments_of(node: Node) -> tuple[tuple[str | None, Node], ...]:
    """The arguments of a call, with their names."""
    listed = next((one for one in node.children if one.type == "argument_list"), None)
    found: list[tuple[str | None, Node]] = []
    for one in [] if listed is None else listed.named_children:
        values = [part for part in one.named_children if not part.is_extra] if one.type == "argument" else []
        if values:
            found.append((text(one.child_by_field_name("name")) or None, values[-1]))
    return tuple(found)


def _properties(node: Node) -> list[tuple[str | None, Node]]:
    initializer = node.child_by_field_name("initializer")
    found: list[tuple[str | None, Node]] = []
    for one in [] if initializer is None else initializer.named_children:
        name, value = one.child_by_field_name("left"), one.child_by_field_name("right")
        if one.type == "assignment_expression" and name is not None and value is not None:
            found.append((f".{text(name)}", value))
    return found


def choices(node: Node) -> list[Node]:
    """What a throw throws: the branches of `?:`, and what parentheses and casts are about."""
    return thrown_by(node, parts_of)


def parameters(node: Node) -> tuple[str, ...]:
    """The names of a function's parameters."""
    many = params_of(node)
    names = [one.child_by_field_name("name") for one in declared_parameters(node)]
    return tuple(text(name) for name in [*names, *([] if many is None else [many])])


def declared_parameters(node: Node) -> list[Node]:
    """The parameters of a function or of a class with a primary constructor, but for `params`."""
    listed = _parameter_list(node)
    return [one for one in listed.named_children if one.type == "parameter"] if listed is not None else []


def params_of(node: Node) -> Node | None:
    """The name of the parameter that takes any number."""
    listed = _parameter_list(node)
    return None if listed is None else listed.child_by_field_name("name")


def _parameter_list(node: Node) -> Node | None:
    kinds = ("parameter_list", "bracketed_parameter_list")
    return node.child_by_field_name("parameters") or next(
        (one for one in node.named_children if one.type in kinds), None
    )


def body_of(function: Node) -> Node | None:
    """The block or the expression of a function or a property."""
    return function.child_by_field_name("body") or function.child_by_field_name("value")


def results(function: Node) -> list[Node]:
    """The expressions that a function gives, if it does nothing but choose one."""
    body = body_of(function)
    if body is None or body.type != "arrow_expression_clause":
        return [] if body is None else returned(body)
    value = first_named(body)
    return [] if value is None else [value]


def outcome(function: Node) -> Node | None:
    """The expression that a function returns or throws at its end."""
    body = body_of(function)
    if body is None:
        return None
    last: Node | None = body
    if body.type != "arrow_expression_clause":
        statements = [one for one in body.named_children if not one.is_extra]
        last = statements[-1] if statements else None
        if last is None or last.type not in ("return_statement", "throw_statement"):
            return None
    value = first_named(last) if last is not None else None
    return first_named(value) if value is not None and value.type == "throw_expression" else value


def declared(node: Node) -> list[tuple[Node, Node]]:
    """The names and values of a field's or a local constant's declaration."""
    declaration = next((one for one in node.named_children if one.type == "variable_declaration"), None)
    found = []
    for one in declaration.named_children if declaration is not None else ():
        name = one.child_by_field_name("name")
        parts = [part for part in one.named_children if not part.is_extra]
        if one.type == "variable_declarator" and name is not None and len(parts) > 1:
            found.append((name, parts[-1]))
    return found


def _case_guard(frame: Frame, start: int) -> Guard | None:
    switch = frame.parent
    if switch is None or switch.role != "switch":
        return None
    if "cases" not in switch.facts:
        looked_at = switch.node.child_by_field_name("value") or first_named(switch.node)
        switch.facts["cases"] = (
            short_text(looked_at).removeprefix("(").removesuffix(")"),
            _cases(switch.node),
        )
    subject, cases = switch.facts["cases"]
    labels = cases.get(frame.start)
    return None if labels is None else Guard(kind="case", text=subject, pattern=labels)


def _cases(switch: Node) -> dict[int, str | None]:
    """The labels that lead to each section, by its first byte; None where any value may lead."""
    cases: dict[int, str | None] = {}
    waiting: list[str] = []
    body = switch.child_by_field_name("body") or switch
    for section in body.named_children:
        if section.type not in ("switch_section", "switch_expression_arm"):
            continue
        labels = [short_text(one) for one in section.named_children if _is_label(one)]
        waiting.append(" ".join(labels))
        others = any(label in ("", "_") for label in waiting)
        cases[section.start_byte] = (
            None if others and len(waiting) > 1 else "" if others else ", ".join(waiting)
        )
        if section.type == "switch_expression_arm" or len(section.named_children) > len(labels):
            waiting = []
    return cases


def _is_label(node: Node) -> bool:
    return node.type.endswith(("_pattern", "when_clause")) or node.type == "discard"


def _catch_guard(frame: Frame, _start: int) -> Guard:
    parts = {one.type: one for one in frame.node.named_children}
    caught, only = parts.get("catch_declaration"), parts.get("catch_filter_clause")
    kind = short_text(caught.child_by_field_name("type")) if caught is not None else ""
    return Guard(kind="catch", text=f"{kind} {short_text(only)}".strip())


_PROPERTIES = frozenset({"property_declaration", "indexer_declaration"})
_NAMELESS = {
    "constructor_declaration": ".ctor",
    "destructor_declaration": "Finalize",
    "indexer_declaration": "Item",
}


def _named(function: Node) -> str:
    if function.type == "accessor_declaration":
        # `get_Total`, as traces have it; an indexer is the property Item.
        around = function.parent.parent if function.parent is not None else None
        owner = _named(around) if around is not None else ""
        return f"{text(function.child_by_field_name('name'))}_{owner.removeprefix('get_')}"
    name = _NAMELESS.get(function.type) or text(function.child_by_field_name("name"))
    if function.type in _PROPERTIES and function.child_by_field_name("value") is not None:
        return f"get_{name}"
    return name


CONVENTIONS = Conventions(
    grammar=GRAMMAR,
    places=_PLACES,
    declared=declared,
    speech=Speech(rules=RULES, bindings=_BINDINGS),
    guards={"if": if_guard, "case": _case_guard, "catch": _catch_guard, "absent": absent_guard},
    parameters=parameters,
    takes_any=lambda function: params_of(function) is not None,
    named=_named,
    statements=frozenset(
        {"expression_statement", "local_declaration_statement", "return_statement", "throw_statement"}
        | {"field_declaration", "yield_statement"}
    ),
    blocks=frozenset({"block", "arrow_expression_clause", "switch_expression_arm"}),
    owners_of_calls=frozenset({"member_access_expression"}),
    results=results,
    outcome=outcome,
    call=call,
    choices=choices,
)
