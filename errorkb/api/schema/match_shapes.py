"""The shapes of the matcher's answer."""

from errorkb.api.schema.parts import (
    REPO,
    SLUG,
    VERSION,
    Shape,
    answer,
    many,
    maybe,
    number,
    ref,
    text,
    word,
    yes_or_no,
)
from errorkb.api.schema.samples import ENTRY_ID

_id = text(ENTRY_ID, pattern="^[0-9a-f]{16}$")
_line = number(3, 1, description="of the text as it was sent, from 1")

MATCH_SHAPES: dict[str, Shape] = {
    "MatchAnswer": answer(
        "The errors in the text, and the entries that explain them. No match: the base does not know them.",
        events=many(ref("Event")), matches=many(ref("Match"), maxItems=25),
        stats=answer(
            "What it took.",
            patterns=number(1200), candidates=number(3), verified=number(1),
            truncated=yes_or_no(example=False, description="there was more than is looked at in one text"),
            tookMs={"type": "number", "minimum": 0, "examples": [1.9]},
        ),
        datasetVersion=maybe(text(VERSION)),
    ),
    "Event": answer(
        "An error in the text.",
        language=maybe(text("python")), errorClass=maybe(text("ValueError")), errorCode=maybe(text("E0277")),
        message=text("too many values to unpack (expected 2)"),
        relation=maybe(word("root", "cause", "context", "suppressed", "group-member")),
        span=answer("Lines.", startLine=_line, endLine=_line),
        frames=many(ref("Frame")), matches=many(_id),
    ),
    "Frame": answer(
        "A line of the stack.",
        file=text("/srv/app.py"), line=maybe(number(12)), function=maybe(text("load")),
        innermost=yes_or_no(example=True, description="the error was raised here"),
    ),
    "Match": answer(
        "An entry that may explain the text.",
        id=_id, repo=text(REPO), slug=text(SLUG), code=maybe(text("E0277")),
        message=text("too many values to unpack (expected %d)"), errorClass=maybe(text("ValueError")),
        url=text(f"/{REPO}/{SLUG}/", description="of its page, on this server"),
        score={"type": "number", "minimum": 0, "maximum": 1, "examples": [0.97]},
        matchType=word("pattern", "exact-code", "class-frame", "fuzzy"),
        confidence=word("confirmed", "likely", "possible"),
        event=number(0, description="of the events, from 0"),
        span=answer("Where.", startLine=_line, startColumn=_line, endLine=_line, endColumn=_line),
        captures={
            "type": "object", "description": "values of the message's placeholders",
            "additionalProperties": {"type": "string"}, "examples": [{"d": "2"}],
        },
        reasons=many(answer("Why.", code=text("message-full"), detail=text("the whole message fits"))),
    ),
}  # fmt: skip
