"""``match_log``: the errors of a log, and the entries that explain them."""

from pydantic import Field

from errorkb.client import MAX_LIMIT, Client, ClientError
from errorkb.mcp.answer import Answer, Result, Shape, amount, composed
from errorkb.mcp.budget import REST, Budget, fitted
from errorkb.mcp.tool import REPO, Bounded, Tool
from errorkb.questions import asking
from errorkb.questions.match import MAX_TEXT_BYTES
from errorkb.reports.filled import filled
from errorkb.reports.told import Event, Match, Told

#: Tokens of one text at most, so that no row takes all the room.
_TITLE, _REASON, _VALUE, _SOLUTION = 100, 50, 60, 300
#: Errors and values that are named at most.
_EVENTS, _VALUES = 8, 8


class MatchArguments(Bounded):
    text: str = Field(
        min_length=1, description="the traceback, log or message as it was printed; up to 5 MiB"
    )
    repo: str | None = Field(default=None, pattern=REPO, description="only entries of owner/name")
    limit: int = Field(default=3, ge=1, le=MAX_LIMIT, description="entries at most")


class FoundError(Shape):
    """An error of the text. line: where it begins, from 1. explained_by: ids of entries, best first."""

    title: str
    line: int
    relation: str | None
    explained_by: list[str]


class FoundEntry(Shape):
    """An entry that may explain an error. line: of the text, from 1. values: what the text has for the
    message's placeholders."""

    id: str
    repo: str
    title: str
    error_class: str | None
    confidence: str
    score: float
    line: int
    why: list[str]
    values: dict[str, str]
    solution: str | None
    url: str | None


class MatchResult(Result):
    entries: list[FoundEntry] = Field(description="best first; empty: nothing explains the text")
    errors: list[FoundError] = Field(description="errors of the text, those that are explained first")
    errors_in_all: int
    patterns_tried: int


def answer(client: Client, asked: MatchArguments) -> Answer:
    """Asks for the text's matches and for the records of those."""
    if len(asked.text.encode("utf-8", "replace")) > MAX_TEXT_BYTES:
        raise ClientError(f"the text is longer than {MAX_TEXT_BYTES} bytes: send the part with the error")
    told = asking.explain(
        client, asked.text, source="-", limit=asked.limit, repo=asked.repo, entries=asked.limit
    )
    return fitted(lambda budget: _made(told, budget), asked.max_tokens)


def _made(told: Told, budget: Budget) -> Answer:
    entries = [_entry(match, budget) for match in budget.rows(told.matches, name="entries")]
    events = sorted(told.events, key=lambda event: not event.matches)[:_EVENTS]
    errors = [_error(event, budget) for event in budget.rows(events, name="errors")]
    result = MatchResult(
        entries=entries, errors=errors, errors_in_all=len(told.events), patterns_tried=told.patterns,
        left_out=budget.left_out,
    )  # fmt: skip
    quoted = [line for entry in entries for line in (*_entry_lines(entry), "")]
    quoted += [_error_line(error) for error in errors]
    text = composed(
        _head(result), quoted, budget, then=_next(entries), more="Ask again with a larger max_tokens."
    )
    return Answer(text=text, values=result)


def _entry(match: Match, budget: Budget) -> FoundEntry:
    values = dict(list(match.captures.items())[:_VALUES])
    solutions = match.entry.solutions if match.entry else []
    url = match.url or (match.entry.url if match.entry else "")
    return FoundEntry(
        id=match.id,
        repo=match.repo,
        title=budget.text(match.title, name="a title", most=_TITLE, least=REST),
        error_class=match.error_class and budget.text(match.error_class, name="a class", most=_TITLE),
        confidence=match.confidence,
        score=round(match.score, 2),
        line=match.start_line,
        why=[budget.text(reason, name="a reason", most=_REASON) for reason in match.reasons],
        values={_text(name, budget): _text(value, budget) for name, value in values.items()},
        solution=_solution(solutions[0], match, budget) if solutions else None,
        url=budget.text(url, name="an address", most=_TITLE) or None,
    )


def _text(text: str, budget: Budget) -> str:
    return budget.text(text, name="a value", most=_VALUE)


def _solution(text: str, match: Match, budget: Budget) -> str:
    return budget.text(filled(text, match.captures), name="a solution", most=_SOLUTION)


def _error(event: Event, budget: Budget) -> FoundError:
    return FoundError(
        title=budget.text(event.title, name="an error's message", most=_TITLE),
        line=event.start_line,
        relation=event.relation,
        explained_by=list(event.matches[:3]),
    )


def _head(result: MatchResult) -> str:
    errors = amount(result.errors_in_all, "error")
    if not result.entries:
        return f"No entry explains this text: {errors}, {result.patterns_tried:,} patterns tried."
    entries = amount(len(result.entries), "entry", "entries")
    return f"{errors} in the text; {entries} that may explain it, best first."


def _entry_lines(entry: FoundEntry) -> list[str]:
    lines = [
        f"entry {entry.id} ({entry.confidence}, {entry.score}) of {entry.repo}, line {entry.line}",
        f"  {entry.title}",
        f"  why: {'; '.join(entry.why)}",
    ]
    lines += [f"  {name} = {value}" for name, value in entry.values.items()]
    if entry.solution:
        lines.append(f"  solution: {entry.solution}")
    return lines


def _error_line(error: FoundError) -> str:
    explained = f" [{', '.join(error.explained_by)}]" if error.explained_by else " [not explained]"
    relation = f" ({error.relation})" if error.relation else ""
    return f"line {error.line}{relation}: {error.title}{explained}"


def _next(entries: list[FoundEntry]) -> str:
    if not entries:
        return "Try search_error with the class or the words of the message; do not make up an entry."
    return (
        "get_error has all solutions of an entry, with full=true its whole record; report_attempt tells "
        "whether one worked."
    )


TOOL = Tool(
    name="match_log",
    title="Explain a log",
    description=(
        "Finds known errors in a traceback, build log or error message and explains them: what entry of the "
        "knowledge base fits, how sure that is (confirmed, likely, possible), why, and its first solution. "
        "Use it first whenever something failed; paste the output as it is. Nothing is stored."
    ),
    takes=MatchArguments,
    gives=MatchResult,
    answer=answer,
)
