"""A call that really fails, and what Python says when it does."""

import dis
import os
import re
import sys
import sysconfig
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


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


def collector(calls: list[Raising], library: str) -> Callable[[Callable[[], object]], Callable[[], object]]:
    """A decorator that adds a function to calls. The function's name gives the call's."""

    def add(run: Callable[[], object]) -> Callable[[], object]:
        calls.append(Raising(name=run.__name__.replace("_", "-"), library=library, run=run))
        return run

    return add


def raised(call: Raising) -> Raised:
    """Runs a call and tells what it raised; AssertionError if it returns. Warnings are ignored."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call.run()
        except Exception as error:
            return _told(error)
    raise AssertionError(f"{call.name} did not fail")


def _told(error: Exception) -> Raised:
    innermost = error.__traceback__
    assert innermost is not None
    while innermost.tb_next is not None:
        innermost = innermost.tb_next
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
    )


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
