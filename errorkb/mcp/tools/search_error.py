"""``search_error``: entries by words, codes and classes."""

from pydantic import Field

from errorkb.client import MAX_LIMIT, Client
from errorkb.mcp.answer import Answer, Result, Shape, amount, composed
from errorkb.mcp.budget import REST, Budget, fitted
from errorkb.mcp.tool import REPO, Bounded, Tool
from errorkb.reports.told import Row, rows_of

_TITLE = 100


class SearchArguments(Bounded):
    query: str = Field(
        min_length=1, max_length=1000,
        description='words, an error code, a class or a message; "exact words", -without, class:ValueError, '
        "code:, lang:, tag:, http:404",
    )  # fmt: skip
    repo: str | None = Field(default=None, pattern=REPO, description="only entries of owner/name")
    limit: int = Field(default=10, ge=1, le=MAX_LIMIT, description="entries at most")


class FoundRow(Shape):
    """An entry. match_type: exact-code, pattern (it fits the query as a message) or fuzzy (words)."""

    id: str
    repo: str
    title: str = Field(description="the code or, where there is none, the message's first line")
    message: str
    match_type: str
    url: str | None


class SearchResult(Result):
    entries: list[FoundRow] = Field(description="best first")


def answer(client: Client, asked: SearchArguments) -> Answer:
    """Asks for the rows."""
    found = client.search(asked.query, limit=asked.limit, repo=asked.repo)
    messages = [str(match["message"]) for match in found["matches"]]
    rows = list(zip(rows_of(found, pages=client.pages), messages, strict=True))
    return fitted(lambda budget: _made(rows, budget), asked.max_tokens)


def _made(found: list[tuple[Row, str]], budget: Budget) -> Answer:
    rows = [_row(row, message, budget) for row, message in budget.rows(found, name="entries")]
    quoted = [f"{row.id} {row.repo} ({row.match_type}): {_named(row)}" for row in rows]
    text = composed(
        f"{amount(len(found), 'entry', 'entries')} found, best first." if found else "No entry found.",
        quoted, budget,
        then="get_error has more of an entry." if found else
        "Try fewer words, or give the whole output to match_log.",
        more="Ask again with a larger max_tokens.",
    )  # fmt: skip
    return Answer(text=text, values=SearchResult(entries=rows, left_out=budget.left_out))


def _named(row: FoundRow) -> str:
    names = (row.title,) if row.message.startswith(row.title) else (row.title, row.message)
    return " ".join(": ".join(names).split())


def _row(row: Row, message: str, budget: Budget) -> FoundRow:
    return FoundRow(
        id=row.id,
        repo=row.repo,
        title=budget.text(row.title, name="a title", most=_TITLE, least=REST),
        message=budget.text(message, name="a message", most=_TITLE),
        match_type=row.match_type,
        url=budget.text(row.url, name="an address", most=_TITLE) or None,
    )


TOOL = Tool(
    name="search_error",
    title="Search errors",
    description=(
        "Searches the knowledge base of errors by words, error code, exception class or message, and gives "
        "one line an entry. Use it for an error that you have no output of; for output use match_log, which "
        "reads stacks and tells how sure a match is."
    ),
    takes=SearchArguments,
    gives=SearchResult,
    answer=answer,
)
