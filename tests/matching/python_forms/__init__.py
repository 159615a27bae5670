"""Forms in which errors of Python are printed: name, text, and what a reader finds in it."""
# ruff: noqa: E501 - the texts are as they are printed

from tests.matching.python_forms import (
    boxes,
    interpreters,
    notebooks,
    pages,
    runs,
    workers,
)

#: Name → text, and class, message, raise site and relation of each event.
FORMS = {
    **notebooks.FORMS,
    **runs.FORMS,
    **boxes.FORMS,
    **workers.FORMS,
    **pages.FORMS,
    **interpreters.FORMS,
}

#: What holds words of errors and is none.
NEGATIVES = {
    "prose": "I tried to catch the ValueError in my code, but the traceback (most recent call last) stays.",
    "source": "def f(x):\n    try:\n        g()\n    except ValueError as e:\n        raise KeyError(e) from e",
    "a difference": "--- a.py\n+++ b.py\n@@ -1,3 +1,3 @@\n-    raise ValueError('x')\n+    raise KeyError('x')",
    "a healthy log": "2026-11-30 10:00:00 INFO app: 3 files read\n2026-11-30 10:00:01 INFO app: no error",
    "passing tests": "test_x.py::test_a PASSED\n=== 3 passed in 0.1s ===",
    "apt": "E: Unable to locate package shop",
    "a url": "see https://a/x at /tmp/x\nfor more",
    "a table of numbers": "E 1 2 3\nE 4 5 6",
}
