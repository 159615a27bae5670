"""suggest(typed) → Suggestions: how what somebody is typing may go on.

Names come first: classes, codes, repositories and tags that begin as the last word does, the most common
first. Then entries whose code, class or message has all words, the last of them unfinished.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import tantivy
from tantivy import Occur

from errorkb.fulltext import index as indexes
from errorkb.fulltext.asking import filter_queries
from errorkb.fulltext.documents import NAMED_KINDS, READ_HEAD, named
from errorkb.fulltext.query import FIELDS, Filter, Query, read
from errorkb.fulltext.tokens import tokens, words
from errorkb.matching.index import base_state

#: What is longer is no longer being typed. In characters.
MAX_TYPED = 200
MOST = 8
#: So many entries are looked up, since some have the words in their class alone.
_ENTRIES = 3 * MOST
#: Names of one kind, unless the field was named, and of all kinds.
_OF_A_KIND, _NAMES = 3, 5
#: A word of a message is finished from so many letters on, in at most so many ways.
_LETTERS, _ENDS = 2, 10

Kind = Literal["class", "code", "repo", "tag", "message"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Suggestion:
    """A name: ``text`` is what the box would hold, ``query`` what is searched for by it, ``entries`` how many
    have it. A message: ``entry`` is the id of the entry that has it."""

    kind: Kind
    text: str = ""
    query: Query | None = None
    entries: int | None = None
    entry: str | None = None


def suggest(typed: str) -> list[Suggestion]:
    """Ways to go on, the likeliest first; none while the first index is being built. At most ``MOST``
    names, then entries of which ``goes_on`` tells whether their messages go on so."""
    begun, space, word = typed[:MAX_TYPED].lstrip().rpartition(" ")
    begun += space
    if not (begun or word) or word.startswith("-"):
        return []
    index = indexes.at(base_state().revision)
    if index is None:
        return []
    is_in_phrase = typed.count('"') % 2 == 1
    names = [] if is_in_phrase else list(_names(index.searcher(), begun, word))
    if _field_of(word)[0]:
        return names
    return [*names, *_entries(index, begun, word)]


def goes_on(typed: str, message: str) -> bool:
    """Whether a message has all words that were typed, the last of them perhaps unfinished."""
    begun, _, word = typed.rpartition(" ")
    whole, last = _parts(begun, word)
    found = {token.text for token in tokens(message[:READ_HEAD])}
    return found.issuperset(whole) and any(text.startswith(last) for text in found)


def _parts(begun: str, word: str) -> tuple[list[str], str]:
    """The words that are finished, and the beginning of the one that is not."""
    *whole, last = words(word) or [""]
    return [part for clause in read(begun).wanted for part in words(clause.text)] + whole, last


def _field_of(word: str) -> tuple[Kind | None, str]:
    """The field that a word names, where its values have names, and what follows it."""
    name, colon, value = word.partition(":")
    field = FIELDS.get(name.lower()) if colon else None
    for kind in NAMED_KINDS:
        if field == kind:
            return kind, value
    return None, word


def _names(searcher: tantivy.Searcher, begun: str, word: str) -> Iterator[Suggestion]:
    field, value = _field_of(word)
    start = value.lower()
    if not start and not field:
        return
    kinds, of_a_kind, most = ((field,), MOST, MOST) if field else (NAMED_KINDS, _OF_A_KIND, _NAMES)
    found = sorted(name for kind in kinds for name in _of_kind(searcher, kind, start)[:of_a_kind])
    query = read(begun)
    for _, entries, kind, name in found[:most]:
        named_so = replace(query, filters=(*query.filters, Filter(kind, name)))
        text = begun + word[: len(word) - len(value)] + name
        yield Suggestion(text=text, kind=kind, query=named_so, entries=-entries)


def _of_kind(searcher: tantivy.Searcher, kind: Kind, start: str) -> list[tuple[bool, int, Kind, str]]:
    """Names in their order: what is whole first, then the most common. A name may have several keys."""
    start_of = named(kind, start)
    terms = searcher.terms_with_prefix("named", f"{start_of}\t", limit=MOST) if start else []
    terms += searcher.terms_with_prefix("named", start_of, limit=2 * MOST)
    found: dict[str, tuple[bool, int, Kind, str]] = {}
    for term, entries in terms:
        _, key, name = term.split("\t", 2)
        place = (key != start, -entries, kind, name)
        found[name] = min(place, found.get(name, place))
    return sorted(found.values())


def _entries(index: tantivy.Index, begun: str, word: str) -> Iterator[Suggestion]:
    schema, searcher = index.schema, index.searcher()
    whole, last = _parts(begun, word)
    must = [tantivy.Query.term_query(schema, "head", part) for part in whole]
    if len(last) >= _LETTERS:
        ends = searcher.terms_with_prefix("head", last, limit=_ENDS)
        must.append(_any([tantivy.Query.term_query(schema, "head", end) for end, _ in ends]))
    if not must:
        return
    must += filter_queries(schema, read(begun).filters)
    wanted = tantivy.Query.boolean_query([(Occur.Must, one) for one in must])
    for _, place in searcher.search(wanted, _ENTRIES, count=False).hits:
        yield Suggestion(kind="message", entry=str(searcher.doc(place).get_first("id")))


def _any(queries: list[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query(
        [(Occur.Should, one) for one in queries or [tantivy.Query.empty_query()]]
    )
