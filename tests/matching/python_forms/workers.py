"""Errors that came from workers, threads and tasks. Name, text, and what a reader finds in it."""
# ruff: noqa: W291 - the texts are as they are printed

from tests.matching.python_forms.expected import PLAIN, error

FORMS = {
    "multiprocessing": (
        """multiprocessing.pool.RemoteTraceback: 
\"""
Traceback (most recent call last):
  File "/usr/lib/python3.11/multiprocessing/pool.py", line 125, in worker
    result = (True, func(*args, **kwds))
  File "a.py", line 3, in f
    g()
ValueError: bad
\"""

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "a.py", line 9, in <module>
    pool.map(f, [1])
ValueError: bad""",
        [error(("a.py", 3, "f"), relation="root"), error(("a.py", 9, "<module>"), relation="cause")],
    ),
    "futures": (
        f'concurrent.futures.process._RemoteTraceback: \n"""\n{PLAIN}\n"""\n\n'
        f"The above exception was the direct cause of the following exception:\n\n{PLAIN}",
        [error(("a.py", 3, "f"), relation="root"), error(("a.py", 3, "f"), relation="cause")],
    ),
    "ray": (
        """Traceback (most recent call last):
  File "a.py", line 9, in <module>
    ray.get(f.remote())
ray.exceptions.RayTaskError(ValueError): ray::f() (pid=12, ip=10.0.0.1)
  File "a.py", line 3, in f
    g()
ValueError: bad""",
        [
            error(("a.py", 9, "<module>"), "ray::f() (pid=12, ip=10.0.0.1)", "ray.exceptions.RayTaskError"),
            error(("a.py", 3, "f")),
        ],
    ),
    "a worker of data": (
        """ValueError: Caught ValueError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "a.py", line 3, in f
    g()
ValueError: bad""",
        [error(("a.py", 3, "f"))],
    ),
    "a thread": (
        f"Exception in thread Thread-1 (f):\n{PLAIN}",
        [error(("a.py", 3, "f"))],
    ),
    "words before the header": (
        f"Exception in callback f(): {PLAIN}",
        [error(("a.py", 3, "f"))],
    ),
    "asyncio": (
        "Task exception was never retrieved\nfuture: <Task finished name='Task-1' coro=<f() done, defined at "
        f"a.py:1> exception=ValueError('bad')>\n{PLAIN}",
        [error(("a.py", 3, "f"))],
    ),
    "ignored": (
        f"Exception ignored in: <function C.__del__ at 0x7f1c2b7fe740>\n{PLAIN}",
        [error(("a.py", 3, "f"))],
    ),
    "celery": (
        "[2026-11-30 10:00:00,123: ERROR/ForkPoolWorker-1] Task app.add[0a1b2c3d] raised unexpected: "
        f"ValueError('bad')\n{PLAIN}",
        [error(("a.py", 3, "f"))],
    ),
}
