"""Hyperscan: literals and expressions compiled into databases, as bytes that can be stored.

Scans say which of many occur in a text, in time that hardly grows with their number. What Hyperscan cannot
take is left to others. Literals compile about a hundred times faster than expressions with placeholders.
"""

import hyperscan

_FLAGS = (
    hyperscan.HS_FLAG_DOTALL
    | hyperscan.HS_FLAG_UTF8
    | hyperscan.HS_FLAG_SINGLEMATCH  # that it occurs is enough: verification finds where
)


def compile_literals(literals: list[bytes]) -> bytes:
    """A database of literals, which are known by position; empty for none."""
    if not literals:
        return b""
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=literals,
        ids=list(range(len(literals))),
        flags=[hyperscan.HS_FLAG_SINGLEMATCH] * len(literals),
        literal=True,
    )
    return bytes(hyperscan.dumpb(database))


def compile_expressions(numbered: list[tuple[int, str]]) -> tuple[bytes, list[int]]:
    """A database of expressions, each with a number of its own, and the numbers of those that Hyperscan does
    not take."""
    if not numbered:
        return b"", []
    if database := _database(numbered):
        return bytes(hyperscan.dumpb(database)), []
    alone = [pair for pair in numbered if _database([pair])]
    refused = [number for number, _ in numbered if number not in {n for n, _ in alone}]
    database = _database(alone) if alone else None
    if database is None:  # each compiles, not all at once
        refused += [number for number, _ in alone]
        return b"", refused
    return bytes(hyperscan.dumpb(database)), refused


def _database(numbered: list[tuple[int, str]]) -> "hyperscan.Database | None":
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    try:
        database.compile(
            expressions=[expression.encode() for _, expression in numbered],
            ids=[number for number, _ in numbered],
            flags=[_FLAGS] * len(numbered),
        )
    except hyperscan.error:
        return None
    return database


def loaded(data: memoryview) -> "hyperscan.Database | None":
    """The database of its bytes; None of none."""
    return hyperscan.loadb(bytes(data), hyperscan.HS_MODE_BLOCK) if data.nbytes else None
