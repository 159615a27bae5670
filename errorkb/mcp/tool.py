"""A tool of the server: what it takes, what it gives, and what clients are told of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mcp_types import CallToolResult, TextContent, ToolAnnotations
from mcp_types import Tool as Described
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from errorkb.client import Client
from errorkb.mcp import budget
from errorkb.mcp.answer import Answer, Result

REPO = r"^[\w.-]+/[\w.-]+$"
ID = "^[0-9a-f]{16}$"


class Arguments(BaseModel):
    """What a tool takes; each has its own."""

    # Arguments hold pastes and queries: no message may repeat them.
    # A code such as 404 may come as a number.
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True, coerce_numbers_to_str=True)


class Bounded(Arguments):
    """What a tool takes whose answer may be long."""

    max_tokens: int = Field(
        default=budget.DEFAULT, ge=budget.FEWEST, le=budget.MOST, description="length of the answer at most"
    )


class WrongArguments(ValueError):
    """The arguments do not fit; the text says which, and never what they were."""


Taken = TypeVar("Taken", bound=Arguments)
Question = Callable[[Client], Answer]


@dataclass(frozen=True, kw_only=True)
class Tool(Generic[Taken]):
    """answer: asks the base and makes the answer of what it says; raises ClientError. writes: whether the
    base is changed by it."""

    name: str
    title: str
    description: str
    takes: type[Taken]
    gives: type[Result]
    answer: Callable[[Client, Taken], Answer]
    writes: bool = False

    def described(self) -> Described:
        """The tool as ``tools/list`` shows it."""
        return Described(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=self.takes.model_json_schema(),
            output_schema=self.gives.model_json_schema(mode="serialization"),
            annotations=ToolAnnotations(
                title=self.title,
                read_only_hint=not self.writes,
                destructive_hint=False,
                idempotent_hint=not self.writes,
                open_world_hint=False,
            ),
        )

    def question(self, arguments: dict[str, Any]) -> Question:
        """What is to be asked of a base. Raises WrongArguments."""
        try:
            taken = self.takes.model_validate(arguments)
        except ValidationError as error:
            raise WrongArguments(self._wrong(error)) from None
        return lambda client: self.answer(client, taken)

    def _wrong(self, error: ValidationError) -> str:
        told = [
            f"{'.'.join(str(part)[:50] for part in one['loc']) or 'arguments'}: {one['msg']}"
            for one in error.errors(include_url=False, include_input=False, include_context=False)
        ]
        return f"{'; '.join(told[:5])}. {self.name} takes {', '.join(self.takes.model_fields)}."


def called(answer: Answer) -> CallToolResult:
    """An answer as the protocol has it."""
    values = answer.values.model_dump(mode="json", by_alias=True)
    return CallToolResult(content=[TextContent(type="text", text=answer.text)], structured_content=values)


def failed(text: str) -> CallToolResult:
    """A failure that the model can act upon."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)
