"""Small checks of a raw record, in order: those that reject it, then those that only doubt it.

A value of the wrong type is told of once: the checks after `wrong_types` see only sound values.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from errorkb.matching.patterns import lint
from ingest.problems import show
from ingest.record import (
    ENUMS,
    FIELDS,
    FORMS,
    LISTS,
    MAX_SNIPPET_LINES,
    MAX_TEXT_LENGTH,
    NEVER_EMPTY,
    NULLABLE,
    PAGE_SHA,
    RANGES,
    SCHEMA_VERSION,
    SLUG_LENGTH,
    SLUG_SUFFIX_LENGTH,
    TEXTS,
    ZONED_TIME,
    RawRecord,
)

# Old records lack it, and mean null.
_MAY_BE_ABSENT = frozenset({"backgroundTag"})

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_ABSOLUTE_PATH = re.compile(r"[/\\]|[A-Za-z]:[/\\]")

Fault = tuple[str, str]  # the code and the reason of a problem


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """A raw record with its values of the right types; `get` gives None for the others."""

    raw: RawRecord
    sound: Mapping[str, Any]

    def get(self, name: str) -> Any:
        return self.sound.get(name)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every text with the name of its field, items of lists too."""
        for name, value in self.sound.items():
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    yield name, text


Check = Callable[[Checked], Iterator[Fault]]


def unknown_keys(checked: Checked) -> Iterator[Fault]:
    known = {name.lower(): name for name in FIELDS}
    for key in checked.raw.values.keys() - FIELDS.keys():
        meant = known.get(key.lower())
        advice = f"did you mean {meant}?" if meant else "remove it, or put it beside the record"
        yield "unknown-key", f"{show(key)} is no field of a record; {advice}"


def missing_keys(checked: Checked) -> Iterator[Fault]:
    for name in FIELDS:
        if name not in checked.raw.values and name not in _MAY_BE_ABSENT:
            advice = "; give null when there is none" if name in NULLABLE else ""
            yield "missing-key", f"{name} is missing{advice}"


def wrong_types(checked: Checked) -> Iterator[Fault]:
    for name, value in checked.raw.values.items():
        if name not in FIELDS or name in checked.sound:
            continue
        wanted = "a list of texts" if name in LISTS else "a text" if name in TEXTS else "an integer"
        or_null = " or null" if name in NULLABLE else ""
        found = show(value)
        if name in LISTS and isinstance(value, list):
            found = f"a list with {next(show(item) for item in value if not isinstance(item, str))}"
        yield "wrong-type", f"{name} is {found}; it takes {wanted}{or_null}"


def unstorable_texts(checked: Checked) -> Iterator[Fault]:
    for name, text in checked.texts():
        if found := _UNSTORABLE.search(text):
            what = "U+0000" if found[0] == "\0" else "a lone surrogate"
            yield "unstorable-text", f"{name} holds {what} at character {found.start() + 1}"


def long_texts(checked: Checked) -> Iterator[Fault]:
    for name, text in checked.texts():
        if len(text) * 4 <= MAX_TEXT_LENGTH:
            continue
        if (length := len(text.encode(errors="surrogatepass"))) > MAX_TEXT_LENGTH:
            yield "too-large", f"{name} has {length} bytes; a text goes up to {MAX_TEXT_LENGTH}"


def empty_texts(checked: Checked) -> Iterator[Fault]:
    for name in NEVER_EMPTY:
        if checked.get(name) == "":
            advice = "give null when there is none" if name in NULLABLE else "it needs a text"
            yield "empty-text", f"{name} is empty; {advice}"
    for name in LISTS:
        if "" in (checked.get(name) or ()):
            yield "empty-text", f"{name} has an empty item; remove it"


def enums(checked: Checked) -> Iterator[Fault]:
    for name, words in ENUMS.items():
        if (value := checked.get(name)) is not None and value not in words:
            choices = ", ".join(sorted(words))
            yield "not-in-enum", f"{name} is {show(value)}, which is none of {choices}"


def ranges(checked: Checked) -> Iterator[Fault]:
    for name, (least, most) in RANGES.items():
        value = checked.get(name)
        if value is not None and not least <= value <= most:
            yield "out-of-range", f"{name} is {show(value)}; it goes from {least} to {most}"


def schema_version(checked: Checked) -> Iterator[Fault]:
    if (version := checked.get("schemaVersion")) not in (None, SCHEMA_VERSION):
        yield "schema-version", f"schemaVersion is {version}; only {SCHEMA_VERSION} is known"


def bad_forms(checked: Checked) -> Iterator[Fault]:
    for name, form in FORMS.items():
        wanted = PAGE_SHA if name == "analyzedSha" and checked.raw.form == "text" else form
        value = checked.get(name)
        for text in value if isinstance(value, list) else [value]:
            if text and not wanted.fits(text):
                yield "bad-form", f"{name} has {show(text)}; its form is {wanted.words}"


def long_slug(checked: Checked) -> Iterator[Fault]:
    slug, limit = checked.get("slug") or "", SLUG_LENGTH
    # A slug that was taken goes out with the start of its entry's id, and may come back so.
    suffix = f"-{(checked.get('id') or '')[:SLUG_SUFFIX_LENGTH]}"
    if len(slug.removesuffix(suffix)) > limit:
        yield "bad-form", f"slug has {len(slug)} characters; it is cut at {limit}"


def dataset_version(checked: Checked) -> Iterator[Fault]:
    value = checked.raw.dataset_version
    if value is not None and not (isinstance(value, str) and ZONED_TIME.fits(value)):
        found = f"datasetVersion beside the record is {show(value)}"
        yield "dataset-version", f"{found}; its form is {ZONED_TIME.words}"


def retirement(checked: Checked) -> Iterator[Fault]:
    value = checked.raw.retired_at
    if value is not None and not (isinstance(value, str) and ZONED_TIME.fits(value)):
        yield "bad-form", f"retiredAt beside the record is {show(value)}; its form is {ZONED_TIME.words}"


def web_address(checked: Checked) -> Iterator[Fault]:
    if (value := checked.get("githubUrl")) and not _is_web_address(value):
        yield "bad-form", f"githubUrl is {show(value)}; it must be an http or https address"


def snippet_lines(checked: Checked) -> Iterator[Fault]:
    if (count := len((checked.get("sourceCode") or "").splitlines())) > MAX_SNIPPET_LINES:
        yield "snippet-too-long", f"sourceCode has {count} lines; at most {MAX_SNIPPET_LINES}"


def snippet_order(checked: Checked) -> Iterator[Fault]:
    start = checked.get("sourceCodeStart")
    for name in ("sourceCodeEnd", "lineNumber"):
        value = checked.get(name)
        if start is not None and value is not None and value < start:
            yield "snippet-order", f"{name} is {value}, before sourceCodeStart, which is {start}"


REJECTING: tuple[Check, ...] = (
    unknown_keys,
    missing_keys,
    wrong_types,
    unstorable_texts,
    long_texts,
    empty_texts,
    enums,
    ranges,
    schema_version,
    bad_forms,
    long_slug,
    dataset_version,
    retirement,
    web_address,
    snippet_lines,
    snippet_order,
)
"""Every fault that these find is a problem of the record, which is not stored."""


def hostile_path(checked: Checked) -> Iterator[Fault]:
    path = checked.get("filePath")
    if _ABSOLUTE_PATH.match(path):
        yield "hostile-path", f"filePath is {show(path)}, which is absolute"
    elif ".." in re.split(r"[/\\]", path):
        yield "hostile-path", f"filePath is {show(path)}, which climbs out of the repository"


def duplicate_tags(checked: Checked) -> Iterator[Fault]:
    for tag, count in Counter(checked.get("tags")).items():
        if count > 1:
            yield "duplicate-tag", f"tags holds {show(tag)} {count} times"


def line_outside_snippet(checked: Checked) -> Iterator[Fault]:
    line, end = checked.get("lineNumber"), checked.get("sourceCodeEnd")
    if line is not None and end is not None and line > end:
        yield "line-outside-snippet", f"lineNumber is {line}, behind sourceCodeEnd, which is {end}"


def span_without_snippet(checked: Checked) -> Iterator[Fault]:
    span = {checked.get("sourceCodeStart"), checked.get("sourceCodeEnd")}
    if checked.get("sourceCode") is None and span != {None}:
        yield "span-without-snippet", "sourceCodeStart and sourceCodeEnd stand without sourceCode"
    elif None in span and span != {None}:
        yield "span-without-snippet", "only one of sourceCodeStart and sourceCodeEnd is given"


def url_not_pinned(checked: Checked) -> Iterator[Fault]:
    if checked.raw.form == "source" and "githubUrl" in checked.raw.derived:
        return
    if checked.get("analyzedSha") not in checked.get("githubUrl"):
        yield "url-not-pinned", "githubUrl does not hold analyzedSha; the link may move on"


def doubtful_pattern(checked: Checked) -> Iterator[Fault]:
    for fault in lint(checked.get("messagePattern"), checked.get("errorMessage")):
        # Code raises what it raises: that a message is short or long is no fault of a record of it.
        if checked.raw.form != "source" or fault.code not in ("pattern-broad", "pattern-nonlinear"):
            yield fault.code, f"messagePattern: {fault.reason}"


WARNING: tuple[Check, ...] = (
    hostile_path,
    duplicate_tags,
    line_outside_snippet,
    span_without_snippet,
    url_not_pinned,
    doubtful_pattern,
)
"""What these find is stored with the record; they run on a record that keeps the contract."""


def _is_web_address(value: str) -> bool:
    # urlsplit() drops control characters, which could hide another scheme.
    if not re.match(r"https?://[^/\s]", value, re.IGNORECASE):
        return False
    try:
        return bool(urlsplit(value).hostname)
    except ValueError:
        return False
