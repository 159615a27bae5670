"""An entry → how it is searched for: a row of a segment. Pure."""

import re
from itertools import pairwise
from typing import Any

from errorkb.matching.candidate import Candidate, named_in, short_name
from errorkb.matching.dialect import BLANK
from errorkb.matching.patterns import (
    BROAD_LITERAL,
    USUAL_TEMPLATE,
    literals,
    parse_template,
    pattern_of,
    plain_quotes,
    searchable,
    specificity,
)
from errorkb.matching.rank import SAYING
from errorkb.matching.required import NOTHING, Required, required
from errorkb.matching.segment import Row, site_key

#: Columns of an entry that a row is made of.
FIELDS = (
    "id",
    "repo",
    "message_pattern",
    "error_message",
    "error_code",
    "error_class",
    "file_path",
    "retired_at",
    "line_number",
    "source_code",
    "source_code_start",
    "source_code_end",
    "analyzed_instant",
    "form",
)
# Blanks that the dialect makes "any white space", and characters that it spells otherwise.
_SPECIAL = re.compile(rf"[{BLANK}]{{2}}|[^\S ]|[\x00-\x1f\x7f]")


def row_of(values: tuple[Any, ...]) -> Row:
    """How an entry is found, by the values of ``FIELDS``."""
    entry, repo, pattern, message, code, error_class, file_path, retired_at, *_ = values
    if retired_at is not None:
        return Row(entry=entry, gone=True)
    weight = specificity(message)
    expression, requires = _searched(plain_quotes(pattern), plain_quotes(message), weight)
    file_name = file_path.rsplit("/", 1)[-1]
    return Row(
        entry=entry,
        repo=repo,
        weight=weight,
        expression=expression,
        requires=requires,
        code=code.lower() if code else None,
        site=site_key(short_name(error_class), file_name) if error_class else None,
        facts=candidate_of(values).packed(),
    )


def candidate_of(values: tuple[Any, ...]) -> Candidate:
    """What ranking reads of an entry, by the values of ``FIELDS``."""
    entry, _, _, message, code, error_class, file_path, _, line, source, start, end, analyzed, form = values
    return Candidate(
        id=entry,
        error_code=code,
        error_message=message,
        error_class=error_class,
        file_path=file_path,
        line_number=line,
        source_code_start=start,
        source_code_end=end,
        analyzed=analyzed.timestamp(),
        named=named_in(source),
        form=form,
    )


def _searched(pattern: str, message: str, weight: int) -> tuple[str | None, Required]:
    if weight < SAYING:  # it is found by its class and raise site, or not at all
        return None, NOTHING
    if pieces := usual_pieces(pattern, message):
        return "", pieces
    expression = searchable(pattern, message)
    return expression, NOTHING if expression is None else required(expression)


def usual_pieces(pattern: str, message: str) -> Required | None:
    """The pieces of a pattern that is its template's, as nearly all are: without asking a regex engine,
    which takes twenty times as long. None where it must be asked."""
    if len(message) > USUAL_TEMPLATE or specificity(message) < 2 * BROAD_LITERAL:
        return None
    if pattern != pattern_of(message):
        return None
    parts = parse_template(message)
    texts = literals(message)
    touching = any(not isinstance(a, str) and not isinstance(b, str) for a, b in pairwise(parts))
    if touching or any(_SPECIAL.search(text) for text in texts):
        return None
    return Required(
        tuple(text.encode("utf-8", "replace") for text in texts),
        exact=True,
        leads=not isinstance(parts[0], str),
        trails=not isinstance(parts[-1], str),
    )
