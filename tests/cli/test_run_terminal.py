"""``errorkb run`` on a terminal: a command keeps its colours, its width, its keys and its line discipline."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pytest

from tests.up.process import BIN, environ

SIZE = "import os, sys; print(os.get_terminal_size(1), sys.stdin.isatty(), sys.stderr.isatty())"
RESIZED = """
import os, signal, sys
def told(number, frame):
    print(os.get_terminal_size()); sys.exit(4)
signal.signal(signal.SIGWINCH, told)
print("ready", flush=True)
signal.pause()
"""


class Terminal:
    """A process on a terminal of its own, with the test at the keyboard."""

    def __init__(self, words, home, rows=33, columns=111):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(words[0], words, environ(home))  # noqa: S606 - no shell
        self.shown = b""

    def until(self, text, seconds=30):
        deadline = time.monotonic() + seconds
        while text not in self.shown and time.monotonic() < deadline:
            self._read(0.2)
        assert text in self.shown, self.shown

    def press(self, keys):
        os.write(self.master, keys)

    def resize(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def end(self, seconds=30):
        """The exit status, negative for a signal; and everything that was shown."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._read(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self._read(0.2):
                    pass
                os.close(self.master)
                return os.waitstatus_to_exitcode(status), self.shown
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError(self.shown)

    def _read(self, seconds):
        ready, _, _ = select.select([self.master], [], [], seconds)
        data = b""
        if ready:
            with contextlib.suppress(OSError):
                data = os.read(self.master, 65536)
        self.shown += data
        return data


def both(words, home, drive=lambda terminal: None):
    """What the command does bare, and through errorkb."""
    ends = []
    for prefix in ([], [str(BIN), "run", "--"]):
        terminal = Terminal([*prefix, *words], home)
        drive(terminal)
        ends.append(terminal.end())
    return ends


@pytest.mark.parametrize(
    "words",
    [
        [sys.executable, "-c", SIZE],
        ["sh", "-c", "printf 'a\\nb\\r\\nc\\033[31mred\\033[0m\\n'; echo err >&2; exit 0"],
        ["stty", "-a"],
        ["sh", "-c", "seq 1 20000"],
        ["sh", "-c", "tty < /dev/tty > /dev/null; echo $?"],
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_a_terminal_is_one_to_the_command(words, tmp_path):
    bare, through = both(words, tmp_path)
    assert through == bare


def test_what_is_typed_reaches_the_command_once(tmp_path):
    def drive(terminal):
        terminal.until(b"name? ")
        terminal.press(b"gear\n")

    bare, through = both(["sh", "-c", "printf 'name? '; read name; echo \"<$name>\""], tmp_path, drive)
    assert through == bare
    assert b"<gear>" in through[1]


def test_ctrl_c_ends_the_command_as_it_would(tmp_path):
    def drive(terminal):
        terminal.until(b"ready")
        time.sleep(0.3)
        terminal.press(b"\x03")

    bare, through = both(["sh", "-c", "echo ready; exec sleep 30"], tmp_path, drive)
    assert through == bare
    assert through[0] == -signal.SIGINT


def test_ctrl_c_may_be_caught(tmp_path):
    def drive(terminal):
        terminal.until(b"ready")
        time.sleep(0.3)
        terminal.press(b"\x03")

    words = ["sh", "-c", "trap 'echo caught; exit 0' INT; echo ready; while :; do sleep 0.1; done"]
    bare, through = both(words, tmp_path, drive)
    assert through == bare
    assert through[1].count(b"caught") == 1


def test_ctrl_d_ends_its_input(tmp_path):
    def drive(terminal):
        terminal.until(b"ready")
        terminal.press(b"one\n\x04")

    bare, through = both(["sh", "-c", "echo ready; cat; echo end"], tmp_path, drive)
    assert through[0] == bare[0] == 0
    assert through[1].replace(b"\r\n", b"\n").count(b"one\n") == 2


def test_a_new_size_reaches_the_command(tmp_path):
    def drive(terminal):
        terminal.until(b"ready")
        time.sleep(0.3)
        terminal.resize(20, 55)

    bare, through = both([sys.executable, "-c", RESIZED], tmp_path / "none", drive)
    assert through[0] == bare[0] == 4
    assert b"columns=55, lines=20" in through[1]


def test_output_to_a_terminal_with_input_from_a_pipe(tmp_path):
    line = f"echo hi | {BIN} run -- {sys.executable} -c '{SIZE}'"
    status, shown = Terminal(["sh", "-c", line], tmp_path).end()
    assert (status, shown) == (0, b"os.terminal_size(columns=111, lines=33) False True\r\n")


def test_the_terminal_is_as_it_was_afterwards(tmp_path):
    line = f"stty -g; {BIN} run -- true; stty -g; {BIN} run -- sh -c 'exit 3'; stty -g"
    _, shown = Terminal(["sh", "-c", line], tmp_path).end()
    assert len(set(shown.split())) == 1, shown


def test_ctrl_z_stops_and_the_shell_lets_it_go_on(tmp_path):
    line = f"set -m; {BIN} run -- sh -c 'echo ready; read x; echo got $x'; echo stopped; fg; echo done"
    terminal = Terminal(["bash", "-c", line], tmp_path)
    terminal.until(b"ready")
    time.sleep(0.3)
    terminal.press(b"\x1a")
    terminal.until(b"stopped")
    time.sleep(0.3)
    terminal.press(b"gear\n")
    terminal.until(b"got gear")
    terminal.until(b"done")
    assert terminal.end()[0] == 0
