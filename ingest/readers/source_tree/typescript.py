"""TypeScript, with JSX. The idioms that are read: see `ecmascript`. A file's name is not known here, so a
file that is no TypeScript is tried as TSX; casts as in `<T>x` are an error there, elements as in `<p/>`
here."""

import tree_sitter_typescript

from ingest.readers.source_tree.ecmascript import read_with
from ingest.readers.source_tree.ecmascript.facts import Facts
from ingest.readers.source_tree.ecmascript.file import Dialect
from ingest.readers.source_tree.ecmascript.link import link
from ingest.readers.source_tree.grammar import Grammar

NAME = "typescript"
SUFFIXES: tuple[str, ...] = (".ts", ".mts", ".cts", ".tsx")

TSX = Dialect(Grammar(tree_sitter_typescript.language_tsx), abstract=True)
_TYPESCRIPT = Dialect(Grammar(tree_sitter_typescript.language_typescript), abstract=True)


def read(source: str) -> Facts:
    """The facts of one file, for `link`; a file that is no TypeScript has few."""
    return read_with((_TYPESCRIPT, TSX), source)


__all__ = ["NAME", "SUFFIXES", "link", "read"]
