"""One file's statements, in order, to its facts. Expressions are looked at only where a statement raises."""

import ast
import gc
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable

import re2

from ingest.readers.source_tree.python import idioms
from ingest.readers.source_tree.python.branches import read_if, read_loop, read_match, read_try, read_with
from ingest.readers.source_tree.python.choices import as_one
from ingest.readers.source_tree.python.classes import class_facts
from ingest.readers.source_tree.python.context import Context, Documented
from ingest.readers.source_tree.python.facts import (
    Call,
    ClassFacts,
    Maker,
    Module,
    Parameters,
    Raise,
    Text,
)
from ingest.readers.source_tree.python.raising import read_assert, read_expression, read_raise, read_return
from ingest.readers.source_tree.python.scope import Scope, key_of
from ingest.readers.source_tree.python.sources import Sources, first_sentence, parameters_of
from ingest.readers.source_tree.python.text import Texts
from ingest.readers.source_tree.python.thrown import Throws, is_error_name
from ingest.readers.source_tree.site import Guard, Unreadable

# A function on whose lines none of these stands is not looked into, nor what stands behind the last of them.
# RE2, because ``re`` would take as long for it as the parser for everything.
_TELLING = re2.compile(
    rb"\braise\b|\bassert\b|\bwarn|\.(?:critical|exception|fatal)\(|\bexit\(|\bcls\("
    rb"|(?i:fail|error|raise|check|require|abort|ensure|validat|reject|invalid|forbid|deny|usage|complain)\w*\("
    rb"|(?:Exception|Fault|Denied|NotFound|DoesNotExist|Http\d+|Timeout|Unavailable|NotAllowed)\(|\bdie\("
    rb"|\breturn (?:e|ex|\w*(?:err|exc|fault)\w*)\b|\bid=[\"']\w+\.[EWC]\d"
)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def read(source: str) -> Module:
    """The facts of a file; raises Unreadable when it is no Python of this version."""
    # A tree is many objects and no garbage: the collector would walk over all of them again and again.
    collects = gc.isenabled()
    gc.disable()
    try:
        return _read(source)
    finally:
        if collects:
            gc.enable()


def _read(source: str) -> Module:
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise Unreadable(f"no Python of this version: {error.msg}", error.lineno or 1) from None
    except (RecursionError, MemoryError):
        raise Unreadable("it is nested too deeply", 1) from None
    except ValueError as error:
        raise Unreadable(str(error), 1) from None
    try:
        return Reader(tree, source).module()
    except RecursionError:
        raise Unreadable("it is nested too deeply", 1) from None


class Reader:
    """Collects the facts of one file."""

    def __init__(self, tree: ast.Module, source: str) -> None:
        self._tree = tree
        self._sources = Sources(source)
        self.telling = self._sources.lines_of(_TELLING)
        self.has_checks = 'id="' in source or "id='" in source
        self.source_of, self.leaves = self._sources.source_of, self._sources.leaves
        self.texts = Texts(self.source_of)
        self.throws = Throws(self.texts, self.source_of)
        self._imports: dict[str, str] = {}
        self._stars: list[str] = []
        self._constants: dict[str, Text] = {}
        self._tables: dict[str, dict[str, Text]] = {}
        self._classes: dict[str, ClassFacts] = {}
        self.makers: dict[str, Maker] = {}
        self._parameters: dict[str, Parameters] = {}
        self.raises: list[Raise] = []
        self.calls: list[Call] = []
        self.exits: list[tuple[Guard, bool]] = []
        self._last: dict[tuple[int, int], int] = {}
        self._sentences: dict[ast.AST, str] = {}

    def module(self) -> Module:
        """Everything that the file says."""
        functions = {n.name: n for n in self._tree.body if isinstance(n, _Function)}
        context = Context(scope=Scope(functions=functions))
        self.block(self._tree.body, context)
        return Module(
            imports=self._imports,
            stars=tuple(self._stars),
            constants=self._constants,
            tables=self._tables,
            classes=self._classes,
            makers=self.makers,
            parameters=self._parameters,
            raises=tuple(self.raises),
            calls=tuple(self.calls),
        )

    def block(self, statements: list[ast.stmt], context: Context) -> bool:
        """Reads statements one after another; False when the last of them never goes on."""
        exits: list[tuple[Guard, bool]] = []
        last_told = self._last_told(context)
        for statement in statements:
            if statement.lineno > last_told and type(statement) is not ast.ClassDef:
                continue
            self.exits = exits
            handler = _STATEMENTS.get(type(statement))
            if handler is not None:
                handler(self, statement, context)
            if isinstance(statement, ast.If) and not statement.orelse and _ends(statement.body):
                guard = Guard(kind="condition", text=self.source_of(statement.test), holds=False)
                exits.append((guard, isinstance(statement.body[-1], ast.Raise)))
        return not (statements and isinstance(statements[-1], _ENDS))

    def _last_told(self, context: Context) -> int:
        """The last line of the function that tells of an error: behind it, names and conditions are of no
        use. One that returns an object may return an error."""
        if context.function is None:
            return sys.maxsize
        if context.function not in self._last:
            last = context.function[1]
            at = bisect_right(self.telling, last)
            told = self.telling[at - 1] if at else 0
            self._last[context.function] = self._sources.last_return(told, last) or told
        return self._last[context.function]

    def documentation(self, context: Context) -> tuple[str, ...]:
        """What is documented of a place: its function's first sentence, and the nearest around."""
        own, *around = map(self._sentence, context.documented) if context.documented else ("",)
        return tuple(filter(None, (own, next(filter(None, around), ""))))

    def _sentence(self, node: Documented) -> str:
        if node not in self._sentences:
            self._sentences[node] = first_sentence(node)
        return self._sentences[node]

    def makes_error(self, key: str) -> bool:
        """Whether a call of the name makes an error: by the name, or by the bases of the class here."""
        facts = self._classes.get(key)
        return (
            key in ("cls", "error")
            or is_error_name(key)
            or (facts is not None and any(map(is_error_name, facts.bases)))
        )

    # What a file defines

    def _import(self, node: ast.Import, _context: Context) -> None:
        for alias in node.names:
            self._imports[alias.asname or alias.name.partition(".")[0]] = (
                alias.name if alias.asname else alias.name.partition(".")[0]
            )

    def _import_from(self, node: ast.ImportFrom, _context: Context) -> None:
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name == "*":
                self._stars.append(module)
            else:
                joint = "" if module.endswith(".") else "."
                self._imports[alias.asname or alias.name] = f"{module}{joint}{alias.name}"

    def _class(self, node: ast.ClassDef, context: Context) -> None:
        names = (*context.names, node.name)
        methods = {f"self.{n.name}": n for n in node.body if isinstance(n, _Function)}
        owner = ".".join(names)
        scope = Scope(
            owner=owner,
            functions={**context.scope.functions, **methods},
            names={k: v for k, v in context.scope.names.items() if "." not in k} if context.function else {},
        )
        self._classes[owner] = class_facts(node, scope, self.texts)
        inner = Context(scope=scope, names=names, documented=(node,))
        for statement in node.body:
            if isinstance(statement, ast.ClassDef | _Function | ast.If | ast.Try):
                _STATEMENTS[type(statement)](self, statement, inner)

    def _function(self, node: _Function, context: Context) -> None:
        last = node.end_lineno or node.lineno
        at = bisect_left(self.telling, node.lineno)
        if at == len(self.telling) or self.telling[at] > last:
            return
        names = (*context.names, node.name)
        parameters = parameters_of(
            node, self.texts, is_method=bool(context.scope.owner) and not context.function
        )
        scope = Scope(
            parameters=parameters,
            owner=context.scope.owner,
            functions=context.scope.functions,
            names=dict(context.scope.names) if context.function else {},
        )
        for name in (*parameters.names, parameters.rest, parameters.extra):
            scope.names.pop(name or "", None)
        inner = Context(
            scope=scope,
            names=names,
            function=(_first_line(node), last),
            documented=(node, *context.documented),
        )
        count = len(self.raises)
        self.block(node.body, inner)
        name = ".".join(names)
        if len(self.raises) > count or name in self.makers:
            self._parameters[name] = parameters

    # What binds names

    def _assign(self, node: ast.Assign, context: Context) -> None:
        for target in node.targets:
            self._bind(target, node.value, context)

    def _annotated(self, node: ast.AnnAssign, context: Context) -> None:
        if node.value is not None:
            self._bind(node.target, node.value, context)

    def _augmented(self, node: ast.AugAssign, context: Context) -> None:
        key = key_of(node.target)
        if key is None:
            return
        if isinstance(node.op, ast.Add):
            context.scope.add(key, node.value)
        elif isinstance(node.op, ast.Mod):  # message %= values
            before = ast.Name(id=key, ctx=ast.Load())
            context.scope.bind(key, ast.BinOp(left=before, op=node.op, right=node.value))
        else:
            context.scope.bind(key, None)

    def _bind(self, target: ast.expr, value: ast.expr, context: Context) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            values = (
                value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else None
            )
            for number, item in enumerate(target.elts):
                if key := key_of(item):
                    context.scope.bind(key, values[number] if values else None)
            return
        if key := key_of(target):
            if context.function is None:
                self._constant(key, value, context)
            else:
                context.scope.bind(key, value)

    def _constant(self, key: str, value: ast.expr, context: Context) -> None:
        if isinstance(value, ast.Dict):
            if table := idioms.table(value, self.texts, context.scope):
                self._tables[key] = table
        elif idioms.may_be_text(value) and (text := as_one(self.texts.choices(value, context.scope))):
            self._constants[key] = text


_STATEMENTS: dict[type[ast.AST], Callable[..., None]] = {
    ast.Import: Reader._import,
    ast.ImportFrom: Reader._import_from,
    ast.ClassDef: Reader._class,
    ast.FunctionDef: Reader._function,
    ast.AsyncFunctionDef: Reader._function,
    ast.Assign: Reader._assign,
    ast.AnnAssign: Reader._annotated,
    ast.AugAssign: Reader._augmented,
    ast.If: read_if,
    ast.For: read_loop,
    ast.AsyncFor: read_loop,
    ast.While: read_loop,
    ast.With: read_with,
    ast.AsyncWith: read_with,
    ast.Try: read_try,
    ast.TryStar: read_try,
    ast.Match: read_match,
    ast.Raise: read_raise,
    ast.Return: read_return,
    ast.Assert: read_assert,
    ast.Expr: read_expression,
}


def _ends(statements: list[ast.stmt]) -> bool:
    return bool(statements) and isinstance(statements[-1], _ENDS)


def _first_line(node: _Function) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
