"""The API's answers, as tests of the reports vary them."""

from dataclasses import replace

from errorkb.reports.told import Entry, entry_of, told_of
from tests.ingest.sample import values

HOSTILE = "a`b``c <img src=x> [l](http://evil.example) @team #12 **b**\n::error::x %0A\x1b[31m\u202e|~_&"


def frame(file, line, function="put", innermost=False):
    return {"file": file, "line": line, "function": function, "innermost": innermost}


def event(**changes):
    return {
        "language": "python",
        "errorClass": "WidgetError",
        "errorCode": None,
        "message": "No widget named gear on the shelf",
        "relation": None,
        "span": {"startLine": 1, "endLine": 4},
        "frames": [frame("/elsewhere/app.py", 3, "main"), frame("widgets/shelf.py", 42, innermost=True)],
        "matches": [values()["id"]],
    } | changes


def match(**changes):
    record = values()
    return {
        "id": record["id"],
        "repo": record["repo"],
        "slug": record["slug"],
        "code": None,
        "message": record["errorMessage"],
        "errorClass": record["errorClass"],
        "url": "/acme/widgets/no-widget-named/",
        "score": 0.97,
        "matchType": "pattern",
        "confidence": "confirmed",
        "event": 0,
        "span": {"startLine": 4, "startColumn": 14, "endLine": 4, "endColumn": 47},
        "captures": {"name": "gear"},
        "reasons": [{"code": "message-full", "detail": "the whole message fits"}],
    } | changes


def answer(events=None, matches=None):
    return {
        "events": [event()] if events is None else events,
        "matches": [match()] if matches is None else matches,
        "stats": {"patterns": 1234, "candidates": 1, "verified": 1, "truncated": False, "tookMs": 1.5},
        "datasetVersion": None,
    }


def entry(pages=None, **changes) -> Entry:
    changes.setdefault("solutions", ["List the shelf before you ask for `{name}`.", "Order {name}."])
    return entry_of({"record": values(**changes), "datasetVersion": None}, pages=pages)


def told(events=None, matches=None, *, source="-", pages=None, **record):
    """What a base says, with the same entry for every match."""
    found = told_of(answer(events, matches), source=source, pages=pages)
    known = entry(pages, **record)
    return replace(found, matches=tuple(replace(one, entry=known) for one in found.matches))
