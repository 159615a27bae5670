"""How often an entry's solutions were reported to work."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from errorkb.client import ClientError
from errorkb.mcp.answer import Shape


class Outcomes(Shape):
    """Reports of each outcome."""

    worked: int
    failed: int
    partly: int


def outcomes_of(answer: Mapping[str, Any]) -> Outcomes:
    """The value of the API's answer. Raises ClientError."""
    try:
        return Outcomes.model_validate(answer.get("outcomes"))
    except ValidationError:
        raise ClientError("the base tells of attempts in an unknown form: update one") from None


def sentence(outcomes: Outcomes) -> str:
    """The reports in words: ``3 worked, 1 failed``."""
    told = [f"{count:,} {outcome}" for outcome, count in outcomes.model_dump().items() if count]
    return ", ".join(told) or "none yet"
