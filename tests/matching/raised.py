"""Tracebacks of exceptions that are really raised, with what a reader should find in them."""

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

#: Where the checkout lies is not a part of the samples: noises break lines at a width.
ROOT = str(Path(__file__).resolve().parents[2])


@dataclass(frozen=True, kw_only=True)
class Expected:
    """An event; ``function`` is that of its innermost frame, None where it has no frame."""

    error_class: str
    message: str
    relation: str | None = None
    function: str | None = None


@dataclass(frozen=True, kw_only=True)
class Sample:
    text: str
    events: tuple[Expected, ...]


def sample(function: Callable[[], object], *events: Expected) -> Sample:
    try:
        function()
    except BaseException:  # SystemExit is among the samples
        text = traceback.format_exc().rstrip("\n").replace(ROOT, "/srv/shelf")
        return Sample(text=text, events=events)
    raise AssertionError(f"{function} raised nothing")


class PlainError(Exception):
    """Has no message unless one is given."""


def simple():
    return json.loads("{")


def cause():
    try:
        raise KeyError("colour")
    except KeyError as error:
        raise PlainError("the palette has no such colour") from error


def context():
    try:
        return 1 / len("")
    except ZeroDivisionError:
        raise PlainError("while counting")  # noqa: B904 - the implicit chain is the subject


def three():
    try:
        cause()
    except PlainError:
        raise RuntimeError("giving up")  # noqa: B904


def suppressed():
    try:
        raise KeyError("colour")
    except KeyError:
        raise PlainError("only this one shows") from None


def several_lines():
    raise ValueError("2 problems:\n  - the first: is long\n  - the second")


def no_message():
    raise PlainError


def leave():
    raise SystemExit(3)


def recursion():
    return recursion()


def noted():
    error = ValueError("with a note")
    error.add_note("It happened on a Monday.")
    raise error


def syntax():
    compile("x = = 1\n", "settings.py", "exec")


def frame_in_message():
    raise ValueError('unexpected token in File "x.html", line 3: {% end %}')


def colons():
    raise ValueError("a: b: c")


def raise_from_group():
    group()


def group():
    errors: list[Exception] = []
    for function in (simple, colons):
        try:
            function()
        except Exception as error:
            errors.append(error)
    raise ExceptionGroup("several at once", errors)


def nested_group():
    never_raised = TypeError("never raised")
    raise ExceptionGroup("outer", [ExceptionGroup("inner", [never_raised]), KeyError("k")])


def chained_member():
    try:
        cause()
    except PlainError as error:
        raise ExceptionGroup("wrapped", [error])  # noqa: B904


def chained_group():
    try:
        group()
    except ExceptionGroup as error:
        raise RuntimeError("all of them") from error


PLAIN = f"{__name__}.PlainError"
JSON = "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
JSON_ERROR = "json.decoder.JSONDecodeError"

SAMPLES: dict[str, Sample] = {
    "simple": sample(simple, Expected(error_class=JSON_ERROR, message=JSON, function="raw_decode")),
    "cause": sample(
        cause,
        Expected(error_class="KeyError", message="'colour'", relation="root", function="cause"),
        Expected(
            error_class=PLAIN,
            message="the palette has no such colour",
            relation="cause",
            function="cause",
        ),
    ),
    "context": sample(
        context,
        Expected(
            error_class="ZeroDivisionError",
            message="division by zero",
            relation="root",
            function="context",
        ),
        Expected(error_class=PLAIN, message="while counting", relation="context", function="context"),
    ),
    "three in a chain": sample(
        three,
        Expected(error_class="KeyError", message="'colour'", relation="root", function="cause"),
        Expected(
            error_class=PLAIN,
            message="the palette has no such colour",
            relation="cause",
            function="cause",
        ),
        Expected(error_class="RuntimeError", message="giving up", relation="context", function="three"),
    ),
    "suppressed": sample(
        suppressed,
        Expected(error_class=PLAIN, message="only this one shows", function="suppressed"),
    ),
    "several lines": sample(
        several_lines,
        Expected(
            error_class="ValueError",
            message="2 problems:\n  - the first: is long\n  - the second",
            function="several_lines",
        ),
    ),
    "no message": sample(no_message, Expected(error_class=PLAIN, message="", function="no_message")),
    "exit": sample(leave, Expected(error_class="SystemExit", message="3", function="leave")),
    "recursion": sample(
        recursion,
        Expected(
            error_class="RecursionError",
            message="maximum recursion depth exceeded",
            function="recursion",
        ),
    ),
    "note": sample(
        noted,
        Expected(
            error_class="ValueError",
            message="with a note\nIt happened on a Monday.",
            function="noted",
        ),
    ),
    "syntax error": sample(
        syntax, Expected(error_class="SyntaxError", message="invalid syntax", function=None)
    ),
    "frame in the message": sample(
        frame_in_message,
        Expected(
            error_class="ValueError",
            message='unexpected token in File "x.html", line 3: {% end %}',
            function="frame_in_message",
        ),
    ),
    "colons": sample(colons, Expected(error_class="ValueError", message="a: b: c", function="colons")),
    "group": sample(
        raise_from_group,
        Expected(
            error_class="ExceptionGroup",
            message="several at once (2 sub-exceptions)",
            function="group",
        ),
        Expected(error_class=JSON_ERROR, message=JSON, relation="group-member", function="raw_decode"),
        Expected(error_class="ValueError", message="a: b: c", relation="group-member", function="colons"),
    ),
    "nested group": sample(
        nested_group,
        Expected(
            error_class="ExceptionGroup",
            message="outer (2 sub-exceptions)",
            function="nested_group",
        ),
        Expected(
            error_class="ExceptionGroup",
            message="inner (1 sub-exception)",
            relation="group-member",
        ),
        Expected(error_class="TypeError", message="never raised", relation="group-member"),
        Expected(error_class="KeyError", message="'k'", relation="group-member"),
    ),
    "chain in a member": sample(
        chained_member,
        Expected(
            error_class=PLAIN,
            message="the palette has no such colour",
            relation="root",
            function="cause",
        ),
        Expected(
            error_class="ExceptionGroup",
            message="wrapped (1 sub-exception)",
            relation="context",
            function="chained_member",
        ),
        Expected(error_class="KeyError", message="'colour'", relation="group-member", function="cause"),
        Expected(
            error_class=PLAIN,
            message="the palette has no such colour",
            relation="cause",
            function="cause",
        ),
    ),
    "chain from a group": sample(
        chained_group,
        Expected(
            error_class="ExceptionGroup",
            message="several at once (2 sub-exceptions)",
            relation="root",
            function="group",
        ),
        Expected(error_class=JSON_ERROR, message=JSON, relation="group-member", function="raw_decode"),
        Expected(error_class="ValueError", message="a: b: c", relation="group-member", function="colons"),
        Expected(
            error_class="RuntimeError",
            message="all of them",
            relation="cause",
            function="chained_group",
        ),
    ),
}
