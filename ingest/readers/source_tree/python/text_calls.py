"""Calls that make texts: formats, joins, translations, and functions of the same file that return a text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from ingest.readers.source_tree.python.bodies import Body
from ingest.readers.source_tree.python.choices import joined, may_be_format, named, tells
from ingest.readers.source_tree.python.facts import MAX_CHOICES, Choice, Choices, Filled, Ref
from ingest.readers.source_tree.python.formats import reshaped
from ingest.readers.source_tree.python.scope import Scope, assigned, key_of
from ingest.readers.source_tree.site import Guard, Hole

if TYPE_CHECKING:
    from ingest.readers.source_tree.python.text import Texts

#: Longer functions do more than to make a text.
MAX_LINES = 40
_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
Reader = Callable[["Texts", ast.Call, Scope, int], Choices]


def read_call(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    """The texts that a call makes; empty when it is not known to make any."""
    function = node.func
    if isinstance(function, ast.Attribute):
        if reader := _METHODS.get(function.attr):
            return reader(texts, node, scope, depth)
        name = function.attr
    else:
        name = getattr(function, "id", "")
    if reader := _FUNCTIONS.get(name):
        return reader(texts, node, scope, depth) if node.args else ()
    key = key_of(function)
    if key == "super().__str__":
        return (Choice(text=(Ref(expression="message", key="super().__str__"),)),)
    return _returned(texts, key, node, scope, depth)


def _format(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    assert isinstance(node.func, ast.Attribute)  # noqa: S101 - a method
    return _fill(texts, node.func.value, node, scope, depth)


def _format_first(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    return _fill(texts, node.args[0], node, scope, depth)


def _fill(texts: Texts, template: ast.expr, node: ast.Call, scope: Scope, depth: int) -> Choices:
    templates = texts.choices(template, scope, depth)
    if not all(may_be_format(choice.text) for choice in templates):
        return ()
    fillings = [arg for arg in node.args if arg is not template and not isinstance(arg, ast.Starred)]
    arguments = [texts.embedded(arg, scope, depth) for arg in fillings]
    keywords = [(key.arg or "", texts.embedded(key.value, scope, depth)) for key in node.keywords]
    return tuple(choice for t in templates for choice in texts.filled("format", t, arguments, keywords))


def _join(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    assert isinstance(node.func, ast.Attribute)  # noqa: S101 - a method
    found: list[Choice] = []
    for items, guards in _lists(node.args[0] if node.args else None, scope):
        if any(isinstance(item, ast.Starred) for item in items.elts):
            return ()
        whole = _joined_items(texts, node.func.value, items.elts, scope, depth)
        found += (Choice(text=choice.text, guards=(*guards, *choice.guards)) for choice in whole)
    return tuple(found)


def _lists(node: ast.expr | None, scope: Scope) -> Iterator[tuple[ast.List | ast.Tuple, tuple[Guard, ...]]]:
    """The list that an expression is, or those that a name may stand for, item by item."""
    if isinstance(node, ast.List | ast.Tuple):
        yield node, ()
        return
    bindings = scope.names.get(key_of(node) or "", ()) if node is not None else ()
    if all(isinstance(binding.node, ast.List | ast.Tuple) for binding in bindings):
        for binding in bindings:
            if isinstance(binding.node, ast.List | ast.Tuple) and binding.node.elts:
                yield binding.node, binding.guards


def _joined_items(
    texts: Texts, separator: ast.expr, items: list[ast.expr], scope: Scope, depth: int
) -> Choices:
    between = texts.embedded(separator, scope, depth)
    sides: list[Choices] = []
    for number, item in enumerate(items):
        if number:
            sides.append(between)
        sides.append(texts.embedded(item, scope, depth))
    return joined(*sides)


def _strip(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    if node.args or not isinstance(node.func, ast.Attribute):
        return ()
    return _reshape(texts, node.func.value, scope, depth, "strip")


def _dedent(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    return _reshape(texts, node.args[0], scope, depth, "dedent")


def _reshape(
    texts: Texts, node: ast.expr, scope: Scope, depth: int, style: Literal["strip", "dedent"]
) -> Choices:
    found = texts.choices(node, scope, depth)
    if not all(may_be_format(choice.text) for choice in found):
        return ()
    return tuple(
        Choice(
            text=reshaped(style, choice.text)
            if all(isinstance(part, str | Hole) for part in choice.text)
            else (Filled(style=style, template=choice.text),),
            guards=choice.guards,
        )
        for choice in found
    )


def _translation(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    return texts.choices(node.args[0], scope, depth)


def _plural(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    return tuple(choice for form in node.args[:2] for choice in texts.choices(form, scope, depth))


def _in_context(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    return texts.choices(node.args[1], scope, depth) if len(node.args) > 1 else ()


def _plain(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    return texts.embedded(node.args[0], scope, depth) if len(node.args) == 1 else ()


def _repr(texts: Texts, node: ast.Call, scope: Scope, depth: int) -> Choices:
    return (Choice(text=(named(node.args[0]),)),)


def _returned(texts: Texts, key: str | None, node: ast.Call, scope: Scope, depth: int) -> Choices:
    """The text that a function of this file returns, when that is all that it does. Conditions on names of
    its own are not the caller's to see."""
    function = scope.functions.get(key or "")
    if function is None:
        return ()
    inner = Scope(owner=scope.owner, functions=scope.functions)
    names = [arg.arg for arg in function.args.args if arg.arg not in ("self", "cls")]
    for name, value in zip(names, node.args, strict=False):
        # What the caller gave is of the caller's scope; only its texts may be taken over.
        inner.bind(name, value if isinstance(value, ast.Constant | ast.Name | ast.Attribute) else None)
    own = {*names, *assigned(function.body)}
    return tuple(
        choice._replace(guards=tuple(guard for guard in choice.guards if own.isdisjoint(_names(guard))))
        for choice in returned(texts, function, inner)
    )


def _names(guard: Guard) -> list[str]:
    return _NAME.findall(guard.text)


def read_property(texts: Texts, key: str, scope: Scope) -> Choices:
    """The texts of `self.x`, where `x` is a property of the same class."""
    function = scope.functions.get(key)
    if function is None or not any(_is_property(decorator) for decorator in function.decorator_list):
        return ()
    return returned(texts, function, Scope(owner=scope.owner, functions=scope.functions))


def returned(texts: Texts, function: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> Choices:
    """The texts that a small function returns; empty unless there are any."""
    if (function.end_lineno or 0) - function.lineno > MAX_LINES or not texts.enter(function):
        return ()
    try:
        body = Body(scope, texts)
        body.walk(function.body, ())
    finally:
        texts.leave(function)
    found = tuple(body.returned[:MAX_CHOICES])
    return found if tells(found) else ()


def _is_property(decorator: ast.expr) -> bool:
    return (key_of(decorator) or "").rpartition(".")[2] in ("property", "cached_property")


_METHODS: dict[str, Reader] = {
    "format": _format,
    "join": _join,
    "strip": _strip,
    "lstrip": _strip,
    "rstrip": _strip,
}
_FUNCTIONS: dict[str, Reader] = {
    **dict.fromkeys(("_", "__", "N_", "_t", "_l", "lazy_gettext", "gettext_noop"), _translation),
    **dict.fromkeys(("gettext", "ugettext", "gettext_lazy", "ugettext_lazy"), _translation),
    **dict.fromkeys(("ngettext", "ungettext", "ngettext_lazy", "ungettext_lazy", "n_"), _plural),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), _in_context),
    **dict.fromkeys(("str", "force_str", "force_text", "smart_str", "text_type", "mark_safe"), _plain),
    **dict.fromkeys(("format_lazy", "format_html"), _format_first),
    **dict.fromkeys(("dedent", "cleandoc"), _dedent),
    "repr": _repr,
}
