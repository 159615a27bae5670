"""From the expression behind `raise` to what it raises: classes or helpers with their arguments."""

import ast
import re
from types import NoneType

from ingest.readers.source_tree.python.choices import hole
from ingest.readers.source_tree.python.facts import Choices, Filled, Ref, Thrown
from ingest.readers.source_tree.python.scope import Binding, Scope, key_of
from ingest.readers.source_tree.python.text import Sources, Texts
from ingest.readers.source_tree.site import Guard

MAX_ARGUMENTS = 6
#: How the names of errors' classes end; others are recognised where they are raised.
ERROR_NAME = re.compile(
    r"""(?: Error | Exception | Warning | Fault | Failure | Failed | Exit | Interrupt | Denied | NotFound
          | Invalid | Abort | Timeout | Problem | DoesNotExist | Missing | Forbidden | Http\d+ | Retry
          | Reject | Violation | Mismatch | Unavailable | Unsupported | Unauthorized | NotAllowed | Returned
          | Required )\Z""",
    re.VERBOSE,
)


def is_error_name(key: str) -> bool:
    """Whether a dotted name ends like an error's class."""
    return bool(ERROR_NAME.search(key))


class Throws:
    """Reads what statements raise."""

    def __init__(self, texts: Texts, source_of: Sources) -> None:
        self._texts = texts
        self._source_of = source_of

    def of(self, node: ast.expr, scope: Scope, depth: int = 0) -> tuple[Thrown, ...]:
        """What the expression raises; empty for an error that came from elsewhere and is only handed on."""
        if depth > 8:
            return ()
        if isinstance(node, ast.Call):
            return self._call(node, scope, depth)
        if isinstance(node, ast.IfExp):
            return self._conditional(node, scope, depth)
        if isinstance(node, ast.BoolOp):
            return tuple(thrown for value in node.values for thrown in self.of(value, scope, depth + 1))
        return self._name(key_of(node), scope, depth)

    def _name(self, key: str | None, scope: Scope, depth: int) -> tuple[Thrown, ...]:
        if key is None or key in scope.caught:
            return ()
        if bindings := scope.names.get(key):
            return self._bound(key, bindings, scope, depth)
        if key in scope.parameters.names or not _may_be_class(key):
            return ()
        return (Thrown(key=key),)

    def _call(self, node: ast.Call, scope: Scope, depth: int) -> tuple[Thrown, ...]:
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in ("with_traceback", "with_cause"):
            return self.of(function.value, scope, depth + 1)
        key = key_of(function)
        made = self._made(node, key, scope)
        bindings = scope.names.get(key) if key else None
        if bindings:
            classes = [
                (thrown.key, (*binding.guards, *thrown.guards))
                for binding in bindings
                if binding.node is not None
                for thrown in self._classes(binding.node, scope, depth + 1)
            ]
            return tuple(
                Thrown(key=name, called=True, arguments=made.arguments, keywords=made.keywords, guards=guards)
                for name, guards in classes
            ) or (_unnamed(made),)
        if key is not None and key in scope.parameters.names:
            return (self._of_default(key, made, scope),)
        return (made,)

    def _of_default(self, key: str, made: Thrown, scope: Scope) -> Thrown:
        """`exc(…)` where `exc` is a parameter: its default says the usual class."""
        default = scope.parameters.defaults.get(key, ())
        if len(default) == 1 and isinstance(default[0], Ref) and _may_be_class(default[0].key):
            return made._replace(key=default[0].key)
        return _unnamed(made)

    def _classes(self, node: ast.expr, scope: Scope, depth: int) -> tuple[Thrown, ...]:
        if isinstance(node, ast.Call):
            return ()
        return self.of(node, scope, depth)

    def _made(self, node: ast.Call, key: str | None, scope: Scope) -> Thrown:
        arguments: list[Choices] = []
        for argument in node.args[:MAX_ARGUMENTS]:
            value = argument.value if isinstance(argument, ast.Starred) else argument
            arguments.append(self._argument(value, scope))
        keywords = [
            (keyword.arg or "", self._keyword(keyword, scope)) for keyword in node.keywords[:MAX_ARGUMENTS]
        ]
        return Thrown(key=key, called=True, arguments=tuple(arguments), keywords=tuple(keywords))

    def _argument(self, node: ast.expr, scope: Scope, depth: int = 0) -> Choices:
        """An argument's text; of a list or dict, the first text in it, which its repr shows."""
        if isinstance(node, ast.List | ast.Dict) and depth < 4:
            for value in (node.elts if isinstance(node, ast.List) else node.values)[:MAX_ARGUMENTS]:
                found = self._argument(value, scope, depth + 1)
                if any(isinstance(part, str | Filled) for choice in found for part in choice.text):
                    return found
        if isinstance(node, ast.Constant) and not isinstance(node.value, str | NoneType):
            return hole("status")  # an exit status, say: no text to look for
        return self._texts.choices(node, scope)

    def _keyword(self, keyword: ast.keyword, scope: Scope) -> Choices:
        return self._texts.choices(keyword.value, scope)

    def _conditional(self, node: ast.IfExp, scope: Scope, depth: int) -> tuple[Thrown, ...]:
        condition = self._source_of(node.test)
        return tuple(
            _under(thrown, (Guard(kind="condition", text=condition, holds=holds),))
            for holds, branch in ((True, node.body), (False, node.orelse))
            for thrown in self.of(branch, scope, depth + 1)
        )

    def _bound(self, key: str, bindings: tuple[Binding, ...], scope: Scope, depth: int) -> tuple[Thrown, ...]:
        earlier = scope.branch()
        del earlier.names[key]
        return tuple(
            _under(thrown, binding.guards)
            for binding in bindings
            if binding.node is not None and not binding.added
            for thrown in self.of(binding.node, earlier, depth + 1)
        )


def _under(thrown: Thrown, guards: tuple[Guard, ...]) -> Thrown:
    if not guards:
        return thrown
    return Thrown(
        key=thrown.key,
        called=thrown.called,
        arguments=thrown.arguments,
        keywords=thrown.keywords,
        guards=(*guards, *thrown.guards),
    )


def _unnamed(made: Thrown) -> Thrown:
    return _under(
        Thrown(key=None, called=True, arguments=made.arguments, keywords=made.keywords), made.guards
    )


def _may_be_class(key: str) -> bool:
    last = key.rpartition(".")[2]
    return last[:1].isupper() or is_error_name(last)
