"""What stands on a terminal: colour only where there is one, its width respected, and no foreign controls."""

import sys
import unicodedata

from rich import markup
from rich.console import Console

#: As narrow as this a terminal is still written for.
MIN_WIDTH = 20


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


def escape(text: str) -> str:
    """``plain``, and what rich would take for its markup is none."""
    return markup.escape(plain(text))


def shortened(text: str, limit: int) -> str:
    """At most ``limit`` characters, cut at a blank where one is near, with an ellipsis."""
    text = text.strip()
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    head, _, tail = cut.rpartition(" ")
    return (head if head and len(tail) < 30 else cut) + "…"


def console(*, error: bool = False) -> Console:
    """Standard output or error, without guessing what numbers and addresses are."""
    return Console(highlight=False, stderr=error, emoji=False, soft_wrap=False)


def is_terminal() -> bool:
    """Whether standard output is one."""
    return sys.stdout.isatty()
