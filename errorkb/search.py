"""Full-text search: how a query is read, what counts how much, and what is looked at.

Weights: code, class and message (A), names and paths (B), meaning (C), circumstances (D). A query that is
a code or a class exactly puts those entries first. Only the best ``CANDIDATES`` rows that Postgres finds are
ranked, so that a word which every entry has costs no more than a rare one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.contrib.postgres.search import SearchQuery, SearchRank, TrigramWordSimilarity
from django.db import models
from django.db.models import Case, F, FloatField, Q, Value, When
from django.db.models.functions import Cast, Left, Upper

if TYPE_CHECKING:
    from errorkb.models import Entry

CONFIG = "english"
#: Full text reads so many characters of a long text: a tsvector has a bound, and so has a reader.
INDEXED = 8000
#: Codes and classes are compared by so many characters, messages for similarity by so many.
KEYED, COMPARED = 200, 1000
#: D, C, B, A as Postgres wants them.
WEIGHTS = [0.1, 0.25, 0.5, 1.0]
#: So many rows are ranked at most; a search with more says "more than".
CANDIDATES = 2000
#: Longer queries are cut: nobody types them, and a parser's work grows with them.
MAX_QUERY = 2000


class EntryQuerySet(models.QuerySet["Entry"]):
    """Questions about entries."""

    def live(self) -> Self:
        """Entries that are not retired."""
        return self.filter(retired_at=None)

    def newest(self) -> Self:
        """The latest analysed first."""
        return self.order_by("-analyzed_instant", "id")

    def with_code(self, code: str, repo: str | None = None) -> Self:
        """Entries that have exactly this code, in any case of letters; newest first."""
        key = code[:KEYED].replace("\0", "").upper()
        rows = self.live().alias(code=_key("error_code")).filter(code=key)
        return (rows.filter(repo=repo) if repo else rows).newest()

    def related(self, entry: Entry) -> Self:
        """Entries of the same file, class or family, closest first."""
        same = Q(repo=entry.repo_id, file_path=entry.file_path)
        if entry.error_class:
            same |= Q(repo=entry.repo_id, error_class=entry.error_class)
        if entry.background_tag:
            same |= Q(background_tag=entry.background_tag)
        score = (
            _one_if(Q(repo=entry.repo_id, file_path=entry.file_path), 2)
            + _one_if(Q(error_class=entry.error_class), 1)
            + _one_if(Q(background_tag=entry.background_tag), 2)
        )
        # A few hundred candidates hold the closest; a base's commonest class has many thousands.
        near = self.live().filter(same).exclude(pk=entry.pk).order_by()[:300]
        return (
            self.filter(pk__in=near.values("pk"))
            .annotate(closeness=score)
            .order_by("-closeness", "-analyzed_instant", "id")
        )

    def search(self, query: str, repo: str | None = None) -> Self:
        """Entries that fit the words, each with ``rank``; best first, then newest.

        Understands what web search boxes do: words, "phrases", or, -not.
        """
        query = query[:MAX_QUERY].replace("\0", "")
        rows = self.live().filter(repo=repo) if repo else self.live()
        words = SearchQuery(query, config=CONFIG, search_type="websearch")
        key = query.strip()[:KEYED].upper()
        rows = rows.alias(code=_key("error_code"), name=_key("error_class"))
        exact = Q(code=key) | Q(name=key)
        found = rows.filter(Q(search_vector=words) | exact).order_by()[:CANDIDATES]
        rank = Case(
            When(exact, then=Value(2.0)),
            default=Cast(SearchRank(F("search_vector"), words, weights=WEIGHTS, normalization=1),
                         FloatField()),
        )  # fmt: skip
        return (
            self.filter(pk__in=found.values("pk"))
            .alias(code=_key("error_code"), name=_key("error_class"))
            .annotate(rank=rank)
            .order_by("-rank", "-analyzed_instant", "id")
        )

    def similar(self, text: str, repo: str | None = None) -> Self:
        """Entries whose message resembles the text, each with ``rank`` (0 to 1); best first.

        settings.SIMILAR_MESSAGE says how much alike they are at least.
        """
        text = text[:MAX_QUERY].replace("\0", "")
        rows = self.live().filter(repo=repo) if repo else self.live()
        return (
            rows.alias(compared=Left("error_message", COMPARED))
            .filter(compared__trigram_word_similar=text)
            .annotate(rank=TrigramWordSimilarity(text, F("compared")))
            .order_by("-rank", "-analyzed_instant", "id")
        )


def _key(field: str) -> Upper:
    """What the indexes on codes and classes hold."""
    return Upper(Left(field, KEYED))


def _one_if(condition: Q, worth: int) -> Case:
    return Case(When(condition, then=Value(worth)), default=Value(0))
