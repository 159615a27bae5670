"""What is wrong with an input, as a value with a place.

`where` is one of: `line n` (blank lines counted), `record n` (elements of an array and values in a
row), `page n` (text pages), `file` (the input as a whole); all numbers are 1-based. A reader of
archives may put the member's name into `file`.
"""

import unicodedata
from dataclasses import dataclass

REASON_LIMIT = 500
SHOWN_LIMIT = 60
EXCERPT_LIMIT = 64_000

CODES: dict[str, str] = {
    # The input as a whole, or a piece of it that could not be read.
    "file-changed": "The file is not the one that was queued.",
    "retirement-refused": "Entries that the source lacks were not retired; the reason says why.",
    "unreadable": "The path is not there or cannot be opened.",
    "empty": "The input holds nothing but white space.",
    "utf-16": "The input is UTF-16 or UTF-32; only UTF-8 is read.",
    "unknown-form": "The input is neither JSON nor a text page.",
    "damaged": "The bytes of the input end early or do not decode.",
    "cut-off": "The input ends inside a value, an array or a page.",
    "not-utf8": "These bytes are no UTF-8 text.",
    "not-json": "This is no JSON (NaN and Infinity are none either).",
    "duplicate-key": "One JSON object has the same key twice.",
    "number-too-long": "A number has far more digits than any field takes.",
    "too-deep": "The nesting goes deeper than 64 levels.",
    "too-large": "A text is above 1 MiB, a record above 4 MiB, or a piece too large to be either.",
    "no-record": "A JSON value that is neither a record nor an envelope around one.",
    # Containers.
    "over-limit": "The input unpacks to too much, or has too many members.",
    "unsafe-path": "A member of an archive has a name that could lead out of it.",
    "duplicate-member": "Two members of an archive have one name.",
    "no-file": "A member of an archive is a link, a device or another thing that holds no text.",
    "encrypted": "A member of an archive is encrypted.",
    "nested-archive": "An archive stands within an archive, or a file is compressed twice.",
    "unknown-compression": "A member of an archive is compressed in a way that is not read.",
    "archive-disagrees": "The directory of an archive does not agree with its members.",
    "not-seekable": "An archive comes through a pipe, which cannot be read twice.",
    # Source trees.
    "not-source": "A file is not the source that its name says: nothing of it was read.",
    # Datasets.
    "manifest": "manifest.json does not say what a manifest says.",
    "checksum": "A file of a dataset is not the one that its manifest describes.",
    "missing-file": "The manifest of a dataset names a file that is not there.",
    "duplicate-repo": "repos.json names a repository twice.",
    # Text pages.
    "page-cut": "A text page has no footer, or lacks a section that every page has.",
    "page-header": "A footer without the page that it ends.",
    "page-order": "The sections of a text page are out of order.",
    "page-repo": "The header and the footer of a text page name different repositories.",
    "page-ambiguous": "A text page has too many lines that could be headings to be told apart.",
    "page-sha": "A text page names two different commits.",
    "page-stray-text": "Text in a page where no field can take it; it was ignored.",
    "text-outside-page": "Text before, between or after the pages; it was ignored.",
    # Fields of a record that reject it.
    "unknown-key": "The record has a key that the schema does not know.",
    "missing-key": "The record lacks a key of the schema.",
    "wrong-type": "A value has another type than its field takes.",
    "unstorable-text": "A text holds U+0000 or a lone surrogate.",
    "empty-text": "A text that must not be empty is empty.",
    "not-in-enum": "A value is none of the words that its field takes.",
    "out-of-range": "A number is outside the range of its field.",
    "bad-form": "A text does not have the form of its field.",
    "schema-version": "The record has another schemaVersion than 2.",
    "snippet-too-long": "The source snippet has more than 40 lines.",
    "snippet-order": "The span of the source snippet is in the wrong order.",
    "dataset-version": "The datasetVersion beside the record is no ISO 8601 time with a zone.",
    # Quality marks: the record is stored.
    "id-mismatch": "The id does not recompute from repo, code or message, and path.",
    "hostile-path": "filePath is absolute or climbs out of the repository.",
    "duplicate-tag": "A tag stands twice.",
    "line-outside-snippet": "lineNumber lies behind the end of the snippet.",
    "span-without-snippet": "A span is given, but no snippet; or only one end of the span.",
    "url-not-pinned": "githubUrl does not name the commit that was analysed.",
    "pattern-invalid": "messagePattern is no regular expression.",
    "pattern-nonlinear": "messagePattern needs a backtracking engine.",
    "pattern-broad": "messagePattern matches far more than its message.",
    "pattern-mismatch": "messagePattern does not match its own message.",
    "slug-taken": "Another entry of the repository has the slug; this one's was numbered.",
    # Two records with one id.
    "id-conflict": "Two different errors carry one id.",
    "not-taken": "A text page does not replace what a JSON dump gave.",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """One thing that is wrong, for a person to act on.

    file: display name of the input. where: see the module. code: a key of CODES.
    reason: what is wrong, where in the record, what was found and what to do; at most
    REASON_LIMIT characters, free of control characters.
    rejects: True when something was not stored for it (one rejected record, line or page; with
    `where` "file" it is the input or the rest of it, and no record is counted); False for a
    warning, with which the record is stored.
    excerpt: the raw text that it is about, cut to EXCERPT_LIMIT characters; empty where there is none.
    """

    file: str
    where: str
    code: str
    reason: str
    rejects: bool
    excerpt: str = ""

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"{self.code!r} is not in the table of codes")
        object.__setattr__(self, "reason", shorten(escape(self.reason), REASON_LIMIT))
        object.__setattr__(self, "excerpt", self.excerpt[:EXCERPT_LIMIT])


def show(value: object) -> str:
    """A value as it may stand in a reason: texts quoted, shortened, nothing invisible left in."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # Cut before escaping, so that a text of a megabyte costs nothing.
        return f'"{shorten(escape(value[: SHOWN_LIMIT + 1]), SHOWN_LIMIT)}"'
    if isinstance(value, int | float):
        return shorten(repr(value), SHOWN_LIMIT)
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"


def escape(text: str) -> str:
    """The text with control, format and unassigned characters and surrogates as \\uXXXX."""
    return "".join(
        # All categories of C, and the separators of lines and paragraphs.
        f"\\u{ord(character):04x}"
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
        else character
        for character in text
    )


def shorten(text: str, limit: int) -> str:
    """The text, cut to `limit` characters with an ellipsis as the last of them."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
