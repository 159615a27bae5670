"""Rust's panics, chains of errors and what cargo prints."""

import time

import pytest

from errorkb.matching.clean import split_lines
from errorkb.matching.traces import rust
from tests.matching.traces import USUAL, cases, found, misses


@pytest.mark.parametrize("case", cases("rust"), ids=str)
def test_it_reads_what_is_printed(case):
    assert found(case.text) == case.events


@pytest.mark.parametrize("noise", USUAL)
def test_it_reads_through_noise(noise):
    assert misses("rust", noise) == set()


BACKTRACE = """\
thread 'worker' (1234) panicked at /home/u/.cargo/registry/src/x/foo-1.0/src/lib.rs:10:9:
called `Result::unwrap()` on an `Err` value: Os { code: 2 }
stack backtrace:
   0: rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:645:5
   1: core::result::unwrap_failed
             at /rustc/abc/library/core/src/result.rs:1649:5
   2: foo::load::h0123456789abcdef
             at /home/u/.cargo/registry/src/x/foo-1.0/src/lib.rs:10:9
   3: app::main
             at ./src/main.rs:3:5
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
"""


def test_a_backtrace_names_the_function_of_the_place():
    lines = split_lines(BACKTRACE)
    [event], taken = rust.parse(lines)
    assert event.message == "called `Result::unwrap()` on an `Err` value: Os { code: 2 }"
    assert [(frame.file, frame.line, frame.function, frame.innermost) for frame in event.frames] == [
        ("./src/main.rs", 3, "app::main", False),
        ("/home/u/.cargo/registry/src/x/foo-1.0/src/lib.rs", 10, "foo::load", True),
    ]
    assert len(taken) == len(lines) - 1  # all but the empty one behind the last newline


def test_a_chain_takes_the_backtrace_below_it():
    text = (
        "Error: Failed to read config\n\nCaused by:\n    No such file or directory (os error 2)\n\n"
        "Stack backtrace:\n   0: anyhow::x\n             at /a/b.rs:1:2\n"
    )
    events, taken = rust.parse(split_lines(text))
    assert [(event.message, event.relation) for event in events] == [
        ("Failed to read config", "cause"),
        ("No such file or directory (os error 2)", "root"),
    ]
    assert max(taken) == 7


#: Openings of what the parser reads; a text of nothing else makes it look for the rest at each of them.
NEAR_MISSES = [
    "thread 'main' panicked at 'x",
    "thread 'main' panicked at a.rs:1:2:",
    "Caused by:",
    "   0: x",
    "Error:",
    "\u00d7 x",
    "error[E0001]: x",
    "error: x",
    "warning: x",
]


@pytest.mark.parametrize("near", NEAR_MISSES)
def test_near_misses_take_linear_time(near):
    for text in (f"{near}\n" * 5_000, f"{near} " * 20_000, (f"{near} " * 400 + "\n") * 20):
        lines = split_lines(text)
        began = time.process_time()
        rust.parse(lines)
        assert time.process_time() - began < 3  # well below one; quadratic would be minutes


def test_a_panic_without_a_message_is_read():
    [event], _ = rust.parse(split_lines("thread 'main' panicked at '', src/a.rs:3:5\n"))
    assert (event.error_code, event.message, event.frames[-1].line) == ("panic", "", 3)
