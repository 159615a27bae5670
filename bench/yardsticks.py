"""What search is measured beside: the engine and Postgres as they come, over the same texts."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tantivy
from django.db import connection

from errorkb.models import Entry

COLUMNS = (
    "id", "error_code", "error_class", "error_message", "file_path", "repo", "tags", "documentation",
    "trigger_scenarios", "common_situations", "solutions", "severity", "http_status",
)  # fmt: skip
TEXTS = ("head", "names", "body")
_SIGNS = re.compile(r"[^\w\s]")


class PlainTantivy:
    """Three texts an entry, default tokenizer, default query parser: all words may be there, none must."""

    def __init__(self, folder: Path) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
        for name in TEXTS:
            builder.add_text_field(name)
        for name in ("code", "class", "repo", "file", "tag", "severity"):
            builder.add_text_field(name)
        builder.add_unsigned_field("http", indexed=True)
        self._index = tantivy.Index(builder.build(), str(folder))
        writer = self._index.writer(128_000_000, 1)
        for values in Entry.objects.live().values(*COLUMNS).order_by("pk").iterator(2000):
            writer.add_document(_document(values))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def find(self, text: str, limit: int, offset: int = 0) -> list[str]:
        """The ids of the best entries; all that fit are counted, too."""
        searcher = self._index.searcher()
        try:
            hits = searcher.search(self._parsed(text), limit, offset=offset).hits
        except ValueError:  # a word with a colon is taken for a field that is none
            hits = searcher.search(self._parsed(_SIGNS.sub(" ", text)), limit, offset=offset).hits
        return [str(searcher.doc(place).get_first("id")) for _, place in hits]

    def _parsed(self, text: str) -> tantivy.Query:
        query, _ = self._index.parse_query_lenient(text, list(TEXTS))
        return query


def _document(values: dict[str, Any]) -> tantivy.Document:
    made = tantivy.Document()
    made.add_text("id", values["id"])
    for name, text in zip(TEXTS, _texts(values), strict=True):
        made.add_text(name, text)
    for name, key in (("code", "error_code"), ("class", "error_class"), ("repo", "repo"),
                      ("file", "file_path"), ("severity", "severity")):  # fmt: skip
        if values[key]:
            made.add_text(name, values[key])
    for tag in values["tags"]:
        made.add_text("tag", tag)
    if values["http_status"] is not None:
        made.add_unsigned("http", values["http_status"])
    return made


def _texts(values: dict[str, Any]) -> tuple[str, str, str]:
    """Head, names and prose of an entry."""
    head: Iterable[str | None] = (values["error_code"], values["error_class"], values["error_message"])
    prose = (values["documentation"], values["trigger_scenarios"], values["common_situations"])
    return (
        "\n".join(filter(None, head)),
        " ".join((values["file_path"], values["repo"], *values["tags"])),
        "\n".join((*prose, *values["solutions"])),
    )


class PlainPostgres:
    """A weighted vector with a GIN index, asked by ``websearch_to_tsquery``, ranked by ``ts_rank``."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS yardstick_search")
            cursor.execute(_TABLE)
            cursor.execute("CREATE INDEX ON yardstick_search USING gin (words)")
            cursor.execute("ANALYZE yardstick_search")

    def find(self, text: str, limit: int, offset: int = 0) -> list[str]:
        """The ids of the best entries."""
        with connection.cursor() as cursor:
            cursor.execute(_ASKED, {"text": text, "limit": limit, "offset": offset})
            return [id for (id,) in cursor.fetchall()]

    def count(self, text: str) -> int:
        """How many entries fit."""
        with connection.cursor() as cursor:
            cursor.execute(_COUNTED, {"text": text})
            return int(cursor.fetchone()[0])


_TABLE = """
    CREATE TABLE yardstick_search AS SELECT id,
        setweight(to_tsvector('english', left(concat_ws(' ', error_code, error_class, error_message), 8000)), 'A')
        || setweight(to_tsvector('english', concat_ws(' ', file_path, repo_id, array_to_string(tags, ' '))), 'B')
        || setweight(to_tsvector('english', left(concat_ws(' ', documentation, trigger_scenarios,
            common_situations, array_to_string(solutions, ' ')), 30000)), 'C') AS words
    FROM errorkb_entry WHERE retired_at IS NULL
"""  # noqa: E501
_ASKED = """
    SELECT id FROM yardstick_search, websearch_to_tsquery('english', %(text)s) query
    WHERE words @@ query ORDER BY ts_rank(words, query) DESC, id LIMIT %(limit)s OFFSET %(offset)s
"""
_COUNTED = """
    SELECT count(*) FROM yardstick_search, websearch_to_tsquery('english', %(text)s) query
    WHERE words @@ query
"""
