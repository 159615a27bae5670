"""``report_attempt``: whether a solution worked."""

from typing import Literal

from pydantic import Field

from errorkb.client import Client, ClientError
from errorkb.mcp.answer import Answer, Result
from errorkb.mcp.outcomes import Outcomes, outcomes_of, sentence
from errorkb.mcp.tool import ID, Arguments, Tool


class ReportArguments(Arguments):
    id: str = Field(pattern=ID, description="the entry's id")
    outcome: Literal["worked", "failed", "partly"]
    note: str = Field(
        default="", max_length=2000, description="which solution, and what happened; no secrets"
    )


class ReportResult(Result):
    id: str
    outcomes: Outcomes = Field(description="all reports of this entry, this one included")


def answer(client: Client, asked: ReportArguments) -> Answer:
    """Stores the report."""
    told = client.report(asked.id, outcome=asked.outcome, note=asked.note)
    if told is None:
        raise ClientError(f"no entry {asked.id}: match_log and search_error give ids")
    outcomes = outcomes_of(told)
    text = f"Stored: {asked.outcome}. Solutions reported of this entry: {sentence(outcomes)}."
    return Answer(text=text, values=ReportResult(id=asked.id, outcomes=outcomes))


TOOL = Tool(
    name="report_attempt",
    title="Report an attempt",
    description=(
        "Tells the knowledge base what came of a solution of an entry that you tried: worked, failed or "
        "partly. Use it once after each real attempt, so that others see what helps. It is stored; over "
        "HTTP it needs a token."
    ),
    takes=ReportArguments,
    gives=ReportResult,
    answer=answer,
    writes=True,
)
