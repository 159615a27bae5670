"""The shapes of answers, by name. Every answer is held to its shape by a test."""

from typing import Any

from errorkb.api.errors import KINDS
from errorkb.api.requests import TYPES
from errorkb.api.schema.match_shapes import MATCH_SHAPES
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
from errorkb.exports.schema import RECORD_SCHEMA
from errorkb.models.attempt import OUTCOMES
from errorkb.models.batch import COUNTS, STATES

_SHA = "0b6ba2c3f1de9d0a6a4b3b6e8a8d3c1f2e4b5a69"
_MESSAGE = "too many values to unpack (expected %d)"
_PATH = "Python/ceval.c"
_ANALYZED = "2026-08-14T21:57:28.298Z"
#: An example of each field of the record.
_RECORD: dict[str, Any] = {
    "id": ENTRY_ID, "repo": REPO, "slug": SLUG, "errorCode": None, "errorMessage": _MESSAGE,
    "messagePattern": r"too many values to unpack \(expected (.+?)\)", "errorType": "exception",
    "errorClass": "ValueError", "httpStatus": None, "severity": "error", "filePath": _PATH,
    "lineNumber": 2146, "sourceCode": None, "sourceCodeStart": None, "sourceCodeEnd": None,
    "githubUrl": f"https://github.com/{REPO}/blob/{_SHA}/{_PATH}#L2146",
    "documentation": "The right-hand side of an unpacking gave more values than there are names on the left.",
    "triggerScenarios": "Unpacking a sequence of three into two names.",
    "commonSituations": "Iterating over a dict instead of its items().",
    "solutions": ["Name every value, or gather the rest with a starred name."],
    "exampleFix": "first, *rest = values", "handlingStrategy": "validation",
    "validationCode": "if len(values) == 2:\n    first, second = values", "typeGuard": None,
    "tryCatchPattern": None, "preventionTips": [], "tags": ["unpacking"], "backgroundTag": None,
    "analyzedSha": _SHA, "analyzedAt": _ANALYZED, "schemaVersion": 2,
}  # fmt: skip

_id = text(ENTRY_ID, pattern="^[0-9a-f]{16}$")
_version = maybe(text(VERSION), description="of the dump that it came with; null: that said none")
_base_version = maybe(text(VERSION), description="the latest of the base; null: no dump said one")
_errors = number(42, description="its live entries")
_status = maybe(number(404, 100, maximum=599))
_moment = text(_ANALYZED, description="UTC, ISO 8601")
_url = text(f"/{REPO}/{SLUG}/", description="of its page, on this server")
_name = answer("A name that entries have.", name=text("ValueError"), errorCount=_errors)
_next = maybe(
    text("/api/errors?limit=20&cursor=…"), description="the next piece's address; null: this is the last"
)


def _named(example: str) -> Shape:
    return many(answer("A name.", name=text(example), errorCount=_errors), description="the most first")


SHAPES: dict[str, Shape] = {
    "Record": {
        "type": "object",
        "description": "An error of a repository: all 31 fields, as they came in.",
        "properties": {
            name: {**shape, "examples": [_RECORD[name]]}
            for name, shape in RECORD_SCHEMA["properties"].items()
        },
        "required": RECORD_SCHEMA["required"],
        "additionalProperties": False,
    },
    "Error": answer(
        "An entry.", record=ref("Record"), datasetVersion=_version,
    ),
    "ErrorRow": answer(
        "An entry in short.", ("record",),
        id=_id, repo=text(REPO), slug=text(SLUG), code=maybe(text("E0277")), message=text(_MESSAGE),
        errorClass=maybe(text("ValueError")), errorType=word(*TYPES),
        severity=word("error", "critical", "warning", "info"), httpStatus=_status,
        filePath=text(_PATH), lineNumber=maybe(number(2146, 1)),
        tags=many(text("unpacking")), analyzedAt=_moment, url=_url,
        record=ref("Record"),
    ),
    "ErrorList": answer(
        "A piece of a list of entries.",
        errors=many(ref("ErrorRow"), maxItems=100), next=_next,
        total=maybe(number(1, maximum=10_000), description="of the whole list; null: not counted"),
        truncated=yes_or_no(example=False, description="more entries fit than the list goes through, 10,000"),
        corrected=maybe(text("tensor size"), description="what was asked instead: nothing fits as sent"),
        partial=yes_or_no(example=False, description="the entries have some of the words, not all"),
        datasetVersion=_base_version,
    ),
    "Records": answer(
        "Records by their ids, in the order in which they were asked for.",
        records=many(ref("Record")),
        retired=many(_id, description="their repositories no longer have them"),
        missing=many(_id, description="there are no such entries"),
        datasetVersion=_base_version,
    ),
    "History": answer(
        "The accepted imports of an entry, the latest analysis first.",
        id=_id, versions=many(ref("Version")), next=_next, datasetVersion=_version,
    ),
    "Version": answer(
        "An import of an entry.", ("record",),
        state=word("in effect", "last known", "was in effect", "never in effect"),
        form=word("json", "text", "source", description="what it was read from"),
        analyzedAt=_moment, analyzedSha=text(_SHA),
        since={**_moment, "description": "when it came into effect or, if it never did, was read"},
        datasetVersion=_version, record=ref("Record"),
    ),
    "Outcomes": answer(
        "What was reported of an entry's solutions.",
        outcomes=answer("How often each.", **{outcome: number(2) for outcome in OUTCOMES}),
    ),
    "RelatedList": answer(
        "Entries to read next, the closest first.",
        related=many(ref("RelatedRow")), datasetVersion=_base_version,
    ),
    "RelatedRow": answer(
        "An entry, and why it is named.",
        error=ref("ErrorRow"), reason=text("raised in the same function"),
    ),
    "SearchAnswer": answer(
        "Entries that fit, the best first.",
        matches=many(ref("SearchRow"), maxItems=25), datasetVersion=_base_version,
    ),
    "SearchRow": answer(
        "An entry that fits.",
        id=_id, repo=text(REPO), code=maybe(text("E0277")), message=text(_MESSAGE),
        score={"type": "number", "minimum": 0, "maximum": 1, "examples": [0.97]},
        matchType=word("exact-code", "pattern", "fuzzy"), url=_url,
    ),
    "RepoList": answer("All repositories.", repos=many(ref("Repo")), datasetVersion=_base_version),
    "Repo": answer(
        "A repository; what nobody told is null.",
        repo=text(REPO), description=maybe(text("The Python programming language")),
        language=maybe(text("Python")), stars=maybe(number(65_000)), sourceFiles=maybe(number(1200)),
        defaultBranch=maybe(text("main")), analyzedSha=maybe(text(_SHA)), analyzedAt=maybe(_moment),
        errorCount=_errors,
    ),
    "ClassList": answer(
        "A piece of the error classes, by name.",
        classes=many(_name, maxItems=100), next=_next, total=number(1), datasetVersion=_base_version,
    ),
    "TagList": answer(
        "A piece of the tags, by name.",
        tags=many(_name, maxItems=100), next=_next, total=number(1), datasetVersion=_base_version,
    ),
    "Stats": answer(
        "Numbers over all live entries.",
        errors=number(1200), repos=number(12), classes=number(80), tags=number(60),
        languages=_named("python"), types=_named("exception"), severities=_named("error"),
        forms=_named("json"), doubts=_named("id-mismatch"),
        changedAt=maybe(_moment), datasetVersion=_base_version,
    ),
    "BatchAccepted": answer(
        "An import that has been queued.",
        batch=number(7, 1), state=word(*STATES), url=text("/batches/7/", description="of its page"),
    ),
    "Batch": answer(
        "An import.",
        batch=number(7, 1), state=word(*STATES),
        complete=yes_or_no(example=False, description="it retires what its repositories no longer have"),
        counts=answer("Records so far.", **{name: number(3) for name in (*COUNTS, "retired")}),
        url=text("/batches/7/", description="of its page"),
        problemsUrl=text("/batches/7/problems.jsonl", description="everything it refused, as JSON Lines"),
    ),
    "Problem": answer(
        "What went wrong (RFC 9457).", ("requestId",),
        type=text("/api/docs/#not-found", format="uri-reference"), title=text(KINDS["not-found"]),
        status=number(404, 400, maximum=599), detail=text("There is no entry at this address."),
        instance=text(f"/api/errors/{ENTRY_ID}", format="uri-reference"),
        error=text("There is no entry at this address.", description="the same as detail"),
        code=word("not-found", *(code for code in KINDS if code != "not-found")),
        requestId=text("5f0c1b9e4f5a4c7d8e9fa0b1c2d3e4f5", description="as in X-Request-Id and in the log"),
    ),
    **MATCH_SHAPES,
}  # fmt: skip
