"""Entries to read next, each with its reason: near by what the code states, never by chance.

The full-text index names candidates by what they share with the entry; each is then compared with it, and the
strongest thing that they have in common is the reason. What has none is not related.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import tantivy
from tantivy import FieldType, Occur, Query

from errorkb.fulltext import index as indexes
from errorkb.fulltext.documents import KEYED, template_key
from errorkb.matching.index import base_state
from errorkb.models import Entry
from errorkb.resemblance import NEAR, Compared

#: So many candidates are compared.
COMPARED = 60
#: A tag is rare that at most so many entries have, and at most this share of all.
RARE, RARE_SHARE, FEW = 50, 0.02, 3
#: A class says something that at most so many entries of the repository have.
SPECIAL = 40
#: Messages that resemble this one have so many of its rarest words.
RAREST, SHARED = 6, 4
#: What is read of a candidate: its row in a list, and what it is compared by.
FIELDS = (
    "id", "repo_id", "slug", "error_code", "error_message", "error_class", "severity", "documentation",
    "file_path", "line_number", "source_code", "source_code_start", "form", "tags", "background_tag",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Related:
    """An entry and, in words, why it is near."""

    entry: Entry
    reason: str


def related(entry: Entry, *, limit: int = 8) -> list[Related]:
    """The nearest live entries, at most ``limit``, by one query of the base beside that for its state. Empty
    while the index is being built for the first time."""
    index = indexes.at(base_state().revision)
    if index is None:
        return []
    asking = _Asking(index, entry)
    ids = asking.candidates()
    rows = Entry.objects.live().only(*FIELDS).in_bulk(ids) if ids else {}
    this = Compared(entry)
    ranked = []
    for other in (rows[key] for key in ids if key in rows):
        shared = this.shared(Compared(other), asking.rare_tags, is_special=asking.is_special)
        if shared is not None:
            ranked.append((shared.strength, Related(entry=other, reason=shared.reason)))
    ranked.sort(key=lambda one: one[0])  # what is as strong stays in the order of the index
    return [one for _, one in ranked[:limit]]


@dataclass(frozen=True)
class _Asking:
    """Which entries share anything with this one."""

    index: tantivy.Index
    entry: Entry

    @cached_property
    def searcher(self) -> tantivy.Searcher:
        return self.index.searcher()

    @cached_property
    def rare_tags(self) -> frozenset[str]:
        """Those of its tags that few entries have."""
        few = min(RARE, max(FEW, RARE_SHARE * self.searcher.num_docs))
        return frozenset(tag for tag in self.entry.tags[:40] if self.searcher.doc_freq("tag", tag) <= few)

    @cached_property
    def is_special(self) -> bool:
        """Whether its class is one of few in its repository."""
        if not self.entry.error_class:
            return False
        found = self.searcher.search(self._here(("class", self.entry.error_class)), 1)
        return int(found.count) <= SPECIAL  # type: ignore[attr-defined] # the stub lacks it

    def candidates(self) -> list[str]:
        """Ids, those first that share what counts most."""
        # Each counts what it is worth, however rare it is in the base.
        shared = [(Occur.Should, Query.const_score_query(query, worth)) for query, worth in self._shared()]
        query = Query.boolean_query([(Occur.MustNot, self._term("id", self.entry.id)), *shared], 1)
        hits = self.searcher.search(query, COMPARED, count=False).hits
        return [str(self.searcher.doc(place).get_first("id")) for _, place in hits]

    def _shared(self) -> list[tuple[Query, float]]:
        entry, file = self.entry, ("file", self.entry.file_path.lower())
        asked = [(self._here(file), 2.0)]
        if entry.line_number is not None:
            first, last = max(0, entry.line_number - NEAR), entry.line_number + NEAR
            near = Query.range_query(self.index.schema, "line", FieldType.Unsigned, first, last)
            asked.append((Query.boolean_query([(Occur.Must, self._here(file)), (Occur.Must, near)]), 4.0))
        if template := template_key(entry.error_message):
            asked.append((self._term("template", template), 16.0))
            asked += [(alike, 4.0) for alike in self._alike(template.split())]
        if entry.error_code:
            asked.append((self._term("code", entry.error_code.lower()), 8.0))
        if entry.background_tag:
            asked.append((self._term("family", entry.background_tag), 8.0))
        if entry.error_class and self.is_special:
            asked.append((self._here(("class", entry.error_class)), 2.0))
        return asked + [(self._term("tag", tag), 2.0) for tag in sorted(self.rare_tags)]

    def _alike(self, words: Sequence[str]) -> list[Query]:
        """Messages with most of the rarest words."""
        numbers = {word: self.searcher.doc_freq("head", word) for word in words if word.isalpha()}
        rarest = sorted((word for word in numbers if numbers[word]), key=lambda word: (numbers[word], word))
        if len(rarest) < SHARED:
            return []
        terms = [Query.term_query(self.index.schema, "head", word) for word in rarest[:RAREST]]
        return [Query.boolean_query([(Occur.Should, term) for term in terms], SHARED)]

    def _here(self, *named: tuple[str, str]) -> Query:
        """Entries of its repository that have these values."""
        terms = [self._term("repo", self.entry.repo_id), *(self._term(*one) for one in named)]
        return Query.boolean_query([(Occur.Must, term) for term in terms])

    def _term(self, field: str, value: str) -> Query:
        return Query.term_query(self.index.schema, field, value[:KEYED], "basic")
