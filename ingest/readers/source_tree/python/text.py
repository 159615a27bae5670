"""From an expression to the text that it makes: the parts of a message, in as many choices as it has."""

import ast
from collections.abc import Callable, Iterator

from ingest.readers.source_tree.python.choices import (
    combinations,
    distinct,
    expression_of,
    hole,
    is_literal,
    is_telling,
    joined,
    literal_of,
    may_be_format,
    named,
    quoted,
    says,
)
from ingest.readers.source_tree.python.facts import (
    MAX_CHOICES,
    Choice,
    Choices,
    Filled,
    Ref,
)
from ingest.readers.source_tree.python.formats import fill
from ingest.readers.source_tree.python.scope import Binding, Scope, key_of
from ingest.readers.source_tree.python.text_calls import read_call, read_property
from ingest.readers.source_tree.site import Guard, Hole

#: Deeper expressions are holes.
MAX_DEPTH = 20
Sources = Callable[[ast.expr], str]


class Texts:
    """Reads texts from expressions of one file. `source_of` gives an expression as it stands there."""

    def __init__(self, source_of: Sources) -> None:
        self._source_of = source_of
        self._open: set[int] = set()  # functions whose text is being read, by id

    def choices(self, node: ast.expr, scope: Scope, depth: int = 0) -> Choices:
        """The texts that the expression may be; never empty."""
        if depth > MAX_DEPTH:
            return hole("value")
        if isinstance(node, ast.Constant):
            return (Choice(text=(node.value,) if isinstance(node.value, str) else (str(node.value),)),)
        reader = _READERS.get(type(node))
        found = reader(self, node, scope, depth + 1) if reader else ()
        return found[:MAX_CHOICES] or hole(expression_of(node))

    def embedded(self, node: ast.expr, scope: Scope, depth: int) -> Choices:
        """The same inside of a text: a name that may be anything is a hole with the name's own name."""
        found = self.choices(node, scope, depth)
        if isinstance(node, ast.Constant):
            return found
        if all(is_literal(choice.text) or is_telling(choice.text) for choice in found):
            return found
        return (Choice(text=(named(node),)),)

    def _name(self, node: ast.expr, scope: Scope, depth: int) -> Choices:
        key = key_of(node)
        if key is None:
            return ()
        if bindings := scope.names.get(key):
            return self._bound(key, bindings, scope, depth)
        if key in scope.caught:
            return hole(key)
        if key in scope.functions and (found := read_property(self, key, scope)):
            return found
        return (Choice(text=(Ref(expression=key, key=key),)),)

    def _bound(self, key: str, bindings: tuple[Binding, ...], scope: Scope, depth: int) -> Choices:
        found: list[Choice] = []
        for binding in bindings:
            for choice in self._of_binding(key, binding, scope, depth):
                text = choice.text if says(choice.text) else (Hole(expression=key),)
                found.append(Choice(text=text, guards=(*binding.guards, *choice.guards)))
        telling = [choice for choice in found if any(isinstance(part, str) for part in choice.text)]
        # "" before the loop that sets the name is no message.
        if any(choice.text and choice not in telling for choice in found):
            found = [choice for choice in found if choice.text and choice.text != ("",)]
        return distinct(found)

    def _of_binding(self, key: str, binding: Binding, scope: Scope, depth: int) -> Choices:
        node = binding.node
        if node is None or depth > MAX_DEPTH:
            return hole(key)
        if isinstance(node, ast.Constant) and not isinstance(node.value, str):
            return hole(key)
        if not isinstance(node, ast.Constant) and type(node) not in _READERS:
            return hole(key)
        before = scope.branch()
        if binding.before:
            before.names[key] = binding.before
        else:
            before.names.pop(key, None)
        own = self.choices(node, before, depth + 1)
        if not binding.added:
            return own
        earlier = self._bound(key, binding.before, before, depth + 1)
        return joined(earlier, own)

    def _joined_str(self, node: ast.JoinedStr, scope: Scope, depth: int) -> Choices:
        return joined(*(self.embedded(value, scope, depth) for value in node.values))

    def _formatted(self, node: ast.FormattedValue, scope: Scope, depth: int) -> Choices:
        found = self.embedded(node.value, scope, depth)
        if node.conversion != ord("r"):
            return found
        return tuple(Choice(text=quoted(choice.text), guards=choice.guards) for choice in found)

    def _operation(self, node: ast.BinOp, scope: Scope, depth: int) -> Choices:
        if isinstance(node.op, ast.Add):
            parts: list[ast.expr] = [node.right]
            left = node.left
            # A long chain is flat, not deep.
            while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
                parts.append(left.right)
                left = left.left
            parts.append(left)
            sides = [self.embedded(part, scope, depth) for part in reversed(parts)]
            has_text = any(isinstance(piece, str) for side in sides for c in side for piece in c.text)
            # `n + 1` is a number, not two texts.
            return joined(*sides) if has_text and not _has_number(parts) else ()
        if isinstance(node.op, ast.Mod):
            return self._percent(node, scope, depth)
        return ()

    def _percent(self, node: ast.BinOp, scope: Scope, depth: int) -> Choices:
        arguments: list[Choices] = []
        keywords: list[tuple[str, Choices]] = []
        right = node.right
        if isinstance(right, ast.Tuple):
            arguments = [self.embedded(item, scope, depth) for item in right.elts]
        elif isinstance(right, ast.Dict):
            keywords = self._items(right, scope, depth)
        elif isinstance(right, ast.Call) and key_of(right.func) == "dict":
            keywords = [(k.arg or "", self.embedded(k.value, scope, depth)) for k in right.keywords]
        else:
            arguments = [self.embedded(right, scope, depth)]
        found: list[Choice] = []
        for template in self.choices(node.left, scope, depth):
            if not may_be_format(template.text):
                return ()
            if isinstance(right, ast.Name | ast.Attribute) and "%(" in literal_of(template.text):
                keywords, arguments = [("", arguments[0])] if arguments else keywords, []
            found += self.filled("%", template, arguments, keywords)
        return tuple(found)

    def filled(
        self, style: str, template: Choice, arguments: list[Choices], keywords: list[tuple[str, Choices]]
    ) -> Iterator[Choice]:
        """A format with its arguments, for each combination of their choices."""
        names = [name for name, _ in keywords]
        axes = [*arguments, *(choices for _, choices in keywords)]
        for taken in combinations(axes):
            texts = tuple(choice.text for choice in taken)
            positional, named = texts[: len(arguments)], texts[len(arguments) :]
            guards = (*template.guards, *(guard for choice in taken for guard in choice.guards))
            pairs = tuple(zip(names, named, strict=True))
            if all(isinstance(part, str | Hole) for part in template.text):
                text = fill(style, template.text, positional, dict(pairs))
            else:
                text = (
                    Filled(style="%" if style == "%" else "format", template=template.text,
                           arguments=positional, keywords=pairs),
                )  # fmt: skip
            yield Choice(text=text, guards=guards)

    def _items(self, node: ast.Dict, scope: Scope, depth: int) -> list[tuple[str, Choices]]:
        found = []
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                found.append((key.value, self.embedded(value, scope, depth)))
            elif key is None:
                found.append(("", self.embedded(value, scope, depth)))
        return found

    def _conditional(self, node: ast.IfExp, scope: Scope, depth: int) -> Choices:
        condition = self._source_of(node.test)
        return tuple(
            Choice(
                text=choice.text,
                guards=(Guard(kind="condition", text=condition, holds=holds), *choice.guards),
            )
            for holds, branch in ((True, node.body), (False, node.orelse))
            for choice in self.choices(branch, scope, depth)
        )

    def _either(self, node: ast.BoolOp, scope: Scope, depth: int) -> Choices:
        if not isinstance(node.op, ast.Or):
            return ()
        found: list[Choice] = []
        guards: tuple[Guard, ...] = ()
        for value in node.values:
            found += (
                Choice(text=choice.text, guards=(*guards, *choice.guards))
                for choice in self.choices(value, scope, depth)
            )
            guards = (*guards, Guard(kind="condition", text=self._source_of(value), holds=False))
        return tuple(found)

    def _subscript(self, node: ast.Subscript, scope: Scope, depth: int) -> Choices:
        key = key_of(node.value)
        if key is None or isinstance(node.slice, ast.Slice | ast.Tuple):
            return ()
        if isinstance(node.slice, ast.Constant) and not isinstance(node.slice.value, str):
            return hole(expression_of(node)) if key != "self.args" else self._arg(node.slice)
        return tuple(
            Choice(text=(Ref(expression=expression_of(node), key=key, item=index.text),), guards=index.guards)
            for index in self.choices(node.slice, scope, depth)
        )

    def _arg(self, index: ast.Constant) -> Choices:
        return (Choice(text=(Ref(expression="args", key=f"self.args.{index.value!r}"),)),)

    def enter(self, function: ast.AST) -> bool:
        """Whether a function may be read now: not while it is being read, and not in a long chain of them."""
        if id(function) in self._open or len(self._open) > 4:
            return False
        self._open.add(id(function))
        return True

    def leave(self, function: ast.AST) -> None:
        """Ends what ``enter`` began."""
        self._open.discard(id(function))

    def _walrus(self, node: ast.NamedExpr, scope: Scope, depth: int) -> Choices:
        return self.choices(node.value, scope, depth)


_READERS: dict[type, Callable[..., Choices]] = {
    ast.Name: Texts._name,
    ast.Attribute: Texts._name,
    ast.JoinedStr: Texts._joined_str,
    ast.FormattedValue: Texts._formatted,
    ast.BinOp: Texts._operation,
    ast.IfExp: Texts._conditional,
    ast.BoolOp: Texts._either,
    ast.Subscript: Texts._subscript,
    ast.Call: read_call,
    ast.NamedExpr: Texts._walrus,
}


def _has_number(nodes: list[ast.expr]) -> bool:
    return any(isinstance(n, ast.Constant) and not isinstance(n.value, str) for n in nodes)
