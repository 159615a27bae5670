"""Entries of a pack by words: the base's own search, without what its pages add (facets, corrections)."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import tantivy

from errorkb.fulltext.asking import as_score, engine_query, saying
from errorkb.fulltext.documents import document, schema
from errorkb.fulltext.query import Filter, Query
from errorkb.offline.entry import PackEntry

#: Bytes of documents that are held before they are written.
HEAP_BYTES = 64_000_000


def write_words(folder: Path, entries: Iterable[PackEntry]) -> None:
    """Makes the index in an empty folder."""
    writer = tantivy.Index(schema(), str(folder)).writer(HEAP_BYTES, 1)
    for entry in entries:
        writer.add_document(document(entry.document()))
    writer.commit()
    writer.wait_merging_threads()


def with_words(
    folder: Path, asked: Query, *, repo: str | None, limit: int, some: bool = True
) -> list[tuple[str, float]]:
    """Ids of entries that have the words, each with how well it fits (0 to 1), the best first. Where none has
    all of them and ``some`` will do: entries with some of them."""
    index = tantivy.Index.open(str(folder))
    index.reload()
    scope = replace(asked, filters=(*asked.filters, Filter("in", repo))) if repo else asked
    found = _found(index, engine_query(index.schema, scope), limit)
    if found or not some or len(asked.wanted) < 2:
        return found
    return _found(index, engine_query(index.schema, scope, saying(asked)), limit)


def _found(index: tantivy.Index, query: tantivy.Query, limit: int) -> list[tuple[str, float]]:
    searcher = index.searcher()
    return [
        (str(searcher.doc(place).get_first("id")), as_score(score))
        for score, place in searcher.search(query, limit).hits
    ]
