"""How Java is written: its queries, guards and conventions."""

import tree_sitter_java
from tree_sitter import Node

from ingest.readers.source_tree.curly import Frame, if_guard, short_text
from ingest.readers.source_tree.curly.file import Conventions
from ingest.readers.source_tree.curly.values import Speech
from ingest.readers.source_tree.grammar import Grammar, text
from ingest.readers.source_tree.java.tree import (
    call,
    choices,
    declared,
    outcome,
    parameters,
    results,
    takes_any,
)
from ingest.readers.source_tree.java.values import RULES
from ingest.readers.source_tree.site import Guard

GRAMMAR = Grammar(tree_sitter_java.language)

#: Calls that may raise, report or end the program; `java_calls` knows what each of them does.
CALLS = [
    "requireNonNull",
    "checkNotNull",
    "checkArgument",
    "checkState",
    "verify",
    "verifyNotNull",
    "notNull",
    "isTrue",
    "state",
    "hasText",
    "hasLength",
    "notEmpty",
    "notBlank",
    "validState",
    "error",
    "fatal",
    "severe",
    "e",
    "wtf",
    "log",
    "exit",
    "halt",
    "sendError",
]

_PLACES = GRAMMAR.query(
    """
    [(class_declaration) (enum_declaration) (interface_declaration) (record_declaration)] @type
    [(method_declaration) (constructor_declaration) (compact_constructor_declaration)
     (static_initializer)] @function
    [(if_statement) (ternary_expression)] @if
    (switch_expression) @switch
    [(switch_block_statement_group) (switch_rule)] @case
    (catch_clause) @catch
    (field_declaration (modifiers "final")) @constant
    (constant_declaration) @constant
    (throw_statement) @throw
    (assert_statement) @assert
    ((object_creation_expression type: (_) @_class) @new (#match? @_class "(Exception|AssertionError)$"))
    ((method_invocation name: (identifier) @_name) @call (#any-of? @_name CALLS))
    """.replace("CALLS", " ".join(f'"{name}"' for name in CALLS))
)
_BINDINGS = GRAMMAR.query(
    """
    (_ (local_variable_declaration
        declarator: (variable_declarator name: (identifier) @given value: (_) @value))) @scope
    (_ (local_variable_declaration declarator: (variable_declarator name: (identifier) @empty !value))) @scope
    (_ parameters: (_ (formal_parameter name: (identifier) @given))) @scope
    (_ parameters: (_ (spread_parameter (variable_declarator name: (identifier) @given)))) @scope
    (lambda_expression parameters: (identifier) @given) @scope
    (lambda_expression parameters: (inferred_parameters (identifier) @given)) @scope
    (catch_clause (catch_formal_parameter name: (identifier) @given)) @scope
    (enhanced_for_statement name: (identifier) @given) @scope
    (resource name: (identifier) @given)
    (_ (expression_statement (assignment_expression
        left: (identifier) @assigned operator: "=" right: (_) @value))) @scope
    (_ (expression_statement (assignment_expression
        left: (identifier) @changed operator: "+=" right: (_) @value))) @scope
    (assignment_expression left: (identifier) @assigned right: (_))
    (_ (expression_statement
        (method_invocation name: (identifier) @_name (#eq? @_name "append")) @appended)) @scope
    """
)


def _case_guard(frame: Frame, start: int) -> Guard | None:
    switch = frame.parent
    if switch is None or switch.role != "switch":
        return None
    if "cases" not in switch.facts:
        switch.facts["cases"] = _cases(switch.node)
    labels = switch.facts["cases"].get(frame.start)
    if labels is None:
        return None
    subject = short_text(switch.node.child_by_field_name("condition")).removeprefix("(").removesuffix(")")
    return Guard(kind="case", text=subject, pattern=labels)


def _cases(switch: Node) -> dict[int, str | None]:
    """The labels that lead to each group of statements, by its first byte; None where any value may lead."""
    cases: dict[int, str | None] = {}
    waiting: list[str] = []
    body = switch.child_by_field_name("body")
    for group in [] if body is None else body.named_children:
        labels = [one for one in group.named_children if one.type == "switch_label"]
        waiting += [short_text(one).removeprefix("case").strip() for one in labels]
        others = "default" in waiting
        cases[group.start_byte] = (
            None if others and len(waiting) > 1 else "" if others else ", ".join(waiting)
        )
        if any(one.type != "switch_label" and not one.is_extra for one in group.named_children):
            waiting = []
    return cases


def _catch_guard(frame: Frame, _start: int) -> Guard:
    caught = next((one for one in frame.node.named_children if one.type == "catch_formal_parameter"), None)
    kind = next((one for one in caught.named_children if one.type == "catch_type"), None) if caught else None
    return Guard(kind="catch", text=short_text(kind))


_NAMELESS = {
    "constructor_declaration": "<init>",
    "compact_constructor_declaration": "<init>",
    "static_initializer": "<clinit>",
}


def _named(function: Node) -> str:
    return _NAMELESS.get(function.type) or text(function.child_by_field_name("name"))


CONVENTIONS = Conventions(
    grammar=GRAMMAR,
    places=_PLACES,
    declared=declared,
    speech=Speech(rules=RULES, bindings=_BINDINGS),
    guards={"if": if_guard, "case": _case_guard, "catch": _catch_guard},
    parameters=parameters,
    takes_any=takes_any,
    named=_named,
    statements=frozenset(
        [
            "expression_statement",
            "local_variable_declaration",
            "return_statement",
            "throw_statement",
            "yield_statement",
            "field_declaration",
            "assert_statement",
            "explicit_constructor_invocation",
        ]
    ),
    blocks=frozenset({"block", "switch_rule"}),
    owners_of_calls=frozenset({"method_invocation", "field_access"}),
    results=results,
    outcome=outcome,
    call=call,
    choices=choices,
)
