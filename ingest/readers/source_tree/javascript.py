"""JavaScript, with JSX. The idioms that are read: see `ecmascript`. A file that is not plain JavaScript but
has type annotations is read as TypeScript."""

import tree_sitter_javascript

from ingest.readers.source_tree.ecmascript import read_with
from ingest.readers.source_tree.ecmascript.facts import Facts
from ingest.readers.source_tree.ecmascript.file import Dialect
from ingest.readers.source_tree.ecmascript.link import link
from ingest.readers.source_tree.grammar import Grammar
from ingest.readers.source_tree.typescript import TSX

NAME = "javascript"
SUFFIXES: tuple[str, ...] = (".js", ".mjs", ".cjs", ".jsx")

_JAVASCRIPT = Dialect(Grammar(tree_sitter_javascript.language), abstract=False)


def read(source: str) -> Facts:
    """The facts of one file, for `link`; a file that is no JavaScript has few."""
    return read_with((_JAVASCRIPT, TSX), source)


__all__ = ["NAME", "SUFFIXES", "link", "read"]
