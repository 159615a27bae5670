"""Entries whose message is like a text: guesses, where no entry's pattern occurs in it."""

from collections.abc import Iterator
from itertools import islice

import tantivy
from django.db import connection

from errorkb.fulltext import index as indexes
from errorkb.fulltext.asking import is_common
from errorkb.fulltext.tokens import tokens
from errorkb.storable import storable

#: Characters of the text that are read, its words that are looked for, the rarest, and entries compared.
READ, WORDS, COMPARED = 2000, 12, 50
#: What of the text a message must have to be called similar, 0 to 1.
ALIKE = 0.45
_LIKENESS = """
    SELECT * FROM (
        SELECT id, word_similarity(%s, left(error_message, 1000)) AS likeness
        FROM errorkb_entry WHERE id = ANY(%s) AND retired_at IS NULL
    ) AS compared
    WHERE likeness >= %s ORDER BY likeness DESC, id LIMIT %s
"""


def similar(
    text: str, *, revision: str | None, repo: str | None = None, limit: int
) -> list[tuple[str, float]]:
    """Ids of entries of this revision of the base and how alike their messages are, 0 to 1, the most alike
    first. None of them while the index is being built for the first
    time."""
    index = indexes.at(revision)
    if index is None:
        return []
    text = storable(text[:READ])
    close = list(_with_words(index, text, repo))
    if not close:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_LIKENESS, [text, close, ALIKE, limit])
        found: list[tuple[str, float]] = cursor.fetchall()
        return found


def _with_words(index: tantivy.Index, text: str, repo: str | None) -> Iterator[str]:
    """The entries that have the most of the text's rare words."""
    searcher = index.searcher()
    schema = index.schema
    words = dict.fromkeys(token.text for token in islice(tokens(text), 400) if not token.is_stem)
    known = sorted(
        (often, word) for word in words if not is_common(word) and (often := searcher.doc_freq("head", word))
    )
    if not known:
        return
    some = tantivy.Query.boolean_query(
        [(tantivy.Occur.Should, tantivy.Query.term_query(schema, "head", word)) for _, word in known[:WORDS]]
    )
    if repo:
        own = tantivy.Query.term_query(schema, "repo_key", storable(repo).lower())
        some = tantivy.Query.boolean_query([(tantivy.Occur.Must, own), (tantivy.Occur.Must, some)])
    for _, place in searcher.search(some, COMPARED, count=False).hits:
        yield str(searcher.doc(place).get_first("id"))
