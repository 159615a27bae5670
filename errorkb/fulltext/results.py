"""find(query) → Found: the one door for page, API and command line."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import tantivy

from errorkb.fulltext import index as indexes
from errorkb.fulltext.asking import engine_query
from errorkb.fulltext.documents import FACETS
from errorkb.fulltext.query import Clause, Filter, Query, written
from errorkb.fulltext.tokens import tokens, words
from errorkb.matching.index import base_state
from errorkb.models import Entry

#: Beyond so many entries a number is said to be "more than", and a list is not paged any further.
COUNTED = 10_000
#: Values of a facet that are named.
NAMED = 12
#: A word of so many letters may have one or two of them wrong.
ONE_WRONG, TWO_WRONG = 4, 8
#: A weight that is neither good nor bad.
USUAL = 50.0
#: Entries whose words are compared with a misspelled one.
COMPARED = 20

Sort = Literal["relevance", "newest"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """ids: the entries asked for, in order; scores: how well each fits, 0 to 1. total: how many there are, at
    most ``COUNTED``; more: there are more. facets: values of a field with their numbers of entries, the most
    first. instead: the query that was asked since nothing fits the words as they were typed. some: an entry
    has some of the words, not all."""

    ids: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    total: int = 0
    more: bool = False
    facets: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    instead: Query | None = None
    some: bool = False


def find(
    asked: Query,
    *,
    repo: str | None = None,
    offset: int = 0,
    limit: int = 20,
    sort: Sort = "relevance",
    facets: bool = False,
) -> Found | None:
    """The entries that fit, of one repository or of all; None while the index is being built for the first
    time."""
    index = indexes.at(base_state().revision)
    if index is None:
        return None
    scope = replace(asked, filters=(*asked.filters, Filter("in", repo))) if repo else asked
    return _Asking(index, offset, limit, sort, facets).find(scope)


def entries(found: Found) -> list[Entry]:
    """The entries themselves, in order, but for any that has just gone."""
    rows = Entry.objects.defer("search_vector").in_bulk(found.ids)
    return [rows[entry] for entry in found.ids if entry in rows]


@dataclass(frozen=True, slots=True)
class _Asking:
    index: tantivy.Index
    offset: int
    limit: int
    sort: Sort
    facets: bool

    def find(self, asked: Query) -> Found:
        """What fits; else what fits without the typing errors; else what has some of the words."""
        schema = self.index.schema
        found = self._answer(engine_query(schema, asked))
        if found.total or not asked.wanted:
            return found
        if corrected := self._corrected(asked):
            found = self._answer(engine_query(schema, corrected))
            if found.total:
                return replace(found, instead=corrected)
        if len(asked.wanted) == 1:
            return found
        return replace(self._answer(engine_query(schema, asked, "any")), some=True)

    def _answer(self, query: tantivy.Query) -> Found:
        searcher = self.index.searcher()
        number = max(0, min(self.limit, COUNTED - self.offset))
        newest = "analyzed" if self.sort == "newest" else None
        result = searcher.search(query, max(1, number), order_by_field=newest, offset=self.offset)
        total = result.count  # type: ignore[attr-defined] # the stub lacks it
        ids = tuple(str(searcher.doc(place).get_first("id")) for _, place in result.hits[:number])
        return Found(
            ids=ids,
            scores=tuple(_share(score) for score, _ in result.hits[:number]),
            total=min(total, COUNTED),
            more=total > COUNTED,
            facets=self._facets(searcher, query) if self.facets and total else {},
        )

    def _facets(
        self, searcher: tantivy.Searcher, query: tantivy.Query
    ) -> dict[str, tuple[tuple[str, int], ...]]:
        wanted = {name: {"terms": {"field": name, "size": NAMED}} for name in FACETS}
        told = searcher.aggregate(query, wanted)
        return {
            name: tuple((bucket["key"], bucket["doc_count"]) for bucket in told[name]["buckets"])
            for name in FACETS
        }

    def _corrected(self, asked: Query) -> Query | None:
        """The query with its unknown words replaced by the most similar known ones; None where none is."""
        searcher = self.index.searcher()
        clauses = tuple(self._known(searcher, clause) for clause in asked.clauses)
        if clauses == asked.clauses:
            return None
        corrected = replace(asked, clauses=clauses)
        return replace(corrected, text=written(corrected))

    def _known(self, searcher: tantivy.Searcher, clause: Clause) -> Clause:
        word = "".join(words(clause.text))
        if clause.excluded or clause.is_phrase or len(word) < ONE_WRONG:
            return clause
        if any(searcher.doc_freq(name, word) for name in ("head", "names", "body")):
            return clause
        close = tantivy.Query.fuzzy_term_query(
            self.index.schema, "head", word, 2 if len(word) >= TWO_WRONG else 1, True
        )
        hits = searcher.search(close, COMPARED).hits
        ids = [str(searcher.doc(place).get_first("id")) for _, place in hits]
        similar = difflib.get_close_matches(word, _words_of(ids), 1, 0.6)
        return replace(clause, text=similar[0]) if similar else clause


def _share(score: float) -> float:
    """The engine's weight, which has no bound, as a number below 1."""
    return round(score / (score + USUAL), 3) if score > 0 else 0.0


def _words_of(ids: Sequence[str]) -> list[str]:
    """The words of entries' heads, and their whole names."""
    rows = Entry.objects.filter(pk__in=ids).values_list("error_code", "error_class", "error_message")
    heads = "\n".join(filter(None, (text for row in rows for text in row)))[:20_000]
    return list(dict.fromkeys(token.text for token in tokens(heads) if not token.is_stem))
