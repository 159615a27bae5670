"""Other test frameworks, the interpreter itself, editors, and what stands behind. Name, text, and what a reader finds in it."""
# ruff: noqa: E501 - the texts are as they are printed

from tests.matching.python_forms.expected import PLAIN, error

FORMS = {
    "unittest": (
        "======================================================================\n"
        "ERROR: test_f (tests.test_a.TestA.test_f)\n"
        "----------------------------------------------------------------------\n"
        f"{PLAIN}\n\n"
        "----------------------------------------------------------------------\n"
        "Ran 1 test in 0.001s\n\nFAILED (errors=1)",
        [error(("a.py", 3, "f"))],
    ),
    "doctest": (
        """**********************************************************************
File "a.py", line 3, in a.f
Failed example:
    f()
Exception raised:
    Traceback (most recent call last):
      File "/usr/lib/python3.11/doctest.py", line 1351, in __run
        exec(compile(example.source, filename, "single",
      File "<doctest a.f[0]>", line 1, in <module>
        f()
    ValueError: bad
**********************************************************************""",
        [error(("<doctest a.f[0]>", 1, "<module>"))],
    ),
    "faulthandler": (
        """Fatal Python error: Segmentation fault

Current thread 0x00007f1c2b7fe740 (most recent call first):
  File "a.py", line 3 in f
  File "a.py", line 9 in <module>

Extension modules: numpy.core._multiarray_umath (total: 1)
Segmentation fault (core dumped)""",
        [error(("a.py", 3, "f"), "Segmentation fault", "Fatal Python error")],
    ),
    "faulthandler with threads": (
        """Fatal Python error: Aborted

Thread 0x00007f1c2b7fe741 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 327 in wait

Current thread 0x00007f1c2b7fe740 (most recent call first):
  File "a.py", line 3 in f
  File "a.py", line 9 in <module>""",
        [error(("a.py", 3, "f"), "Aborted", "Fatal Python error")],
    ),
    "faulthandler on windows": (
        """Windows fatal exception: access violation

Current thread 0x00001a2c (most recent call first):
  File "C:\\a.py", line 3 in f""",
        [error(("C:\\a.py", 3, "f"), "access violation", "Windows fatal exception")],
    ),
    "a warning": (
        "/srv/a.py:12: DeprecationWarning: use g instead\n  f()",
        [error(("/srv/a.py", 12, None), "use g instead", "DeprecationWarning")],
    ),
    "spyder": (
        """runfile('C:/a.py', wdir='C:/')
Traceback (most recent call last):

  File "<ipython-input-1-0a1b2c3d4e5f>", line 1, in <module>
    runfile('C:/a.py', wdir='C:/')

  File "C:/a.py", line 3, in f
    g()

ValueError: bad""",
        [error(("C:/a.py", 3, "f"))],
    ),
    "pycharm": (
        f"/usr/bin/python3.11 /srv/a.py\n{PLAIN}\n\nProcess finished with exit code 1",
        [error(("a.py", 3, "f"))],
    ),
    "a note": (
        f"{PLAIN}\nwhile reading line 3",
        [error(("a.py", 3, "f"), "bad while reading line 3")],
    ),
    "a shell's trace behind it": (
        f"{PLAIN}\n+ cleanup\n+ retcode=1",
        [error(("a.py", 3, "f"))],
    ),
    "a comparison keeps its lines": (
        f"{PLAIN.replace('ValueError: bad', 'AssertionError: 1')}\n- a\n+ b",
        [error(("a.py", 3, "f"), "1 - a + b", "AssertionError")],
    ),
    "advice behind it": (
        f"{PLAIN}\nCUDA kernel errors might be asynchronously reported at some other API call.\n"
        "For debugging consider passing CUDA_LAUNCH_BLOCKING=1",
        [error(("a.py", 3, "f"))],
    ),
    "zope": (
        'Traceback (innermost last):\n  File "a.py", line 3, in f\nValueError: bad',
        [error(("a.py", 3, "f"))],
    ),
    "a localised message": (
        PLAIN.replace("bad", "不正な値です"),
        [error(("a.py", 3, "f"), "不正な値です")],
    ),
}
