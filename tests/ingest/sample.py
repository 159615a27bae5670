"""Records and pages that the tests vary, and the short way through the stages."""

import io
from pathlib import Path

from ingest.complete import complete
from ingest.problems import Problem
from ingest.readers import Source, read_source
from ingest.record import Accepted, RawRecord, compute_id
from ingest.validate import validate

SHARED = Path(__file__).resolve().parents[3] / "shared"


def values(**changes):
    """A legal record in camelCase; its id follows what it is made of unless it is given."""
    record = {
        "id": None,
        "repo": "acme/widgets",
        "slug": "no-widget-named",
        "errorCode": None,
        "errorMessage": "No widget named {name} on the shelf",
        "messagePattern": r"No widget named (.+?) on the shelf",
        "errorType": "exception",
        "errorClass": "WidgetError",
        "httpStatus": None,
        "severity": "error",
        "filePath": "widgets/shelf.py",
        "lineNumber": 42,
        "sourceCode": 'if name not in shelf:\n    raise WidgetError(f"No widget named {name}")\n',
        "sourceCodeStart": 41,
        "sourceCodeEnd": 42,
        "githubUrl": f"https://github.com/acme/widgets/blob/{'ab' * 20}/widgets/shelf.py#L41-L42",
        "documentation": "The shelf has no such widget.",
        "triggerScenarios": "Asking for it.",
        "commonSituations": "A typo.",
        "solutions": ["List the shelf first."],
        "exampleFix": None,
        "handlingStrategy": "try-catch",
        "validationCode": None,
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": [],
        "tags": ["shelf"],
        "backgroundTag": None,
        "analyzedSha": "ab" * 20,
        "analyzedAt": "2026-08-14T21:57:28.298Z",
        "schemaVersion": 2,
    } | changes
    if record["id"] is None:
        keys = ("repo", "errorCode", "errorMessage", "filePath")
        record["id"] = compute_id(*(record[key] for key in keys))
    return record


def raw(form="json", dataset_version=None, **changes):
    return RawRecord(
        values=values(**changes),
        file="a dump",
        where="line 1",
        form=form,
        dataset_version=dataset_version,
    )


def accepted(form="json", dataset_version=None, **changes):
    result = validate(raw(form, dataset_version, **changes))
    assert isinstance(result, Accepted), result
    return result


def read(data):
    """What the readers find in these bytes."""
    return list(read_source(Source(io.BytesIO(data), "a dump")))


def places(found):
    """Readable outcomes: `line 1` for a record, `line 2: not-json` for a problem."""
    return [f"{item.where}: {item.code}" if isinstance(item, Problem) else item.where for item in found]


def judge(found):
    """The accepted records, and every problem and warning, of what readers found."""
    kept, told = [], []
    for item in found:
        if isinstance(item, Problem):
            told.append(item)
            continue
        result = validate(complete(item))
        if isinstance(result, Accepted):
            kept.append(result)
            told += result.warnings
        else:
            told += result
    return kept, told


def page(sections=None, **changes):
    """A text page; `sections` replaces what stands between the permalink and `When it happens`."""
    record = values(**changes)
    middle = sections if sections is not None else "Solutions\n\nList the shelf first."
    blocks = [
        f"{record['repo']} · {record['severity']} · {record['errorClass']}",
        record["errorCode"] and f"{record['errorCode']}\n\n{record['errorCode']}",
        None if record["errorCode"] else " ".join(record["errorMessage"][:60].split()),
        f"Error message\n\n{record['errorMessage']}",
        f"What it means\n\n{record['documentation']}",
        f"Source\n\nThrown at {record['filePath']}:{record['lineNumber']}",
        record["sourceCode"].rstrip("\n"),
        f"View on GitHub (pinned to {record['analyzedSha'][:10]})",
        middle,
        f"When it happens\n\nTrigger: {record['triggerScenarios']}",
        f"Common situations: {record['commonSituations']}",
        "Related errors",
        f"AI-assisted analysis of {record['repo']}@{record['analyzedSha'][:10]} (2026-08-14). "
        f"Data as JSON: /api/errors/{record['id']}. Report an issue: GitHub.",
    ]
    return "\n\n".join(block for block in blocks if block)
