"""Python source: every statement that raises, warns, logs an error or ends the process.

read     one file -> Module: its raises with symbolic texts, its classes, constants and helpers
link     all files -> sites: names are looked up across modules, classes asked what their errors show

==========================================  ==================================================================
idiom                                       what is read
==========================================  ==================================================================
raise X("…"), raise X, raise m.X(…)         f-strings, %, .format, +, implicit joins, dedent, gettext, join
msg = "…"; msg += "…"; raise X(msg)         variables, followed through branches: one choice a branch
raise X("a" if c else "b")                  one choice a branch, with its condition
raise X(self.MESSAGE), X(errors.TEXT)       constants of modules and classes, tables of messages, across files
class X: __init__ / __str__ / attribute     what the class makes of its arguments
err = X(…) … raise err                      an error that is made first
raise A if c else B, exc(…)                 a class chosen by a variable
raise self._error("…"), raise make(…)       a helper that returns the error
self.fail("…"), check(…, "…")               a helper that raises for its callers: its statement, their text
assert test, "…"                            AssertionError
warnings.warn, logger.error, sys.exit       told without being raised
checks.Error("…", id="app.E001")            system checks, by their code
default_detail = "…"                        a class whose errors say the same wherever they are raised
==========================================  ==================================================================
"""

from ingest.readers.source_tree.python.linker import link
from ingest.readers.source_tree.python.reader import read

NAME = "python"
SUFFIXES = (".py", ".pyw")

__all__ = ["NAME", "SUFFIXES", "link", "read"]
