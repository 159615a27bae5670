"""A query of the box as a query of the engine.

What a word is worth depends on where it stands: an entry's code or class before its message, the message
before the names around it, names before prose. A whole name counts more than its words, a word more than its
stem.
"""

from collections.abc import Iterable, Iterator, Sequence

from tantivy import FieldType, Occur, Query, Schema

from errorkb.fulltext.documents import KEYED, class_keys
from errorkb.fulltext.query import Clause, Filter
from errorkb.fulltext.query import Query as Asked
from errorkb.fulltext.tokens import prose, stem, words

#: What a hit adds, as a factor of the engine's own weight of the word.
CODE, CLASS, SHORT_CLASS, HEAD, HEAD_STEM, NAMES, BODY = 12.0, 8.0, 6.0, 4.0, 2.0, 2.5, 1.0
#: What it adds when the words stand side by side in the message.
TOGETHER = 3.0
#: A weight that is neither good nor bad.
USUAL = 50.0
#: What it adds when somebody wrote the entry, rather than that it was read from source. No factor: a weight.
WRITTEN = 12.0
#: Up to so many words all must be there; of more, this share.
ALL_OF, SHARE = 6, 0.6
#: What people call languages, and what an entry may have.
_LANGUAGES = {
    "py": "python", "js": "javascript", "ts": "typescript", "rs": "rust", "rb": "ruby", "cs": "c#",
    "cpp": "c++", "kt": "kotlin", "golang": "go", "node": "javascript",
}  # fmt: skip
_HAS = {"example": "fix", "solution": "solutions", "scanned": "source"}

#: Words that say nothing of an error: they count where they stand, and need not.
_COMMON = frozenset((
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "cannot", "could", "did", "do",
    "does", "for", "from", "get", "gets", "had", "has", "have", "how", "i", "if", "in", "into", "is",
    "it", "its", "me", "my", "no", "not", "of", "on", "or", "our", "so", "such", "that", "the",
    "their", "then", "there", "these", "they", "this", "to", "too", "was", "we", "were", "what",
    "when", "where", "which", "while", "who", "why", "will", "with", "would", "you", "your",
))  # fmt: skip


def engine_query(schema: Schema, asked: Asked, any_of: Sequence[Clause] = ()) -> Query:
    """What the engine is asked. An entry has all words that say something, most of many, or one of ``any_of``
    where these are given. Without any word: every entry that the filters let through."""
    parts = [(Occur.Must, query) for query in filter_queries(schema, asked.filters)]
    parts += [(Occur.MustNot, _filter(schema, one)) for one in asked.filters if one.excluded]
    parts += [(Occur.MustNot, _clause(schema, one)) for one in asked.clauses if one.excluded]
    needed = any_of or saying(asked)
    parts += _needed(schema, needed, 1 if any_of else None) if needed else [(Occur.Must, Query.all_query())]
    parts += [(Occur.Should, _clause(schema, one)) for one in asked.wanted if one not in needed]
    parts.append((Occur.Should, Query.const_score_query(_term(schema, "has", "author"), WRITTEN)))
    if together := _together(schema, asked.wanted):
        parts.append((Occur.Should, together))
    return Query.boolean_query(parts)


def saying(asked: Asked) -> Sequence[Clause]:
    """What of the wanted words says something of an error; all where none does."""
    found = [one for one in asked.wanted if one.is_phrase or not is_common(one.text)]
    return found or list(asked.wanted)


def _needed(schema: Schema, needed: Sequence[Clause], least: int | None) -> list[tuple[Occur, Query]]:
    clauses = [_clause(schema, one) for one in needed]
    if least is None and len(clauses) <= ALL_OF:
        return [(Occur.Must, clause) for clause in clauses]
    number = least or round(len(clauses) * SHARE)
    return [(Occur.Must, Query.boolean_query([(Occur.Should, clause) for clause in clauses], number))]


def as_score(weight: float) -> float:
    """The engine's weight of a hit, which has no bound, as a number below 1."""
    return round(weight / (weight + USUAL), 3) if weight > 0 else 0.0


def is_common(word: str) -> bool:
    """Whether a word says nothing of an error."""
    return word.lower() in _COMMON


def _clause(schema: Schema, clause: Clause) -> Query:
    if clause.is_phrase:
        return _phrase(schema, clause.text)
    return Query.boolean_query([(Occur.Should, query) for query in _word(schema, clause.text)])


def _word(schema: Schema, text: str) -> Iterator[Query]:
    bare = text.strip("'\"`()[]{}<>,;:!?.").lower()
    if bare:
        yield _boosted(_term(schema, "code", bare), CODE)
        for key in class_keys(bare):
            yield _boosted(_term(schema, "class_key", key), CLASS if key == bare else SHORT_CLASS)
    parts = words(text)
    for field, worth in (("head", HEAD), ("names", NAMES)):
        if len(parts) == 1:
            yield _boosted(_term(schema, field, parts[0]), worth)
        elif parts:
            yield _boosted(_term(schema, field, "".join(parts)), worth)
            yield _boosted(Query.phrase_query(schema, field, list(parts)), worth)
    if len(parts) == 1 and (root := stem(parts[0])) != parts[0]:
        yield _boosted(_term(schema, "head", root), HEAD_STEM)
    stems = prose(text)
    if len(stems) == 1:
        yield _boosted(_term(schema, "body", stems[0]), BODY)
    elif stems:
        yield _boosted(Query.phrase_query(schema, "body", list(stems)), BODY)
    if not bare and not parts:
        yield Query.empty_query()  # signs alone


def _phrase(schema: Schema, text: str) -> Query:
    queries = []
    parts = [word for token in text.split() for word in words(token)]
    for field, worth in (("head", HEAD), ("names", NAMES)):
        if parts:
            query = (
                Query.phrase_query(schema, field, list(parts))
                if len(parts) > 1
                else _term(schema, field, parts[0])
            )
            queries.append(_boosted(query, worth))
    stems = prose(text)
    if stems:
        query = (
            Query.phrase_query(schema, "body", list(stems))
            if len(stems) > 1
            else _term(schema, "body", stems[0])
        )
        queries.append(_boosted(query, BODY))
    return Query.boolean_query([(Occur.Should, query) for query in queries or [Query.empty_query()]])


def _together(schema: Schema, wanted: Sequence[Clause]) -> Query | None:
    """The words as they follow each other in a message, a gap or two aside."""
    parts = [word for clause in wanted for token in clause.text.split() for word in words(token)]
    if len(wanted) < 2 or not 1 < len(parts) <= 20:
        return None
    return _boosted(Query.phrase_query(schema, "head", list(parts), slop=2), TOGETHER)


def filter_queries(schema: Schema, filters: Iterable[Filter]) -> Iterator[Query]:
    """What the wanted filters ask; of one field any value will do."""
    fields: dict[str, list[Query]] = {}
    for one in filters:
        if not one.excluded:
            fields.setdefault(one.field, []).append(_filter(schema, one))
    for queries in fields.values():
        yield Query.boolean_query([(Occur.Should, query) for query in queries])


def _filter(schema: Schema, one: Filter) -> Query:
    value = one.value.lower()[:KEYED]
    if one.field == "http":
        return _http(schema, value)
    if one.field == "class":
        return Query.boolean_query(
            [(Occur.Should, _term(schema, "class_key", key)) for key in _asked_class(value)]
        )
    if one.field == "in":
        return _term(schema, "repo", one.value)  # as it is: a page's own repository
    if one.field == "repo":
        return _term(schema, "repo_key", value)
    if one.field == "language":
        value = _LANGUAGES.get(value, value)
    if one.field == "has":
        value = _HAS.get(value, value)
    return _term(schema, one.field, value)


def _asked_class(value: str) -> Iterable[str]:
    return (value,) if "." in value or "::" in value else class_keys(value)


def _http(schema: Schema, value: str) -> Query:
    """A status, or a hundred of them (``4xx``)."""
    if value.isdigit() and len(value) == 3:
        return Query.term_query(schema, "http", int(value))
    if len(value) == 3 and value[0].isdigit() and value[1:] == "xx":
        first = int(value[0]) * 100
        return Query.range_query(schema, "http", FieldType.Unsigned, first, first + 99)
    return Query.empty_query()


def _term(schema: Schema, field: str, value: str) -> Query:
    return Query.term_query(
        schema, field, value, "basic" if field not in ("head", "names", "body") else "position"
    )


def _boosted(query: Query, factor: float) -> Query:
    return Query.boost_query(query, factor)
