"""What stands between the command and this process's standard streams."""

import contextlib
import os
from dataclasses import dataclass

from errorkb.running import terminal

_INPUT, _OUTPUT, _ERROR = 0, 1, 2


@dataclass(frozen=True, kw_only=True)
class Streams:
    """theirs: the command's three streams. routes: from which of our ends bytes go to which of our streams.
    keyboard: our end of the terminal that the keys go to; None where the command reads our input itself.
    screens: our ends of pseudo-terminals."""

    theirs: tuple[int, int, int]
    routes: dict[int, int]
    keyboard: int | None
    screens: tuple[int, ...]

    def close_theirs(self) -> None:
        """To be called once the command has them: the end of a stream shows only then."""
        for stream in set(self.theirs) - {_INPUT, _OUTPUT, _ERROR}:
            os.close(stream)


def connected() -> Streams:
    """Streams for a command. Output that goes to one place stays one stream, and so keeps its order."""
    output_is_terminal, error_is_terminal = os.isatty(_OUTPUT), os.isatty(_ERROR)
    owns_terminal = os.isatty(_INPUT) and output_is_terminal
    ours, theirs = _pair(_OUTPUT, is_terminal=output_is_terminal, owns=owns_terminal)
    routes = {ours: _OUTPUT}
    screens: tuple[int, ...] = (ours,) if output_is_terminal else ()
    if _same(_OUTPUT, _ERROR):
        error = theirs
    else:
        beside, error = _pair(_ERROR, is_terminal=error_is_terminal, owns=False)
        routes[beside] = _ERROR
        screens += (beside,) if error_is_terminal else ()
    return Streams(
        theirs=(theirs if owns_terminal else _INPUT, theirs, error),
        routes=routes,
        keyboard=ours if owns_terminal else None,
        screens=screens,
    )


def _pair(stream: int, *, is_terminal: bool, owns: bool) -> tuple[int, int]:
    if is_terminal:
        return terminal.opened(stream, is_raw=not owns)
    return os.pipe()


def _same(one: int, other: int) -> bool:
    with contextlib.suppress(OSError):
        first, second = os.fstat(one), os.fstat(other)
        return (first.st_dev, first.st_ino, first.st_rdev) == (second.st_dev, second.st_ino, second.st_rdev)
    return False
