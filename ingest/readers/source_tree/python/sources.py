"""A file's source by position, and the first sentences of its docstrings."""

import ast
import inspect
import re

import re2

from ingest.readers.source_tree.python.facts import Parameters, Text
from ingest.readers.source_tree.python.scope import Scope
from ingest.readers.source_tree.python.text import Texts

MAX_SENTENCE = 300
_RETURN = re.compile(rb"\s*return [\w.]{0,100}\b[A-Z]\w{0,100}\(")
_LEAVES = re.compile(rb"\s{0,200}(?:return|break|continue)\b")
_SENTENCE = re.compile(r"(?s).*?[.!?](?=\s|\Z)")
# `e.g. x`, `i.e. y`: the sentence goes on.
_SHORT = re.compile(r"(?:\b(?:e\.g|i\.e|etc|cf|vs|Mr|No)|\b[A-Z])\.\Z")
_DIRECTIVE = re.compile(r"\s*(?::\w+|\.\. |>>>|@\w+|Args?:|Parameters|Returns?:)")
_ROLE = re.compile(r":[\w:]+:`[~!]?([^`<]+)(?:<[^`>]*>)?`|``([^`]+)``")


class Sources:
    """Cuts expressions out of the source. Columns of ``ast`` are bytes of UTF-8."""

    def __init__(self, source: str) -> None:
        self._raw = source.encode("utf-8", "surrogatepass")
        self._lines = self._raw.split(b"\n")

    def source_of(self, node: ast.expr) -> str:
        """The expression as it stands, white space folded, cut after 200 characters."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        if last >= len(self._lines):  # form feeds and other line ends of their own
            return ast.unparse(node)[:200]
        if first == last:
            raw = self._lines[first][node.col_offset : node.end_col_offset]
        else:
            middle = self._lines[first + 1 : min(last, first + 20)]
            raw = b" ".join(
                [self._lines[first][node.col_offset :], *middle, self._lines[last][: node.end_col_offset]]
            )
        if first != last and b"#" in raw:  # a comment between the lines is no part of it
            return ast.unparse(node)[:200]
        text = raw.decode("utf-8", "replace")
        if first == last and len(text) <= 200:
            return text
        folded = " ".join(text.split())
        return folded if len(folded) <= 200 else folded[:199] + "…"

    def last_return(self, after: int, last: int) -> int | None:
        """The last 1-based line behind a line, up to another, on which an object is made and returned."""
        for line in range(min(last, len(self._lines)), after, -1):
            if _RETURN.match(self._lines[line - 1]):
                return line
        return None

    def leaves(self, first: int, last: int) -> int:
        """On how many of the lines, the last one not counted, a function or a loop is left in peace."""
        return sum(1 for line in self._lines[first - 1 : last - 1] if _LEAVES.match(line))

    def lines_of(self, pattern: "re2._Regexp[bytes]") -> list[int]:
        """The 1-based lines on which the pattern stands, in order."""
        found: list[int] = []
        line, counted = 1, 0
        for hit in pattern.finditer(self._raw):
            line += self._raw.count(b"\n", counted, hit.start())
            counted = hit.start()
            if not found or found[-1] != line:
                found.append(line)
        return found


def first_sentence(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Module) -> str:
    """The first sentence of a docstring, its markup reduced to back-ticks; empty when there is none."""
    first = node.body[0] if node.body else None
    if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
        return ""
    value = first.value.value
    return sentence(value) if isinstance(value, str) else ""


def sentence(text: str) -> str:
    """The first sentence of a documentation text."""
    paragraph = inspect.cleandoc(text[:2000]).split("\n\n", 1)[0]
    if _DIRECTIVE.match(paragraph):
        return ""
    folded = " ".join(_ROLE.sub(lambda hit: f"`{(hit[1] or hit[2]).strip()}`", paragraph).split())
    end = 0
    while hit := _SENTENCE.match(folded, end):
        end = hit.end()
        if not _SHORT.search(folded[:end]):
            break
    found = folded[:end] if end else folded
    if len(found) > MAX_SENTENCE:
        found = found[: MAX_SENTENCE - 1].rsplit(" ", 1)[0] + "…"
    return found if not found or found[-1] in ".!?…" else f"{found.rstrip(':;,')}."


def parameters_of(
    node: ast.FunctionDef | ast.AsyncFunctionDef, texts: Texts, *, is_method: bool
) -> Parameters:
    """The parameters that callers fill, with the defaults that are texts."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: dict[str, Text] = {}
    pairs = [
        *zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for argument, default in pairs:
        if default is not None and isinstance(default, ast.Constant | ast.Call | ast.JoinedStr | ast.Name):
            defaults[argument.arg] = texts.choices(default, Scope())[0].text
    names = [argument.arg for argument in positional]
    is_static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list)
    if is_method and names and not is_static:
        names = names[1:]
    return Parameters(
        names=(*names, *(argument.arg for argument in arguments.kwonlyargs)),
        positional=len(names),
        defaults=defaults,
        rest=arguments.vararg.arg if arguments.vararg else None,
        extra=arguments.kwarg.arg if arguments.kwarg else None,
    )
