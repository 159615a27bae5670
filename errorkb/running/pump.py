"""Moves bytes between the command's streams and ours until the command has ended."""

import contextlib
import errno
import os
import select
import signal
import subprocess
from collections.abc import Callable

from errorkb.running import terminal
from errorkb.running.streams import Streams
from errorkb.running.tail import Tail

_PIECE = 64 << 10
_INPUT = 0
#: Seconds after which it looks whether the command has ended, should the signal of that be missed.
_LOOK_SECONDS = 0.5


class Pump:
    """The bytes of one command. ``tail`` has the end of what it printed, of both streams as it came.

    woken: a descriptor that becomes readable whenever a signal arrives.
    """

    def __init__(self, streams: Streams, process: "subprocess.Popen[bytes]", woken: int) -> None:
        self.tail = Tail()
        self._streams = streams
        self._process = process
        self._woken = woken
        self._open = dict(streams.routes)
        self._keyboard = streams.keyboard

    def run(self, suspend: Callable[[], None]) -> None:
        """Until the command has ended and what it printed is passed on. ``suspend``: stops us (Ctrl-Z)."""
        while self._process.poll() is None:
            self._step(_LOOK_SECONDS, suspend)
        while self._open and self._step(0, suspend):
            pass

    def leave(self) -> None:
        """What the command started may print still: a process of its own goes on passing that."""
        if not self._open:
            return
        if os.fork() == 0:
            try:
                while self._open:
                    self._step(None, lambda: None)
            finally:
                os._exit(0)
        for ours in self._open:
            os.close(ours)

    def _step(self, seconds: float | None, suspend: Callable[[], None]) -> bool:
        """Passes on what is there; whether there was anything."""
        watched = [*self._open, self._woken]
        if self._keyboard is not None and self._process.poll() is None:
            watched.append(_INPUT)
        ready, _, _ = select.select(watched, [], [], seconds)
        if self._woken in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._woken, 4096)
            ready.remove(self._woken)
        if _INPUT in ready:
            self._pass_keys(suspend)
            ready.remove(_INPUT)
        for ours in ready:
            self._pass_output(ours)
        return bool(ready)

    def _pass_output(self, ours: int) -> None:
        data = _read(ours)
        if data:
            self.tail.add(data)
        if not data or not _write(self._open[ours], data):
            # Nobody reads our side any more: the command finds its own closed, as it would without us.
            os.close(ours)
            del self._open[ours]

    def _pass_keys(self, suspend: Callable[[], None]) -> None:
        assert self._keyboard is not None  # noqa: S101 - its input is watched only then
        keys = _read(_INPUT)
        if self._keyboard not in self._open:
            self._keyboard = None
        elif keys and terminal.suspends(keys, self._keyboard):
            suspend()
        elif not keys or not _write(self._keyboard, keys):
            self._keyboard = None


def _read(source: int) -> bytes:
    try:
        return os.read(source, _PIECE)
    except OSError as error:
        if error.errno != errno.EIO:  # how a terminal says that the other side is closed
            raise
        return b""


def _write(target: int, data: bytes) -> bool:
    """Writes all of it; False when nobody reads any more."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(target, view) :]
        except BlockingIOError:  # somebody who shares the stream has made it so
            select.select([], [target], [])
        except OSError as error:
            if error.errno in (errno.EPIPE, errno.EIO):
                return False
            raise
    return True


def stop_group(group: int) -> None:
    """Stops the command and what it runs; SIGTSTP would do nothing to a session without a shell."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGSTOP)


def continue_group(group: int) -> None:
    """Lets them go on."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGCONT)
