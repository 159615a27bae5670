"""Sites of a file → records: only what the code states, in sentences.

Sites with the same code or template are one record, since that is what names an error: the first is shown,
the others are told of. Where a file gives one code to several messages, the first message has the code; each
of the others is a record of its own, because it is by their message that people look for them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from errorkb.matching.patterns import pattern_of
from ingest.readers.source_tree.project import Project
from ingest.readers.source_tree.site import Manner, Site
from ingest.readers.source_tree.snippet import snippet
from ingest.readers.source_tree.template import has_text, template_of
from ingest.readers.source_tree.validation import validation_code
from ingest.readers.source_tree.words import code, conditions, trigger
from ingest.record import SCHEMA_VERSION, RawRecord, compute_id, compute_slug

#: So many further places of one error are told, each with its condition.
TOLD_PLACES = 8
#: Sentences that code says of itself are cut at so many characters.
MAX_QUOTED = 400
#: A message is cut so that a record stays one: beyond this many characters it is a document.
MAX_MESSAGE = 20_000
SITUATIONS = (
    "Not described: this entry was read from source code, which does not tell when people meet the error."
)
#: What no code states; the rest is worked out of it.
_DERIVED = frozenset({"slug", "messagePattern", "documentation", "triggerScenarios", "commonSituations"})
_DOES: dict[Manner, str] = {
    "raises": "raises",
    "returns": "returns",
    "panics": "panics with",
    "asserts": "asserts, and fails with",
    "warns": "warns with",
    "logs": "logs",
    "exits": "ends the process with",
    "reports": "reports",
}
_LEVELS = {"critical": "a critical error", "error": "an error", "warning": "a warning", "info": "a note"}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Error:
    """Sites of a file that are one error. ``code``: the record's; ``told_code``: one that another has."""

    message: str
    code: str | None
    told_code: str | None
    sites: tuple[Site, ...]


def records(
    project: Project, path: str, text: str, sites: Sequence[Site], language: str
) -> Iterator[RawRecord]:
    """The records of a file, in the order of their first lines. ``path`` is relative to the tree's root."""
    lines = text.split("\n")
    file = str(Path(project.origin.root, path))
    for error in _errors(sites):
        first = error.sites[0]
        yield RawRecord(
            values=_values(project, path, lines, error, language),
            file=file,
            where=f"line {first.line}",
            form="source",
            derived=_DERIVED
            | project.derived(path)
            | (frozenset() if first.message else frozenset({"errorMessage"})),
        )


def _errors(sites: Sequence[Site]) -> Iterator[_Error]:
    found: dict[tuple[str, str | None], list[Site]] = {}
    owners: dict[str, str | None] = {}
    first_of: dict[str, str] = {}
    for site in sorted(sites, key=lambda site: (site.line, site.last_line)):
        message, error_code = _message(site, owners), site.error_code
        has_code = error_code is not None and first_of.setdefault(error_code, message) == message
        found.setdefault((message, error_code if has_code else None), []).append(site)
    for (message, own), of_error in found.items():
        told_code = None if own else of_error[0].error_code
        yield _Error(message=message, code=own, told_code=told_code, sites=tuple(of_error))


def _message(site: Site, owners: dict[str, str | None]) -> str:
    """The record's message. ``owners``: which class each message without literal text belongs to."""
    template = template_of(site.message)[:MAX_MESSAGE] if site.message else ""
    if not template.strip():
        return site.error_class or "(no message)"
    if has_text(template) or owners.setdefault(template, site.error_class) == site.error_class:
        return template
    # Such errors are known by class and place alone: two classes must not become one record.
    return template.replace("{", f"{{{site.error_class or 'other'}_", 1)


def _values(
    project: Project, path: str, lines: Sequence[str], error: _Error, language: str
) -> dict[str, object]:
    site = error.sites[0]
    shown = snippet(lines, site)
    file_path = project.file_path(path)
    first, last = (shown.first, shown.last) if shown else (site.first_line, site.last_line)
    name = compute_id(project.repo, error.code, error.message, file_path)
    return {
        "id": name,
        "repo": project.repo,
        "slug": compute_slug(error.code or error.message) or name,
        "errorCode": error.code,
        "errorMessage": error.message,
        "messagePattern": pattern_of(error.message),
        "errorType": site.error_type,
        "errorClass": site.error_class,
        "httpStatus": site.http_status,
        "severity": site.severity,
        "filePath": file_path,
        "lineNumber": site.line,
        "sourceCode": shown.text if shown else None,
        "sourceCodeStart": shown.first if shown else None,
        "sourceCodeEnd": shown.last if shown else None,
        "githubUrl": project.permalink(path, first, last),
        "documentation": documentation(site, file_path, error.told_code),
        "triggerScenarios": _triggers(error.sites),
        "commonSituations": SITUATIONS,
        "solutions": [],
        "exampleFix": None,
        "handlingStrategy": None,
        "validationCode": validation_code(site) if language == "python" else None,
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": [],
        "tags": list(dict.fromkeys([compute_slug(language), site.manner])),
        "backgroundTag": None,
        "analyzedSha": project.sha,
        "analyzedAt": project.analyzed_at,
        "schemaVersion": SCHEMA_VERSION,
    }


def documentation(site: Site, file_path: str, told_code: str | None) -> str:
    """Who tells of the error and how; then what the code says of itself."""
    who = code(f"{site.function}()") if site.function else f"The top level of {code(file_path)}"
    sentences = [f"{who} {_does(site)}."]
    if error_code := site.error_code or told_code:
        sentences.append(f"Its code is {code(error_code)}.")
    if site.http_status is not None:
        sentences.append(f"It answers with HTTP {site.http_status}.")
    told = [_sentence(text) for text in site.documentation if text.strip()]
    quoted = f"The code says of itself: {' '.join(dict.fromkeys(told))}" if told else ""
    return "\n\n".join(filter(None, (" ".join(sentences), quoted)))


def _does(site: Site) -> str:
    what = code(site.error_class) if site.error_class else None
    if site.manner == "logs":
        return f"logs {_LEVELS[site.severity]}" + (f" ({what})" if what else "")
    if site.manner == "panics" and not what:
        return "panics"
    if site.manner == "exits":
        return f"ends the process ({what})" if what else "ends the process"
    if what is None:
        what = (
            "this assertion"
            if site.manner == "asserts"
            else "this warning"
            if site.manner == "warns"
            else "this error"
        )
    return f"{_DOES[site.manner]} {what}"


def _sentence(text: str) -> str:
    folded = " ".join(text.split())
    if len(folded) > MAX_QUOTED:
        folded = folded[: MAX_QUOTED - 1] + "…"
    return folded if folded.endswith((".", "!", "?", "…", ":")) else f"{folded}."


def _triggers(sites: Sequence[Site]) -> str:
    first, others = sites[0], sites[1:]
    parts = [trigger(first.manner, first.guards, first.function)]
    parts += [_also(site, first) for site in others[:TOLD_PLACES]]
    hidden = len(others) - TOLD_PLACES
    if hidden > 0:
        parts.append(f"And at {hidden} more {'places' if hidden > 1 else 'place'} of the file.")
    return "\n\n".join(parts)


def _also(site: Site, first: Site) -> str:
    where = f"Also on line {site.line}"
    if site.function and site.function != first.function:
        where += f", in {code(site.function + '()')}"
    if site.error_class and site.error_class != first.error_class:
        where += f", as {code(site.error_class)}"
    phrase = conditions(site.guards)
    return f"{where}, {phrase}." if phrase else f"{where}."
