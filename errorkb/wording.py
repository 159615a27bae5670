"""Text of entries and pastes made fit for a reader: without what could harm, and no longer than is read."""

import unicodedata


def plain(text: str) -> str:
    """Text of an entry or a paste without control and bidirectional characters.

    An escape sequence in a dump could otherwise rewrite what the reader's terminal shows.
    """
    return "".join(
        "\N{REPLACEMENT CHARACTER}"
        if unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in "\n\t"
        else character
        for character in text
    )


def shortened(text: str, limit: int) -> str:
    """At most ``limit`` characters, cut at a blank where one is near, with an ellipsis."""
    text = text.strip()
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    head, _, tail = cut.rpartition(" ")
    return (head if head and len(tail) < 30 else cut) + "…"
