"""How JavaScript and TypeScript raise errors: the facts of a file. What is read stands in the docstrings of
`ecmascript_errors`, `ecmascript_calls` and `ecmascript_shapes`."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from tree_sitter import Node

from ingest.readers.source_tree.ecmascript.calls import called
from ingest.readers.source_tree.ecmascript.errors import made, thrown_otherwise
from ingest.readers.source_tree.ecmascript.facts import Draft, Facts
from ingest.readers.source_tree.ecmascript.file import BUILTINS, CALLED, Dialect, File, is_error, parts_of
from ingest.readers.source_tree.ecmascript.shapes import class_shape, row_shapes
from ingest.readers.source_tree.ecmascript.syntax import frozen, unwrapped
from ingest.readers.source_tree.ecmascript.text import literal
from ingest.readers.source_tree.grammar import text

#: A file without any of these words has nothing for this reader.
_WORTH = ("throw", "Err", "ERR", "rror", "xception", "ssert", "invariant", "arn", "fatal", "reject", "status")
_MAX_MEMBERS = 2000
_MAX_CALLS = 500
_QUOTES = "'\""
_ROW = re.compile(rb"""\(\s{0,200}['"][A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]{1,60}){1,20}['"]\s{0,200},""")
_NAME = re.compile(r"[\w$]+")
# Names that come from a path of the tree: `import {A, B} from './x'`, `const {A, B} = require('./x')`.
_IMPORT = re.compile(
    r"""
    ^[ \t]*(?:import|const|let|var)\s (?P<names>[\w$*{},:\s]{1,2000}?)
    (?:\sfrom\s* | =\s*require\s*\(\s*) ['"] (?:\.|@/|~|\#)
    """,
    re.VERBOSE | re.MULTILINE,
)


def read_with(dialects: Sequence[Dialect], source: str) -> Facts:
    """The facts of a file, by the dialect that understands most of it; the first, when they are equal."""
    if not any(word in source for word in _WORTH):
        return Facts()
    file: File | None = None
    for dialect in dialects:
        root = dialect.parse(source)
        if file is None or not root.has_error:
            file = File(dialect, root)
        if not root.has_error:
            break
    return _facts(file, source) if file is not None else Facts()


def _facts(file: File, source: str) -> Facts:
    drafts: list[Draft | None] = []
    nodes = file.found
    drafts += [thrown_otherwise(file, node) for node in nodes.get("throw", ())]
    drafts += [made(file, node, thrown=_is_thrown(file, node)) for node in nodes.get("new", ())]
    for call in nodes.get("call", ()):
        is_bare = text(call.child_by_field_name("function")) in BUILTINS
        drafts.append(made(file, call, thrown=True) if is_bare else called(file, call))
    shapes = [class_shape(file, node) for node in nodes.get("heir", ())]
    rows = [shape for row in _rows(file) for shape in row_shapes(file, row)]
    found = [draft for draft in drafts if draft is not None]
    found.extend(_helpers(file, source, found))
    found.sort(key=lambda draft: draft.site.line)
    return Facts(
        drafts=tuple(found),
        shapes=(*(shape for shape in shapes if shape is not None), *rows),
        constants=tuple(_constants(file)),
        imported=tuple(dict.fromkeys(_imported(source))) if found else (),
    )


def _is_thrown(file: File, node: Node) -> bool:
    if is_error(parts_of(node.child_by_field_name("constructor"))):
        return False
    path = file.tree.path(node)
    return len(path) > 1 and path[-2].type == "throw_statement"


def _helpers(file: File, source: str, drafts: list[Draft]) -> Iterator[Draft]:
    """The calls of functions of this file that make errors of their arguments, whatever they are called."""
    names = {draft.owner for draft in drafts if draft.owner and not CALLED.fullmatch(draft.owner)}
    # Its own head reads like a call.
    for name in sorted(name for name in names if source.count(f"{name}(") > 1):
        for call in _calls_of(file, name):
            if (draft := called(file, call)) is not None:
                yield draft


def _rows(file: File) -> Iterator[Node]:
    """The calls that have a code for their first argument."""
    root = file.tree.root
    for hit in islice(_ROW.finditer(root.text or b""), _MAX_MEMBERS):
        # A root begins where its first node does.
        place = root.start_byte + hit.start()
        leaf = root.descendant_for_byte_range(place, place + 1)
        path = file.tree.path(leaf) if leaf is not None else ()
        if len(path) > 2 and path[-3].type == "call_expression":
            yield path[-3]


def _calls_of(file: File, name: str) -> Iterator[Node]:
    root = file.tree.root
    source, head = root.text or b"", f"{name}(".encode()
    place = source.find(head)
    for _ in range(_MAX_CALLS):
        if place < 0:
            return
        start, end = root.start_byte + place, root.start_byte + place + len(head) - 1
        leaf = root.descendant_for_byte_range(start, end)
        path = file.tree.path(leaf) if leaf is not None and leaf.start_byte == start else ()
        for node in path[-3:]:
            function = node.child_by_field_name("function") if node.type == "call_expression" else None
            if function is not None and function.end_byte == end:
                yield node
        place = source.find(head, place + len(head))


def _constants(file: File) -> Iterator[tuple[str, str]]:
    """The texts that stand at the top of the file, by their names."""
    for statement in file.tree.root.named_children:
        inner: Node | None = statement
        if statement.type == "export_statement":
            inner = statement.child_by_field_name("declaration")
        if inner is None or inner.type not in ("lexical_declaration", "variable_declaration"):
            continue
        for declarator in inner.named_children:
            value = declarator.child_by_field_name("value")
            if value is not None:
                yield from _texts(text(declarator.child_by_field_name("name")), frozen(unwrapped(value)))


def _texts(name: str, value: Node) -> Iterator[tuple[str, str]]:
    if value.type == "string" and (constant := literal(value)):
        yield name, constant
    for pair in value.named_children[:_MAX_MEMBERS] if value.type == "object" else ():
        key, inner = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and inner is not None and inner.type == "string" and (constant := literal(inner)):
            yield f"{name}.{text(key).strip(_QUOTES)}", constant


def _imported(source: str) -> Iterator[str]:
    """The names that a file has from files of its own tree."""
    for hit in _IMPORT.finditer(source):
        yield from _NAME.findall(hit["names"])
