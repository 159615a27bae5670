"""How Kotlin is written: its queries, guards and conventions."""

import tree_sitter_kotlin
from tree_sitter import Node

from ingest.readers.source_tree.curly import Frame, absent_guard, branch_guard, first_named, short_text
from ingest.readers.source_tree.curly.file import Conventions
from ingest.readers.source_tree.curly.values import Speech
from ingest.readers.source_tree.grammar import Grammar, text
from ingest.readers.source_tree.kotlin.tree import (
    branches_of,
    call,
    choices,
    declared,
    outcome,
    parameters,
    result,
    takes_any,
)
from ingest.readers.source_tree.kotlin.values import RULES
from ingest.readers.source_tree.site import Guard

GRAMMAR = Grammar(tree_sitter_kotlin.language)
#: How a case begins that tests the value rather than naming one.
_TESTS = ("is ", "!is ", "in ", "!in ")
#: More conditions than these are not told of an `else`.
_MAX_TOLD = 3

#: Calls that may raise, report or end the program; `kotlin_calls` knows what each of them does.
CALLS = """
    require requireNotNull check checkNotNull error TODO assert requireNonNull checkArgument checkState
    notNull isTrue state hasText fatal severe e wtf log exit exitProcess respond sendError
"""

_NAMED = "(#any-of? @_name NAMES)".replace("NAMES", " ".join(f'"{name}"' for name in CALLS.split()))
_PLACES = GRAMMAR.query(
    """
    [(class_declaration) (object_declaration) (companion_object)] @type
    [(function_declaration) (secondary_constructor) (anonymous_initializer) (getter) (setter)] @function
    (if_expression) @if
    (when_expression) @switch
    (when_entry) @case
    (catch_block) @catch
    (binary_expression operator: "?:") @absent
    (property_declaration (modifiers (property_modifier)) (variable_declaration) (_)) @constant
    (property_declaration "val" (variable_declaration) (string_literal)) @constant
    (throw_expression) @throw
    ((call_expression . (identifier) @_class) @new (#match? @_class "^[A-Z].*(Exception|AssertionError)$"))
    ((call_expression . (identifier) @_name) @call NAMED)
    ((call_expression . (navigation_expression (identifier) @_name .)) @call NAMED)
    ((call_expression . (call_expression . (identifier) @_name) (annotated_lambda)) @call NAMED)
    ((call_expression
        . (call_expression . (navigation_expression (identifier) @_name .)) (annotated_lambda)) @call NAMED)
    """.replace("NAMED", _NAMED)
)
_BINDINGS = GRAMMAR.query(
    """
    (_ (property_declaration (variable_declaration . (identifier) @given) "=" . (_) @value)) @scope
    (_ (property_declaration (variable_declaration . (identifier) @empty) .)) @scope
    (_ (function_value_parameters (parameter . (identifier) @given))) @scope
    (lambda_literal (lambda_parameters (variable_declaration . (identifier) @given))) @scope
    (catch_block . (identifier) @given) @scope
    (for_statement (variable_declaration . (identifier) @given)) @scope
    (when_expression (when_subject (variable_declaration . (identifier) @given))) @scope
    (_ (assignment left: (identifier) @assigned operator: "=" right: (_) @value)) @scope
    (_ (assignment left: (identifier) @changed operator: "+=" right: (_) @value)) @scope
    (assignment left: (identifier) @assigned)
    (block ((call_expression (navigation_expression (identifier) @_name .)) @appended
        (#eq? @_name "append"))) @scope
    """
)


def _if_guard(frame: Frame, start: int) -> Guard | None:
    first, second = branches_of(frame.node)
    ranges = [(0, 0) if one is None else (one.start_byte, one.end_byte) for one in (first, second)]
    return branch_guard(short_text(frame.node.child_by_field_name("condition")), ranges[0], ranges[1], start)


def _case_guard(frame: Frame, start: int) -> Guard | None:
    switch = frame.parent
    subject = _subject(switch) if switch is not None and switch.role == "switch" else ""
    conditions = _conditions(frame.node)
    if subject and conditions and all(one.startswith(_TESTS) for one in conditions):
        # `is A` and `in 1..9` are conditions without their left side.
        if len(conditions) == 1 and conditions[0].startswith("!in "):
            return Guard(kind="condition", text=f"{subject} {conditions[0][1:]}", holds=False)
        return Guard(kind="condition", text=" || ".join(f"{subject} {one}" for one in conditions))
    if subject:
        return Guard(kind="case", text=subject, pattern=", ".join(conditions))
    if conditions:
        return Guard(kind="condition", text=" || ".join(conditions))
    before = _before(switch.node, frame.node) if switch is not None else []
    return Guard(kind="condition", text=" || ".join(before), holds=False) if before else None


def _conditions(entry: Node) -> list[str]:
    return [short_text(one) for one in entry.children_by_field_name("condition")]


def _before(switch: Node, otherwise: Node) -> list[str]:
    """The conditions of a `when` without a subject that come before its `else`, when they are few."""
    entries = [one for one in switch.named_children if one.type == "when_entry"][: _MAX_TOLD + 2]
    told = [one for entry in entries for one in _conditions(entry)]
    return told if otherwise in entries and len(told) <= _MAX_TOLD else []


def _subject(switch: Frame) -> str:
    if "subject" not in switch.facts:
        named = switch.node.named_children
        subject = short_text(next((one for one in named if one.type == "when_subject"), None))
        switch.facts["subject"] = subject.removeprefix("(").removesuffix(")")
    known: str = switch.facts["subject"]
    return known


def _catch_guard(frame: Frame, _start: int) -> Guard:
    caught = next((one for one in frame.node.named_children if one.type.endswith("_type")), None)
    return Guard(kind="catch", text=short_text(caught))


def _named(function: Node) -> str:
    if function.type in ("secondary_constructor", "anonymous_initializer"):
        return "<init>"
    if function.type == "function_declaration":
        return text(function.child_by_field_name("name"))
    parts = function.parent.named_children if function.parent is not None else []
    variable = next((first_named(one) for one in parts if one.type == "variable_declaration"), None)
    name = text(variable)
    return f"{function.type[:3]}{name[:1].upper()}{name[1:]}"


CONVENTIONS = Conventions(
    grammar=GRAMMAR,
    places=_PLACES,
    declared=declared,
    speech=Speech(rules=RULES, bindings=_BINDINGS),
    guards={"if": _if_guard, "case": _case_guard, "catch": _catch_guard, "absent": absent_guard},
    parameters=parameters,
    takes_any=takes_any,
    named=_named,
    statements=frozenset({"property_declaration", "return_expression", "assignment"}),
    blocks=frozenset({"block", "function_body", "lambda_literal", "class_body", "source_file"}),
    owners_of_calls=frozenset({"navigation_expression"}),
    results=lambda function: [value] if (value := result(function)) is not None else [],
    outcome=outcome,
    call=call,
    choices=choices,
)
