"""SARIF 2.1.0: a rule for each entry that was found and a result for each error that it explains."""

import json
import re
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from errorkb.reports.checkout import checkout, place_of, relative_to
from errorkb.reports.markdown import solutions_of
from errorkb.reports.summary import explained, level_of, lines_of
from errorkb.reports.told import Event, Frame, Match, Told
from errorkb.wording import plain, shortened

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def match(told: Told) -> str:
    """The log file's text."""
    results = explained(told)
    rules = list(dict.fromkeys(found.id for _, found in results))
    by_id = {found.id: found for _, found in results}
    run = {
        "tool": {
            "driver": {
                "name": "errorkb",
                "version": version("errorkb"),
                "rules": [_rule(by_id[one]) for one in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(told, number, found, rules.index(found.id)) for number, found in results],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(found: Match) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": found.id,
        "shortDescription": {"text": plain(shortened(found.title, 200))},
        "defaultConfiguration": {"level": level_of(found)},
    }
    entry = found.entry
    if entry is None:
        return rule
    rule["fullDescription"] = {"text": plain(shortened(entry.text("documentation"), 1000))}
    if entry.solutions:
        rule["help"] = {
            "text": plain("\n".join(f"{n}. {text}" for n, text in enumerate(entry.solutions, 1))),
            "markdown": solutions_of(found),
        }
    if link := found.url or entry.url:
        rule["helpUri"] = quote(link, safe="/:?#[]@!$&'()*+,;=%~-._")
    rule["properties"] = {
        "tags": sorted({plain(tag) for tag in entry.texts("tags")}),
        "repo": plain(found.repo),
    }
    return rule


def _result(told: Told, number: int, found: Match, rule: int) -> dict[str, Any]:
    event = told.events[number]
    result: dict[str, Any] = {
        "ruleId": found.id,
        "ruleIndex": rule,
        "level": level_of(found),
        "message": {"text": plain("\n".join([event.title, *lines_of(found)]))},
        "locations": _locations(told, event, found),
        "rank": round(min(max(found.score, 0.0), 1.0) * 100, 1),
        "properties": {
            "confidence": found.confidence,
            "reasons": [plain(reason) for reason in found.reasons],
        },
    }
    if event.frames:
        result["stacks"] = [{"frames": [_frame(frame) for frame in reversed(event.frames)]}]
    return result


def _locations(told: Told, event: Event, found: Match) -> list[dict[str, Any]]:
    """The line of the checkout, else the place in the file that was read, else none."""
    if place := place_of(event, checkout()):
        return [_location(place.file, {"startLine": max(1, place.line)} if place.line else None)]
    if file := relative_to(told.source, checkout()):
        region = {
            "startLine": found.start_line, "startColumn": found.start_column,
            "endLine": found.end_line, "endColumn": found.end_column,
        }  # fmt: skip
        return [_location(file, region)]
    return []


def _frame(frame: Frame) -> dict[str, Any]:
    line = frame.line if frame.line and frame.line > 0 else None
    region = {"startLine": line} if line else None
    location: dict[str, Any] = {}
    if file := relative_to(frame.file, checkout()):
        location = _location(file, region)
    elif frame.file:
        # A file elsewhere is named by its path alone: it is nothing that a viewer could open.
        uri = quote(plain(frame.file).replace("\\", "/"), safe="/:" if _DRIVE.match(frame.file) else "/")
        uri = f"file:///{uri.lstrip('/')}" if uri.startswith("/") or _DRIVE.match(frame.file) else uri
        location = {
            "physicalLocation": {"artifactLocation": {"uri": uri}, **({"region": region} if region else {})}
        }
    if frame.function:
        location["logicalLocations"] = [{"fullyQualifiedName": plain(frame.function)}]
    return {"location": location}


def _location(file: str, region: dict[str, int] | None) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(file), "uriBaseId": _ROOT}}
    if region:
        place["region"] = region
    return {"physicalLocation": place}
