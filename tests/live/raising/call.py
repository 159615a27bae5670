"""A call that really fails, and what Python says when it does."""

import dis
import os
import re
import sys
import sysconfig
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType


@dataclass(frozen=True, kw_only=True, slots=True)
class Raising:
    """A call that raises, the same way every time."""

    name: str  # kebab case, unique among all calls
    library: str  # folder or module of site-packages that raises; `python` is CPython's own library
    run: Callable[[], object]


@dataclass(frozen=True, kw_only=True, slots=True)
class Raised:
    """What a call raised. The place is where the error that the user sees last was raised."""

    text: str  # the whole traceback, as Python prints it
    file: str  # absolute path of the source file of the innermost frame
    path: str  # the same below site-packages or below the folder of CPython's library, with slashes
    line: int  # the line in it that the traceback names, from 1
    operation: str  # the instruction that ran there: RAISE_VARARGS is a raise or an assert
    error_class: str  # as the traceback prints it: with its module, unless it is built in
    message: str
    #: File, path and line of the errors that the text shows before it; the first is the root.
    before: tuple[tuple[str, str, int], ...] = ()


def collector(calls: list[Raising], library: str) -> Callable[[Callable[[], object]], Callable[[], object]]:
    """A decorator that adds a function to calls. The function's name gives the call's."""

    def add(run: Callable[[], object]) -> Callable[[], object]:
        calls.append(Raising(name=run.__name__.replace("_", "-"), library=library, run=run))
        return run

    return add


def raised(call: Raising) -> Raised:
    """Runs a call and tells what it raised; AssertionError if it returns. Warnings are ignored.

    In a thread of its own: a browser's tests leave an event loop running in theirs.
    """
    told: list[Raised] = []
    thread = threading.Thread(target=lambda: told.extend(_run(call)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        thread.start()
        thread.join()
    assert told, f"{call.name} did not fail"
    return told[0]


def _run(call: Raising) -> Iterator[Raised]:
    try:
        call.run()
    except Exception as error:
        yield _told(error)


def _told(error: BaseException) -> Raised:
    innermost = _innermost(error)
    code = innermost.tb_frame.f_code
    kind = type(error)
    file = _source(code.co_filename)
    return Raised(
        text="".join(traceback.format_exception(error)),
        file=file,
        path=_below(file),
        line=innermost.tb_lineno,
        operation=dis.opname[code.co_code[innermost.tb_lasti]],
        error_class=kind.__qualname__
        if kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__qualname__}",
        message=str(error),
        before=tuple(_places(error)),
    )


def _innermost(error: BaseException) -> TracebackType:
    frame = error.__traceback__
    assert frame is not None
    while frame.tb_next is not None:
        frame = frame.tb_next
    return frame


def _places(error: BaseException) -> Iterator[tuple[str, str, int]]:
    """Of the errors that it came from, the first one first."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier is None:
        return
    yield from _places(earlier)
    if earlier.__traceback__ is not None:
        frame = _innermost(earlier)
        file = _source(frame.tb_frame.f_code.co_filename)
        yield file, _below(file), frame.tb_lineno


def _below(file: str) -> str:
    for place in ("purelib", "platlib", "stdlib", "platstdlib"):  # site-packages may lie in the library
        folder = sysconfig.get_path(place) + os.sep
        if file.startswith(folder):
            return Path(file.removeprefix(folder)).as_posix()
    return file


def _source(filename: str) -> str:
    """The path behind the name that Python gives to the code of a module which it was built with."""
    if frozen := re.fullmatch(r"<frozen ([\w.]+)>", filename):
        return str(sys.modules[frozen[1]].__file__)
    return filename
