"""What stands on a terminal: colour only where there is one, its width respected, and no foreign controls."""

import sys

from rich import markup
from rich.console import Console

from errorkb.wording import plain

#: As narrow as this a terminal is still written for.
MIN_WIDTH = 20


def escape(text: str) -> str:
    """``plain``, and what rich would take for its markup is none."""
    return markup.escape(plain(text))


class _Console(Console):
    """Leaves a reader that went away to the command, for which that is no failure: rich ends it with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(*, error: bool = False) -> Console:
    """Standard output or error, without guessing what numbers and addresses are."""
    return _Console(highlight=False, stderr=error, emoji=False, soft_wrap=False)


def is_terminal() -> bool:
    """Whether standard output is one."""
    return sys.stdout.isatty()
