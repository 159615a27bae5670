"""Every operation of the API; the views are marked with them."""

from errorkb.api import requests
from errorkb.api.schema.operation import Operation
from errorkb.api.schema.samples import ENTRY_ID, Sample

_PASTE = (
    'Traceback (most recent call last):\n  File "app.py", line 3, in <module>\n    a, b = row\n'
    "ValueError: too many values to unpack (expected 2)"
)

SEARCH = Operation(
    id="search", tag="Find", summary="Find entries by a code, a message or words",
    description=(
        "Entries with exactly this code come first, then those whose pattern fits the message, then those "
        "that have the words. `GET /api/errors` lists further, by pieces."
    ),
    query=requests.SearchRequest, answers="SearchAnswer",
    sample=Sample(
        title="Search by a message", path="/api/search",
        query=(("q", "too many values to unpack"), ("limit", "3")),
        shows='[row["message"] for row in answer["matches"]]',
    ),
)  # fmt: skip

MATCH = Operation(
    id="match", tag="Find", summary="Explain a traceback, a log or a message",
    description=(
        "Every entry's pattern is tried against every error in the text. Nothing of the text is kept. "
        "When no entry fits, `matches` is empty: errorkb does not guess."
    ),
    body={"application/json": requests.MatchRequest, "text/plain": {"type": "string", "minLength": 1}},
    refuses=(413, 415), answers="MatchAnswer",
    sample=Sample(
        title="Explain a traceback", path="/api/match", json={"text": _PASTE, "limit": 1},
        shows='[(match["message"], match["confidence"]) for match in answer["matches"]]',
    ),
)  # fmt: skip

ERROR = Operation(
    id="error", tag="Entries", summary="Fetch one entry",
    description=(
        "The record as it came in, field for field. A retired entry is 410; its page has the last known "
        "content."
    ),
    path="entry_id", refuses=(410,), answers="Error", is_dated=True,
    sample=Sample(
        title="Fetch an entry", path=f"/api/errors/{ENTRY_ID}", shows='answer["record"]["documentation"]',
    ),
)  # fmt: skip

ERRORS = Operation(
    id="errors", tag="Entries", summary="List entries",
    description=(
        "Without filters, the list goes through all entries; with `sort=id` also through all of a "
        "repository. What filters and words let through is listed as far as 10,000 entries, and "
        "`truncated` tells that there are more. `next` is the address of the next piece."
    ),
    query=requests.ListRequest, refuses=(503,), answers="ErrorList", is_dated=True,
    sample=Sample(
        title="List errors of a class", path="/api/errors", query=(("class", "ValueError"), ("limit", "3")),
        shows='[error["message"] for error in answer["errors"]]',
    ),
)  # fmt: skip

RECORDS = Operation(
    id="records", tag="Entries", summary="Fetch many records by their ids",
    description="At most 100 ids. The records come in the order of the ids, each once.",
    query=requests.RecordsQuery, answers="Records",
    sample=Sample(
        title="Fetch records", path="/api/errors/batch", query=(("ids", ENTRY_ID),),
        shows='[record["errorMessage"] for record in answer["records"]]',
    ),
)  # fmt: skip

RECORDS_BY_POST = Operation(
    id="records_by_post", tag="Entries", summary="Fetch many records, by ids in the body",
    description="The same as by GET.",
    body={"application/json": requests.RecordsRequest}, refuses=(413, 415), answers="Records",
    sample=Sample(
        title="Fetch records by POST", path="/api/errors/batch", json={"ids": [ENTRY_ID, "0123456789abcdef"]},
        shows='len(answer["records"]), "found", len(answer["missing"]), "missing"',
    ),
)  # fmt: skip

HISTORY = Operation(
    id="history", tag="Entries", summary="List the imports of an entry",
    description=(
        "Every accepted import, the latest analysis first; the entry itself is one of them. A retired "
        "entry has its history still. A long history is listed as far as 1,000 imports."
    ),
    path="entry_id", query=requests.HistoryRequest, answers="History", is_dated=True,
    sample=Sample(
        title="What was imported", path=f"/api/errors/{ENTRY_ID}/history",
        shows='[(version["state"], version["analyzedAt"]) for version in answer["versions"]]',
    ),
)  # fmt: skip

RELATED = Operation(
    id="related", tag="Entries", summary="List what to read next",
    description="Entries that have to do with this one, the closest first, each with the reason.",
    path="entry_id", query=requests.RelatedRequest, refuses=(410,), answers="RelatedList",
    sample=Sample(
        title="What to read next", path=f"/api/errors/{ENTRY_ID}/related", query=(("limit", "3"),),
        shows='[(row["error"]["message"], row["reason"]) for row in answer["related"]]',
    ),
)  # fmt: skip

OUTCOMES = Operation(
    id="outcomes", tag="Entries", summary="Count what became of an entry's solutions",
    description="How often somebody reported that they worked, failed, or worked in part.",
    path="entry_id", answers="Outcomes",
    sample=Sample(
        title="Did it help?", path=f"/api/errors/{ENTRY_ID}/attempts", shows='answer["outcomes"]',
    ),
)  # fmt: skip

REPORT = Operation(
    id="report", tag="Entries", summary="Report what became of an entry's solutions",
    description=(
        "The answer counts the reports, this one among them. A token reports at most 60 times an hour. "
        "Notes are kept for the base's owner, and shown nowhere."
    ),
    path="entry_id", body={"application/json": requests.ReportRequest}, refuses=(401, 413, 415), status=201,
    answers="Outcomes", scope="report",
    sample=Sample(
        title="It helped", path=f"/api/errors/{ENTRY_ID}/attempts", json={"outcome": "worked"},
        shows='answer["outcomes"]', needs_token=True,
    ),
)  # fmt: skip

REPOS = Operation(
    id="repos", tag="The base", summary="List repositories",
    description="All of them, by name.",
    answers="RepoList",
    sample=Sample(
        title="List repositories", path="/api/repos",
        shows='[(row["repo"], row["errorCount"]) for row in answer["repos"]]',
    ),
)  # fmt: skip

CLASSES = Operation(
    id="classes", tag="The base", summary="List error classes",
    description=(
        "The classes that live entries have, by name, each with the number of its entries."
    ),
    query=requests.NamesRequest, answers="ClassList",
    sample=Sample(
        title="List classes", path="/api/classes", query=(("prefix", "Value"), ("limit", "5")),
        shows='[(row["name"], row["errorCount"]) for row in answer["classes"]]',
    ),
)  # fmt: skip

TAGS = Operation(
    id="tags", tag="The base", summary="List tags",
    description="The tags that live entries have, by name, each with the number of its entries.",
    query=requests.NamesRequest, answers="TagList",
    sample=Sample(
        title="List tags", path="/api/tags", query=(("limit", "5"),),
        shows='[(row["name"], row["errorCount"]) for row in answer["tags"]]',
    ),
)  # fmt: skip

STATS = Operation(
    id="stats", tag="The base", summary="Count what is in the base",
    description="Numbers over all live entries.",
    answers="Stats",
    sample=Sample(
        title="What is in the base", path="/api/stats",
        shows='answer["errors"], "errors in", answer["repos"]',
    ),
)  # fmt: skip

BATCH = Operation(
    id="batch", tag="Imports", summary="Follow an import",
    description=(
        "How far an import is. `state` is queued or running until it has ended: then done, failed or "
        "cancelled."
    ),
    path="batch_id", answers="Batch",
    sample=Sample(title="Follow an import", path="/api/batches/1", shows='answer["state"], answer["counts"]'),
)  # fmt: skip

INGEST = Operation(
    id="ingest", tag="Imports", summary="Import a dump",
    description=(
        "The body is the dump, in any form that `errorkb ingest` reads, whatever its Content-Type says. A "
        "worker reads it: `GET /api/batches/<number>` tells how far it is."
    ),
    query=requests.IngestRequest,
    body={"application/octet-stream": {"type": "string", "format": "binary", "minLength": 1}},
    refuses=(401, 413), status=202, answers="BatchAccepted", scope="ingest",
    sample=Sample(
        title="Import a dump", path="/api/ingest", file="dump.jsonl", needs_token=True,
        shows='answer["batch"], answer["state"]',
    ),
)  # fmt: skip
