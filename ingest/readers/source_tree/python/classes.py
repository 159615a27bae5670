"""What a class says about the message of the errors that it makes."""

import ast

from ingest.readers.source_tree.python import idioms
from ingest.readers.source_tree.python.bodies import Body
from ingest.readers.source_tree.python.choices import as_one
from ingest.readers.source_tree.python.facts import (
    MAX_CHOICES,
    Choice,
    Choices,
    ClassFacts,
    Init,
    Ref,
    Text,
)
from ingest.readers.source_tree.python.scope import Scope, key_of
from ingest.readers.source_tree.python.sources import first_sentence, parameters_of
from ingest.readers.source_tree.python.text import Texts
from ingest.readers.source_tree.python.thrown import is_error_name

# Longer ones do more than to build a message.
_MAX_INIT, _MAX_SHOWN = 60, 60
#: Attributes by which a class says what its instances say.
DETAILS = (
    "default_detail",
    "default_message",
    "default_error_message",
    "message",
    "msg",
    "detail",
    "description",
)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def class_facts(node: ast.ClassDef, scope: Scope, texts: Texts) -> ClassFacts:
    """The facts of a class; of one that can be no error's, its bases and tables only."""
    bases = tuple(filter(None, map(_base_key, node.bases)))
    is_error = is_error_name(node.name) or any(map(_is_base, bases))
    attributes: dict[str, Text] = {}
    tables: dict[str, dict[str, Text]] = {}
    numbers: dict[str, int] = {}
    named_numbers: list[tuple[str, int]] = []
    detail_lines = None
    for statement in node.body:
        name, value = _assignment(statement)
        if name is None or value is None:
            continue
        if (number := _named_number(value)) is not None:
            named_numbers.append((name, number))
        if isinstance(value, ast.Dict):
            if table := idioms.table(value, texts, scope):
                tables[name] = table
        elif isinstance(value, ast.Constant) and type(value.value) is int:
            numbers[name] = value.value
        elif idioms.may_be_text(value) and (text := as_one(texts.choices(value, scope))):
            attributes[name] = text
            if name in DETAILS and detail_lines is None:
                detail_lines = statement.lineno, statement.end_lineno or statement.lineno
    for name, number in named_numbers:
        numbers.setdefault(name, number)
    functions = {n.name: n for n in node.body if isinstance(n, _Function)} if bases else {}
    init, shown = functions.get("__init__"), functions.get("__str__")
    if (
        shown is None and (alias := attributes.get("__str__")) and isinstance(alias[0], Ref)
    ):  # __str__ = __repr__
        shown = functions.get(alias[0].key)
    return ClassFacts(
        bases=bases,
        documentation=first_sentence(node) if is_error or shown else "",
        attributes=attributes,
        tables=tables,
        numbers=numbers,
        init=_init(init, scope, texts) if init and (is_error or shown or "super" in _calls(init)) else None,
        shown=_shown(shown, scope, texts) if shown else (),
        line=node.lineno,
        detail_lines=detail_lines,
    )


def _base_key(node: ast.expr) -> str | None:
    """The name of a base; that of `Base[Type]` is `Base`."""
    return key_of(node.value if type(node) is ast.Subscript else node)


def _is_base(base: str) -> bool:
    return is_error_name(base) or base.rpartition(".")[2] in ("BaseException", "KeyboardInterrupt")


def _calls(node: _Function) -> set[str]:
    """`super`, when the first-level statements of the function call it."""
    return {
        "super"
        for statement in node.body
        if isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and (key_of(statement.value.func) or "").endswith("__init__")
    }


def _assignment(statement: ast.stmt) -> tuple[str | None, ast.expr | None]:
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id, statement.value
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id, statement.value
    return None, None


def _named_number(value: ast.expr) -> int | None:
    """`status.HTTP_404_NOT_FOUND`: a name that says its number."""
    if type(value) is ast.Attribute:
        name = value.attr
    elif type(value) is ast.Name:
        name = value.id
    else:
        return None
    words = name.split("_") if name.startswith("HTTP_") else ()
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else None


def _init(node: _Function, scope: Scope, texts: Texts) -> Init | None:
    if (node.end_lineno or 0) - node.lineno > _MAX_INIT:
        return None
    parameters = parameters_of(node, texts, is_method=True)
    own = Scope(parameters=parameters, owner=scope.owner, functions=scope.functions)
    body = Body(own, texts)
    body.walk(node.body, ())
    return Init(parameters=parameters, attributes=body.attributes, handed=tuple(body.handed[:MAX_CHOICES]))


def _shown(node: _Function, scope: Scope, texts: Texts) -> Choices:
    if (node.end_lineno or 0) - node.lineno > _MAX_SHOWN:
        return (Choice(text=(Ref(expression="message", key="?"),)),)
    own = Scope(owner=scope.owner, functions=scope.functions)
    body = Body(own, texts)
    body.walk(node.body, ())
    return tuple(body.returned[:MAX_CHOICES])
