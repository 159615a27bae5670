"""The command ``errorkb run``."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
from argparse import REMAINDER, ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any

from errorkb.client import ClientError
from errorkb.questions import asking
from errorkb.running import streams, terminal
from errorkb.running.pump import Pump, continue_group, stop_group

HELP = (
    "Run a command, pass its input, its output and its signals through untouched, and explain the error when "
    "it fails. Nothing of the output is stored. Exit status: the command's own, or the signal that ended it; "
    "127 when there is no such command, 126 when it cannot be run."
)
#: Signals that somebody sends to us and means for the command.
_FORWARDED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)
#: What a terminal sends to every program in its foreground: the command has it, too.
_OF_TERMINAL = (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP)
#: Ends that somebody wanted.
_WANTED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGKILL)


def add_arguments(parser: ArgumentParser) -> None:
    asking.add_server(parser)
    parser.add_argument("words", nargs=REMAINDER, metavar="-- COMMAND…", help="the command and its arguments")


def run(options: Mapping[str, Any]) -> int:
    words = options["words"][1:] if options["words"][:1] == ["--"] else options["words"]
    if not words:
        raise ClientError("there is no command to run: errorkb run -- COMMAND")
    sys.stdout.flush()
    try:
        status, text, is_wanted = _run(words)
    except FileNotFoundError:
        print(f"errorkb: {words[0]}: there is no such command", file=sys.stderr)
        return 127
    except OSError as error:
        print(f"errorkb: {words[0]}: {error.strerror}", file=sys.stderr)
        return 126
    if status and text.strip() and not is_wanted:
        with contextlib.suppress(KeyboardInterrupt):
            _explain(text, options)
    if status < 0:
        _die_by(-status)
    return status


def _run(words: list[str]) -> tuple[int, str, bool]:
    """The exit status (the negative number of a signal), the output's end, and whether somebody wanted it to
    end, so that there is no error to explain."""
    between = streams.connected()
    owns_terminal = between.keyboard is not None
    stdin, stdout, stderr = between.theirs
    with contextlib.ExitStack() as stack:
        arrived, woken = stack.enter_context(_signals())
        process = subprocess.Popen(
            words, stdin=stdin, stdout=stdout, stderr=stderr,
            preexec_fn=terminal.become_controlling if owns_terminal else None,  # noqa: PLW1509 - no threads yet
        )  # fmt: skip
        between.close_theirs()
        arrived.forward = _forwarder(process, between, owns_terminal=owns_terminal)
        be_raw = stack.enter_context(terminal.raw(0)) if owns_terminal else None

        def suspend() -> None:
            stop_group(process.pid)
            if be_raw:
                be_raw(False)
            os.kill(0, signal.SIGSTOP)  # the whole job, until the shell lets it go on
            if be_raw:
                be_raw(True)
            for screen in between.screens:
                terminal.copy_size(0, screen)
            continue_group(process.pid)

        pump = Pump(between, process, woken)
        pump.run(suspend)
        pump.leave()
    is_wanted = signal.SIGINT in arrived.seen or -process.returncode in (*_WANTED, *arrived.seen)
    return process.returncode, pump.tail.text(), is_wanted


class _Arrived:
    """Signals that came: which, and what is done about them."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.forward: Callable[[int], None] | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.seen.add(number)
        if self.forward:
            self.forward(number)


@contextlib.contextmanager
def _signals() -> Iterator[tuple[_Arrived, int]]:
    """Signals as calls, and a descriptor that is readable after each, for the length of a block."""
    arrived = _Arrived()
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    # A signal that our caller has us ignore (nohup) is ignored by the command, too.
    numbers = [n for n in (*_FORWARDED, signal.SIGWINCH) if signal.getsignal(n) is not signal.SIG_IGN]
    before = {number: signal.signal(number, arrived) for number in (*numbers, signal.SIGCHLD)}
    waker = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield arrived, reading
    finally:
        signal.set_wakeup_fd(waker)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reading)
        os.close(writing)


def _forwarder(
    process: "subprocess.Popen[bytes]", between: streams.Streams, *, owns_terminal: bool
) -> Callable[[int], None]:
    def forward(number: int) -> None:
        if number == signal.SIGCHLD:
            return
        if number == signal.SIGWINCH:
            for screen in between.screens:
                terminal.copy_size(between.routes[screen], screen)
        elif owns_terminal or not (number in _OF_TERMINAL and _in_foreground()):
            process.send_signal(number)

    return forward


def _in_foreground() -> bool:
    """Whether a terminal sends its signals to us and, the command being of our group, to the command."""
    try:
        controlling = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(controlling) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(controlling)


def _explain(text: str, options: Mapping[str, Any]) -> None:
    try:
        told = asking.ask(options, lambda client: asking.explain(client, text, source="-", limit=3))
    except ClientError as error:
        print(f"errorkb: {error}", file=sys.stderr)
        return
    if not told.matches:
        print("errorkb: no entry explains this", file=sys.stderr)
        return
    from errorkb.reports.text import print_match  # noqa: PLC0415 - loads rich
    from errorkb.terminal import console  # noqa: PLC0415

    out = console(error=True)
    out.rule("errorkb", style="dim")
    print_match(told, out)


def _die_by(number: int) -> None:
    """Ends as the command did, so that whoever started us sees the same; without a second core dump."""
    sys.stdout.flush()
    sys.stderr.flush()
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if number not in (signal.SIGKILL, signal.SIGSTOP):  # they have no handler
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
