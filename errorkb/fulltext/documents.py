"""An entry as a document: what is searched, what is counted, what is sorted by.

``head``: code, class and message. ``names``: where it is raised and how it is filed: path, repository, tags.
``body``: prose. The other fields hold one value or several as they are, in lower case where people type them
in any case.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Literal

from tantivy import Document, PreTokenizedString, Schema, SchemaBuilder, Token

from errorkb.fulltext.tokens import tokens
from errorkb.languages import language_of
from errorkb.matching.patterns import literals

#: Raised when fields or their reading change: an older index is then built anew.
VERSION = 2
#: So many characters of a text are read.
READ_HEAD, READ_BODY = 2000, 8000
#: Longer names are found by so many characters.
KEYED = 200
#: Fields that facets count.
FACETS = ("repo", "class", "type", "severity", "language", "tag", "mark", "has")
#: Fields of one value or several that are counted, but are no facets.
COUNTED_ALSO = ("form",)
#: By chance an entry is in one of so many slices, which its id names: samples are made of some of them.
SLICES = tuple(f"{number:02x}" for number in range(256))
#: Fields whose values people type the beginning of.
NAMED_KINDS: tuple[Literal["class", "code", "repo", "tag"], ...] = ("class", "code", "repo", "tag")
#: Columns of an entry that a document is made of.
COLUMNS = (
    "id", "repo", "error_code", "error_class", "error_message", "error_type", "severity", "http_status",
    "file_path", "line_number", "documentation", "trigger_scenarios", "common_situations", "solutions",
    "example_fix", "tags", "background_tag", "marks", "form", "analyzed_instant", "retired_at",
)  # fmt: skip


def schema() -> Schema:
    """The fields of a document."""
    builder = SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("head", "names"):
        builder.add_text_field(name, tokenizer_name="default", index_option="position")
    builder.add_text_field("body", tokenizer_name="en_stem", index_option="position")
    for name in ("code", "file", "family", "template"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in ("class_key", "repo_key"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in (*FACETS, *COUNTED_ALSO):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_text_field("slice", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("named", tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("http", indexed=True, fast=True)
    builder.add_unsigned_field("line", indexed=True)
    builder.add_unsigned_field("analyzed", fast=True)
    return builder.build()


def document(values: dict[str, Any]) -> Document:
    """The document of an entry, by its values of ``COLUMNS``."""
    made = Document()
    made.add_text("id", values["id"])
    made.add_text("slice", values["id"][:2])
    head = (values["error_code"], values["error_class"], values["error_message"][:READ_HEAD])
    made.add_pre_tokenized_text("head", tokenized("\n".join(filter(None, head))))
    names = (values["file_path"], values["repo"], *values["tags"])
    made.add_pre_tokenized_text("names", tokenized(" ".join(names)[:READ_HEAD]))
    for name in ("documentation", "trigger_scenarios", "common_situations"):
        made.add_text("body", values[name][:READ_BODY])
    for solution in values["solutions"][:20]:
        made.add_text("body", solution[:READ_BODY])
    for name, value in _keys(values):
        made.add_text(name, value[:KEYED])
    for name in _names(values):
        made.add_text("named", name)
    if values["http_status"] is not None:
        made.add_unsigned("http", values["http_status"])
    if values["line_number"] is not None:
        made.add_unsigned("line", values["line_number"])
    made.add_unsigned("analyzed", _seconds(values["analyzed_instant"]))
    return made


def tokenized(text: str) -> PreTokenizedString:
    """A text that is found by its names, their words, and stems."""
    made = [Token(token.text, token.position, 0, 0) for token in tokens(text)]
    return PreTokenizedString(text, made)


def class_keys(error_class: str) -> Iterable[str]:
    """How a class is asked for: with its package, and without it, in lower case."""
    whole = error_class.lower()
    short = whole.replace("::", ".").replace("\\", ".").replace("/", ".").rsplit(".", 1)[-1]
    return {whole, short}


def template_key(message: str) -> str:
    """What messages share that differ in their placeholders, white space and case alone: the words between
    these, as many as count. Empty for a message that has none."""
    words = " ".join(literals(message[:READ_HEAD])).lower().split()
    return " ".join(words)[:KEYED]


def named(kind: str, key: str, name: str | None = None) -> str:
    """What a name is looked up by while it is typed; without the name: how all that begin so begin."""
    return f"{kind}\t{key}" if name is None else f"{kind}\t{key}\t{name}"


def file_keys(path: str) -> Iterator[str]:
    """The path and every end of it that begins at a folder: ``a/b/c.py``, ``b/c.py``, ``c.py``."""
    parts = path.lower().split("/")
    yield from ("/".join(parts[start:]) for start in range(max(0, len(parts) - 8), len(parts)))


def _names(values: dict[str, Any]) -> Iterator[str]:
    repo, code, error_class = values["repo"], values["error_code"], values["error_class"]
    yield from (named("repo", key, repo) for key in {repo.lower(), repo.lower().rpartition("/")[2]})
    yield from (named("tag", tag, tag) for tag in values["tags"])
    if code and _is_name(code):
        yield named("code", code.lower(), code)
    if error_class and _is_name(error_class):
        yield from (named("class", key, error_class) for key in class_keys(error_class))


def _is_name(text: str) -> bool:
    return len(text) <= KEYED and text.isprintable()


def _keys(values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    repo = values["repo"].lower()
    yield "repo", values["repo"]
    yield from (("repo_key", key) for key in {repo, *repo.split("/")})
    yield "type", values["error_type"]
    yield "severity", values["severity"]
    if values["error_code"]:
        yield "code", values["error_code"].lower()
    if values["error_class"]:
        yield "class", values["error_class"]
        yield from (("class_key", key) for key in class_keys(values["error_class"]))
    yield from (("file", key) for key in file_keys(values["file_path"]))
    if language := language_of(values["file_path"]):
        yield "language", language
    yield from (("tag", tag) for tag in values["tags"])
    yield from (("mark", code) for code in sorted({mark["code"] for mark in values["marks"]}))
    if values["solutions"]:
        yield "has", "solutions"
    if values["example_fix"]:
        yield "has", "fix"
    yield "has", "source" if values["form"] == "source" else "author"
    yield "form", values["form"]
    if values["background_tag"]:
        yield "family", values["background_tag"]
    if template := template_key(values["error_message"]):
        yield "template", template


def _seconds(instant: datetime) -> int:
    return max(0, int(instant.astimezone(UTC).timestamp()))
