"""Found entries as rows: the words of the query marked, and the passage that has them."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from errorkb.fulltext.excerpts import Wanted, wanted
from errorkb.fulltext.query import Query
from errorkb.models import Entry
from errorkb.web.jinja import Show, inline, placeholders
from errorkb.web.pages import FoundRow
from errorkb.web.rows import EXCERPT, entry_row


def found_rows(query: Query, entries: Iterable[Entry]) -> tuple[FoundRow, ...]:
    """Their rows, in the same order."""
    words = wanted(query)

    def show(text: str) -> Markup:
        return marked(text, words)

    return tuple(_row(entry, words, show) for entry in entries)


def _row(entry: Entry, words: Wanted, show: Show) -> FoundRow:
    row = entry_row(entry)
    passage = words.passage(_prose(entry), words.missing_in(_head(entry)), EXCERPT)
    return FoundRow(
        entry=row,
        message=placeholders(row.message or row.title, show=show),
        excerpt=inline(passage or row.excerpt, show=show),
    )


def _head(entry: Entry) -> str:
    return "\n".join(filter(None, (entry.error_code, entry.error_class, entry.error_message)))


def _prose(entry: Entry) -> Iterable[str]:
    return entry.documentation, entry.trigger_scenarios, entry.common_situations, *entry.solutions


def marked(text: str, words: Wanted) -> Markup:
    """The text, escaped, with what was looked for in ``<mark>``."""
    parts: list[Markup] = []
    end = 0
    for start, stop in words.spans(text):
        parts += [escape(text[end:start]), Markup("<mark>{}</mark>").format(text[start:stop])]
        end = stop
    return Markup().join([*parts, escape(text[end:])])
