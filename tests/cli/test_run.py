"""``errorkb run`` beside the command run bare: the same bytes, the same order, the same end."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.base import PROGRAM
from tests.up.process import BIN, environ

RUN = [str(BIN), "run", "--"]
LARGE = "import sys; [sys.stdout.buffer.write(bytes(range(256)) * 4096) for _ in range(8)]"
MIXED = "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done"


def ran(words, home, stdin=b"", **more):
    return subprocess.run(
        words, input=stdin, env=environ(home, ERRORKB_LINGER="120"), timeout=60, check=False,
        **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more),
    )  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ["true"],
        ["sh", "-c", "exit 7"],
        ["sh", "-c", "kill -TERM $$"],
        ["sh", "-c", "kill -KILL $$"],
        ["sh", "-c", "echo out; echo err >&2; exit 0"],
        ["cat"],
        ["sh", "-c", "cat; exec >&-; sleep 0.2"],
        [sys.executable, "-c", LARGE],
        [sys.executable, "-c", "import sys; print(sys.stdin.isatty(), sys.stdout.isatty())"],
        ["sh", "-c", "(sleep 0.5; echo late) & echo first"],
    ],
    ids=lambda words: " ".join(words)[-40:],
)
def test_it_is_as_if_the_command_ran_bare(words, tmp_path):
    bare = ran(words, tmp_path, b"some input\0\xff\n" * 1000)
    through = ran([*RUN, *words], tmp_path, b"some input\0\xff\n" * 1000)
    assert (through.returncode, through.stdout) == (bare.returncode, bare.stdout)
    assert through.stderr == bare.stderr


def test_two_streams_to_one_place_keep_their_order(tmp_path):
    bare = ran(["sh", "-c", MIXED], tmp_path, stderr=subprocess.STDOUT)
    through = ran([*RUN, "sh", "-c", MIXED], tmp_path, stderr=subprocess.STDOUT)
    assert through.stdout == bare.stdout


def test_a_failure_is_explained_on_standard_error_after_it(home, tmp_path):
    program = tmp_path / "app.py"
    program.write_text(PROGRAM)
    bare = ran([sys.executable, str(program)], home)
    through = ran([*RUN, sys.executable, str(program)], home)
    assert (through.returncode, through.stdout) == (1, b"")
    assert through.stderr.startswith(bare.stderr)
    told = through.stderr[len(bare.stderr) :].decode()
    assert "No widget named {name} on the shelf" in told
    assert "before you ask for `gear`." in told


def test_a_failure_that_nobody_can_explain_keeps_its_status(tmp_path):
    through = ran([*RUN, "sh", "-c", "echo it broke >&2; exit 3"], tmp_path / "none")
    assert through.returncode == 3
    assert through.stderr.decode().startswith("it broke\nerrorkb: there is no base in")
    assert not (tmp_path / "none").exists()


def test_success_and_silence_ask_nobody(tmp_path):
    assert ran([*RUN, "sh", "-c", "echo ValueError: x >&2"], tmp_path / "none").stderr == b"ValueError: x\n"
    assert ran([*RUN, "false"], tmp_path / "none").stderr == b""


@pytest.mark.parametrize(("words", "status"), [(["/no/such/program"], 127), (["/etc"], 126)])
def test_what_cannot_be_run_ends_as_in_a_shell(words, status, tmp_path):
    through = ran([*RUN, *words], tmp_path)
    assert through.returncode == status
    assert through.stderr.startswith(f"errorkb: {words[0]}: ".encode())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1])
def test_a_signal_reaches_the_command_and_its_end_is_ours(number, tmp_path):
    words = [*RUN, "sh", "-c", "echo ready; exec sleep 30"]
    process = subprocess.Popen(
        words, env=environ(tmp_path), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.1)
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (-number, b"")


def test_the_reader_of_its_output_may_go_away(tmp_path):
    line = f"{' '.join(RUN)} yes | head -1; echo ${{PIPESTATUS[0]}}"
    done = ran(["bash", "-c", line], tmp_path)
    assert done.stdout == b"y\n141\n"
    assert done.stderr == b""


def test_ignored_signals_stay_ignored(tmp_path):
    words = [sys.executable, "-c", "import signal; print(signal.getsignal(signal.SIGHUP))"]
    bare = ran(["nohup", *words], tmp_path)
    through = ran(["nohup", *RUN, *words], tmp_path)
    assert through.stdout == bare.stdout


def test_standard_input_is_the_command_s_own(tmp_path):
    read, write = os.pipe()
    os.write(write, b"one\ntwo\n")
    os.close(write)
    line = f"{' '.join(RUN)} sh -c 'read first; echo got $first'"
    done = subprocess.run(
        ["sh", "-c", line], stdin=read, env=environ(tmp_path), capture_output=True, timeout=30, check=False
    )
    os.close(read)
    assert done.stdout == b"got one\n"
