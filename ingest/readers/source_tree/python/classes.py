"""What a class says about the message of the errors that it makes."""

import ast

from ingest.readers.source_tree.python import idioms
from ingest.readers.source_tree.python.facts import (
    MAX_CHOICES,
    Choice,
    Choices,
    ClassFacts,
    Init,
    Ref,
    Text,
    Thrown,
)
from ingest.readers.source_tree.python.scope import Scope, assigned, key_of
from ingest.readers.source_tree.python.sources import first_sentence, parameters_of
from ingest.readers.source_tree.python.text import Texts
from ingest.readers.source_tree.python.thrown import Throws, is_error_name
from ingest.readers.source_tree.site import Guard

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


def class_facts(node: ast.ClassDef, scope: Scope, texts: Texts, throws: Throws) -> ClassFacts:
    """The facts of a class; of one that can be no error's, its bases and tables only."""
    bases = tuple(filter(None, (key_of(base) for base in node.bases)))
    is_error = is_error_name(node.name) or any(map(_is_base, bases))
    attributes: dict[str, Text] = {}
    tables: dict[str, dict[str, Text]] = {}
    numbers: dict[str, int] = {}
    detail_lines = None
    for statement in node.body:
        name, value = _assignment(statement)
        if name is None or value is None:
            continue
        if isinstance(value, ast.Dict):
            if table := idioms.table(value, texts, scope):
                tables[name] = table
        elif isinstance(value, ast.Constant) and type(value.value) is int:
            numbers[name] = value.value
        elif idioms.may_be_text(value):
            found = texts.choices(value, scope)
            if len(found) == 1:
                attributes[name] = found[0].text
                if name in DETAILS and detail_lines is None:
                    detail_lines = statement.lineno, statement.end_lineno or statement.lineno
    for name, number in [item for statement in node.body for item in _numbered(statement)]:
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
        init=_init(init, scope, texts, throws)
        if init and (is_error or shown or "super" in _calls(init))
        else None,
        shown=_shown(shown, scope, texts) if shown else (),
        line=node.lineno,
        detail_lines=detail_lines,
    )


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


def _numbered(statement: ast.stmt) -> list[tuple[str, int]]:
    """`status_code = status.HTTP_404_NOT_FOUND`: a name that says its number."""
    name, value = _assignment(statement)
    key = key_of(value) if value is not None else None
    if name is None or key is None:
        return []
    words = key.rpartition(".")[2].split("_")
    if len(words) > 1 and words[0] == "HTTP" and words[1].isdigit():
        return [(name, int(words[1]))]
    return []


class _Body:
    """Walks a small function and keeps what its names and attributes stand for."""

    def __init__(self, scope: Scope, texts: Texts, throws: Throws) -> None:
        self.scope = scope
        self.texts = texts
        self.throws = throws
        self.handed: list[Thrown] = []
        self.attributes: dict[str, Choices] = {}
        self.returned: list[Choice] = []

    def walk(self, statements: list[ast.stmt], guards: tuple[Guard, ...]) -> bool:
        """False when the statements end the function."""
        for statement in statements:
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    self._assign(target, statement.value)
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                self._assign(statement.target, statement.value)
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
                if key := key_of(statement.target):
                    self.scope.add(key, statement.value)
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                self._call(statement.value, guards)
            elif isinstance(statement, ast.Return):
                if statement.value is not None:
                    self.returned += (
                        Choice(text=choice.text, guards=(*guards, *choice.guards))
                        for choice in self.texts.choices(statement.value, self.scope)
                    )
                return False
            elif isinstance(statement, ast.If):
                guards = self._if(statement, guards)
            elif isinstance(statement, ast.For | ast.While | ast.With | ast.Try):
                self.scope.forget(_targets(statement))
            elif isinstance(statement, ast.Raise):
                return False
        return True

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        key = key_of(target)
        if key is None:
            return
        if key.startswith("self."):
            if key == "self.args" and isinstance(value, ast.Tuple):
                arguments = tuple(self.texts.choices(item, self.scope) for item in value.elts[:4])
                self.handed.append(Thrown(key="self.args", called=True, arguments=arguments))
            self.attributes[key[5:]] = self.texts.choices(value, self.scope)
        self.scope.bind(key, value)

    def _call(self, call: ast.Call, guards: tuple[Guard, ...]) -> None:
        key = key_of(call.func) or ""
        if not key.endswith(".__init__"):
            return
        arguments = call.args if key.startswith("super()") else call.args[1:]
        if (
            len(call.args) == 2
            and isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Call)
        ):
            arguments = call.args  # super(Class, self).__init__(…)
        self.handed.append(
            Thrown(
                key=key.removesuffix(".__init__"),
                called=True,
                arguments=tuple(
                    self.texts.choices(a.value if isinstance(a, ast.Starred) else a, self.scope)
                    for a in arguments[:4]
                ),
                keywords=tuple(
                    (k.arg or "", self.texts.choices(k.value, self.scope)) for k in call.keywords[:6]
                ),
                guards=guards,
            )
        )

    def _if(self, node: ast.If, guards: tuple[Guard, ...]) -> tuple[Guard, ...]:
        """Walks both branches; what then is so for the statements behind."""
        text = ast.unparse(node.test)[:200]
        outer = self.scope
        branches = []
        ended = []
        for holds, body in ((True, node.body), (False, node.orelse)):
            guard = Guard(kind="condition", text=text, holds=holds)
            self.scope = outer.branch()
            if self.walk(body, (*guards, guard)):
                branches.append((self.scope, (guard,)))
            else:
                ended.append(Guard(kind="condition", text=text, holds=not holds))
        self.scope = outer
        outer.join(branches)
        for key, bindings in outer.names.items():
            if key.startswith("self.") and len(bindings) > 1:
                self.attributes[key[5:]] = self.texts.choices(_attribute(key), outer)
        return (*guards, *ended)


def _attribute(key: str) -> ast.expr:
    node = ast.parse(key, mode="eval").body
    assert isinstance(node, ast.expr)  # noqa: S101 - what ast.parse gives
    return node


def _targets(statement: ast.stmt) -> set[str]:
    return assigned([statement])


def _init(node: _Function, scope: Scope, texts: Texts, throws: Throws) -> Init | None:
    if (node.end_lineno or 0) - node.lineno > _MAX_INIT:
        return None
    parameters = parameters_of(node, texts, is_method=True)
    own = Scope(parameters=parameters, owner=scope.owner, functions=scope.functions)
    body = _Body(own, texts, throws)
    body.walk(node.body, ())
    return Init(parameters=parameters, attributes=body.attributes, handed=tuple(body.handed[:MAX_CHOICES]))


def _shown(node: _Function, scope: Scope, texts: Texts) -> Choices:
    if (node.end_lineno or 0) - node.lineno > _MAX_SHOWN:
        return (Choice(text=(Ref(expression="message", key="?"),)),)
    own = Scope(owner=scope.owner, functions=scope.functions)
    body = _Body(own, texts, throws=Throws(texts, ast.unparse))
    body.walk(node.body, ())
    return tuple(body.returned[:MAX_CHOICES])
