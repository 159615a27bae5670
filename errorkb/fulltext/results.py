"""find(query) → Found: the one door for page, API and command line."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import tantivy

from errorkb.fulltext import index as indexes
from errorkb.fulltext.asking import as_score, engine_query, saying
from errorkb.fulltext.documents import FACETS, SLICES
from errorkb.fulltext.query import Clause, Filter, Query, written
from errorkb.fulltext.tokens import stem, tokens, words
from errorkb.matching.index import base_state
from errorkb.models import Entry

#: Beyond so many entries a number is said to be "more than", and a list is not paged any further.
COUNTED = 10_000
#: Of fewer entries than this a search tells which others have some of the words.
FEW = 10
#: Of more entries facets are estimated by a sample.
FACETED = 50_000
#: Values of a facet that are named.
NAMED = 12
#: Of more words than this only the rarer ones count where an entry need not have all.
ANY_OF = 3
#: So many unknown words of a query are replaced by similar ones.
CORRECTED = 3
#: A word of so many letters may have one or two of them wrong.
ONE_WRONG, TWO_WRONG = 4, 8
#: Entries whose words are compared with a misspelled one.
COMPARED = 20

Sort = Literal["relevance", "newest"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What a query is answered with. Entries are told by their ids."""

    ids: tuple[str, ...] = ()  # those asked for, in order
    scores: tuple[float, ...] = ()  # how well each fits, 0 to 1
    total: int = 0  # how many there are, at most ``COUNTED``
    more: bool = False  # there are more
    facets: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)  # the most common first
    estimated: bool = False  # the numbers of the facets are about right
    instead: Query | None = None  # what was asked since nothing fits the words as they were typed
    some: bool = False  # the entries have some of the words, not all
    further: tuple[str, ...] = ()  # where few have all of the words, others with some; they are not counted


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
    return _rows(found.ids)


def further(found: Found) -> list[Entry]:
    """Entries with some of the words, in order."""
    return _rows(found.further)


def _rows(ids: Sequence[str]) -> list[Entry]:
    rows = Entry.objects.in_bulk(ids)
    return [rows[entry] for entry in ids if entry in rows]


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
            return self._filled(asked, found)
        if corrected := self._corrected(asked):
            found = self._answer(engine_query(schema, corrected))
            if found.total:
                return self._filled(corrected, replace(found, instead=corrected))
        if len(asked.wanted) == 1:
            return found
        return replace(self._answer(engine_query(schema, asked, self._rarest(asked))), some=True)

    def _filled(self, asked: Query, found: Found) -> Found:
        if len(asked.wanted) < 2 or found.total >= FEW or self.offset or self.sort != "relevance":
            return found
        query = engine_query(self.index.schema, asked, self._rarest(asked))
        more = _Asking(self.index, 0, FEW, self.sort, facets=False)._answer(query)
        others = [entry for entry in more.ids if entry not in found.ids]
        return replace(found, further=tuple(others[: FEW - found.total]))

    def _answer(self, query: tantivy.Query) -> Found:
        searcher = self.index.searcher()
        number = max(0, min(self.limit, COUNTED - self.offset))
        newest = "analyzed" if self.sort == "newest" else None
        result = searcher.search(query, max(1, number), order_by_field=newest, offset=self.offset)
        total = result.count  # type: ignore[attr-defined] # the stub lacks it
        ids = tuple(str(searcher.doc(place).get_first("id")) for _, place in result.hits[:number])
        return Found(
            ids=ids,
            scores=tuple(as_score(score) for score, _ in result.hits[:number]),
            total=min(total, COUNTED),
            more=total > COUNTED,
            facets=self._facets(searcher, query, total) if self.facets and total else {},
            estimated=self.facets and total > FACETED,
        )

    def _facets(
        self, searcher: tantivy.Searcher, query: tantivy.Query, total: int
    ) -> dict[str, tuple[tuple[str, int], ...]]:
        """Values of each field with their numbers of entries; of many entries a sample is counted."""
        share = 1.0
        if total > FACETED:
            slices = SLICES[: max(1, len(SLICES) * COUNTED // total)]
            sample = tantivy.Query.term_set_query(self.index.schema, "slice", slices)
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, one) for one in (sample, query)])
            share = len(slices) / len(SLICES)
        wanted = {name: {"terms": {"field": name, "size": NAMED}} for name in FACETS}
        told = searcher.aggregate(query, wanted)
        return {
            name: tuple(
                (bucket["key"], _rounded(bucket["doc_count"], share)) for bucket in told[name]["buckets"]
            )
            for name in FACETS
        }

    def _rarest(self, asked: Query) -> list[Clause]:
        """The rarer half of the words, unless they are few: the most common ones alone say too little."""
        searcher = self.index.searcher()

        def entries(clause: Clause) -> int:
            parts = words(clause.text)
            return searcher.doc_freq("body", stem(parts[0])) if len(parts) == 1 else 0

        clauses = [one for one in saying(asked) if not self._is_unknown(searcher, one)]
        return sorted(clauses, key=entries)[: max(ANY_OF, -(-len(clauses) // 2))]

    def _corrected(self, asked: Query) -> Query | None:
        """The query with its unknown words replaced by the most similar known ones; None where none is."""
        searcher = self.index.searcher()
        unknown = [clause for clause in asked.clauses if self._is_unknown(searcher, clause)]
        known = {clause: self._known(searcher, clause) for clause in unknown[:CORRECTED]}
        clauses = tuple(known.get(clause, clause) for clause in asked.clauses)
        if clauses == asked.clauses:
            return None
        corrected = replace(asked, clauses=clauses)
        return replace(corrected, text=written(corrected))

    def _is_unknown(self, searcher: tantivy.Searcher, clause: Clause) -> bool:
        word = "".join(words(clause.text))
        if clause.excluded or clause.is_phrase or len(word) < ONE_WRONG:
            return False
        read_as = (("head", word), ("names", word), ("body", stem(word)))
        return not any(searcher.doc_freq(name, text) for name, text in read_as)

    def _known(self, searcher: tantivy.Searcher, clause: Clause) -> Clause:
        word = "".join(words(clause.text))
        close = tantivy.Query.fuzzy_term_query(
            self.index.schema, "head", word, 2 if len(word) >= TWO_WRONG else 1, True
        )
        hits = searcher.search(close, COMPARED).hits
        ids = [str(searcher.doc(place).get_first("id")) for _, place in hits]
        similar = difflib.get_close_matches(word, _words_of(ids), 1, 0.6)
        return replace(clause, text=similar[0]) if similar else clause


def _rounded(number: int, share: float) -> int:
    """What a number is in all when it is one of a share; to two digits, since a sample tells no more."""
    if share == 1:
        return number
    return int(float(f"{number / share:.1e}"))


def _words_of(ids: Sequence[str]) -> list[str]:
    """The words of entries' heads, and their whole names."""
    rows = Entry.objects.filter(pk__in=ids).values_list("error_code", "error_class", "error_message")
    heads = "\n".join(filter(None, (text for row in rows for text in row)))[:20_000]
    return list(dict.fromkeys(token.text for token in tokens(heads) if not token.is_stem))
