"""Pseudo-terminals for a command: programs then keep their colours, their width and their line discipline."""

import contextlib
import fcntl
import os
import pty
import termios
import tty
from collections.abc import Callable, Iterator


def opened(like: int, *, is_raw: bool) -> tuple[int, int]:
    """A pseudo-terminal with the settings and the size of a terminal: our end and the command's.

    is_raw: what the command prints comes out as it is, because the terminal itself treats it afterwards.
    """
    ours, theirs = pty.openpty()
    settings = termios.tcgetattr(like)
    if is_raw:
        settings[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, settings)
    copy_size(like, ours)
    return ours, theirs


def copy_size(source: int, target: int) -> None:
    """Gives a terminal the size of another one; programs in its foreground get SIGWINCH."""
    with contextlib.suppress(OSError):
        size = fcntl.ioctl(source, termios.TIOCGWINSZ, b"\0" * 8)
        fcntl.ioctl(target, termios.TIOCSWINSZ, size)


@contextlib.contextmanager
def raw(terminal: int) -> Iterator[Callable[[bool], None]]:
    """The terminal passes every key and every byte through for the length of a block. Yields a function that
    ends (False) or renews (True) that."""
    before = termios.tcgetattr(terminal)

    def be_raw(wanted: bool) -> None:
        if wanted:
            tty.setraw(terminal, termios.TCSADRAIN)
        else:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)

    be_raw(True)
    try:
        yield be_raw
    finally:
        be_raw(False)


def suspends(key: bytes, terminal: int) -> bool:
    """Whether a key is the one that stops programs (Ctrl-Z), as the command has set its terminal."""
    settings = termios.tcgetattr(terminal)
    return bool(settings[3] & termios.ISIG) and settings[6][termios.VSUSP] in key


def become_controlling() -> None:
    """Makes standard input the controlling terminal of a new session; runs in the command's process."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
