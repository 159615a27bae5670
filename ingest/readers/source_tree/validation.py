"""Python that asks what a function asks before it raises, where a caller can ask the same."""

import ast

from ingest.readers.source_tree.site import Guard, Site

#: Calls that look at a value and do nothing else.
_PURE = frozenset(
    {"isinstance", "issubclass", "callable", "len", "hasattr", "type", "bool", "str", "int", "float"}
)
_TYPES = frozenset(
    {"str", "bytes", "int", "float", "bool", "complex", "list", "tuple", "dict", "set", "frozenset",
     "bytearray", "memoryview", "type", "object"}
)  # fmt: skip
_ALLOWED = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.Compare, ast.Name,
    ast.Load, ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Call, ast.cmpop,
)  # fmt: skip
#: A longer test is none that a caller would repeat, in characters.
_MAX_TEST = 200


def validation_code(site: Site) -> str | None:
    """The test of its parameters by which the function comes to the site; None when the way depends on
    anything else, such as a second test: what stands between the two may matter as much."""
    if site.manner not in ("raises", "asserts", "warns") or not site.function or len(site.guards) != 1:
        return None
    test = _test(site.guards[0], frozenset(site.parameters) - {"self", "cls"})
    if test is None:
        return None
    verb = "warns with" if site.manner == "warns" else "raises"
    return f"if {test}:\n    ...  # {site.function}() {verb} {site.error_class or 'an error'} for this\n"


def _test(guard: Guard, parameters: frozenset[str]) -> str | None:
    text = " ".join(guard.text.split())
    if guard.kind != "condition" or len(text) > _MAX_TEST:
        return None
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not _is_simple(tree, parameters):
        return None
    if guard.holds:
        return ast.unparse(tree)
    body = tree.body
    if isinstance(body, ast.UnaryOp) and isinstance(body.op, ast.Not):
        return ast.unparse(body.operand)
    return ast.unparse(ast.UnaryOp(op=ast.Not(), operand=body))


def _is_simple(tree: ast.Expression, parameters: frozenset[str]) -> bool:
    asks = False
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            return False
        if isinstance(node, ast.Call) and not _is_pure(node):
            return False
        if isinstance(node, ast.Name):
            asks = asks or node.id in parameters
            if node.id not in parameters and node.id not in _PURE | _TYPES:
                return False
    return asks


def _is_pure(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in _PURE and not call.keywords
