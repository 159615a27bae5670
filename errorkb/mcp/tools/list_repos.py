"""``list_repos``: which repositories the base knows errors of."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from errorkb.client import Client, ClientError
from errorkb.mcp.answer import Answer, Result, Shape, amount, composed
from errorkb.mcp.budget import REST, Budget, fitted
from errorkb.mcp.tool import Bounded, Tool

_DESCRIPTION = 40


class ReposArguments(Bounded):
    query: str = Field(default="", max_length=200, description="part of the name, any case; empty: all")
    limit: int = Field(default=20, ge=1, le=200, description="repositories at most")


class FoundRepo(Shape):
    """A repository. errors: how many entries there are of it."""

    repo: str
    language: str | None
    description: str | None
    errors: int


class ReposResult(Result):
    repos: list[FoundRepo] = Field(description="those with most errors first")
    repos_in_all: int = Field(description="repositories that the query fits")


def answer(client: Client, asked: ReposArguments) -> Answer:
    """Asks for all repositories: their list has no filter of its own."""
    try:
        rows = [
            (row["repo"], int(row["errorCount"]), row)
            for row in client.repos()["repos"]
            if asked.query.casefold() in row["repo"].casefold()
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ClientError("the base lists its repositories in an unknown form: update one") from None
    rows.sort(key=lambda row: (-row[1], row[0]))
    chosen = [row for _, _, row in rows[: asked.limit]]
    return fitted(lambda budget: _made(chosen, len(rows), budget), asked.max_tokens)


def _made(chosen: list[Mapping[str, Any]], count: int, budget: Budget) -> Answer:
    repos = [_repo(row, budget) for row in budget.rows(chosen, name="repositories")]
    known = amount(count, "repository", "repositories")
    text = composed(
        f"{known}, most errors first." if count else "No repository of that name.",
        [_line(repo) for repo in repos], budget,
        then="search_error and match_log take a repo to keep to.",
        more="Ask again with a query or a larger max_tokens.",
    )  # fmt: skip
    return Answer(text=text, values=ReposResult(repos=repos, repos_in_all=count, left_out=budget.left_out))


def _repo(row: Mapping[str, Any], budget: Budget) -> FoundRepo:
    language, description = row.get("language"), row.get("description")
    return FoundRepo(
        repo=budget.text(row["repo"], name="a name", most=_DESCRIPTION, least=REST),
        language=language and budget.text(language, name="a language", most=_DESCRIPTION),
        description=description and budget.text(description, name="a description", most=_DESCRIPTION),
        errors=int(row["errorCount"]),
    )


def _line(repo: FoundRepo) -> str:
    told = ", ".join(filter(None, (amount(repo.errors, "error"), repo.language, repo.description)))
    return " ".join(f"{repo.repo}: {told}".split())


TOOL = Tool(
    name="list_repos",
    title="List repositories",
    description=(
        "Lists the repositories (libraries, programs) whose errors the knowledge base has, with how many. "
        "Use it to see whether a library is covered, or to find the name for the other tools' repo."
    ),
    takes=ReposArguments,
    gives=ReposResult,
    answer=answer,
)
