"""The API's answers as values. A shape that is not the API's raises ClientError, never a KeyError."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from errorkb.client import ClientError


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """An entry's record. ``values`` are its 31 fields by their names; ``url`` is where to read on."""

    values: Mapping[str, Any]
    url: str

    @property
    def id(self) -> str:
        return self.text("id")

    @property
    def title(self) -> str:
        """The code or, where there is none, the first line of the message."""
        return self.text("errorCode") or self.text("errorMessage").strip().partition("\n")[0]

    @property
    def solutions(self) -> list[str]:
        return self.texts("solutions")

    def text(self, name: str) -> str:
        """A field's text; empty where it is null."""
        value = self.values.get(name)
        return "" if value is None else str(value)

    def texts(self, name: str) -> list[str]:
        """A field's list of texts."""
        value = self.values.get(name)
        return [str(item) for item in value] if isinstance(value, list) else []


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A line of a stack; ``line`` is 1-based."""

    file: str
    line: int | None
    function: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """An error of the text. Frames run from outermost to innermost; lines are 1-based."""

    error_class: str | None
    error_code: str | None
    message: str
    relation: str | None
    start_line: int
    end_line: int
    frames: tuple[Frame, ...]
    matches: tuple[str, ...]

    @property
    def title(self) -> str:
        """Class and first line of the message, as far as there are any."""
        first = self.message.strip().partition("\n")[0]
        return ": ".join(filter(None, (self.error_class or self.error_code, first))) or "an error"


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """An entry that may explain the text. ``entry`` is None where its record was not asked for."""

    id: str
    repo: str
    title: str
    error_class: str | None
    url: str
    score: float
    confidence: str
    event: int
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    captures: Mapping[str, str]
    reasons: tuple[str, ...]
    entry: Entry | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """All that a base says of a text. ``source``: the file that it came from, "-" for standard input;
    ``seconds``: what the base needed; ``json``: the API's answer as it came."""

    source: str
    events: tuple[Event, ...]
    matches: tuple[Match, ...]
    patterns: int
    seconds: float
    json: Mapping[str, Any] = field(repr=False)

    def best_of(self, number: int) -> Match | None:
        """The best match of an event that explains it; None where nothing does."""
        ids = self.events[number].matches
        return next((one for one in self.matches if one.id in ids or one.event == number), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """An entry that a search found. ``match_type``: exact-code, pattern or fuzzy."""

    id: str
    repo: str
    title: str
    match_type: str
    url: str


def told_of(answer: Mapping[str, Any], *, source: str, pages: str | None) -> Told:
    """The values of ``POST /api/match``'s answer. pages: where links lead, None for nowhere."""
    try:
        return Told(
            source=source,
            events=tuple(_event(event) for event in answer["events"]),
            matches=tuple(_match(match, pages) for match in answer["matches"]),
            patterns=int(answer["stats"]["patterns"]),
            seconds=float(answer["stats"]["tookMs"]) / 1000,
            json=answer,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _unknown(error) from None


def rows_of(answer: Mapping[str, Any], *, pages: str | None) -> list[Row]:
    """The values of ``GET /api/search``'s answer."""
    try:
        return [
            Row(
                id=row["id"], repo=row["repo"], title=_title(row), match_type=row["matchType"],
                url=_link(row["url"], pages),
            )
            for row in answer["matches"]
        ]  # fmt: skip
    except (KeyError, TypeError, AttributeError) as error:
        raise _unknown(error) from None


def entry_of(answer: Mapping[str, Any], *, pages: str | None) -> Entry:
    """The value of ``GET /api/errors/<id>``'s answer."""
    record = answer.get("record")
    if not isinstance(record, dict) or not isinstance(record.get("errorMessage"), str):
        raise _unknown("record")
    path = f"/{record.get('repo')}/{record.get('slug')}/"
    return Entry(values=record, url=_link(path, pages) or str(record.get("githubUrl") or ""))


def _event(event: Mapping[str, Any]) -> Event:
    frames: Sequence[Mapping[str, Any]] = event["frames"]
    return Event(
        error_class=event["errorClass"],
        error_code=event["errorCode"],
        message=event["message"],
        relation=event["relation"],
        start_line=event["span"]["startLine"],
        end_line=event["span"]["endLine"],
        frames=tuple(
            Frame(file=frame["file"], line=frame["line"], function=frame["function"]) for frame in frames
        ),
        matches=tuple(event["matches"]),
    )


def _match(match: Mapping[str, Any], pages: str | None) -> Match:
    span = match["span"]
    return Match(
        id=match["id"],
        repo=match["repo"],
        title=_title(match),
        error_class=match["errorClass"],
        url=_link(match["url"], pages),
        score=float(match["score"]),
        confidence=match["confidence"],
        event=match["event"],
        start_line=span["startLine"],
        start_column=span["startColumn"],
        end_line=span["endLine"],
        end_column=span["endColumn"],
        captures=dict(match["captures"]),
        reasons=tuple(reason["detail"] for reason in match["reasons"]),
    )


def _title(row: Mapping[str, Any]) -> str:
    return str(row["code"] or row["message"].strip().partition("\n")[0])


def _link(path: str, pages: str | None) -> str:
    return f"{pages}{path}" if pages else ""


def _unknown(what: object) -> ClientError:
    return ClientError(f"the base answers in a form that this errorkb does not know ({what}): update one")
