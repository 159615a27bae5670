"""``get_error``: an entry in short, or its whole record."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field

from errorkb.client import Client, ClientError, ServerFault
from errorkb.mcp import budget as budgets
from errorkb.mcp.answer import Answer, Result, composed
from errorkb.mcp.budget import Budget, fitted
from errorkb.mcp.outcomes import Outcomes, outcomes_of, sentence
from errorkb.mcp.tool import ID, Arguments, Tool
from errorkb.reports.told import Entry, entry_of

#: Tokens of a whole record unless another length is asked for.
_WHOLE = 8000
_DOCUMENTATION, _SOLUTION = 300, 150
#: What a whole record's names and numbers cost, without its texts.
_KEYS = 600
#: What a short answer has, in order of importance; the record's names.
_SHORT = ("errorMessage", "solutions", "documentation", "exampleFix")
#: What the record has beside its texts, in the order of a whole answer.
_TEXTS = (
    "errorMessage", "errorCode", "errorClass", "documentation", "solutions", "triggerScenarios",
    "commonSituations", "exampleFix", "preventionTips", "validationCode", "typeGuard", "tryCatchPattern",
    "filePath", "sourceCode", "messagePattern", "githubUrl", "tags",
)  # fmt: skip


class GetArguments(Arguments):
    id: str = Field(pattern=ID, description="the entry's id: 16 hexadecimal digits")
    full: bool = Field(default=False, description="the whole record instead of its main parts")
    max_tokens: int | None = Field(
        default=None, ge=budgets.FEWEST, le=budgets.MOST,
        description=f"length of the answer at most; by default {budgets.DEFAULT}, and {_WHOLE} with full",
    )  # fmt: skip


class GetResult(Result):
    id: str
    repo: str
    record: dict[str, Any] = Field(description="the record's fields by their names; all of them with full")
    outcomes: Outcomes | None = Field(description="what came of its solutions, as reported; null: not known")
    source: str = Field(description="where it is raised")
    url: str | None


def answer(client: Client, asked: GetArguments) -> Answer:
    """Asks for the record and for what was reported of it."""
    found = client.entry(asked.id)
    if found is None:
        raise ClientError(f"no entry {asked.id}: match_log and search_error give ids")
    entry, outcomes = entry_of(found, pages=client.pages), _outcomes(client, asked.id)
    allowed = asked.max_tokens or (_WHOLE if asked.full else budgets.DEFAULT)
    return fitted(lambda budget: _made(entry, outcomes, budget, full=asked.full), allowed)


def _outcomes(client: Client, entry_id: str) -> Outcomes | None:
    """What was reported of an entry; None where the base keeps no reports."""
    try:
        told = client.attempts(entry_id)
    except ServerFault:
        raise
    except ClientError:
        return None
    return outcomes_of(told) if told else None


def _made(entry: Entry, outcomes: Outcomes | None, budget: Budget, *, full: bool) -> Answer:
    line = entry.text("lineNumber")
    place = entry.text("filePath") + (f":{line}" if line else "")
    source = budget.text(place, name="the path", most=100)
    record = _record(entry.values, budget, full=full)
    result = GetResult(
        id=entry.id, repo=entry.text("repo"), record=record, outcomes=outcomes, source=source,
        url=budget.text(entry.url, name="an address", most=100) or None, left_out=budget.left_out,
    )  # fmt: skip
    names = (entry.text("repo"), entry.text("errorClass"), entry.text("errorCode"), entry.text("severity"))
    quoted = [" · ".join(filter(None, names))[:300], f"raised at {source}", *_lines(record)]
    more = f"Ask again with a larger max_tokens{'' if full else ' or with full=true'}."
    text = composed(
        f"Entry found. Solutions reported: {sentence(outcomes) if outcomes else 'not known'}.",
        quoted, budget,
        then="After you tried a solution, report_attempt tells whether it worked.", more=more,
    )  # fmt: skip
    return Answer(text=text, values=result)


def _record(values: Mapping[str, Any], budget: Budget, *, full: bool) -> dict[str, Any]:
    """The record's fields that are told, each cut to its room, in the record's own order."""
    if not full or budget.left < _KEYS:
        budget.leave_out(full * (len(values) - len(_SHORT)), "fields of the record")
        return {name: _short(name, values.get(name), budget) for name in _SHORT if values.get(name)}
    budget.left -= _KEYS
    # No single text may take all the room from those behind it.
    told = {name: _bounded(name, values.get(name), budget, most=budget.left // 2) for name in _TEXTS}
    return {name: told.get(name, value) for name, value in values.items()}


def _short(name: str, value: Any, budget: Budget) -> Any:
    return _bounded(name, value, budget, most=_SOLUTION if name == "solutions" else _DOCUMENTATION)


def _bounded(name: str, value: Any, budget: Budget, *, most: int) -> Any:
    if isinstance(value, list):
        return [budget.text(str(item), name=name, most=most) for item in budget.rows(value, name=name)]
    return budget.text(value, name=name, most=most) if isinstance(value, str) and value else value


def _lines(record: Mapping[str, Any]) -> Iterator[str]:
    for name, value in record.items():
        if isinstance(value, list):
            yield f"{name}:"
            yield from (f"{number}. {item}" for number, item in enumerate(value, 1))
        elif value is not None and value != "":
            yield f"{name}:\n{value}" if "\n" in str(value) else f"{name}: {value}"


TOOL = Tool(
    name="get_error",
    title="Read an entry",
    description=(
        "Reads an entry of the knowledge base by its id: message, solutions, what it means, an example of "
        "the fix, and how often its solutions were reported to work; with full=true the whole record "
        "(trigger, prevention, defensive code, the source that raises it)."
    ),
    takes=GetArguments,
    gives=GetResult,
    answer=answer,
)
