"""What somebody typed into the search box, understood.

    words "an exact phrase" -without -"this phrase" class:ValueError repo:owner/name code:E0277 tag:auth
    type:exception severity:error http:404 file:models.py lang:python has:fix -has:solutions

A field without a value, or a field that is none, is a word like any other: nothing that people type is an
error.
"""

import re
from dataclasses import dataclass

#: Fields of the box and what else they are called.
FIELDS = {
    "class": "class", "repo": "repo", "code": "code", "tag": "tag", "type": "type", "severity": "severity",
    "http": "http", "status": "http", "file": "file", "path": "file", "has": "has", "is": "has",
    "lang": "language", "language": "language", "mark": "mark",
}  # fmt: skip
#: More is cut: nobody types it, and the work grows with it.
MAX_QUERY, MAX_CLAUSES = 2000, 40
_ITEM = re.compile(
    r"""
      (?P<minus> (?<!\S)-(?=[^\s-]) )?
      (?: (?P<field>[A-Za-z]{2,10}) : (?=[^\s:/\\]) )?      # a class of C++ or an address is no field
      (?: "(?P<phrase>[^"]*)"? | (?P<word>[^\s"]+) )
    """,
    re.VERBOSE,
)
_ID = re.compile(r"[0-9a-fA-F]{16}")
_REPO = re.compile(r"[\w.-]{1,100}/[\w.-]{1,100}")
_ADDRESS = re.compile(
    r"(?:https?://[^/\s]+)?/(?:errors/(?P<id>[0-9a-f]{16})|(?P<repo>[\w.-]+/[\w.-]+)/(?P<slug>[a-z0-9-]+))/?"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A word or an exact phrase that entries have, or must not have."""

    text: str
    is_phrase: bool = False
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A field's value that entries have, or must not have."""

    field: str
    value: str
    excluded: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """``words`` without filters; ``filters`` of one field are alternatives unless they are excluded."""

    text: str
    clauses: tuple[Clause, ...] = ()
    filters: tuple[Filter, ...] = ()

    @property
    def wanted(self) -> tuple[Clause, ...]:
        """The clauses that entries should have."""
        return tuple(clause for clause in self.clauses if not clause.excluded)

    @property
    def words(self) -> str:
        """The wanted words as a text: without fields, and without what is left out."""
        return " ".join(clause.text for clause in self.wanted)

    @property
    def entry_id(self) -> str | None:
        """The id, where the text is one or the address of one."""
        text = self.text.strip()
        if _ID.fullmatch(text):
            return text.lower()
        address = _ADDRESS.fullmatch(text)
        return address["id"] if address else None

    @property
    def page(self) -> tuple[str, str] | None:
        """Repository and slug, where the text is the address of an entry's page."""
        address = _ADDRESS.fullmatch(self.text.strip())
        return (address["repo"], address["slug"]) if address and address["slug"] else None

    @property
    def repo(self) -> str | None:
        """The repository, where the text looks like the name of one."""
        text = self.text.strip()
        return text if _REPO.fullmatch(text) else None


def read(text: str) -> Query:
    """Understands any text. Linear in it."""
    text = text[:MAX_QUERY].replace("\0", " ")
    clauses: list[Clause] = []
    filters: list[Filter] = []
    for hit in _ITEM.finditer(text):
        if len(clauses) + len(filters) == MAX_CLAUSES:
            break
        is_phrase = hit["phrase"] is not None
        value = (hit["phrase"] if is_phrase else hit["word"]).strip()
        field = FIELDS.get((hit["field"] or "").lower())
        if field and value:
            filters.append(Filter(field, value, bool(hit["minus"])))
        elif value or hit["field"]:
            whole = f"{hit['field']}:{value}" if hit["field"] else value
            clauses.append(Clause(whole, is_phrase, bool(hit["minus"])))
    return Query(text=text, clauses=tuple(clauses), filters=tuple(filters))


def written(query: Query) -> str:
    """The query as one would type it."""
    parts = []
    for clause in query.clauses:
        text = f'"{clause.text}"' if clause.is_phrase else clause.text
        parts.append(f"-{text}" if clause.excluded else text)
    names = {"language": "lang"}
    for filter in (one for one in query.filters if one.field in FIELDS.values()):
        value = f'"{filter.value}"' if re.search(r"\s", filter.value) else filter.value
        parts.append(f"{'-' if filter.excluded else ''}{names.get(filter.field, filter.field)}:{value}")
    return " ".join(parts)
