"""JSON dumps: JSON Lines, arrays and values in a row, of records, envelopes, or both.

A line of JSON Lines that cannot be read costs that line. In an array and between values in a row,
a value with whole brackets costs itself, and what cannot be scanned past ends the input.
"""

import io
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice

from ingest.problems import Problem
from ingest.readers.json_scan import Break, Piece, pieces
from ingest.readers.json_value import MAX_PIECE_LENGTH, WHITE_SPACE, element_of, records_of
from ingest.readers.source import Source
from ingest.record import RawRecord


def read_json(source: Source) -> Iterator[RawRecord | Problem]:
    """Everything in a JSON dump; places are `line n` in JSON Lines, else `record n`."""
    if source.head.lstrip(WHITE_SPACE).startswith(b"["):
        return _values(source, b"")
    opening: list[bytes] = []
    while line := source.readline(MAX_PIECE_LENGTH):
        opening.append(line)
        if line.strip(WHITE_SPACE):
            break
    else:
        return iter((_empty(source),))
    first = line.strip(WHITE_SPACE)
    if not first.startswith(b"{") or _is_one_value(first):
        return _lines(source, opening)
    second = source.readline(MAX_PIECE_LENGTH)
    # The first line may be cut or broken. In an object over several lines, a brace at the start of
    # a line is the value of a key or the first element of a list.
    if second.startswith(b"{") and not first.endswith((b":", b"[")):
        return _lines(source, [*opening, second])
    return _values(source, b"".join([*opening, second]))


def _is_one_value(line: bytes) -> bool:
    found = list(islice(pieces(Source(io.BytesIO(line), "")), 2))
    return len(found) == 1 and isinstance(found[0], Piece)


def _empty(source: Source) -> Problem:
    reason = "nothing but white space; is it the right file?"
    return Problem(file=source.name, where="file", code="empty", reason=reason, rejects=True)


def _lines(source: Source, opening: list[bytes]) -> Iterator[RawRecord | Problem]:
    number = 0
    inside_long_line = False
    for line in chain(opening, iter(partial(source.readline, MAX_PIECE_LENGTH), b"")):
        ends = line.endswith(b"\n") or len(line) < MAX_PIECE_LENGTH
        if inside_long_line:
            inside_long_line = not ends
            continue
        number += 1
        where = f"line {number}"
        if not ends:
            inside_long_line = True
            reason = f"the line is above {MAX_PIECE_LENGTH >> 20} MiB; a record goes up to 4 MiB"
            yield Problem(file=source.name, where=where, code="too-large", reason=reason, rejects=True)
        elif line.strip(WHITE_SPACE):
            yield from records_of(line, source.name, where)


def _values(source: Source, start: bytes) -> Iterator[RawRecord | Problem]:
    for number, piece in enumerate(pieces(source, start), start=1):
        if isinstance(piece, Break):
            where = f"record {number}" if piece.inside else "file"
            yield Problem(file=source.name, where=where, code=piece.code, reason=piece.reason, rejects=True)
            return
        found = element_of(piece.data, source.name, f"record {number}")
        yield found
        if not piece.in_array and isinstance(found, Problem) and found.code == "not-json":
            # Outside brackets nothing tells where the next value could begin.
            return
